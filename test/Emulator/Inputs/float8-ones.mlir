// A product of 8-bit floats along a long K, which is not split.
func.func @ones(%x: tensor<16x20000xf8E4M3FN>, %w: tensor<16x20000xf8E4M3FN>) -> tensor<16x16xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<16x20000xf8E4M3FN>, tensor<16x20000xf8E4M3FN>) -> tensor<16x16xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 128], warps = [4, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<16x20000xf8E4M3FN>, tensor<16x20000xf8E4M3FN>) -> tensor<16x16xf32>
    fusion.yield %0 : tensor<16x16xf32>
  }
  return %y : tensor<16x16xf32>
}

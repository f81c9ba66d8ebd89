// One whole tile for each of two blocks, then the parts of a third one: three for one block, two for the other. A
// residual comes by TMA for tiles that a block finishes.
func.func @blocks(%x: tensor<384xDEPTHxbf16>, %w: tensor<64xDEPTHxbf16>, %r: tensor<384x64xbf16>) -> tensor<384x64xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %r0 = %r) : (tensor<384xDEPTHxbf16>, tensor<64xDEPTHxbf16>, tensor<384x64xbf16>) -> tensor<384x64xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 2, sm90 = <stream_k_tail = 5, grid = 2, tail_reduction = blocks>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<384xDEPTHxbf16>, tensor<64xDEPTHxbf16>) -> tensor<384x64xf32>
    %1 = fusion.add %0, %r0 : (tensor<384x64xf32>, tensor<384x64xbf16>) -> tensor<384x64xf32>
    %2 = fusion.cast %1 : tensor<384x64xf32> to tensor<384x64xbf16>
    fusion.yield %2 : tensor<384x64xbf16>
  }
  return %y : tensor<384x64xbf16>
}

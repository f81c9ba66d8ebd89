func.func @silu(%x: tensor<64x64xbf16>, %w: tensor<64x96xbf16>, %b: tensor<96xf32>) -> tensor<64x96xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<64x64xbf16>, tensor<64x96xbf16>) -> tensor<64x96xf32>
  %1 = fusion.add %0, %b : (tensor<64x96xf32>, tensor<96xf32>) -> tensor<64x96xf32>
  %2 = fusion.silu %1 : tensor<64x96xf32>
  %3 = fusion.cast %2 : tensor<64x96xf32> to tensor<64x96xbf16>
  return %3 : tensor<64x96xbf16>
}
func.func @sigmoid(%x: tensor<64x64xbf16>, %w: tensor<64x96xbf16>, %b: tensor<96xf32>) -> tensor<64x96xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<64x64xbf16>, tensor<64x96xbf16>) -> tensor<64x96xf32>
  %1 = fusion.add %0, %b : (tensor<64x96xf32>, tensor<96xf32>) -> tensor<64x96xf32>
  %2 = fusion.sigmoid %1 : tensor<64x96xf32>
  %3 = fusion.cast %2 : tensor<64x96xf32> to tensor<64x96xbf16>
  return %3 : tensor<64x96xbf16>
}
func.func @gelu(%x: tensor<64x64xbf16>, %w: tensor<64x96xbf16>, %b: tensor<96xf32>) -> tensor<64x96xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<64x64xbf16>, tensor<64x96xbf16>) -> tensor<64x96xf32>
  %1 = fusion.add %0, %b : (tensor<64x96xf32>, tensor<96xf32>) -> tensor<64x96xf32>
  %2 = fusion.gelu %1 {approximate = "tanh"} : tensor<64x96xf32>
  %3 = fusion.cast %2 : tensor<64x96xf32> to tensor<64x96xbf16>
  return %3 : tensor<64x96xbf16>
}
func.func @twice(%x: tensor<64x64xbf16>, %w: tensor<64x96xbf16>, %b: tensor<96xf32>) -> tensor<64x96xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<64x64xbf16>, tensor<64x96xbf16>) -> tensor<64x96xf32>
  %1 = fusion.add %0, %b : (tensor<64x96xf32>, tensor<96xf32>) -> tensor<64x96xf32>
  %2 = fusion.silu %1 : tensor<64x96xf32>
  %3 = fusion.sigmoid %2 : tensor<64x96xf32>
  %4 = fusion.cast %3 : tensor<64x96xf32> to tensor<64x96xbf16>
  return %4 : tensor<64x96xbf16>
}
func.func @pingpong(%x: tensor<64x64xbf16>, %w: tensor<64x96xbf16>, %b: tensor<96xf32>) -> tensor<64x96xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b) : (tensor<64x64xbf16>, tensor<64x96xbf16>, tensor<96xf32>) -> tensor<64x96xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [8, 1], stages = 3, sm90 = <mode = pingpong>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<64x64xbf16>, tensor<64x96xbf16>) -> tensor<64x96xf32>
    %1 = fusion.add %0, %b0 : (tensor<64x96xf32>, tensor<96xf32>) -> tensor<64x96xf32>
    %2 = fusion.silu %1 : tensor<64x96xf32>
    %3 = fusion.cast %2 : tensor<64x96xf32> to tensor<64x96xbf16>
    fusion.yield %3 : tensor<64x96xbf16>
  }
  return %y : tensor<64x96xbf16>
}

func.func @fixed(%a: tensor<64x64xbf16>, %w: tensor<64x64xbf16>, %m: tensor<64x64xi1>) -> (tensor<64x64xf32>, tensor<64x64xbf16>) {
  %0 = fusion.matmul %a, %w : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
  %1 = fusion.relu %0 : tensor<64x64xf32>
  %2 = fusion.cast %1 : tensor<64x64xf32> to tensor<64x64xbf16>
  %3 = fusion.matmul %2, %w : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
  %4 = fusion.select %m, %3, %1 : (tensor<64x64xi1>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %4, %2 : tensor<64x64xf32>, tensor<64x64xbf16>
}
func.func @dynamic(%a: tensor<?x64xbf16>, %w: tensor<64x64xbf16>) -> tensor<?x64xf32> {
  %0 = fusion.matmul %a, %w : (tensor<?x64xbf16>, tensor<64x64xbf16>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

func.func @graph(%x: tensor<140x@K@x@T@>, %w: tensor<128x@K@x@T@>, %r: tensor<140x128xbf16>) -> tensor<140x128xbf16> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<140x@K@x@T@>, tensor<128x@K@x@T@>) -> tensor<140x128xf32>
  %1 = fusion.add %0, %r : (tensor<140x128xf32>, tensor<140x128xbf16>) -> tensor<140x128xbf16>
  return %1 : tensor<140x128xbf16>
}

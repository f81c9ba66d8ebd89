// A gated pair by weights [N, K], with a bias, a residual and a second result. M is open.
func.func @nk(%x: tensor<?x200xbf16>, %g: tensor<208x200xbf16>, %u: tensor<208x200xbf16>, %b: tensor<208xbf16>,
              %r: tensor<?x208xbf16>) -> (tensor<?x208xbf16>, tensor<?x208xf32>) {
  %0 = fusion.matmul %x, %g {transpose_b} : (tensor<?x200xbf16>, tensor<208x200xbf16>) -> tensor<?x208xf32>
  %1 = fusion.add %0, %b : (tensor<?x208xf32>, tensor<208xbf16>) -> tensor<?x208xf32>
  %2 = fusion.silu %1 : tensor<?x208xf32>
  %3 = fusion.matmul %x, %u {transpose_b} : (tensor<?x200xbf16>, tensor<208x200xbf16>) -> tensor<?x208xf32>
  %4 = fusion.mul %2, %3 : (tensor<?x208xf32>, tensor<?x208xf32>) -> tensor<?x208xf32>
  %5 = fusion.add %4, %r : (tensor<?x208xf32>, tensor<?x208xbf16>) -> tensor<?x208xf32>
  %6 = fusion.cast %5 : tensor<?x208xf32> to tensor<?x208xbf16>
  return %6, %3 : tensor<?x208xbf16>, tensor<?x208xf32>
}

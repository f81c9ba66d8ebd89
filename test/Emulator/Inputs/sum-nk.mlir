// A layer with a low-rank adapter: right factors [N, K], a number, a bias of the first product, gelu. M is open.
func.func @nk(%x: tensor<?x200xbf16>, %w: tensor<208x200xbf16>, %b: tensor<208xbf16>, %t: tensor<?x16xbf16>,
              %v: tensor<208x16xbf16>) -> tensor<?x208xbf16> {
  %scale = arith.constant dense<0.75> : tensor<bf16>
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<?x200xbf16>, tensor<208x200xbf16>) -> tensor<?x208xbf16>
  %1 = fusion.add %0, %b : (tensor<?x208xbf16>, tensor<208xbf16>) -> tensor<?x208xbf16>
  %2 = fusion.matmul %t, %v {transpose_b} : (tensor<?x16xbf16>, tensor<208x16xbf16>) -> tensor<?x208xbf16>
  %3 = fusion.mul %2, %scale : (tensor<?x208xbf16>, tensor<bf16>) -> tensor<?x208xbf16>
  %4 = fusion.add %1, %3 : (tensor<?x208xbf16>, tensor<?x208xbf16>) -> tensor<?x208xbf16>
  %5 = fusion.gelu %4 : tensor<?x208xbf16>
  return %5 : tensor<?x208xbf16>
}

func.func @siblings(%x: tensor<?x128xbf16>, %wq: tensor<256x128xbf16>, %wk: tensor<64x128xbf16>, %wv: tensor<64x128xbf16>, %b: tensor<64xbf16>) -> (tensor<?x256xbf16>, tensor<?x64xbf16>, tensor<?x64xbf16>) {
  %q = fusion.matmul %x, %wq {transpose_b} : (tensor<?x128xbf16>, tensor<256x128xbf16>) -> tensor<?x256xbf16>
  %k = fusion.matmul %x, %wk {transpose_b} : (tensor<?x128xbf16>, tensor<64x128xbf16>) -> tensor<?x64xbf16>
  %0 = fusion.matmul %x, %wv {transpose_b} : (tensor<?x128xbf16>, tensor<64x128xbf16>) -> tensor<?x64xbf16>
  %v = fusion.add %0, %b : (tensor<?x64xbf16>, tensor<64xbf16>) -> tensor<?x64xbf16>
  return %q, %k, %v : tensor<?x256xbf16>, tensor<?x64xbf16>, tensor<?x64xbf16>
}

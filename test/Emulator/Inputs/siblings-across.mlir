func.func @siblings(%x: tensor<96x?xbf16>, %wq: tensor<96x72xbf16>, %wk: tensor<96x40xbf16>, %wv: tensor<96x40xbf16>, %b: tensor<72xf32>) -> (tensor<?x72xf32>, tensor<?x40xbf16>, tensor<?x40xbf16>) {
  %0 = fusion.matmul %x, %wq {transpose_a} : (tensor<96x?xbf16>, tensor<96x72xbf16>) -> tensor<?x72xf32>
  %q = fusion.add %0, %b : (tensor<?x72xf32>, tensor<72xf32>) -> tensor<?x72xf32>
  %k = fusion.matmul %x, %wk {transpose_a} : (tensor<96x?xbf16>, tensor<96x40xbf16>) -> tensor<?x40xbf16>
  %v = fusion.matmul %x, %wv {transpose_a} : (tensor<96x?xbf16>, tensor<96x40xbf16>) -> tensor<?x40xbf16>
  return %q, %k, %v : tensor<?x72xf32>, tensor<?x40xbf16>, tensor<?x40xbf16>
}

func.func @siblings(%x: tensor<?x52xf32>, %wq: tensor<72x52xf32>, %wk: tensor<20x52xf32>, %wv: tensor<20x52xf32>) -> (tensor<?x72xf32>, tensor<?x20xf32>, tensor<?x20xf32>) {
  %q = fusion.matmul %x, %wq {transpose_b} : (tensor<?x52xf32>, tensor<72x52xf32>) -> tensor<?x72xf32>
  %k = fusion.matmul %x, %wk {transpose_b} : (tensor<?x52xf32>, tensor<20x52xf32>) -> tensor<?x20xf32>
  %0 = fusion.matmul %x, %wv {transpose_b} : (tensor<?x52xf32>, tensor<20x52xf32>) -> tensor<?x20xf32>
  %v = fusion.gelu %0 : tensor<?x20xf32>
  return %q, %k, %v : tensor<?x72xf32>, tensor<?x20xf32>, tensor<?x20xf32>
}

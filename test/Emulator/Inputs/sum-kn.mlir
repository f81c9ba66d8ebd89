// Products by right factors [N, K] and [K, N], the deeper one behind the other: its left factor is stored [K, M].
func.func @kn(%h: tensor<136x104xf16>, %v: tensor<208x104xf16>, %x: tensor<200x136xf16>, %w: tensor<200x208xf16>,
              %r: tensor<136x208xf16>, %c: tensor<208xf32>) -> tensor<136x208xf32> {
  %0 = fusion.matmul %h, %v {transpose_b} : (tensor<136x104xf16>, tensor<208x104xf16>) -> tensor<136x208xf32>
  %1 = fusion.add %0, %c : (tensor<136x208xf32>, tensor<208xf32>) -> tensor<136x208xf32>
  %2 = fusion.matmul %x, %w {transpose_a} : (tensor<200x136xf16>, tensor<200x208xf16>) -> tensor<136x208xf32>
  %3 = fusion.add %2, %1 : (tensor<136x208xf32>, tensor<136x208xf32>) -> tensor<136x208xf32>
  %4 = fusion.add %3, %r : (tensor<136x208xf32>, tensor<136x208xf16>) -> tensor<136x208xf32>
  return %4 : tensor<136x208xf32>
}

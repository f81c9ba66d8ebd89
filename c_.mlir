func.func @graph(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) attributes {fusion.numerics = #fusion.numerics<strict>} {
  %c = arith.constant dense<2.5151682958396067> : tensor<8xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  %0 = fusion.max %c, %z : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = fusion.gelu %0 : tensor<8xf32>
  %2 = fusion.exp %0 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

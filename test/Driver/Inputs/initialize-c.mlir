func.func @rows(%x: tensor<3xf32>, %w: tensor<4x3xf64> {fusion.constant}) -> tensor<3xf32> {
  %0 = fusion.cast %w : tensor<4x3xf64> to tensor<4x3xf32>
  %zero = arith.constant 0.0 : f32
  %init = tensor.empty() : tensor<3xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%init : tensor<3xf32>) -> tensor<3xf32>
  %sums = linalg.reduce ins(%0 : tensor<4x3xf32>) outs(%fill : tensor<3xf32>) dimensions = [0]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  %1 = fusion.mul %x, %sums : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// RUN: fusion-run %s --random=3 --device=cpu --verify

// Near 0, log(1 + x) and exp(x) - 1 would have lost their digits, and so would x + y with y rounded to f32 first.
func.func @f64(%x: tensor<64xf64>, %y: tensor<64xf32>) -> (tensor<64xf64>, tensor<64xf64>, tensor<64xf32>) {
  %small = arith.constant dense<1.0e-3> : tensor<f64>
  %0 = fusion.mul %x, %small : (tensor<64xf64>, tensor<f64>) -> tensor<64xf64>
  %1 = math.log1p %0 : tensor<64xf64>
  %2 = math.expm1 %0 : tensor<64xf64>
  %3 = fusion.add %y, %x : (tensor<64xf32>, tensor<64xf64>) -> tensor<64xf32>
  return %1, %2, %3 : tensor<64xf64>, tensor<64xf64>, tensor<64xf32>
}

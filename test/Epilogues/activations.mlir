// Activations behind a product x = AB, each with its launches. tools/epilogues.py makes the table of
// docs/reference/Epilogues.md of the lines that begin with `row:`.
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_90a
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_80
// RUN: %python %fusion_src_root/tools/epilogues.py verify %s --run=fusion-run

// row: prelu | x where x > 0, else a x, a per column | 1 launch
func.func @prelu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %s: tensor<48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.0> : tensor<f32>
  %1 = fusion.compare ogt, %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xi1>
  %2 = fusion.mul %s, %0 : (tensor<48xbf16>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %3 = fusion.select %1, %0, %2 : (tensor<40x48xi1>, tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %4 = fusion.cast %3 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %4 : tensor<40x48xbf16>
}

// row: elu | x where x > 0, else α(exp(x) - 1) | 1 launch
func.func @elu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.0> : tensor<f32>
  %1 = fusion.compare ogt, %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xi1>
  %2 = fusion.expm1 %0 : tensor<40x48xf32>
  %c1 = arith.constant dense<1.5> : tensor<f32>
  %3 = fusion.mul %2, %c1 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %4 = fusion.select %1, %0, %3 : (tensor<40x48xi1>, tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %5 = fusion.cast %4 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %5 : tensor<40x48xbf16>
}

// row: elu, as a sum | max(x, 0) + α(exp(min(x, 0)) - 1) | 1 launch
func.func @elu_sum(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.0> : tensor<f32>
  %1 = fusion.relu %0 : tensor<40x48xf32>
  %2 = fusion.min %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %3 = fusion.exp %2 : tensor<40x48xf32>
  %c1 = arith.constant dense<1.0> : tensor<f32>
  %4 = fusion.sub %3, %c1 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c2 = arith.constant dense<1.5> : tensor<f32>
  %5 = fusion.mul %4, %c2 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %6 = fusion.add %1, %5 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %7 = fusion.cast %6 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %7 : tensor<40x48xbf16>
}

// row: selu | λ elu(x), α = 1.673 | 1 launch
func.func @selu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.0> : tensor<f32>
  %1 = fusion.compare ogt, %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xi1>
  %2 = fusion.expm1 %0 : tensor<40x48xf32>
  %c1 = arith.constant dense<1.7580993408473766> : tensor<f32>
  %3 = fusion.mul %2, %c1 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c2 = arith.constant dense<1.0507009873554805> : tensor<f32>
  %4 = fusion.mul %0, %c2 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %5 = fusion.select %1, %4, %3 : (tensor<40x48xi1>, tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %6 = fusion.cast %5 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %6 : tensor<40x48xbf16>
}

// row: celu | x where x > 0, else α(exp(x / α) - 1) | 1 launch
func.func @celu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.0> : tensor<f32>
  %1 = fusion.compare ogt, %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xi1>
  %c1 = arith.constant dense<0.5> : tensor<f32>
  %2 = fusion.mul %0, %c1 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %3 = fusion.expm1 %2 : tensor<40x48xf32>
  %c2 = arith.constant dense<2.0> : tensor<f32>
  %4 = fusion.mul %3, %c2 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %5 = fusion.select %1, %0, %4 : (tensor<40x48xi1>, tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %6 = fusion.cast %5 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %6 : tensor<40x48xbf16>
}

// row: softplus | ln(1 + exp(x)) | 1 launch
func.func @softplus(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.softplus %0 : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: softplus, β and threshold | x where βx > t, else ln(1 + exp(βx)) / β | 1 launch
func.func @softplus_beta(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<2.0> : tensor<f32>
  %1 = fusion.mul %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %2 = fusion.softplus %1 : tensor<40x48xf32>
  %c1 = arith.constant dense<2.0> : tensor<f32>
  %3 = fusion.div %2, %c1 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c2 = arith.constant dense<20.0> : tensor<f32>
  %4 = fusion.compare ogt, %1, %c2 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xi1>
  %5 = fusion.select %4, %0, %3 : (tensor<40x48xi1>, tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %6 = fusion.cast %5 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %6 : tensor<40x48xbf16>
}

// row: mish | x tanh(softplus(x)) | 1 launch
func.func @mish(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.mish %0 : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: hardsigmoid | clamp(x + 3, 0, 6) / 6 | 1 launch
func.func @hardsigmoid(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<3.0> : tensor<f32>
  %1 = fusion.add %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %2 = fusion.clamp %1 {min = 0.0 : f64, max = 6.0 : f64} : tensor<40x48xf32>
  %c1 = arith.constant dense<6.0> : tensor<f32>
  %3 = fusion.div %2, %c1 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %4 = fusion.cast %3 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %4 : tensor<40x48xbf16>
}

// row: hardsigmoid, any slope | clamp(a x + b, 0, 1) | 1 launch
func.func @hardsigmoid_slope(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.2> : tensor<f32>
  %1 = fusion.mul %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c1 = arith.constant dense<0.5> : tensor<f32>
  %2 = fusion.add %1, %c1 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %3 = fusion.clamp %2 {min = 0.0 : f64, max = 1.0 : f64} : tensor<40x48xf32>
  %4 = fusion.cast %3 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %4 : tensor<40x48xbf16>
}

// row: hardswish | x hardsigmoid(x) | 1 launch
func.func @hardswish(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<3.0> : tensor<f32>
  %1 = fusion.add %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %2 = fusion.clamp %1 {min = 0.0 : f64, max = 6.0 : f64} : tensor<40x48xf32>
  %c1 = arith.constant dense<6.0> : tensor<f32>
  %3 = fusion.div %2, %c1 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %4 = fusion.mul %0, %3 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %5 = fusion.cast %4 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %5 : tensor<40x48xbf16>
}

// row: hardtanh | clamp(x, -1, 1) | 1 launch
func.func @hardtanh(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.clamp %0 {min = -1.0 : f64, max = 1.0 : f64} : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: relu6 | clamp(x, 0, 6) | 1 launch
func.func @relu6(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.relu %0 : tensor<40x48xf32>
  %c0 = arith.constant dense<6.0> : tensor<f32>
  %2 = fusion.min %1, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %3 : tensor<40x48xbf16>
}

// row: snake | x + sin²(a x) / a, a per column | 1 launch
func.func @snake(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %s: tensor<48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.mul %0, %s : (tensor<40x48xf32>, tensor<48xbf16>) -> tensor<40x48xf32>
  %2 = fusion.sin %1 : tensor<40x48xf32>
  %3 = fusion.mul %2, %2 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %4 = fusion.div %3, %s : (tensor<40x48xf32>, tensor<48xbf16>) -> tensor<40x48xf32>
  %5 = fusion.add %0, %4 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %6 = fusion.cast %5 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %6 : tensor<40x48xbf16>
}

// row: squared relu | relu(x)² | 1 launch
func.func @squared_relu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.relu %0 : tensor<40x48xf32>
  %2 = fusion.mul %1, %1 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %3 : tensor<40x48xbf16>
}

// row: softsign | x / (1 + |x|) | 1 launch
func.func @softsign(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.abs %0 : tensor<40x48xf32>
  %c0 = arith.constant dense<1.0> : tensor<f32>
  %2 = fusion.add %1, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %3 = fusion.div %0, %2 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %4 = fusion.cast %3 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %4 : tensor<40x48xbf16>
}

// row: log-sigmoid | ln(sigmoid(x)) | 1 launch
func.func @log_sigmoid(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.sigmoid %0 : tensor<40x48xf32>
  %2 = fusion.log %1 : tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %3 : tensor<40x48xbf16>
}

// row: quick gelu | x sigmoid(1.702 x) | 1 launch
func.func @quick_gelu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<1.702> : tensor<f32>
  %1 = fusion.mul %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %2 = fusion.sigmoid %1 : tensor<40x48xf32>
  %3 = fusion.mul %0, %2 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %4 = fusion.cast %3 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %4 : tensor<40x48xbf16>
}

// row: threshold | x where x > t, else v | 1 launch
func.func @threshold(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.1> : tensor<f32>
  %c1 = arith.constant dense<-2.0> : tensor<f32>
  %1 = fusion.compare ole, %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xi1>
  %2 = fusion.select %1, %c1, %0 : (tensor<40x48xi1>, tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %3 : tensor<40x48xbf16>
}

// row: hardshrink | x where |x| > l, else 0 | 1 launch
func.func @hardshrink(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.5> : tensor<f32>
  %c1 = arith.constant dense<0.0> : tensor<f32>
  %1 = fusion.abs %0 : tensor<40x48xf32>
  %2 = fusion.compare ole, %1, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xi1>
  %3 = fusion.select %2, %c1, %0 : (tensor<40x48xi1>, tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %4 = fusion.cast %3 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %4 : tensor<40x48xbf16>
}

// row: tanhshrink | x - tanh(x) | 1 launch
func.func @tanhshrink(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.tanh %0 : tensor<40x48xf32>
  %2 = fusion.sub %0, %1 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %3 : tensor<40x48xbf16>
}

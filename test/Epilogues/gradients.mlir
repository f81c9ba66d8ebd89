// Gradients behind a product G = AB; x is the pre-activation, each with its launches. tools/epilogues.py makes the table of
// docs/reference/Epilogues.md of the lines that begin with `row:`.
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_90a
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_80
// RUN: %python %fusion_src_root/tools/epilogues.py verify %s --run=fusion-run

// row: gelu, by erf | G (Φ(x) + x φ(x)) | 1 launch
func.func @dgelu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %pre : tensor<40x48xbf16> to tensor<40x48xf32>
  %c0 = arith.constant dense<0.707106769> : tensor<f32>
  %2 = fusion.mul %1, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %3 = fusion.erf %2 : tensor<40x48xf32>
  %c1 = arith.constant dense<1.0> : tensor<f32>
  %4 = fusion.add %3, %c1 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c2 = arith.constant dense<0.5> : tensor<f32>
  %5 = fusion.mul %4, %c2 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %6 = fusion.mul %1, %1 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c3 = arith.constant dense<-0.5> : tensor<f32>
  %7 = fusion.mul %6, %c3 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %8 = fusion.exp %7 : tensor<40x48xf32>
  %c4 = arith.constant dense<0.398942292> : tensor<f32>
  %9 = fusion.mul %8, %c4 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %10 = fusion.mul %1, %9 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %11 = fusion.add %5, %10 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %12 = fusion.mul %0, %11 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %13 = fusion.cast %12 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %13 : tensor<40x48xbf16>
}

// row: gelu, by tanh | G gelu'(x) | 1 launch
func.func @dgelu_tanh(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %pre : tensor<40x48xbf16> to tensor<40x48xf32>
  %2 = fusion.mul %1, %1 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %3 = fusion.mul %2, %1 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.044715> : tensor<f32>
  %4 = fusion.mul %3, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %5 = fusion.add %1, %4 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c1 = arith.constant dense<0.797884583> : tensor<f32>
  %6 = fusion.mul %5, %c1 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %7 = fusion.tanh %6 : tensor<40x48xf32>
  %c2 = arith.constant dense<0.5> : tensor<f32>
  %8 = fusion.mul %1, %c2 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c3 = arith.constant dense<1.0> : tensor<f32>
  %9 = fusion.add %7, %c3 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c4 = arith.constant dense<0.5> : tensor<f32>
  %10 = fusion.mul %9, %c4 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %11 = fusion.mul %7, %7 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c5 = arith.constant dense<1.0> : tensor<f32>
  %12 = fusion.sub %c5, %11 : (tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c6 = arith.constant dense<0.134145> : tensor<f32>
  %13 = fusion.mul %2, %c6 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c7 = arith.constant dense<1.0> : tensor<f32>
  %14 = fusion.add %13, %c7 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c8 = arith.constant dense<0.797884583> : tensor<f32>
  %15 = fusion.mul %14, %c8 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %16 = fusion.mul %8, %12 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %17 = fusion.mul %16, %15 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %18 = fusion.add %10, %17 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %19 = fusion.mul %0, %18 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %20 = fusion.cast %19 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %20 : tensor<40x48xbf16>
}

// row: silu | G s (1 + x (1 - s)) | 1 launch
func.func @dsilu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %pre : tensor<40x48xbf16> to tensor<40x48xf32>
  %2 = fusion.neg %1 : tensor<40x48xf32>
  %3 = fusion.exp %2 : tensor<40x48xf32>
  %c0 = arith.constant dense<1.0> : tensor<f32>
  %4 = fusion.add %3, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c1 = arith.constant dense<1.0> : tensor<f32>
  %5 = fusion.div %c1, %4 : (tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c2 = arith.constant dense<1.0> : tensor<f32>
  %6 = fusion.sub %c2, %5 : (tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %7 = fusion.mul %1, %6 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c3 = arith.constant dense<1.0> : tensor<f32>
  %8 = fusion.add %7, %c3 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %9 = fusion.mul %0, %5 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %10 = fusion.mul %9, %8 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %11 = fusion.cast %10 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %11 : tensor<40x48xbf16>
}

// row: silu, as a sum | G s + G x s (1 - s) | 1 launch
func.func @dsilu_sum(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %pre : tensor<40x48xbf16> to tensor<40x48xf32>
  %2 = fusion.sigmoid %1 : tensor<40x48xf32>
  %3 = fusion.mul %0, %2 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %4 = fusion.mul %0, %1 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %5 = fusion.mul %4, %2 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<1.0> : tensor<f32>
  %6 = fusion.sub %c0, %2 : (tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %7 = fusion.mul %5, %6 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %8 = fusion.add %3, %7 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %9 = fusion.cast %8 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %9 : tensor<40x48xbf16>
}

// row: swiglu | G u silu'(g), and G silu(g) | 1 launch
func.func @dswiglu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %gate: tensor<40x48xbf16>, %up: tensor<40x48xbf16>) -> (tensor<40x48xbf16>, tensor<40x48xbf16>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %gate : tensor<40x48xbf16> to tensor<40x48xf32>
  %2 = fusion.neg %1 : tensor<40x48xf32>
  %3 = fusion.exp %2 : tensor<40x48xf32>
  %c0 = arith.constant dense<1.0> : tensor<f32>
  %4 = fusion.add %3, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c1 = arith.constant dense<1.0> : tensor<f32>
  %5 = fusion.div %c1, %4 : (tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %6 = fusion.mul %1, %5 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %7 = fusion.mul %0, %6 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %8 = fusion.mul %0, %up : (tensor<40x48xf32>, tensor<40x48xbf16>) -> tensor<40x48xf32>
  %c2 = arith.constant dense<1.0> : tensor<f32>
  %9 = fusion.sub %c2, %5 : (tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %10 = fusion.mul %1, %9 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c3 = arith.constant dense<1.0> : tensor<f32>
  %11 = fusion.add %10, %c3 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %12 = fusion.mul %8, %5 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %13 = fusion.mul %12, %11 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %14 = fusion.cast %13 : tensor<40x48xf32> to tensor<40x48xbf16>
  %15 = fusion.cast %7 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %14, %15 : tensor<40x48xbf16>, tensor<40x48xbf16>
}

// row: tanh | G (1 - tanh²(x)) | 1 launch
func.func @dtanh(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %pre : tensor<40x48xbf16> to tensor<40x48xf32>
  %2 = fusion.tanh %1 : tensor<40x48xf32>
  %3 = fusion.mul %2, %2 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<1.0> : tensor<f32>
  %4 = fusion.sub %c0, %3 : (tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %5 = fusion.mul %0, %4 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %6 = fusion.cast %5 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %6 : tensor<40x48xbf16>
}

// row: tanh, as a product | (G + G t) (1 - t) | 1 launch
func.func @dtanh_product(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %pre : tensor<40x48xbf16> to tensor<40x48xf32>
  %2 = fusion.tanh %1 : tensor<40x48xf32>
  %3 = fusion.mul %0, %2 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %4 = fusion.add %0, %3 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<1.0> : tensor<f32>
  %5 = fusion.sub %c0, %2 : (tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %6 = fusion.mul %4, %5 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %7 = fusion.cast %6 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %7 : tensor<40x48xbf16>
}

// row: tanh, from its output y | G (1 - y²) | 1 launch
func.func @dtanh_output(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %pre : tensor<40x48xbf16> to tensor<40x48xf32>
  %2 = fusion.mul %1, %1 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<1.0> : tensor<f32>
  %3 = fusion.sub %c0, %2 : (tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %4 = fusion.mul %0, %3 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %5 = fusion.cast %4 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %5 : tensor<40x48xbf16>
}

// row: sigmoid | G s (1 - s) | 1 launch
func.func @dsigmoid(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %pre : tensor<40x48xbf16> to tensor<40x48xf32>
  %2 = fusion.sigmoid %1 : tensor<40x48xf32>
  %c0 = arith.constant dense<1.0> : tensor<f32>
  %3 = fusion.sub %c0, %2 : (tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %4 = fusion.mul %2, %3 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %5 = fusion.mul %0, %4 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %6 = fusion.cast %5 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %6 : tensor<40x48xbf16>
}

// row: elu | G where x > 0, else G α exp(x) | 1 launch
func.func @delu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %pre : tensor<40x48xbf16> to tensor<40x48xf32>
  %c0 = arith.constant dense<0.0> : tensor<f32>
  %2 = fusion.compare ole, %1, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xi1>
  %c1 = arith.constant dense<1.5> : tensor<f32>
  %3 = fusion.mul %0, %c1 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %4 = fusion.exp %1 : tensor<40x48xf32>
  %5 = fusion.mul %3, %4 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %6 = fusion.select %2, %5, %0 : (tensor<40x48xi1>, tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %7 = fusion.cast %6 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %7 : tensor<40x48xbf16>
}

// row: leaky_relu | G where x > 0, else α G | 1 launch
func.func @dleaky_relu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.0> : tensor<f32>
  %1 = fusion.compare ogt, %pre, %c0 : (tensor<40x48xbf16>, tensor<f32>) -> tensor<40x48xi1>
  %c1 = arith.constant dense<0.1> : tensor<f32>
  %2 = fusion.mul %0, %c1 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %3 = fusion.select %1, %0, %2 : (tensor<40x48xi1>, tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %4 = fusion.cast %3 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %4 : tensor<40x48xbf16>
}

// row: hardswish | G (x / 3 + 1/2) in [-3, 3] | 1 launch
func.func @dhardswish(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %pre : tensor<40x48xbf16> to tensor<40x48xf32>
  %c0 = arith.constant dense<-3.0> : tensor<f32>
  %c1 = arith.constant dense<3.0> : tensor<f32>
  %c2 = arith.constant dense<0.0> : tensor<f32>
  %c3 = arith.constant dense<3.0> : tensor<f32>
  %2 = fusion.div %1, %c3 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c4 = arith.constant dense<0.5> : tensor<f32>
  %3 = fusion.add %2, %c4 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %4 = fusion.mul %0, %3 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %5 = fusion.compare ole, %1, %c1 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xi1>
  %6 = fusion.select %5, %4, %0 : (tensor<40x48xi1>, tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %7 = fusion.compare olt, %1, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xi1>
  %8 = fusion.select %7, %c2, %6 : (tensor<40x48xi1>, tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %9 = fusion.cast %8 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %9 : tensor<40x48xbf16>
}

// row: softplus | G sigmoid(x) | 1 launch
func.func @dsoftplus(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %pre : tensor<40x48xbf16> to tensor<40x48xf32>
  %2 = fusion.sigmoid %1 : tensor<40x48xf32>
  %3 = fusion.mul %0, %2 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %4 = fusion.cast %3 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %4 : tensor<40x48xbf16>
}

// row: silu, and a residual | G silu'(x) + R | 1 launch
func.func @dsilu_residual(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>, %r: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %pre : tensor<40x48xbf16> to tensor<40x48xf32>
  %2 = fusion.neg %1 : tensor<40x48xf32>
  %3 = fusion.exp %2 : tensor<40x48xf32>
  %c0 = arith.constant dense<1.0> : tensor<f32>
  %4 = fusion.add %3, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c1 = arith.constant dense<1.0> : tensor<f32>
  %5 = fusion.div %c1, %4 : (tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c2 = arith.constant dense<1.0> : tensor<f32>
  %6 = fusion.sub %c2, %5 : (tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %7 = fusion.mul %1, %6 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c3 = arith.constant dense<1.0> : tensor<f32>
  %8 = fusion.add %7, %c3 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %9 = fusion.mul %0, %5 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %10 = fusion.mul %9, %8 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %11 = fusion.add %10, %r : (tensor<40x48xf32>, tensor<40x48xbf16>) -> tensor<40x48xf32>
  %12 = fusion.cast %11 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %12 : tensor<40x48xbf16>
}

// row: silu, and the gradient of a bias | G silu'(x), and its sums over rows | 2 launches
func.func @dsilu_bgrad(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>) -> (tensor<40x48xbf16>, tensor<1x48xbf16>) {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %pre : tensor<40x48xbf16> to tensor<40x48xf32>
  %2 = fusion.neg %1 : tensor<40x48xf32>
  %3 = fusion.exp %2 : tensor<40x48xf32>
  %c0 = arith.constant dense<1.0> : tensor<f32>
  %4 = fusion.add %3, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %c1 = arith.constant dense<1.0> : tensor<f32>
  %5 = fusion.div %c1, %4 : (tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c2 = arith.constant dense<1.0> : tensor<f32>
  %6 = fusion.sub %c2, %5 : (tensor<f32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %7 = fusion.mul %1, %6 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %c3 = arith.constant dense<1.0> : tensor<f32>
  %8 = fusion.add %7, %c3 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %9 = fusion.mul %0, %5 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %10 = fusion.mul %9, %8 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %11 = fusion.cast %10 : tensor<40x48xf32> to tensor<40x48xbf16>
  %12 = fusion.cast %11 : tensor<40x48xbf16> to tensor<40x48xf32>
  %13 = fusion.reduce addf %12 along [0] : tensor<40x48xf32> -> tensor<1x48xf32>
  %14 = fusion.cast %13 : tensor<1x48xf32> to tensor<1x48xbf16>
  return %11, %14 : tensor<40x48xbf16>, tensor<1x48xbf16>
}

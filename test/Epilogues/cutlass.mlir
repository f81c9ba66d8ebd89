// CUTLASS's activations and operations behind a product, each with its launches. tools/epilogues.py makes the table of
// docs/reference/Epilogues.md of the lines that begin with `row:`.
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_90a
// RUN: %python %fusion_src_root/tools/epilogues.py count %s --compile=fusion-compile --target=sm_80
// RUN: %python %fusion_src_root/tools/epilogues.py verify %s --run=fusion-run

// row: Identity | AB | 1 launch
func.func @identity(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %0 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %1 : tensor<40x48xbf16>
}

// row: Scale | αAB | 1 launch
func.func @scale(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<1.25> : tensor<f32>
  %1 = fusion.mul %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: ReLu | relu(AB) | 1 launch
func.func @relu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.relu %0 : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: LowerBound | max(AB, l) | 1 launch
func.func @lower_bound(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<-0.25> : tensor<f32>
  %1 = fusion.max %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: UpperBound | min(AB, u) | 1 launch
func.func @upper_bound(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.25> : tensor<f32>
  %1 = fusion.min %0, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: Clamp | min(max(AB, l), u) | 1 launch
func.func @clamp(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.clamp %0 {min = -0.5 : f64, max = 0.75 : f64} : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: LeakyReLU | AB where AB > 0, else αAB | 1 launch
func.func @leaky_relu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.leaky_relu %0 {alpha = 0.1 : f64} : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: Tanh | tanh(AB) | 1 launch
func.func @tanh(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.tanh %0 : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: Sigmoid | 1 / (1 + exp(-AB)) | 1 launch
func.func @sigmoid(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.sigmoid %0 : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: SiLu | AB · sigmoid(AB) | 1 launch
func.func @silu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.silu %0 : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: ScaledSiLu | α silu(AB) | 1 launch
func.func @scaled_silu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.silu %0 : tensor<40x48xf32>
  %c0 = arith.constant dense<0.5> : tensor<f32>
  %2 = fusion.mul %1, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %3 : tensor<40x48xbf16>
}

// row: HardSwish | AB · clamp(AB + 3, 0, 6) / 6 | 1 launch
func.func @hardswish(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.hardswish %0 : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: GELU | gelu(AB), by erf | 1 launch
func.func @gelu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.gelu %0 : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: GELU_taylor | gelu(AB), by tanh | 1 launch
func.func @gelu_taylor(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.gelu %0 {approximate = "tanh"} : tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: multiplies | AB ⊙ C | 1 launch
func.func @multiplies(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %c: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.mul %0, %c : (tensor<40x48xf32>, tensor<40x48xbf16>) -> tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: minus | AB - C | 1 launch
func.func @minus(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %c: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.sub %0, %c : (tensor<40x48xf32>, tensor<40x48xbf16>) -> tensor<40x48xf32>
  %2 = fusion.cast %1 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %2 : tensor<40x48xbf16>
}

// row: divides | AB / C | 1 launch
func.func @divides(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %c: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.cast %c : tensor<40x48xbf16> to tensor<40x48xf32>
  %2 = fusion.abs %1 : tensor<40x48xf32>
  %c0 = arith.constant dense<1.0> : tensor<f32>
  %3 = fusion.add %2, %c0 : (tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %4 = fusion.div %0, %3 : (tensor<40x48xf32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  %5 = fusion.cast %4 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %5 : tensor<40x48xbf16>
}

// row: dGELU | AB · gelu'(P), by erf | 1 launch
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

// row: dReLU | AB where P > 0, else 0 | 1 launch
func.func @drelu(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %pre: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %c0 = arith.constant dense<0.0> : tensor<f32>
  %1 = fusion.compare ogt, %pre, %c0 : (tensor<40x48xbf16>, tensor<f32>) -> tensor<40x48xi1>
  %2 = fusion.select %1, %0, %c0 : (tensor<40x48xi1>, tensor<40x48xf32>, tensor<f32>) -> tensor<40x48xf32>
  %3 = fusion.cast %2 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %3 : tensor<40x48xbf16>
}

// row: LinCombPerRowBiasEltAct with residual | silu(AB + b) + C, b per row | 1 launch
func.func @bias_act(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %b: tensor<40x1xbf16>, %c: tensor<40x48xbf16>) -> tensor<40x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.add %0, %b : (tensor<40x48xf32>, tensor<40x1xbf16>) -> tensor<40x48xf32>
  %2 = fusion.silu %1 : tensor<40x48xf32>
  %3 = fusion.add %2, %c : (tensor<40x48xf32>, tensor<40x48xbf16>) -> tensor<40x48xf32>
  %4 = fusion.cast %3 : tensor<40x48xf32> to tensor<40x48xbf16>
  return %4 : tensor<40x48xbf16>
}

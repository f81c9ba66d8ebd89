// RUN: fusion-opt %s --fusion-raise-activations --canonicalize | FileCheck %s

// STATS: (S) {{[1-9][0-9]*}} num-raised

// CHECK-LABEL: @gelu_erf_div
// CHECK-NEXT: %[[R:.*]] = fusion.gelu %{{.*}} : tensor<4xf32>
// CHECK-NEXT: return %[[R]]
func.func @gelu_erf_div(%x: tensor<4xf32>) -> tensor<4xf32> {
  %sqrt2 = arith.constant dense<1.41421354> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<f32>
  %0 = fusion.div %x, %sqrt2 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.erf %0 : tensor<4xf32>
  %2 = fusion.add %1, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = fusion.mul %2, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = fusion.mul %x, %3 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}

// The argument may itself be a sum or a product; the graph's own constant is kept.
// CHECK-LABEL: @gelu_erf_mul
// CHECK: %[[X:.*]] = fusion.add
// CHECK-NEXT: %[[R:.*]] = fusion.gelu %[[X]] {scale = 0.70700001{{.*}} : f64} : tensor<4xf32>
// CHECK-NEXT: return %[[R]]
func.func @gelu_erf_mul(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<0.707> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<f32>
  %x = fusion.add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %h = fusion.mul %x, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %0 = fusion.mul %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.erf %0 : tensor<4xf32>
  %2 = fusion.add %one, %1 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = fusion.mul %h, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// x · (0.5 + 0.5 erf)
// CHECK-LABEL: @gelu_cdf
// CHECK: fusion.gelu %{{.*}} : tensor<4xf32>
func.func @gelu_cdf(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<0.707106769> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<f32>
  %0 = fusion.mul %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.erf %0 : tensor<4xf32>
  %2 = fusion.mul %1, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = fusion.add %2, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = fusion.mul %3, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}

// torch-mlir's constant is not √(2/π).
// CHECK-LABEL: @gelu_tanh
// CHECK-NEXT: %[[R:.*]] = fusion.gelu %{{.*}} {approximate = "tanh", scale = 0.797724{{.*}} : f64} : tensor<4xf32>
// CHECK-NEXT: return %[[R]]
func.func @gelu_tanh(%x: tensor<4xf32>) -> tensor<4xf32> {
  %scale = arith.constant dense<0.7977240352> : tensor<f32>
  %cubic = arith.constant dense<0.044715> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<f32>
  %0 = fusion.mul %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = fusion.mul %0, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = fusion.mul %1, %cubic : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = fusion.add %x, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = fusion.mul %3, %scale : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = fusion.tanh %4 : tensor<4xf32>
  %6 = fusion.add %5, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %7 = fusion.mul %x, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %8 = fusion.mul %7, %6 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %8 : tensor<4xf32>
}

// √(2/π) · x · (1 + 0.044715 · x²), x² as a power
// CHECK-LABEL: @gelu_tanh_factored
// CHECK: fusion.gelu %{{.*}} {approximate = "tanh"} : tensor<4xf32>
func.func @gelu_tanh_factored(%x: tensor<4xf32>) -> tensor<4xf32> {
  %scale = arith.constant dense<0.797884583> : tensor<f32>
  %cubic = arith.constant dense<0.044715> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %two = arith.constant dense<2.0> : tensor<f32>
  %0 = fusion.pow %x, %two : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.mul %0, %cubic : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = fusion.add %1, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = fusion.mul %x, %scale : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = fusion.mul %3, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = fusion.tanh %4 : tensor<4xf32>
  %6 = fusion.add %5, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %7 = fusion.mul %x, %6 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %8 = fusion.div %7, %two : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %8 : tensor<4xf32>
}

// Another factor than 0.5: not gelu.
// CHECK-LABEL: @no_gelu
// CHECK-NOT: fusion.gelu
func.func @no_gelu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<0.707106769> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %0 = fusion.mul %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.erf %0 : tensor<4xf32>
  %2 = fusion.add %one, %1 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = fusion.mul %x, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// CHECK-LABEL: @sigmoid
// CHECK-NEXT: %[[A:.*]] = fusion.sigmoid
// CHECK-NEXT: %[[B:.*]] = fusion.sigmoid
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @sigmoid(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<f32>
  %0 = fusion.neg %x : tensor<4xf32>
  %1 = fusion.exp %0 : tensor<4xf32>
  %2 = fusion.add %1, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = fusion.div %one, %2 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = fusion.mul %x, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = fusion.tanh %4 : tensor<4xf32>
  %6 = fusion.mul %5, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %7 = fusion.add %6, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %3, %7 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @silu
// CHECK-NEXT: %[[A:.*]] = fusion.silu
// CHECK-NEXT: %[[B:.*]] = fusion.silu
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @silu(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %0 = fusion.neg %x : tensor<4xf32>
  %1 = fusion.exp %0 : tensor<4xf32>
  %2 = fusion.add %1, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = fusion.div %x, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = fusion.sigmoid %x : tensor<4xf32>
  %5 = fusion.mul %4, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %3, %5 : tensor<4xf32>, tensor<4xf32>
}

// The sigmoid of a multiple: quick gelu.
// CHECK-LABEL: @quick_gelu
// CHECK-NEXT: %[[R:.*]] = fusion.gelu %{{.*}} {approximate = "tanh", cubic = 0.000000e+00 : f64, scale = 0.851{{.*}} : f64}
// CHECK-NEXT: return %[[R]]
func.func @quick_gelu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<1.702> : tensor<f32>
  %0 = fusion.mul %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.sigmoid %0 : tensor<4xf32>
  %2 = fusion.mul %x, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CHECK-LABEL: @hardswish
// CHECK-NEXT: %[[R:.*]] = fusion.hardswish
// CHECK-NEXT: return %[[R]]
func.func @hardswish(%x: tensor<4xf32>) -> tensor<4xf32> {
  %three = arith.constant dense<3.0> : tensor<f32>
  %six = arith.constant dense<6.0> : tensor<f32>
  %0 = fusion.add %x, %three : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.relu %0 : tensor<4xf32>
  %2 = fusion.min %1, %six : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = fusion.mul %x, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = fusion.div %3, %six : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}

// x / (1 + exp(-1.5 x)), and the sigmoid of a line that is no multiple.
// CHECK-LABEL: @quick_gelu_quotient
// CHECK: fusion.gelu %{{.*}} {approximate = "tanh", cubic = 0.000000e+00 : f64, scale = 7.500000e-01 : f64}
// CHECK: fusion.sigmoid
// CHECK: fusion.mul
func.func @quick_gelu_quotient(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %c = arith.constant dense<-1.5> : tensor<f32>
  %0 = fusion.mul %x, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.exp %0 : tensor<4xf32>
  %2 = fusion.add %1, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = fusion.div %x, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = fusion.add %x, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = fusion.sigmoid %4 : tensor<4xf32>
  %6 = fusion.mul %x, %5 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %3, %6 : tensor<4xf32>, tensor<4xf32>
}

// x · clamp(x/6 + 0.5, 0, 1), rounded to bf16
// CHECK-LABEL: @hardswish_line
// CHECK: fusion.hardswish
func.func @hardswish_line(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %sixth = arith.constant dense<0.16667> : tensor<bf16>
  %half = arith.constant dense<0.5> : tensor<bf16>
  %0 = fusion.mul %x, %sixth : (tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %1 = fusion.add %0, %half : (tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %2 = fusion.clamp %1 {min = 0.0 : f64, max = 1.0 : f64} : tensor<4xbf16>
  %3 = fusion.mul %x, %2 : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  return %3 : tensor<4xbf16>
}

// x · clamp((x + 3) · a sixth, 0, 1), the sixth rounded to bf16
// CHECK-LABEL: @hardswish_shifted_line
// CHECK: fusion.hardswish
func.func @hardswish_shifted_line(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %three = arith.constant dense<3.0> : tensor<bf16>
  %sixth = arith.constant dense<1.66992188e-01> : tensor<bf16>
  %0 = fusion.add %x, %three : (tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %1 = fusion.mul %0, %sixth : (tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %2 = fusion.clamp %1 {min = 0.0 : f64, max = 1.0 : f64} : tensor<4xbf16>
  %3 = fusion.mul %x, %2 : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  return %3 : tensor<4xbf16>
}

// CHECK-LABEL: @clamp
// CHECK: fusion.clamp %{{.*}} {max = 6.000000e+00 : f64, min = -1.000000e+00 : f64}
// CHECK: fusion.clamp %{{.*}} {ignore_nan, max = 6.000000e+00 : f64, min = -1.000000e+00 : f64}
// CHECK: fusion.relu
func.func @clamp(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %low = arith.constant dense<-1.0> : tensor<f32>
  %high = arith.constant dense<6.0> : tensor<f32>
  %0 = fusion.max %x, %low : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.min %0, %high : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = fusion.compare ult, %x, %low : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %3 = fusion.select %2, %low, %x : (tensor<4xi1>, tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = fusion.compare ugt, %3, %high : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %5 = fusion.select %4, %high, %3 : (tensor<4xi1>, tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %6 = fusion.clamp %x {min = 0.0 : f64, max = 0x7FF0000000000000 : f64} : tensor<4xf32>
  return %1, %5, %6 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// NaN would give the upper limit, which clamp cannot say.
// CHECK-LABEL: @no_clamp
// CHECK: fusion.min %{{.*}} {ignore_nan}
// CHECK: fusion.max
func.func @no_clamp(%x: tensor<4xf32>) -> tensor<4xf32> {
  %low = arith.constant dense<-1.0> : tensor<f32>
  %high = arith.constant dense<6.0> : tensor<f32>
  %0 = fusion.min %x, %high {ignore_nan} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.max %0, %low : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// select(x < 0, 0, x) keeps -0.0.
// CHECK-LABEL: @no_max
// CHECK: fusion.select
func.func @no_max(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = fusion.compare olt, %x, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %1 = fusion.select %0, %zero, %x : (tensor<4xi1>, tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: @leaky_relu
// CHECK-COUNT-3: fusion.leaky_relu %{{.*}} {alpha = 0.0099999997{{.*}} : f64} : tensor<4xf32>
func.func @leaky_relu(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %slope = arith.constant dense<0.01> : tensor<f32>
  %0 = fusion.mul %x, %slope : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.compare ogt, %x, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %2 = fusion.select %1, %x, %0 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = fusion.compare olt, %x, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %4 = fusion.select %3, %0, %x : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = fusion.max %x, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @powers
// CHECK: fusion.rsqrt
// CHECK: fusion.mul
func.func @powers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %two = arith.constant dense<2.0> : tensor<f32>
  %0 = fusion.sqrt %x : tensor<4xf32>
  %1 = fusion.div %one, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = fusion.pow %x, %two : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// A maximum would give +0.0 at 0.
// CHECK-LABEL: @zero_of_another_sign
// CHECK: fusion.select
func.func @zero_of_another_sign(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %negative = arith.constant dense<-0.0> : tensor<f32>
  %0 = fusion.abs %x : tensor<4xf32>
  %1 = fusion.compare ole, %0, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %2 = fusion.select %1, %negative, %0 : (tensor<4xi1>, tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// What lies beside a sixth in bf16 is no sixth.
// CHECK-LABEL: @almost_hardswish
// CHECK-NOT: fusion.hardswish
// CHECK: return
func.func @almost_hardswish(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %three = arith.constant dense<3.0> : tensor<bf16>
  %factor = arith.constant dense<1.660160e-01> : tensor<bf16>
  %0 = fusion.add %x, %three : (tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %1 = fusion.clamp %0 {min = 0.0 : f64, max = 6.0 : f64} : tensor<4xbf16>
  %2 = fusion.mul %x, %1 : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  %3 = fusion.mul %2, %factor : (tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  return %3 : tensor<4xbf16>
}

// Another shift, slope or limit is no hardswish.
// CHECK-LABEL: @no_hardswish
// CHECK-NOT: fusion.hardswish
// CHECK: return
func.func @no_hardswish(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %two = arith.constant dense<2.0> : tensor<f32>
  %three = arith.constant dense<3.0> : tensor<f32>
  %six = arith.constant dense<6.0> : tensor<f32>
  %0 = fusion.add %x, %two : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.clamp %0 {min = 0.0 : f64, max = 6.0 : f64} : tensor<4xf32>
  %2 = fusion.mul %x, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = fusion.div %2, %six : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = fusion.add %x, %three : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = fusion.clamp %4 {min = 0.0 : f64, max = 5.0 : f64} : tensor<4xf32>
  %6 = fusion.mul %x, %5 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %7 = fusion.div %6, %six : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %8 = fusion.clamp %4 {min = 0.0 : f64, max = 6.0 : f64} : tensor<4xf32>
  %9 = fusion.mul %x, %8 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %10 = fusion.div %9, %three : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %3, %7, %10 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @no_powers
// CHECK: fusion.div
// CHECK: fusion.pow
func.func @no_powers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %two = arith.constant dense<2.0> : tensor<f32>
  %five = arith.constant dense<5.0> : tensor<f32>
  %0 = fusion.sqrt %x : tensor<4xf32>
  %1 = fusion.div %two, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = fusion.pow %x, %five : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// log1p(exp(x)), as PyTorch writes softplus: x itself above 20, compared in f64 as well.
// CHECK-LABEL: @mish_log1p
// CHECK-NEXT: %[[R:.*]] = fusion.mish %{{.*}} : tensor<4xf32>
// CHECK-NEXT: return %[[R]]
func.func @mish_log1p(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<20.0> : tensor<f64>
  %0 = fusion.exp %x : tensor<4xf32>
  %1 = fusion.log1p %0 : tensor<4xf32>
  %w = fusion.cast %x : tensor<4xf32> to tensor<4xf64>
  %2 = fusion.compare ogt, %w, %c : (tensor<4xf64>, tensor<f64>) -> tensor<4xi1>
  %3 = fusion.select %2, %x, %1 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = fusion.tanh %3 : tensor<4xf32>
  %y = fusion.mul %x, %4 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// max(x, 0) + log1p(exp(-|x|)), and NaN for NaN, as JAX writes it.
// CHECK-LABEL: @mish_nan
// CHECK-NEXT: %[[R:.*]] = fusion.mish %{{.*}} : tensor<4xf32>
// CHECK-NEXT: return %[[R]]
func.func @mish_nan(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %r = fusion.relu %x : tensor<4xf32>
  %n = fusion.compare une, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %s = fusion.add %x, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %0 = fusion.abs %x : tensor<4xf32>
  %1 = fusion.neg %0 : tensor<4xf32>
  %2 = fusion.exp %1 : tensor<4xf32>
  %3 = fusion.log1p %2 : tensor<4xf32>
  %4 = fusion.add %r, %3 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = fusion.select %n, %s, %4 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %6 = fusion.tanh %5 : tensor<4xf32>
  %y = fusion.mul %6, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK-LABEL: @mish_log(
// CHECK-NEXT: %[[R:.*]] = fusion.mish %{{.*}} : tensor<4xf32>
// CHECK-NEXT: return %[[R]]
func.func @mish_log(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant dense<1.0> : tensor<f32>
  %0 = fusion.exp %x : tensor<4xf32>
  %1 = fusion.add %one, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = fusion.log %1 : tensor<4xf32>
  %3 = fusion.tanh %2 : tensor<4xf32>
  %y = fusion.mul %x, %3 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// The gate of another value, and a choice from 10 on.
// CHECK-LABEL: @mish_of_other
// CHECK-NOT: fusion.mish
func.func @mish_of_other(%x: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<10.0> : tensor<f32>
  %s = fusion.softplus %z : tensor<4xf32>
  %0 = fusion.tanh %s : tensor<4xf32>
  %1 = fusion.mul %x, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = fusion.softplus %1 : tensor<4xf32>
  %3 = fusion.compare ogt, %1, %c : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  %4 = fusion.select %3, %1, %2 : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = fusion.tanh %4 : tensor<4xf32>
  %y = fusion.mul %1, %5 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// Where f64 is computed, x is not log(1 + exp(x)) above 20.
// CHECK-LABEL: @mish_f64
// CHECK-NOT: fusion.mish
// CHECK: return
func.func @mish_f64(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = fusion.softplus %x : tensor<4xf64>
  %1 = fusion.tanh %0 : tensor<4xf64>
  %y = fusion.mul %x, %1 : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// The sigmoid of another line, and of another tensor: no silu.
// CHECK-LABEL: @sigmoid_of_others
// CHECK-NOT: fusion.silu
// CHECK-NOT: fusion.gelu
// CHECK: return
func.func @sigmoid_of_others(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %0 = fusion.add %x, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.sigmoid %0 : tensor<4xf32>
  %2 = fusion.mul %x, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = fusion.sigmoid %y : tensor<4xf32>
  %4 = fusion.mul %x, %3 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2, %4 : tensor<4xf32>, tensor<4xf32>
}

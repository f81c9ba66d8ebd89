// RUN: %unittests/fusion-reference-run %s --split-input-file --bounds --input=list:1,2,3 | FileCheck %s
// RUN: %unittests/fusion-reference-run %s --split-input-file --bounds --input=list:1,2,3 --round-inside | FileCheck %s --check-prefix=INSIDE
// RUN: %unittests/fusion-reference-run %s --split-input-file --bounds --input=list:1,2,3 --fma | FileCheck %s --check-prefix=FMA

// Relaxed kernels round once, where they yield: 1/3 ± (2⁻⁸ of itself), not twice.
// CHECK: tensor<3xbf16> (bounded): 0.333333 in [0.33202{{.*}}, 0.33463{{.*}}]
// INSIDE: tensor<3xbf16> (bounded): 0.333333 in [0.3268{{.*}}, 0.3398{{.*}}]
func.func @relaxed(%x: tensor<3xbf16>) -> tensor<3xbf16> {
  %three = arith.constant dense<3.0> : tensor<bf16>
  %y = fusion.kernel(%x0 = %x, %d = %three) : (tensor<3xbf16>, tensor<bf16>) -> tensor<3xbf16> {
    %0 = fusion.div %x0, %d : (tensor<3xbf16>, tensor<bf16>) -> tensor<3xbf16>
    %1 = fusion.exp %0 : tensor<3xbf16>
    %2 = fusion.log %1 : tensor<3xbf16>
    fusion.yield %2 : tensor<3xbf16>
  }
  return %y : tensor<3xbf16>
}

// -----

// Strict kernels round at every op.
// CHECK: tensor<3xbf16> (bounded): 1.39561 in [1.38{{.*}}, 1.40{{.*}}]
// INSIDE: tensor<3xbf16> (bounded): 1.39561 in [1.38{{.*}}, 1.40{{.*}}]
func.func @strict(%x: tensor<3xbf16>) -> tensor<3xbf16> attributes {fusion.numerics = #fusion.numerics<strict>} {
  %three = arith.constant dense<3.0> : tensor<bf16>
  %y = fusion.kernel(%x0 = %x, %d = %three) : (tensor<3xbf16>, tensor<bf16>) -> tensor<3xbf16> {
    %0 = fusion.div %x0, %d : (tensor<3xbf16>, tensor<bf16>) -> tensor<3xbf16>
    %1 = fusion.exp %0 : tensor<3xbf16>
    fusion.yield %1 : tensor<3xbf16>
  }
  return %y : tensor<3xbf16>
}

// -----

// Integers and halves in range are exact through correctly rounded ops: no interval at all.
// CHECK: tensor<3xf32>: 2.5 6.5 12.5
func.func @exact(%x: tensor<3xf32>) -> tensor<3xf32> {
  %half = arith.constant dense<0.5> : tensor<f32>
  %two = arith.constant dense<2.0> : tensor<f32>
  %0 = fusion.mul %x, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %1 = fusion.add %0, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %2 = fusion.div %x, %two : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %3 = fusion.add %1, %half : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %4 = fusion.cast %3 : tensor<3xf32> to tensor<3xf16>
  %5 = fusion.cast %4 : tensor<3xf16> to tensor<3xf32>
  return %5 : tensor<3xf32>
}

// -----

// What is below tf32 is lost, 2⁻¹³⁶ of either operand in units of the other: (1 + 2 + 3) · 2⁻¹³⁶ = 6.9e-41 here, and of a
// product of one such element at most three times the product. FMA loses products below f32.
// CHECK: 6e-39 in [5.93{{[0-9]*}}e-39, 6.068{{[0-9]*}}e-39]
// CHECK: 5.88545e-44 in [-1.40{{[0-9]*}}e-43, 2.57{{[0-9]*}}e-43]
// CHECK: tensor<1x1xf32>{{.*}}: 0{{$| in \[0, 0\]}}
// FMA: 6e-39 in [5.99999{{[0-9]*}}e-39, 6.0000{{[0-9]*}}e-39]
// FMA: 5.88545e-44 in [5.39{{[0-9]*}}e-44, 6.37{{[0-9]*}}e-44]
// FMA: tensor<1x1xf32>{{.*}}: 0{{$| in \[0, 0\]}}
func.func @small_product(%x: tensor<1x3xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) {
  %small = arith.constant dense<1.0e-39> : tensor<3x1xf32>
  %tiny = arith.constant dense<1.0e-44> : tensor<3x1xf32>
  %zero = arith.constant dense<0.0> : tensor<3x1xf32>
  %0 = fusion.matmul %x, %small : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
  %1 = fusion.matmul %x, %tiny : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
  %2 = fusion.matmul %x, %zero : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
  return %0, %1, %2 : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>
}

// -----

// A product of f32: (K + 2) · 2⁻²³ and 3.5 · 2⁻²¹ for tf32x3, 2⁻¹⁰ for tf32, 2⁻²⁴ for FMA. Σ|a||b| = 14.
// CHECK: 14 in [13.99996{{.*}}, 14.00003{{.*}}]
// FMA: 14 in [13.999995, 14.000005]
// CHECK: 14 in [13.986{{.*}}, 14.013{{.*}}]
// FMA: 14 in [13.999995, 14.000005]
// CHECK: 14 in [13.999995, 14.000005]
func.func @product(%x: tensor<1x3xf32>) -> tensor<1x1xf32> {
  %0 = fusion.matmul %x, %x {transpose_b} : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// -----

module attributes {fusion.f32_precision = #fusion.f32_precision<tf32>} {
func.func @product_tf32(%x: tensor<1x3xf32>) -> tensor<1x1xf32> {
  %0 = fusion.matmul %x, %x {transpose_b} : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
}

// -----

module attributes {fusion.f32_precision = #fusion.f32_precision<ieee>} {
func.func @product_ieee(%x: tensor<1x3xf32>) -> tensor<1x1xf32> {
  %0 = fusion.matmul %x, %x {transpose_b} : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
}

// -----

// From 2^128 - 2^116 on an operand may be rounded to infinity.
// CHECK: tensor<1x1xf32> (bounded): 20.412 in [20.38{{[0-9]*}}, inf]
// CHECK: tensor<1x1xf32> (bounded): -20.412 in [-20.43{{[0-9]*}}, -20.38{{[0-9]*}}]
// FMA: tensor<1x1xf32> (bounded): 20.412 in [20.4119{{[0-9]*}}, 20.4119{{[0-9]*}}]
module attributes {fusion.f32_precision = #fusion.f32_precision<tf32>} {
func.func @largest_tf32(%x: tensor<1x3xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>) {
  %large = arith.constant dense<0x7F7FF000> : tensor<3x1xf32>
  %less = arith.constant dense<0xFF7FEFFF> : tensor<3x1xf32>
  %scale = arith.constant dense<1.0e-38> : tensor<f32>
  %small = fusion.mul %x, %scale : (tensor<1x3xf32>, tensor<f32>) -> tensor<1x3xf32>
  %0 = fusion.matmul %small, %large : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
  %1 = fusion.matmul %small, %less : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
  return %0, %1 : tensor<1x1xf32>, tensor<1x1xf32>
}
}

// -----

// 1/3 · 3 against 1: a compare that may go either way, a choice that takes both, an integer that may be 0 or 1.
// CHECK: tensor<1xi1> (bounded): 0 in [0, 1]
// CHECK: tensor<1xf32> (bounded): 5 in [5, 10]
// CHECK: tensor<1xi32> (bounded): 1 in [0, 1]
// CHECK: tensor<1xf32> (bounded): 0 in [0, 1]
func.func @uncertain(%x: tensor<1xf32>) -> (tensor<1xi1>, tensor<1xf32>, tensor<1xi32>, tensor<1xf32>) {
  %three = arith.constant dense<3.0> : tensor<f32>
  %five = arith.constant dense<5.0> : tensor<f32>
  %ten = arith.constant dense<10.0> : tensor<f32>
  %0 = fusion.div %x, %three : (tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
  %1 = fusion.mul %0, %three : (tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
  %c = fusion.compare olt, %1, %x : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
  %2 = fusion.select %c, %ten, %five : (tensor<1xi1>, tensor<f32>, tensor<f32>) -> tensor<1xf32>
  %3 = fusion.cast %1 : tensor<1xf32> to tensor<1xi32>
  %4 = fusion.cast %c : tensor<1xi1> to tensor<1xf32>
  return %c, %2, %3, %4 : tensor<1xi1>, tensor<1xf32>, tensor<1xi32>, tensor<1xf32>
}

// -----

// A sum's bound does not depend on its order; a maximum takes its operands'.
// CHECK: tensor<f32> (bounded): 6 in [5.999998{{.*}}, 6.000001{{.*}}]
func.func @sum(%x: tensor<3xf32>) -> tensor<f32> {
  %z = arith.constant dense<0.0> : tensor<f32>
  %0 = linalg.reduce ins(%x : tensor<3xf32>) outs(%z : tensor<f32>) dimensions = [0]
    (%a: f32, %o: f32) {
      %s = arith.addf %a, %o : f32
      linalg.yield %s : f32
    }
  return %0 : tensor<f32>
}

// -----

// A value of which nothing is known may be finite: 0 times it is 0 then, and so is it by infinity.
// CHECK: tensor<1x1xf32> (bounded): 0 in [-{{.*}}e-324, 0] or nan
// CHECK: tensor<1x3xf32> (bounded): {{-?}}0 in [-{{.*}}e-324, 0] or nan
func.func @unknown_times_zero(%x: tensor<1x3xf32>) -> (tensor<1x1xf32>, tensor<1x3xf32>) {
  %three = arith.constant dense<3.0> : tensor<f32>
  %large = arith.constant dense<1.0e38> : tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<3x1xf32>
  %infinity = arith.constant dense<0x7F800000> : tensor<f32>
  %0 = fusion.div %x, %three : (tensor<1x3xf32>, tensor<f32>) -> tensor<1x3xf32>
  %1 = fusion.mul %0, %large : (tensor<1x3xf32>, tensor<f32>) -> tensor<1x3xf32>
  %unknown = fusion.tan %1 : tensor<1x3xf32>
  %2 = fusion.matmul %unknown, %zero : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
  %3 = fusion.div %unknown, %infinity : (tensor<1x3xf32>, tensor<f32>) -> tensor<1x3xf32>
  return %2, %3 : tensor<1x1xf32>, tensor<1x3xf32>
}

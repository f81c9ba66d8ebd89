// Beyond the largest f16 rounding at random gives infinities, also in a relaxed kernel, which goes on in f32; bf16 goes
// as far as f32 does.
// RUN: fusion-run %s --device=cpu --random --verify | FileCheck %s
// CHECK: output 0: 1xf32, min 65504, max 65504
// CHECK: output 1: 1xf32, min inf, max inf
// CHECK: output 2: 1xf32, min -inf, max -inf
// CHECK: output 3: 1xf32, min inf, max inf
// CHECK: the results are right
func.func @f(%x: tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) {
  %none = arith.constant dense<0> : tensor<1xi32>
  %all = arith.constant dense<-1> : tensor<1xi32>
  %largest = arith.constant dense<65504.0> : tensor<1xf32>
  %beyond = arith.constant dense<-102400.0> : tensor<1xf32>
  %huge = arith.constant dense<0x7F7FFFFF> : tensor<1xf32>
  // Not of constants alone, which are folded.
  %zero = fusion.sub %x, %x : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %half = arith.constant dense<16.0> : tensor<1xf32>
  %between = fusion.add %largest, %half : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %0 = fusion.map(%e = %between, %z = %zero, %b = %none) : (tensor<1xf32>, tensor<1xf32>, tensor<1xi32>) -> tensor<1xf32> {
    %sum = arith.addf %e, %z : f32
    %r = fusion.stochastic_round %sum, %b : f16
    %w = arith.extf %r : f16 to f32
    fusion.yield %w : f32
  }
  %1 = fusion.map(%e = %between, %z = %zero, %b = %all) : (tensor<1xf32>, tensor<1xf32>, tensor<1xi32>) -> tensor<1xf32> {
    %sum = arith.addf %e, %z : f32
    %r = fusion.stochastic_round %sum, %b : f16
    %w = arith.extf %r : f16 to f32
    fusion.yield %w : f32
  }
  %2 = fusion.map(%e = %beyond, %z = %zero, %b = %none) : (tensor<1xf32>, tensor<1xf32>, tensor<1xi32>) -> tensor<1xf32> {
    %sum = arith.addf %e, %z : f32
    %r = fusion.stochastic_round %sum, %b : f16
    %w = arith.extf %r : f16 to f32
    fusion.yield %w : f32
  }
  %3 = fusion.map(%e = %huge, %z = %zero, %b = %all) : (tensor<1xf32>, tensor<1xf32>, tensor<1xi32>) -> tensor<1xf32> {
    %sum = arith.addf %e, %z : f32
    %r = fusion.stochastic_round %sum, %b : bf16
    %w = arith.extf %r : bf16 to f32
    fusion.yield %w : f32
  }
  return %0, %1, %2, %3 : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
}

// A narrow float is another number than float64's, and a comparison, a whole number or a choice behind it makes much of
// the difference. Right is what follows from the narrow float, and nothing else: the bounds are no wider for it.
// RUN: fusion-run %s --device=cpu --numerics=strict --verify=graph --random | FileCheck %s
// RUN: fusion-run %s --device=cpu --numerics=strict --verify=kernels --random | FileCheck %s --check-prefix=KERNELS
// CHECK: verify output 0: good, error 3, bound 3, {{.*}} (expected 8, got 5); 0 of 1 elements differ too much
// CHECK: verify output 1: good, error 1, bound 1, {{.*}} (expected 1, got 0); 0 of 1 elements differ too much
// CHECK: verify output 2: good, error 1, bound 1, {{.*}} (expected 1, got 2); 0 of 1 elements differ too much
// CHECK: verify output 3: good, error 1, bound 1, {{.*}} (expected 4, got 5); 0 of 1 elements differ too much
// KERNELS: verify kernels: 1 alone on the values that they read, 1 good, 0 wrong, 0 inconclusive
func.func @f(%x: tensor<1xf16>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xi8>, tensor<1xf32>) {
  %zero = fusion.sub %x, %x : (tensor<1xf16>, tensor<1xf16>) -> tensor<1xf16>
  %five = arith.constant dense<5.0> : tensor<1xf32>
  %eight = arith.constant dense<8.0> : tensor<1xf32>

  // 1 + tanh(-12) is 0 in f16.
  %low = arith.constant dense<-12.0> : tensor<1xf16>
  %one = arith.constant dense<1.0> : tensor<1xf16>
  %0 = fusion.add %zero, %low : (tensor<1xf16>, tensor<1xf16>) -> tensor<1xf16>
  %1 = fusion.tanh %0 : tensor<1xf16>
  %2 = fusion.add %1, %one : (tensor<1xf16>, tensor<1xf16>) -> tensor<1xf16>
  %3 = fusion.compare ogt, %2, %zero : (tensor<1xf16>, tensor<1xf16>) -> tensor<1xi1>
  %4 = fusion.select %3, %eight, %five : (tensor<1xi1>, tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>

  // A power beyond the numbers of f8E4M3FN is NaN.
  %thirty = arith.constant dense<30.0> : tensor<1xf8E4M3FN>
  %two = arith.constant dense<2.0> : tensor<1xf8E4M3FN>
  %5 = fusion.cast %zero : tensor<1xf16> to tensor<1xf8E4M3FN>
  %6 = fusion.add %5, %thirty : (tensor<1xf8E4M3FN>, tensor<1xf8E4M3FN>) -> tensor<1xf8E4M3FN>
  %7 = fusion.pow %6, %two : (tensor<1xf8E4M3FN>, tensor<1xf8E4M3FN>) -> tensor<1xf8E4M3FN>
  %8 = fusion.compare oge, %7, %two : (tensor<1xf8E4M3FN>, tensor<1xf8E4M3FN>) -> tensor<1xi1>
  %9 = fusion.cast %8 : tensor<1xi1> to tensor<1xf32>

  // 1 + tanh(12) is 2 in f16.
  %10 = fusion.sub %one, %1 : (tensor<1xf16>, tensor<1xf16>) -> tensor<1xf16>
  %11 = fusion.floor %10 : tensor<1xf16>
  %12 = fusion.cast %11 {saturate} : tensor<1xf16> to tensor<1xi8>

  // A power of the NaN is NaN, which a minimum may ignore.
  %13 = fusion.pow %7, %two : (tensor<1xf8E4M3FN>, tensor<1xf8E4M3FN>) -> tensor<1xf8E4M3FN>
  %four = arith.constant dense<4.0> : tensor<1xf8E4M3FN>
  %14 = fusion.min %13, %four : (tensor<1xf8E4M3FN>, tensor<1xf8E4M3FN>) -> tensor<1xf8E4M3FN>
  %15 = fusion.cast %14 : tensor<1xf8E4M3FN> to tensor<1xf32>
  %16 = fusion.min %15, %five {ignore_nan} : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  return %4, %9, %12, %16 : tensor<1xf32>, tensor<1xf32>, tensor<1xi8>, tensor<1xf32>
}

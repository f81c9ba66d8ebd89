// Two maxima with one limit, of which the inner one keeps NaN and the outer one does not: none is taken for the other, as LLVM's
// InstCombine would.

// RUN: fusion-compile %s --target=sm_90a --emit=ptx | FileCheck %s
// CHECK: max.f32
// CHECK-NOT: setp.lt.f32

// RUN: %python %S/../Runtime/Inputs/npy.py write %t.npy '<f4' '(6,)' nan -1 2 inf -inf 3
// RUN: rm -rf %t && mkdir %t
// RUN: fusion-run %s --device=cpu --input=%t.npy --output=%t --verify | FileCheck %s --check-prefix=GOOD
// GOOD: verify output 0: good
// RUN: %python %S/../Runtime/Inputs/npy.py print %t/output.0.npy | FileCheck %s --check-prefix=VALUES
// VALUES: 0{{(\.0)?}} 0{{(\.0)?}} 2{{(\.0)?}} inf 0{{(\.0)?}} 3
func.func @graph(%x: tensor<6xf32>) -> tensor<6xf32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = fusion.compare olt, %x, %zero : (tensor<6xf32>, tensor<f32>) -> tensor<6xi1>
  %1 = fusion.select %0, %zero, %x : (tensor<6xi1>, tensor<f32>, tensor<6xf32>) -> tensor<6xf32>
  %2 = fusion.relu %1 {ignore_nan} : tensor<6xf32>
  return %2 : tensor<6xf32>
}

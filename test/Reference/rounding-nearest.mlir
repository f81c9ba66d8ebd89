// A graph may name the mode that kernels round in.
// RUN: fusion-run %s --device=reference --random | FileCheck %s
// CHECK: output 0: 4xf16
func.func @nearest(%x: tensor<4xf32>) -> tensor<4xf16> {
  %0 = arith.truncf %x to_nearest_even : tensor<4xf32> to tensor<4xf16>
  return %0 : tensor<4xf16>
}

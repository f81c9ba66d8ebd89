// Floats are rounded to the nearest even number; a graph that wants something else is refused.

// RUN: not fusion-run %s --device=reference --random 2>&1 | FileCheck %s
// CHECK: rounding.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: 'arith.truncf' op rounds upward, where kernels round to the nearest even number
func.func @upward(%x: tensor<4xf32>) -> tensor<4xf16> {
  %0 = arith.truncf %x upward : tensor<4xf32> to tensor<4xf16>
  return %0 : tensor<4xf16>
}

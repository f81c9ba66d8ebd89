// The interpreter rounds to the nearest even number, and says so where a graph wants something else.

// RUN: not fusion-run %s --device=reference --random --entry=upward 2>&1 | FileCheck %s
// RUN: fusion-run %s --device=reference --random --entry=nearest
// CHECK: rounding.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: 'arith.truncf' op rounds upward, which the reference interpreter does not
func.func @upward(%x: tensor<4xf32>) -> tensor<4xf16> {
  %0 = arith.truncf %x upward : tensor<4xf32> to tensor<4xf16>
  return %0 : tensor<4xf16>
}

func.func @nearest(%x: tensor<4xf32>) -> tensor<4xf16> {
  %0 = arith.truncf %x to_nearest_even : tensor<4xf32> to tensor<4xf16>
  return %0 : tensor<4xf16>
}

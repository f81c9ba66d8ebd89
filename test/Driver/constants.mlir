// Arguments that nobody writes, by their numbers: the same as the attribute in the text.
// RUN: fusion-compile %s --target=sm_90a --emit=fusion --constants=1 | FileCheck %s
// RUN: sed 's/%w: tensor<8x16xf32>/%w: tensor<8x16xf32> {fusion.constant}/' %s > %t.mlir
// RUN: fusion-compile %t.mlir --target=sm_90a --emit=ptx -o %t.ptx
// RUN: fusion-compile %s --target=sm_90a --emit=ptx --constants=1 | diff - %t.ptx

// CHECK-LABEL: func.func @product
// CHECK-SAME: %{{[a-z0-9]+}}: tensor<4x8xbf16>, %{{[a-z0-9]+}}: tensor<8x16xf32> {fusion.constant}
// CHECK: func.func @product.initialize

// RUN: not fusion-compile %s --constants=0,2 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: constants.mlir:[[#@LINE+4]]:1: error: constants: there is no argument 2, but 2 from 0
// RUN: not fusion-compile %s --constants=one 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: --constants expects numbers of arguments, such as 1,2, but is 'one'

func.func @product(%x: tensor<4x8xbf16>, %w: tensor<8x16xf32>) -> tensor<4x16xbf16> {
  %0 = fusion.cast %w : tensor<8x16xf32> to tensor<8x16xbf16>
  %1 = fusion.matmul %x, %0 : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xbf16>
  return %1 : tensor<4x16xbf16>
}

// What the report says of a weight in words of 32 bits, and of zero points.
// RUN: fusion-compile %s --target=sm_90a --emit=fusion --explain -o /dev/null | FileCheck %s
// RUN: fusion-compile %s --target=sm_80 --emit=fusion --explain -o /dev/null | FileCheck %s

// CHECK: kernels: 1
// CHECK: #fusion.schedule<family = narrow
// CHECK-NEXT: its weight stays narrow, and is dequantised in registers: unsigned i4 less zero points, groups of 64, in words of eight along k
// CHECK: not fused: 0
func.func @main(%x: tensor<8x512xbf16>, %w: tensor<64x96xi32>, %z: tensor<8x12xi32>) -> tensor<8x96xf32> {
  %0 = fusion.map() tables(%t = %w) at(%k, %n) : (tensor<64x96xi32>) -> tensor<512x96xi32> {
    %eight = arith.constant 8 : index
    %four = arith.constant 4 : i32
    %mask = arith.constant 15 : i32
    %row = arith.divui %k, %eight : index
    %word = fusion.lookup %t[%row, %n] : tensor<64x96xi32>
    %place = arith.remui %k, %eight : index
    %part = arith.index_cast %place : index to i32
    %shift = arith.muli %part, %four : i32
    %shifted = arith.shrui %word, %shift : i32
    %q = arith.andi %shifted, %mask : i32
    fusion.yield %q : i32
  }
  %1 = fusion.map() tables(%t = %z) at(%k, %n) : (tensor<8x12xi32>) -> tensor<512x96xi32> {
    %eight = arith.constant 8 : index
    %group = arith.constant 64 : index
    %four = arith.constant 4 : i32
    %mask = arith.constant 15 : i32
    %row = arith.divui %k, %group : index
    %column = arith.divui %n, %eight : index
    %word = fusion.lookup %t[%row, %column] : tensor<8x12xi32>
    %place = arith.remui %n, %eight : index
    %part = arith.index_cast %place : index to i32
    %shift = arith.muli %part, %four : i32
    %shifted = arith.shrui %word, %shift : i32
    %q = arith.andi %shifted, %mask : i32
    fusion.yield %q : i32
  }
  %2 = fusion.map(%a = %0, %b = %1) : (tensor<512x96xi32>, tensor<512x96xi32>) -> tensor<512x96xi32> {
    %less = arith.subi %a, %b : i32
    fusion.yield %less : i32
  }
  %3 = fusion.cast %2 : tensor<512x96xi32> to tensor<512x96xbf16>
  %4 = fusion.matmul %x, %3 : (tensor<8x512xbf16>, tensor<512x96xbf16>) -> tensor<8x96xf32>
  return %4 : tensor<8x96xf32>
}

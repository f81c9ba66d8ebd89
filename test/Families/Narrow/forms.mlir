// RUN: fusion-opt %s -fusion-import -fusion-fuse=chip=sm_90a -split-input-file | FileCheck %s
// RUN: fusion-opt %s -fusion-import -fusion-fuse=chip=sm_90a -split-input-file --remarks-filter='fusion.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// What is a kernel with narrow weights, and what is not.

// REMARK-NOT: matmul-operand
// CHECK-LABEL: func @weights_of_four_bits
// CHECK-COUNT-1: fusion.kernel
// CHECK: fusion.matmul
// CHECK: fusion.add
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @weights_of_four_bits(%x: tensor<?x512xbf16>, %w: tensor<64x512xi4>, %s: tensor<64x4xbf16>,
                                %b: tensor<64xf32>) -> tensor<?x64xbf16> {
  %0 = fusion.dequantize %w, %s : (tensor<64x512xi4>, tensor<64x4xbf16>) -> tensor<64x512xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<?x512xbf16>, tensor<64x512xbf16>) -> tensor<?x64xf32>
  %2 = fusion.add %1, %b : (tensor<?x64xf32>, tensor<64xf32>) -> tensor<?x64xbf16>
  return %2 : tensor<?x64xbf16>
}

// -----

// REMARK: matmul-operand{{.*}}no prologue is fused there; narrow: of 4096 rows, a weight that is written as floats first takes {{[0-9]+}} us with its product, by the model, and integers that blocks dequantise {{[0-9]+}}
// CHECK-LABEL: func @many_rows
// CHECK-COUNT-2: fusion.kernel
func.func @many_rows(%x: tensor<4096x4096xbf16>, %w: tensor<4096x4096xi8>, %s: tensor<4096x32xf32>) -> tensor<4096x4096xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<4096x4096xi8>, tensor<4096x32xf32>) -> tensor<4096x4096xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xf32>
  return %1 : tensor<4096x4096xf32>
}

// -----

// Many rows of a product that is small all the same: a launch more costs more than what is dequantised again.
// CHECK-LABEL: func @small_product
// CHECK-COUNT-1: fusion.kernel
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @small_product(%x: tensor<512x256xbf16>, %w: tensor<64x256xi8>, %s: tensor<64x2xf32>) -> tensor<512x64xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<64x256xi8>, tensor<64x2xf32>) -> tensor<64x256xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<512x256xbf16>, tensor<64x256xbf16>) -> tensor<512x64xf32>
  return %1 : tensor<512x64xf32>
}

// -----

// REMARK: matmul-operand{{.*}}no prologue is fused there; narrow: the family takes groups that are multiples of 32, not of 16
// CHECK-LABEL: func @small_groups
func.func @small_groups(%x: tensor<4x512xbf16>, %w: tensor<64x512xi8>, %s: tensor<64x32xf32>) -> tensor<4x64xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<64x512xi8>, tensor<64x32xf32>) -> tensor<64x512xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<4x512xbf16>, tensor<64x512xbf16>) -> tensor<4x64xf32>
  return %1 : tensor<4x64xf32>
}

// -----

// REMARK: matmul-operand{{.*}}no prologue is fused there; narrow: strict numerics round weights before they are multiplied
// CHECK-LABEL: func @strict
func.func @strict(%x: tensor<4x512xbf16>, %w: tensor<64x512xi8>, %s: tensor<64x4xf32>) -> tensor<4x64xf32>
    attributes {fusion.numerics = #fusion.numerics<strict>} {
  %0 = fusion.dequantize %w, %s : (tensor<64x512xi8>, tensor<64x4xf32>) -> tensor<64x512xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<4x512xbf16>, tensor<64x512xbf16>) -> tensor<4x64xf32>
  return %1 : tensor<4x64xf32>
}

// -----

// REMARK: matmul-operand{{.*}}no prologue is fused there; narrow: the family takes activations as [M, K] and weights as [N, K]
// CHECK-LABEL: func @other_layout
func.func @other_layout(%x: tensor<4x512xbf16>, %w: tensor<512x64xi8>, %s: tensor<64xf32>) -> tensor<4x64xf32> {
  %0 = fusion.cast %w : tensor<512x64xi8> to tensor<512x64xbf16>
  %1 = fusion.matmul %x, %0 : (tensor<4x512xbf16>, tensor<512x64xbf16>) -> tensor<4x64xf32>
  return %1 : tensor<4x64xf32>
}

// -----

// Halves of bytes by shifts and masks, side by side: no more than the bytes are read.
// CHECK-LABEL: func @shifts_and_masks
// CHECK-SAME: %{{.*}}: tensor<4x128xbf16>, %[[BYTES:.*]]: tensor<64x64xi8>,
// CHECK-COUNT-1: fusion.kernel({{.*}} = %[[BYTES]]
// CHECK: fusion.matmul
// CHECK-NOT: fusion.kernel
// CHECK: return
#same = affine_map<(n, k) -> (n, k)>
func.func @shifts_and_masks(%x: tensor<4x128xbf16>, %w: tensor<64x64xi8>, %s: tensor<64x1xf32>) -> tensor<4x64xf32> {
  %empty = tensor.empty() : tensor<64x64xi8>
  %mask = arith.constant 15 : i8
  %four = arith.constant 4 : i8
  %low = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<64x64xi8>) outs(%empty : tensor<64x64xi8>) {
    ^bb0(%byte: i8, %_: i8):
      %half = arith.andi %byte, %mask : i8
      linalg.yield %half : i8
  } -> tensor<64x64xi8>
  %high = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<64x64xi8>) outs(%empty : tensor<64x64xi8>) {
    ^bb0(%byte: i8, %_: i8):
      %half = arith.shrui %byte, %four : i8
      linalg.yield %half : i8
  } -> tensor<64x64xi8>
  %l = tensor.expand_shape %low [[0], [1, 2]] output_shape [64, 64, 1] : tensor<64x64xi8> into tensor<64x64x1xi8>
  %h = tensor.expand_shape %high [[0], [1, 2]] output_shape [64, 64, 1] : tensor<64x64xi8> into tensor<64x64x1xi8>
  %both = tensor.concat dim(2) %l, %h : (tensor<64x64x1xi8>, tensor<64x64x1xi8>) -> tensor<64x64x2xi8>
  %q = tensor.collapse_shape %both [[0], [1, 2]] : tensor<64x64x2xi8> into tensor<64x128xi8>
  %d = fusion.dequantize %q, %s : (tensor<64x128xi8>, tensor<64x1xf32>) -> tensor<64x128xbf16>
  %p = fusion.matmul %x, %d {transpose_b} : (tensor<4x128xbf16>, tensor<64x128xbf16>) -> tensor<4x64xf32>
  return %p : tensor<4x64xf32>
}

// -----

// The first of two neighbours in the upper half of their byte: not the order that the family reads, so they are integers
// of 8 bits, which a kernel in front takes apart.
// REMARK: matmul-operand{{.*}}upper_first_k0 -> upper_first_k1
// CHECK-LABEL: func @upper_first
// CHECK-COUNT-2: fusion.kernel
func.func @upper_first(%x: tensor<4x128xbf16>, %w: tensor<64x64xi8>) -> tensor<4x64xf32> {
  %0 = fusion.map() tables(%t = %w) at(%n, %k) : (tensor<64x64xi8>) -> tensor<64x128xi8> {
    %two = arith.constant 2 : index
    %none = arith.constant 0 : index
    %four = arith.constant 4 : i8
    %mask = arith.constant 15 : i8
    %at = arith.divui %k, %two : index
    %byte = fusion.lookup %t[%n, %at] : tensor<64x64xi8>
    %rest = arith.remui %k, %two : index
    %even = arith.cmpi eq, %rest, %none : index
    %upper = arith.shrui %byte, %four : i8
    %lower = arith.andi %byte, %mask : i8
    %q = arith.select %even, %upper, %lower : i8
    fusion.yield %q : i8
  }
  %1 = fusion.cast %0 : tensor<64x128xi8> to tensor<64x128xbf16>
  %2 = fusion.matmul %x, %1 {transpose_b} : (tensor<4x128xbf16>, tensor<64x128xbf16>) -> tensor<4x64xf32>
  return %2 : tensor<4x64xf32>
}

// -----

// What depends on the position otherwise than by whether it is odd is no weight of integers.
// REMARK: matmul-operand{{.*}}by_position_k0 -> by_position_k1
// CHECK-LABEL: func @by_position
// CHECK-COUNT-2: fusion.kernel
func.func @by_position(%x: tensor<4x128xbf16>, %w: tensor<64x128xi8>) -> tensor<4x64xf32> {
  %0 = fusion.map(%q = %w) at(%n, %k) : (tensor<64x128xi8>) -> tensor<64x128xi8> {
    %limit = arith.constant 100 : index
    %none = arith.constant 0 : i8
    %inside = arith.cmpi ult, %k, %limit : index
    %kept = arith.select %inside, %q, %none : i8
    fusion.yield %kept : i8
  }
  %1 = fusion.cast %0 : tensor<64x128xi8> to tensor<64x128xbf16>
  %2 = fusion.matmul %x, %1 {transpose_b} : (tensor<4x128xbf16>, tensor<64x128xbf16>) -> tensor<4x64xf32>
  return %2 : tensor<4x64xf32>
}

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

// REMARK: matmul-operand{{.*}}no family computes it there; narrow: of 4096 rows, a weight that is written as floats first takes {{[0-9]+}} us with its product, by the model, and integers that blocks dequantise {{[0-9]+}}
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

// REMARK: matmul-operand{{.*}}no family computes it there; narrow: the family takes groups that are multiples of 32, not of 16
// CHECK-LABEL: func @small_groups
func.func @small_groups(%x: tensor<4x512xbf16>, %w: tensor<64x512xi8>, %s: tensor<64x32xf32>) -> tensor<4x64xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<64x512xi8>, tensor<64x32xf32>) -> tensor<64x512xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<4x512xbf16>, tensor<64x512xbf16>) -> tensor<4x64xf32>
  return %1 : tensor<4x64xf32>
}

// -----

// REMARK: matmul-operand{{.*}}no family computes it there; narrow: strict numerics round weights before they are multiplied
// CHECK-LABEL: func @strict
func.func @strict(%x: tensor<4x512xbf16>, %w: tensor<64x512xi8>, %s: tensor<64x4xf32>) -> tensor<4x64xf32>
    attributes {fusion.numerics = #fusion.numerics<strict>} {
  %0 = fusion.dequantize %w, %s : (tensor<64x512xi8>, tensor<64x4xf32>) -> tensor<64x512xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<4x512xbf16>, tensor<64x512xbf16>) -> tensor<4x64xf32>
  return %1 : tensor<4x64xf32>
}

// -----

// REMARK: matmul-operand{{.*}}no family computes it there; narrow: the family takes activations as [M, K] and weights as [N, K], or as words of [K / 8, N]
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
// -----

// Bytes are shifted by a tensor of shifts, as PyTorch writes it, in integers of 64 bits: one kernel.
// CHECK-LABEL: func @shifts
// CHECK-COUNT-1: fusion.kernel
// CHECK-NOT: fusion.kernel
func.func @shifts(%x: tensor<4x128xbf16>, %w: tensor<64x64xi8>, %s: tensor<64x1xbf16>) -> tensor<4x64xf32> {
  %shifts = arith.constant dense<[0, 4]> : tensor<2xi64>
  %mask = arith.constant dense<15> : tensor<i64>
  %eight = arith.constant dense<8.0> : tensor<f32>
  %0 = tensor.expand_shape %w [[0], [1, 2]] output_shape [64, 64, 1] : tensor<64x64xi8> into tensor<64x64x1xi8>
  %1 = fusion.map(%b = %0) : (tensor<64x64x1xi8>) -> tensor<64x64x1xi64> {
    %wide = arith.extui %b : i8 to i64
    fusion.yield %wide : i64
  }
  %2 = fusion.map(%b = %1, %n = %shifts) : (tensor<64x64x1xi64>, tensor<2xi64>) -> tensor<64x64x2xi64> {
    %shifted = arith.shrsi %b, %n : i64
    fusion.yield %shifted : i64
  }
  %3 = fusion.map(%b = %2, %m = %mask) : (tensor<64x64x2xi64>, tensor<i64>) -> tensor<64x64x2xi64> {
    %half = arith.andi %b, %m : i64
    fusion.yield %half : i64
  }
  %4 = tensor.collapse_shape %3 [[0], [1, 2]] : tensor<64x64x2xi64> into tensor<64x128xi64>
  %5 = fusion.cast %4 : tensor<64x128xi64> to tensor<64x128xbf16>
  %6 = fusion.sub %5, %eight : (tensor<64x128xbf16>, tensor<f32>) -> tensor<64x128xbf16>
  %7 = fusion.mul %6, %s : (tensor<64x128xbf16>, tensor<64x1xbf16>) -> tensor<64x128xbf16>
  %8 = fusion.matmul %x, %7 {transpose_b} : (tensor<4x128xbf16>, tensor<64x128xbf16>) -> tensor<4x64xf32>
  return %8 : tensor<4x64xf32>
}

// -----

// As StableHLO is lowered to linalg: bytes and shifts are broadcast first.
// CHECK-LABEL: func @broadcast_shifts
// CHECK-COUNT-1: fusion.kernel
// CHECK-NOT: fusion.kernel
#bytes = affine_map<(d0, d1, d2) -> (d0, d1)>
#shifts = affine_map<(d0, d1, d2) -> (d2)>
#parts = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
func.func @broadcast_shifts(%x: tensor<4x128xbf16>, %w: tensor<64x64xi8>) -> tensor<4x64xf32> {
  %shifts = arith.constant dense<[0, 4]> : tensor<2xi8>
  %empty = tensor.empty() : tensor<64x64x2xi8>
  %0 = linalg.generic {indexing_maps = [#bytes, #parts], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w : tensor<64x64xi8>) outs(%empty : tensor<64x64x2xi8>) {
    ^bb0(%byte: i8, %_: i8):
      linalg.yield %byte : i8
  } -> tensor<64x64x2xi8>
  %1 = linalg.generic {indexing_maps = [#shifts, #parts], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%shifts : tensor<2xi8>) outs(%empty : tensor<64x64x2xi8>) {
    ^bb0(%shift: i8, %_: i8):
      linalg.yield %shift : i8
  } -> tensor<64x64x2xi8>
  %2 = linalg.generic {indexing_maps = [#parts, #parts, #parts], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0, %1 : tensor<64x64x2xi8>, tensor<64x64x2xi8>) outs(%empty : tensor<64x64x2xi8>) {
    ^bb0(%byte: i8, %shift: i8, %_: i8):
      %none = arith.constant 0 : i8
      %bits = arith.constant 8 : i8
      %mask = arith.constant 15 : i8
      %shifted = arith.shrui %byte, %shift : i8
      %fits = arith.cmpi ult, %shift, %bits : i8
      %chosen = arith.select %fits, %shifted, %none : i8
      %half = arith.andi %chosen, %mask : i8
      linalg.yield %half : i8
  } -> tensor<64x64x2xi8>
  %3 = tensor.collapse_shape %2 [[0], [1, 2]] : tensor<64x64x2xi8> into tensor<64x128xi8>
  %4 = fusion.cast %3 {is_unsigned} : tensor<64x128xi8> to tensor<64x128xbf16>
  %5 = fusion.matmul %x, %4 {transpose_b} : (tensor<4x128xbf16>, tensor<64x128xbf16>) -> tensor<4x64xf32>
  return %5 : tensor<4x64xf32>
}

// -----

// As TOSA spells it.
// CHECK-LABEL: func @tosa_shifts
// CHECK-COUNT-1: fusion.kernel
// CHECK-NOT: fusion.kernel
func.func @tosa_shifts(%x: tensor<4x128xbf16>, %w: tensor<64x64xi8>) -> tensor<4x64xf32> {
  %bytes = tosa.const_shape {values = dense<[64, 64, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %rows = tosa.const_shape {values = dense<[64, 128]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %shifts = "tosa.const"() {values = dense<[[[0, 4]]]> : tensor<1x1x2xi8>} : () -> tensor<1x1x2xi8>
  %mask = "tosa.const"() {values = dense<15> : tensor<1x1x1xi8>} : () -> tensor<1x1x1xi8>
  %0 = tosa.reshape %w, %bytes : (tensor<64x64xi8>, !tosa.shape<3>) -> tensor<64x64x1xi8>
  %1 = tosa.logical_right_shift %0, %shifts : (tensor<64x64x1xi8>, tensor<1x1x2xi8>) -> tensor<64x64x2xi8>
  %2 = tosa.bitwise_and %1, %mask : (tensor<64x64x2xi8>, tensor<1x1x1xi8>) -> tensor<64x64x2xi8>
  %3 = tosa.reshape %2, %rows : (tensor<64x64x2xi8>, !tosa.shape<2>) -> tensor<64x128xi8>
  %4 = tosa.cast %3 : (tensor<64x128xi8>) -> tensor<64x128xbf16>
  %5 = fusion.matmul %x, %4 {transpose_b} : (tensor<4x128xbf16>, tensor<64x128xbf16>) -> tensor<4x64xf32>
  return %5 : tensor<4x64xf32>
}

// -----

// Shifts that take the upper half first: not the order that the family reads.
// REMARK: matmul-operand{{.*}}upper_shift_first_k0 -> upper_shift_first_k1
// CHECK-LABEL: func @upper_shift_first
// CHECK-COUNT-2: fusion.kernel
func.func @upper_shift_first(%x: tensor<4x128xbf16>, %w: tensor<64x64xi8>) -> tensor<4x64xf32> {
  %shifts = arith.constant dense<[4, 0]> : tensor<2xi8>
  %mask = arith.constant dense<15> : tensor<i8>
  %0 = tensor.expand_shape %w [[0], [1, 2]] output_shape [64, 64, 1] : tensor<64x64xi8> into tensor<64x64x1xi8>
  %1 = fusion.map(%b = %0, %n = %shifts, %m = %mask)
      : (tensor<64x64x1xi8>, tensor<2xi8>, tensor<i8>) -> tensor<64x64x2xi8> {
    %shifted = arith.shrui %b, %n : i8
    %half = arith.andi %shifted, %m : i8
    fusion.yield %half : i8
  }
  %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<64x64x2xi8> into tensor<64x128xi8>
  %3 = fusion.cast %2 : tensor<64x128xi8> to tensor<64x128xbf16>
  %4 = fusion.matmul %x, %3 {transpose_b} : (tensor<4x128xbf16>, tensor<64x128xbf16>) -> tensor<4x64xf32>
  return %4 : tensor<4x64xf32>
}

// -----

// Words of eight integers as GPTQ stores them, and zero points in words along n, less one: a launch that reads words.
// CHECK-LABEL: func @words_along_n
// CHECK-SAME: %{{.*}}: tensor<4x256xbf16>, %[[WORDS:.*]]: tensor<32x64xi32>, %[[ZEROS:.*]]: tensor<2x8xi32>,
// CHECK-COUNT-1: fusion.kernel({{.*}} = %[[WORDS]], %{{.*}} = %[[ZEROS]]
// CHECK: fusion.matmul
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @words_along_n(%x: tensor<4x256xbf16>, %w: tensor<32x64xi32>, %z: tensor<2x8xi32>, %s: tensor<2x64xbf16>)
    -> tensor<4x64xf32> {
  %shifts = arith.constant dense<[[0], [4], [8], [12], [16], [20], [24], [28]]> : tensor<8x1xi32>
  %shiftsOfZeros = arith.constant dense<[0, 4, 8, 12, 16, 20, 24, 28]> : tensor<8xi32>
  %mask = arith.constant dense<15> : tensor<i32>
  %one = arith.constant dense<1> : tensor<i32>
  %0 = tensor.expand_shape %w [[0], [1, 2]] output_shape [32, 1, 64] : tensor<32x64xi32> into tensor<32x1x64xi32>
  %1 = fusion.map(%a = %0, %b = %shifts, %m = %mask)
      : (tensor<32x1x64xi32>, tensor<8x1xi32>, tensor<i32>) -> tensor<32x8x64xi32> {
    %shifted = arith.shrsi %a, %b : i32
    %part = arith.andi %shifted, %m : i32
    fusion.yield %part : i32
  }
  %2 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<32x8x64xi32> into tensor<256x64xi32>
  %3 = tensor.expand_shape %2 [[0, 1], [2]] output_shape [2, 128, 64] : tensor<256x64xi32> into tensor<2x128x64xi32>
  %4 = tensor.expand_shape %z [[0], [1, 2]] output_shape [2, 8, 1] : tensor<2x8xi32> into tensor<2x8x1xi32>
  %5 = fusion.map(%a = %4, %b = %shiftsOfZeros, %m = %mask, %o = %one)
      : (tensor<2x8x1xi32>, tensor<8xi32>, tensor<i32>, tensor<i32>) -> tensor<2x8x8xi32> {
    %shifted = arith.shrsi %a, %b : i32
    %part = arith.andi %shifted, %m : i32
    %more = arith.addi %part, %o : i32
    fusion.yield %more : i32
  }
  %6 = tensor.collapse_shape %5 [[0], [1, 2]] : tensor<2x8x8xi32> into tensor<2x64xi32>
  %7 = tensor.expand_shape %6 [[0], [1, 2]] output_shape [2, 1, 64] : tensor<2x64xi32> into tensor<2x1x64xi32>
  %8 = fusion.map(%a = %3, %b = %7) : (tensor<2x128x64xi32>, tensor<2x1x64xi32>) -> tensor<2x128x64xi32> {
    %less = arith.subi %a, %b : i32
    fusion.yield %less : i32
  }
  %9 = fusion.cast %8 : tensor<2x128x64xi32> to tensor<2x128x64xbf16>
  %10 = tensor.expand_shape %s [[0], [1, 2]] output_shape [2, 1, 64] : tensor<2x64xbf16> into tensor<2x1x64xbf16>
  %11 = fusion.mul %9, %10 : (tensor<2x128x64xbf16>, tensor<2x1x64xbf16>) -> tensor<2x128x64xbf16>
  %12 = tensor.collapse_shape %11 [[0, 1], [2]] : tensor<2x128x64xbf16> into tensor<256x64xbf16>
  %13 = fusion.matmul %x, %12 : (tensor<4x256xbf16>, tensor<256x64xbf16>) -> tensor<4x64xf32>
  return %13 : tensor<4x64xf32>
}

// -----

// Words along n of integers that are neighbours along n, as AWQ stores them: a kernel in front takes them apart.
// REMARK: matmul-operand{{.*}}neighbours_along_n_k0 -> neighbours_along_n_k1
// CHECK-LABEL: func @neighbours_along_n
// CHECK-COUNT-2: fusion.kernel
func.func @neighbours_along_n(%x: tensor<4x256xbf16>, %w: tensor<256x8xi32>) -> tensor<4x64xf32> {
  %0 = fusion.map() tables(%t = %w) at(%k, %n) : (tensor<256x8xi32>) -> tensor<256x64xi32> {
    %eight = arith.constant 8 : index
    %four = arith.constant 4 : i32
    %mask = arith.constant 15 : i32
    %at = arith.divui %n, %eight : index
    %word = fusion.lookup %t[%k, %at] : tensor<256x8xi32>
    %place = arith.remui %n, %eight : index
    %number = arith.index_cast %place : index to i32
    %shift = arith.muli %number, %four : i32
    %shifted = arith.shrui %word, %shift : i32
    %q = arith.andi %shifted, %mask : i32
    fusion.yield %q : i32
  }
  %1 = fusion.cast %0 : tensor<256x64xi32> to tensor<256x64xbf16>
  %2 = fusion.matmul %x, %1 : (tensor<4x256xbf16>, tensor<256x64xbf16>) -> tensor<4x64xf32>
  return %2 : tensor<4x64xf32>
}

// -----

// Five bits of a word: the fifth is a neighbour's.
// REMARK: matmul-operand{{.*}}bit_of_a_neighbour_k0 -> bit_of_a_neighbour_k1
// CHECK-LABEL: func @bit_of_a_neighbour
// CHECK-COUNT-2: fusion.kernel
func.func @bit_of_a_neighbour(%x: tensor<4x256xbf16>, %w: tensor<32x64xi32>) -> tensor<4x64xf32> {
  %0 = fusion.map() tables(%t = %w) at(%k, %n) : (tensor<32x64xi32>) -> tensor<256x64xi32> {
    %eight = arith.constant 8 : index
    %four = arith.constant 4 : i32
    %mask = arith.constant 31 : i32
    %at = arith.divui %k, %eight : index
    %word = fusion.lookup %t[%at, %n] : tensor<32x64xi32>
    %place = arith.remui %k, %eight : index
    %number = arith.index_cast %place : index to i32
    %shift = arith.muli %number, %four : i32
    %shifted = arith.shrui %word, %shift : i32
    %q = arith.andi %shifted, %mask : i32
    fusion.yield %q : i32
  }
  %1 = fusion.cast %0 : tensor<256x64xi32> to tensor<256x64xbf16>
  %2 = fusion.matmul %x, %1 : (tensor<4x256xbf16>, tensor<256x64xbf16>) -> tensor<4x64xf32>
  return %2 : tensor<4x64xf32>
}

// -----

// A weight of more rows than the product has columns.
// REMARK: matmul-operand{{.*}}some_rows_k0 -> some_rows_k1{{.*}}narrow: the family takes weights whose rows are all multiplied
// CHECK-LABEL: func @some_rows
// CHECK-COUNT-2: fusion.kernel
func.func @some_rows(%x: tensor<4x128xbf16>, %w: tensor<80x64xi8>) -> tensor<4x64xf32> {
  %0 = fusion.map() tables(%t = %w) at(%n, %k) : (tensor<80x64xi8>) -> tensor<64x128xi8> {
    %two = arith.constant 2 : index
    %none = arith.constant 0 : index
    %four = arith.constant 4 : i8
    %at = arith.divui %k, %two : index
    %byte = fusion.lookup %t[%n, %at] : tensor<80x64xi8>
    %rest = arith.remui %k, %two : index
    %odd = arith.cmpi ne, %rest, %none : index
    %up = arith.shli %byte, %four : i8
    %half = arith.select %odd, %byte, %up : i8
    %q = arith.shrsi %half, %four : i8
    fusion.yield %q : i8
  }
  %1 = fusion.cast %0 : tensor<64x128xi8> to tensor<64x128xbf16>
  %2 = fusion.matmul %x, %1 {transpose_b} : (tensor<4x128xbf16>, tensor<64x128xbf16>) -> tensor<4x64xf32>
  return %2 : tensor<4x64xf32>
}

// -----

// Integers whose difference may not fit their bits are not those of floats.
// REMARK: matmul-operand{{.*}}difference_that_wraps_k0 -> difference_that_wraps_k1
// CHECK-LABEL: func @difference_that_wraps
// CHECK-COUNT-2: fusion.kernel
func.func @difference_that_wraps(%x: tensor<4x128xbf16>, %w: tensor<64x128xi8>, %z: tensor<64x1xi8>) -> tensor<4x64xf32> {
  %0 = fusion.map(%a = %w, %b = %z) : (tensor<64x128xi8>, tensor<64x1xi8>) -> tensor<64x128xi8> {
    %less = arith.subi %a, %b : i8
    fusion.yield %less : i8
  }
  %1 = fusion.cast %0 : tensor<64x128xi8> to tensor<64x128xbf16>
  %2 = fusion.matmul %x, %1 {transpose_b} : (tensor<4x128xbf16>, tensor<64x128xbf16>) -> tensor<4x64xf32>
  return %2 : tensor<4x64xf32>
}

// -----

// Of 32 bits it fits.
// CHECK-LABEL: func @difference_of_words
// CHECK-COUNT-1: fusion.kernel
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @difference_of_words(%x: tensor<4x128xbf16>, %w: tensor<64x128xi8>, %z: tensor<64x1xi8>) -> tensor<4x64xf32> {
  %0 = fusion.cast %w : tensor<64x128xi8> to tensor<64x128xi32>
  %1 = fusion.cast %z : tensor<64x1xi8> to tensor<64x1xi32>
  %2 = fusion.map(%a = %0, %b = %1) : (tensor<64x128xi32>, tensor<64x1xi32>) -> tensor<64x128xi32> {
    %less = arith.subi %a, %b : i32
    fusion.yield %less : i32
  }
  %3 = fusion.cast %2 : tensor<64x128xi32> to tensor<64x128xbf16>
  %4 = fusion.matmul %x, %3 {transpose_b} : (tensor<4x128xbf16>, tensor<64x128xbf16>) -> tensor<4x64xf32>
  return %4 : tensor<4x64xf32>
}

// -----

// Numbers that are taken off and added on the way belong to zero points; of i8, which have no room for them, they do not.
// CHECK-LABEL: func @differences_less_numbers
// CHECK-COUNT-1: fusion.kernel
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @differences_less_numbers(%x: tensor<4x128xbf16>, %w: tensor<64x128xi8>, %z: tensor<64x1xi8>)
    -> tensor<4x64xf32> {
  %0 = fusion.cast %w : tensor<64x128xi8> to tensor<64x128xi32>
  %1 = fusion.cast %z : tensor<64x1xi8> to tensor<64x1xi32>
  %two = arith.constant dense<2> : tensor<i32>
  %2 = fusion.map(%a = %0, %b = %1) : (tensor<64x128xi32>, tensor<64x1xi32>) -> tensor<64x128xi32> {
    %three = arith.constant 3 : i32
    %more = arith.addi %b, %three : i32
    %less = arith.subi %a, %more : i32
    %five = arith.constant 5 : i32
    %up = arith.addi %less, %five : i32
    fusion.yield %up : i32
  }
  %3 = fusion.map(%a = %2, %b = %two) : (tensor<64x128xi32>, tensor<i32>) -> tensor<64x128xi32> {
    %less = arith.subi %a, %b : i32
    fusion.yield %less : i32
  }
  %4 = fusion.cast %3 : tensor<64x128xi32> to tensor<64x128xbf16>
  %5 = fusion.matmul %x, %4 {transpose_b} : (tensor<4x128xbf16>, tensor<64x128xbf16>) -> tensor<4x64xf32>
  return %5 : tensor<4x64xf32>
}

// -----

// CHECK-LABEL: func @difference_less_three
// CHECK-COUNT-2: fusion.kernel
func.func @difference_less_three(%x: tensor<4x128xbf16>, %w: tensor<64x128xi8>, %z: tensor<64x1xi8>) -> tensor<4x64xf32> {
  %0 = fusion.cast %w : tensor<64x128xi8> to tensor<64x128xi32>
  %1 = fusion.cast %z : tensor<64x1xi8> to tensor<64x1xi32>
  %2 = fusion.map(%a = %0, %b = %1) : (tensor<64x128xi32>, tensor<64x1xi32>) -> tensor<64x128xi32> {
    %three = arith.constant 3 : i32
    %more = arith.addi %b, %three : i32
    %less = arith.subi %a, %more : i32
    fusion.yield %less : i32
  }
  %3 = fusion.cast %2 : tensor<64x128xi32> to tensor<64x128xbf16>
  %4 = fusion.matmul %x, %3 {transpose_b} : (tensor<4x128xbf16>, tensor<64x128xbf16>) -> tensor<4x64xf32>
  return %4 : tensor<4x64xf32>
}

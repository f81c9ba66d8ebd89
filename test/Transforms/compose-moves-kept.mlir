// What is moved stays where it is, or is read as a whole, where reading through moves would cost more or compute wrong.
// RUN: fusion-opt %s --fusion-compose-moves --canonicalize | FileCheck %s

// Rows of a product are computed in the order of memory, and what is in front of them follows.
// CHECK-LABEL: @order_of_rows
// CHECK: linalg.transpose
// CHECK-NOT: fusion.map
func.func @order_of_rows(%x: tensor<4x6x16xf32>, %w: tensor<16x8xf32>) -> tensor<24x8xf32> {
  %n = fusion.exp %x : tensor<4x6x16xf32>
  %o = tensor.empty() : tensor<6x4x16xf32>
  %t = linalg.transpose ins(%n : tensor<4x6x16xf32>) outs(%o : tensor<6x4x16xf32>) permutation = [1, 0, 2]
  %c = tensor.collapse_shape %t [[0, 1], [2]] : tensor<6x4x16xf32> into tensor<24x16xf32>
  %r = fusion.matmul %c, %w : (tensor<24x16xf32>, tensor<16x8xf32>) -> tensor<24x8xf32>
  return %r : tensor<24x8xf32>
}

// A product's epilogue stays in front of a transposition.
// CHECK-LABEL: @epilogue
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: fusion.gelu %[[P]] : tensor<12x48xbf16>
// CHECK: linalg.transpose
func.func @epilogue(%x: tensor<12x16xbf16>, %w: tensor<16x48xbf16>) -> tensor<2x3x6x16xbf16> {
  %p = fusion.matmul %x, %w : (tensor<12x16xbf16>, tensor<16x48xbf16>) -> tensor<12x48xbf16>
  %g = fusion.gelu %p : tensor<12x48xbf16>
  %e = tensor.expand_shape %g [[0, 1], [2, 3]] output_shape [2, 6, 3, 16] : tensor<12x48xbf16> into tensor<2x6x3x16xbf16>
  %o = tensor.empty() : tensor<2x3x6x16xbf16>
  %t = linalg.transpose ins(%e : tensor<2x6x3x16xbf16>) outs(%o : tensor<2x3x6x16xbf16>) permutation = [0, 2, 1, 3]
  %r = fusion.exp %t : tensor<2x3x6x16xbf16>
  return %r : tensor<2x3x6x16xbf16>
}

// A product has as many strides as a tensor map: five. These are six, and what is in front of it reads through them.
// CHECK-LABEL: @six_strides
// CHECK-SAME: (%[[X:.*]]: tensor<2x2x7x2x7x3x8xbf16>
// CHECK-NOT: linalg.transpose
// CHECK: %[[M:.*]] = fusion.map() tables(%{{.*}} = %[[X]])
// CHECK: fusion.mul %[[M]]
func.func @six_strides(%x: tensor<2x2x7x2x7x3x8xbf16>, %s: tensor<2x2x2x3x7x7x8xbf16>, %k: tensor<2x2x2x3x49x8xbf16>) -> tensor<2x2x2x3x49x49xbf16> {
  %o = tensor.empty() : tensor<2x2x2x3x7x7x8xbf16>
  %t = linalg.transpose ins(%x : tensor<2x2x7x2x7x3x8xbf16>) outs(%o : tensor<2x2x2x3x7x7x8xbf16>) permutation = [0, 1, 3, 5, 2, 4, 6]
  %e = fusion.mul %t, %s : (tensor<2x2x2x3x7x7x8xbf16>, tensor<2x2x2x3x7x7x8xbf16>) -> tensor<2x2x2x3x7x7x8xbf16>
  %c = tensor.collapse_shape %e [[0], [1], [2], [3], [4, 5], [6]] : tensor<2x2x2x3x7x7x8xbf16> into tensor<2x2x2x3x49x8xbf16>
  %r = fusion.matmul %c, %k {transpose_b} : (tensor<2x2x2x3x49x8xbf16>, tensor<2x2x2x3x49x8xbf16>) -> tensor<2x2x2x3x49x49xbf16>
  return %r : tensor<2x2x2x3x49x49xbf16>
}

// One padding in front of a product is one copy, and no kernel is better.
// CHECK-LABEL: @one_copy
// CHECK: tensor.pad
// CHECK-NOT: fusion.map
func.func @one_copy(%x: tensor<4x6x16xf32>, %w: tensor<4x16x8xf32>) -> tensor<4x7x8xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 0] high[0, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<4x6x16xf32> to tensor<4x7x16xf32>
  %r = fusion.matmul %p, %w : (tensor<4x7x16xf32>, tensor<4x16x8xf32>) -> tensor<4x7x8xf32>
  return %r : tensor<4x7x8xf32>
}

// A table that others look up is stored anyway.
// CHECK-LABEL: @table
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: fusion.map(%{{.*}} = %{{.*}}) tables(%{{.*}} = %[[T]])
func.func @table(%x: tensor<4x6x16xf32>, %n: tensor<6x1x16xi32>) -> tensor<6x4x16xf32> {
  %o = tensor.empty() : tensor<6x4x16xf32>
  %t = linalg.transpose ins(%x : tensor<4x6x16xf32>) outs(%o : tensor<6x4x16xf32>) permutation = [1, 0, 2]
  %r = fusion.map(%row = %n) tables(%y = %t) at(%i, %j, %k) : (tensor<6x1x16xi32>, tensor<6x4x16xf32>) -> tensor<6x4x16xf32> {
    %index = arith.index_cast %row : i32 to index
    %v = fusion.lookup %y[%index, %j, %k] : tensor<6x4x16xf32>
    fusion.yield %v : f32
  }
  return %r : tensor<6x4x16xf32>
}

// What a map looks up beside its elements is not computed again in their order.
// CHECK-LABEL: @table_of_elements
// CHECK-COUNT-1: %[[E:.*]] = fusion.exp %arg0
// CHECK: tables(%{{.*}} = %[[E]])
// CHECK: fusion.map(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) tables(%{{.*}} = %[[E]])
func.func @table_of_elements(%x: tensor<4x6x16xf32>, %n: tensor<4x6x1xi32>) -> tensor<6x4x16xf32> {
  %e = fusion.exp %x : tensor<4x6x16xf32>
  %g = fusion.map(%v = %e, %row = %n) tables(%y = %e) at(%i, %j, %k) : (tensor<4x6x16xf32>, tensor<4x6x1xi32>, tensor<4x6x16xf32>) -> tensor<4x6x16xf32> {
    %index = arith.index_cast %row : i32 to index
    %u = fusion.lookup %y[%index, %j, %k] : tensor<4x6x16xf32>
    %sum = arith.addf %u, %v : f32
    fusion.yield %sum : f32
  }
  %o = tensor.empty() : tensor<6x4x16xf32>
  %t = linalg.transpose ins(%g : tensor<4x6x16xf32>) outs(%o : tensor<6x4x16xf32>) permutation = [1, 0, 2]
  %r = fusion.exp %t : tensor<6x4x16xf32>
  return %r : tensor<6x4x16xf32>
}

// A concatenation that others read is stored anyway.
// CHECK-LABEL: @joined_for_others
// CHECK: %[[C:.*]] = tensor.concat
// CHECK: fusion.add %[[C]], %{{.*}} : (tensor<4x12x16xf32>
func.func @joined_for_others(%a: tensor<4x6x16xf32>, %b: tensor<4x6x16xf32>, %y: tensor<4x12x16xf32>) -> (tensor<12x4x16xf32>, tensor<4x12x16xf32>) {
  %c = tensor.concat dim(1) %a, %b : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<4x12x16xf32>
  %s = fusion.add %c, %y : (tensor<4x12x16xf32>, tensor<4x12x16xf32>) -> tensor<4x12x16xf32>
  %o = tensor.empty() : tensor<12x4x16xf32>
  %t = linalg.transpose ins(%s : tensor<4x12x16xf32>) outs(%o : tensor<12x4x16xf32>) permutation = [1, 0, 2]
  %r = fusion.exp %t : tensor<12x4x16xf32>
  return %r, %c : tensor<12x4x16xf32>, tensor<4x12x16xf32>
}

// Columns of parts that no cache holds are not looked up.
// CHECK-LABEL: @joined_columns
// CHECK: linalg.transpose
// CHECK-NOT: fusion.map
func.func @joined_columns(%a: tensor<256x512xbf16>, %b: tensor<256x512xbf16>, %y: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %c = tensor.concat dim(0) %a, %b : (tensor<256x512xbf16>, tensor<256x512xbf16>) -> tensor<512x512xbf16>
  %o = tensor.empty() : tensor<512x512xbf16>
  %t = linalg.transpose ins(%c : tensor<512x512xbf16>) outs(%o : tensor<512x512xbf16>) permutation = [1, 0]
  %r = fusion.add %t, %y : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %r : tensor<512x512xbf16>
}

// Half of each row is moved on, and the sum is that of whole rows.
// CHECK-LABEL: @half_rows
// CHECK: fusion.reduce addf %{{.*}} along [2] : tensor<4x6x32xf32>
// CHECK: tensor.extract_slice
func.func @half_rows(%x: tensor<4x6x32xf32>, %w: tensor<6x16x8xf32>) -> tensor<6x4x8xf32> {
  %s = fusion.reduce addf %x along [2] : tensor<4x6x32xf32> -> tensor<4x6x1xf32>
  %d = fusion.sub %x, %s : (tensor<4x6x32xf32>, tensor<4x6x1xf32>) -> tensor<4x6x32xf32>
  %o = tensor.empty() : tensor<6x4x32xf32>
  %t = linalg.transpose ins(%d : tensor<4x6x32xf32>) outs(%o : tensor<6x4x32xf32>) permutation = [1, 0, 2]
  %h = tensor.extract_slice %t[0, 0, 0] [6, 4, 16] [1, 1, 1] : tensor<6x4x32xf32> to tensor<6x4x16xf32>
  %r = fusion.matmul %h, %w : (tensor<6x4x16xf32>, tensor<6x16x8xf32>) -> tensor<6x4x8xf32>
  return %r : tensor<6x4x8xf32>
}

// Sums of rows that others read too are not looked up in another order: they would be stored for that.
// CHECK-LABEL: @sums_for_others
// CHECK: %[[S:.*]] = fusion.reduce
// CHECK: fusion.sub %{{.*}}, %[[S]] : (tensor<4x6x16xf32>
// CHECK: fusion.sub %{{.*}}, %[[S]] : (tensor<4x6x16xf32>
func.func @sums_for_others(%x: tensor<4x6x16xf32>, %y: tensor<4x6x16xf32>, %z: tensor<4x6x16xf32>) -> (tensor<6x4x16xf32>, tensor<4x6x16xf32>) {
  %s = fusion.reduce addf %x along [2] : tensor<4x6x16xf32> -> tensor<4x6x1xf32>
  %d = fusion.sub %y, %s : (tensor<4x6x16xf32>, tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
  %k = fusion.sub %z, %s : (tensor<4x6x16xf32>, tensor<4x6x1xf32>) -> tensor<4x6x16xf32>
  %o = tensor.empty() : tensor<6x4x16xf32>
  %t = linalg.transpose ins(%d : tensor<4x6x16xf32>) outs(%o : tensor<6x4x16xf32>) permutation = [1, 0, 2]
  %r = fusion.exp %t : tensor<6x4x16xf32>
  return %r, %k : tensor<6x4x16xf32>, tensor<4x6x16xf32>
}

// A reshape stays behind a formula of positions, behind an operation whose other readers merge other dimensions, and
// where the map that moves has other readers.
// CHECK-LABEL: @reshapes
// CHECK-SAME: %[[X:.*]]: tensor<4x5x5x32xbf16>
// CHECK: %[[P:.*]] = fusion.map(%{{.*}} = %[[X]]{{.*}} -> tensor<4x5x5x32xbf16>
// CHECK: tensor.collapse_shape %[[P]] {{\[}}[0], [1, 2], [3]]
// CHECK: %[[A:.*]] = fusion.add %[[X]]
// CHECK: tensor.collapse_shape %[[A]] {{\[}}[0], [1, 2], [3]]
// CHECK: tensor.collapse_shape %[[A]] {{\[}}[0], [1], [2, 3]]
// CHECK: %[[M:.*]] = fusion.mul %[[X]]
// CHECK: tensor.collapse_shape %[[M]] {{\[}}[0], [1, 2], [3]]
func.func @reshapes(%x: tensor<4x5x5x32xbf16>, %y: tensor<5x4x5x32xbf16>) -> (tensor<4x25x32xbf16>, tensor<4x25x32xbf16>, tensor<4x5x160xbf16>, tensor<4x25x32xbf16>, tensor<4x5x5x32xbf16>) {
  %o = tensor.empty() : tensor<4x5x5x32xbf16>
  %t = linalg.transpose ins(%y : tensor<5x4x5x32xbf16>) outs(%o : tensor<4x5x5x32xbf16>) permutation = [1, 2, 0, 3]
  %p = fusion.map(%u = %x, %v = %t) at(%b, %i, %j, %k) : (tensor<4x5x5x32xbf16>, tensor<4x5x5x32xbf16>) -> tensor<4x5x5x32xbf16> {
    %lower = arith.cmpi ule, %j, %i : index
    %w = arith.select %lower, %u, %v : bf16
    fusion.yield %w : bf16
  }
  %0 = tensor.collapse_shape %p [[0], [1, 2], [3]] : tensor<4x5x5x32xbf16> into tensor<4x25x32xbf16>
  %t1 = linalg.transpose ins(%y : tensor<5x4x5x32xbf16>) outs(%o : tensor<4x5x5x32xbf16>) permutation = [1, 0, 2, 3]
  %a = fusion.add %x, %t1 : (tensor<4x5x5x32xbf16>, tensor<4x5x5x32xbf16>) -> tensor<4x5x5x32xbf16>
  %1 = tensor.collapse_shape %a [[0], [1, 2], [3]] : tensor<4x5x5x32xbf16> into tensor<4x25x32xbf16>
  %2 = tensor.collapse_shape %a [[0], [1], [2, 3]] : tensor<4x5x5x32xbf16> into tensor<4x5x160xbf16>
  %t2 = linalg.transpose ins(%y : tensor<5x4x5x32xbf16>) outs(%o : tensor<4x5x5x32xbf16>) permutation = [1, 0, 2, 3]
  %m = fusion.mul %x, %t2 : (tensor<4x5x5x32xbf16>, tensor<4x5x5x32xbf16>) -> tensor<4x5x5x32xbf16>
  %3 = tensor.collapse_shape %m [[0], [1, 2], [3]] : tensor<4x5x5x32xbf16> into tensor<4x25x32xbf16>
  %4 = fusion.neg %t2 : tensor<4x5x5x32xbf16>
  return %0, %1, %2, %3, %4 : tensor<4x25x32xbf16>, tensor<4x25x32xbf16>, tensor<4x5x160xbf16>, tensor<4x25x32xbf16>, tensor<4x5x5x32xbf16>
}

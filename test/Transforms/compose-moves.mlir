// RUN: fusion-opt %s --fusion-compose-moves --canonicalize | FileCheck %s

// A norm in front of a partition into windows reads its rows where they lie, and a product reads what it gives.
// CHECK-LABEL: @norm_of_windows
// CHECK-SAME: (%[[X:.*]]: tensor<2x14x14x32xbf16>
// CHECK-NOT: linalg.transpose
// CHECK: %[[M:.*]] = fusion.map() tables(%{{.*}} = %[[X]]) at(%[[P:.*]], %[[C:.*]]) : {{.*}} -> tensor<392x32xbf16> {
// CHECK:   fusion.lookup %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}, %[[C]]]
// CHECK: %[[F:.*]] = fusion.cast %[[M]] : tensor<392x32xbf16> to tensor<392x32xf32>
// CHECK: fusion.reduce addf %[[F]] along [1] : tensor<392x32xf32> -> tensor<392x1xf32>
// CHECK: %[[S:.*]] = fusion.mul %{{.*}}, %{{.*}} : (tensor<392x32xf32>, tensor<32xf32>) -> tensor<392x32xf32>
// CHECK: %[[R:.*]] = fusion.cast %[[S]] : tensor<392x32xf32> to tensor<392x32xbf16>
// CHECK: fusion.matmul %[[R]], %{{.*}}
func.func @norm_of_windows(%x: tensor<2x14x14x32xbf16>, %g: tensor<32xf32>, %w: tensor<32x8xbf16>) -> tensor<392x8xbf16> {
  %f = fusion.cast %x : tensor<2x14x14x32xbf16> to tensor<2x14x14x32xf32>
  %s = fusion.reduce addf %f along [3] : tensor<2x14x14x32xf32> -> tensor<2x14x14x1xf32>
  %d = fusion.sub %f, %s : (tensor<2x14x14x32xf32>, tensor<2x14x14x1xf32>) -> tensor<2x14x14x32xf32>
  %n = fusion.mul %d, %g : (tensor<2x14x14x32xf32>, tensor<32xf32>) -> tensor<2x14x14x32xf32>
  %b = fusion.cast %n : tensor<2x14x14x32xf32> to tensor<2x14x14x32xbf16>
  %e = tensor.expand_shape %b [[0], [1, 2], [3, 4], [5]] output_shape [2, 2, 7, 2, 7, 32] : tensor<2x14x14x32xbf16> into tensor<2x2x7x2x7x32xbf16>
  %o = tensor.empty() : tensor<2x2x2x7x7x32xbf16>
  %t = linalg.transpose ins(%e : tensor<2x2x7x2x7x32xbf16>) outs(%o : tensor<2x2x2x7x7x32xbf16>) permutation = [0, 1, 3, 2, 4, 5]
  %c = tensor.collapse_shape %t [[0, 1, 2, 3, 4], [5]] : tensor<2x2x2x7x7x32xbf16> into tensor<392x32xbf16>
  %r = fusion.matmul %c, %w : (tensor<392x32xbf16>, tensor<32x8xbf16>) -> tensor<392x8xbf16>
  return %r : tensor<392x8xbf16>
}

// What is read of windows is added where it belongs. Reshapes behind go in front.
// CHECK-LABEL: @sum_with_windows
// CHECK-SAME: (%[[X:.*]]: tensor<2x14x14x32xbf16>, %[[Y:.*]]: tensor<392x32xbf16>)
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[X]] {{.*}} into tensor<2x196x32xbf16>
// CHECK: %[[M:.*]] = fusion.map() tables(%{{.*}} = %[[Y]]) at({{.*}}) : {{.*}} -> tensor<2x196x32xbf16> {
// CHECK: %[[A:.*]] = fusion.add %[[C]], %[[M]]
// CHECK: %[[B:.*]] = tensor.collapse_shape %[[A]] {{.*}} into tensor<392x32xbf16>
// CHECK: return %[[A]], %[[B]]
func.func @sum_with_windows(%x: tensor<2x14x14x32xbf16>, %y: tensor<392x32xbf16>) -> (tensor<2x196x32xbf16>, tensor<392x32xbf16>) {
  %e = tensor.expand_shape %y [[0, 1, 2, 3, 4], [5]] output_shape [2, 2, 2, 7, 7, 32] : tensor<392x32xbf16> into tensor<2x2x2x7x7x32xbf16>
  %o = tensor.empty() : tensor<2x2x7x2x7x32xbf16>
  %t = linalg.transpose ins(%e : tensor<2x2x2x7x7x32xbf16>) outs(%o : tensor<2x2x7x2x7x32xbf16>) permutation = [0, 1, 3, 2, 4, 5]
  %c = tensor.collapse_shape %t [[0], [1, 2], [3, 4], [5]] : tensor<2x2x7x2x7x32xbf16> into tensor<2x14x14x32xbf16>
  %a = fusion.add %x, %c : (tensor<2x14x14x32xbf16>, tensor<2x14x14x32xbf16>) -> tensor<2x14x14x32xbf16>
  %1 = tensor.collapse_shape %a [[0], [1, 2], [3]] : tensor<2x14x14x32xbf16> into tensor<2x196x32xbf16>
  %2 = tensor.collapse_shape %a [[0, 1, 2], [3]] : tensor<2x14x14x32xbf16> into tensor<392x32xbf16>
  return %1, %2 : tensor<2x196x32xbf16>, tensor<392x32xbf16>
}

// A roll, as slices that are joined again.
// CHECK-LABEL: @roll_of_slices
// CHECK: fusion.map() tables({{.*}}) at(%[[I:.*]], %[[J:.*]]) : (tensor<10x16xf32>) -> tensor<10x16xf32> {
// CHECK:   %[[N:.*]] = arith.index_castui %[[I]] : index to i32
// CHECK:   %[[S:.*]] = arith.addi %[[N]], %c3_i32
// CHECK:   %[[M:.*]] = arith.remui %[[S]], %c10_i32
// CHECK:   %[[K:.*]] = arith.index_castui %[[M]] : i32 to index
// CHECK:   fusion.lookup %{{.*}}[%[[K]], %[[J]]]
func.func @roll_of_slices(%x: tensor<10x16xf32>) -> tensor<10x16xf32> {
  %a = tensor.extract_slice %x[3, 0] [7, 16] [1, 1] : tensor<10x16xf32> to tensor<7x16xf32>
  %b = tensor.extract_slice %x[0, 0] [3, 16] [1, 1] : tensor<10x16xf32> to tensor<3x16xf32>
  %c = tensor.concat dim(0) %a, %b : (tensor<7x16xf32>, tensor<3x16xf32>) -> tensor<10x16xf32>
  %r = fusion.exp %c : tensor<10x16xf32>
  return %r : tensor<10x16xf32>
}

// A roll, as PyTorch takes it apart: an index is a remainder that is not negative. Two are one.
// CHECK-LABEL: @rolls_of_positions
// CHECK: fusion.map() tables({{.*}} = %arg0) at
// CHECK-NOT: arith.remsi
// CHECK: %[[E:.*]] = fusion.exp
// CHECK: return %[[E]]
func.func @rolls_of_positions(%x: tensor<10x12x8xf32>) -> tensor<10x12x8xf32> {
  %ten = arith.constant dense<10> : tensor<i64>
  %0 = fusion.map(%n = %ten) tables(%t = %x) at(%i, %j, %k) : (tensor<i64>, tensor<10x12x8xf32>) -> tensor<10x12x8xf32> {
    %size = arith.index_cast %n : i64 to index
    %by = arith.constant 3 : index
    %zero = arith.constant 0 : index
    %from = arith.subi %i, %by : index
    %rest = arith.remsi %from, %size : index
    %negative = arith.cmpi slt, %rest, %zero : index
    %up = arith.addi %rest, %size : index
    %index = arith.select %negative, %up, %rest : index
    %v = fusion.lookup %t[%index, %j, %k] : tensor<10x12x8xf32>
    fusion.yield %v : f32
  }
  %positions = fusion.map() at(%j) : () -> tensor<12xi64> {
    %five = arith.constant 5 : i64
    %twelve = arith.constant 12 : i64
    %n = arith.index_cast %j : index to i64
    %m = arith.subi %n, %five : i64
    fusion.yield %m : i64
  }
  %column = tensor.expand_shape %positions [[0, 1]] output_shape [12, 1] : tensor<12xi64> into tensor<12x1xi64>
  %1 = fusion.map(%p = %column) tables(%t = %0) at(%i, %j, %k) : (tensor<12x1xi64>, tensor<10x12x8xf32>) -> tensor<10x12x8xf32> {
    %zero = arith.constant 0 : i64
    %size = arith.constant 12 : i64
    %negative = arith.cmpi slt, %p, %zero : i64
    %up = arith.addi %p, %size : i64
    %chosen = arith.select %negative, %up, %p : i64
    %index = arith.index_cast %chosen : i64 to index
    %v = fusion.lookup %t[%i, %index, %k] : tensor<10x12x8xf32>
    fusion.yield %v : f32
  }
  %r = fusion.exp %1 : tensor<10x12x8xf32>
  return %r : tensor<10x12x8xf32>
}

// A gather looks up in the order in which a product reads it.
// CHECK-LABEL: @gather
// CHECK-NOT: linalg.transpose
// CHECK: %[[G:.*]] = fusion.map({{.*}}) tables(%{{.*}} = %arg0)
// CHECK: fusion.matmul %[[G]]
func.func @gather(%x: tensor<6x16xf32>, %ids: tensor<4x1xi32>) -> tensor<4x4xf32> {
  %0 = fusion.map(%i = %ids) tables(%t = %x) at(%r, %c) : (tensor<4x1xi32>, tensor<6x16xf32>) -> tensor<4x16xf32> {
    %n = arith.index_cast %i : i32 to index
    %v = fusion.lookup %t[%n, %c] : tensor<6x16xf32>
    fusion.yield %v : f32
  }
  %e = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 2, 16] : tensor<4x16xf32> into tensor<2x2x16xf32>
  %o = tensor.empty() : tensor<2x2x16xf32>
  %t = linalg.transpose ins(%e : tensor<2x2x16xf32>) outs(%o : tensor<2x2x16xf32>) permutation = [1, 0, 2]
  %c = tensor.collapse_shape %t [[0, 1], [2]] : tensor<2x2x16xf32> into tensor<4x16xf32>
  %k = arith.constant dense<1.0> : tensor<4x16xf32>
  %r = fusion.matmul %c, %k {transpose_b} : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// Heads of a projection: the product of scores reads them by strides.
// CHECK-LABEL: @heads
// CHECK: linalg.transpose
// CHECK-NOT: fusion.map
func.func @heads(%x: tensor<12x16xbf16>, %w: tensor<16x32xbf16>, %k: tensor<2x4x6x8xbf16>) -> tensor<2x4x6x6xbf16> {
  %p = fusion.matmul %x, %w : (tensor<12x16xbf16>, tensor<16x32xbf16>) -> tensor<12x32xbf16>
  %e = tensor.expand_shape %p [[0, 1], [2, 3]] output_shape [2, 6, 4, 8] : tensor<12x32xbf16> into tensor<2x6x4x8xbf16>
  %o = tensor.empty() : tensor<2x4x6x8xbf16>
  %t = linalg.transpose ins(%e : tensor<2x6x4x8xbf16>) outs(%o : tensor<2x4x6x8xbf16>) permutation = [0, 2, 1, 3]
  %s = arith.constant dense<0.5> : tensor<bf16>
  %q = fusion.mul %t, %s : (tensor<2x4x6x8xbf16>, tensor<bf16>) -> tensor<2x4x6x8xbf16>
  %r = fusion.matmul %q, %k {transpose_b} : (tensor<2x4x6x8xbf16>, tensor<2x4x6x8xbf16>) -> tensor<2x4x6x6xbf16>
  return %r : tensor<2x4x6x6xbf16>
}

// Elements that are read one behind the other have to lie so.
// CHECK-LABEL: @columns
// CHECK: linalg.transpose
// CHECK-NOT: fusion.map
func.func @columns(%x: tensor<16x32xf32>) -> tensor<32x16xf32> {
  %o = tensor.empty() : tensor<32x16xf32>
  %t = linalg.transpose ins(%x : tensor<16x32xf32>) outs(%o : tensor<32x16xf32>) permutation = [1, 0]
  %r = fusion.exp %t : tensor<32x16xf32>
  return %r : tensor<32x16xf32>
}

// A table of biases in the order of the scores: its indices are read along their rows.
// CHECK-LABEL: @bias_table
// CHECK-SAME: (%[[I:.*]]: tensor<49x49xi32>
// CHECK-NOT: linalg.transpose
// CHECK: fusion.map(%{{.*}} = %[[I]]) tables({{.*}}) at(%[[H:.*]], %{{.*}}, %{{.*}}) : {{.*}} -> tensor<4x49x49xbf16> {
// CHECK:   fusion.lookup %{{.*}}[%{{.*}}, %[[H]]]
func.func @bias_table(%i: tensor<49x49xi32>, %b: tensor<169x4xbf16>, %s: tensor<2x4x49x49xbf16>) -> tensor<2x4x49x49xbf16> {
  %f = tensor.collapse_shape %i [[0, 1]] : tensor<49x49xi32> into tensor<2401xi32>
  %e = tensor.expand_shape %f [[0, 1]] output_shape [2401, 1] : tensor<2401xi32> into tensor<2401x1xi32>
  %0 = fusion.map(%n = %e) tables(%t = %b) at(%r, %c) : (tensor<2401x1xi32>, tensor<169x4xbf16>) -> tensor<2401x4xbf16> {
    %k = arith.index_cast %n : i32 to index
    %v = fusion.lookup %t[%k, %c] : tensor<169x4xbf16>
    fusion.yield %v : bf16
  }
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [49, 49, 4] : tensor<2401x4xbf16> into tensor<49x49x4xbf16>
  %o = tensor.empty() : tensor<4x49x49xbf16>
  %2 = linalg.transpose ins(%1 : tensor<49x49x4xbf16>) outs(%o : tensor<4x49x49xbf16>) permutation = [2, 0, 1]
  %3 = fusion.add %s, %2 : (tensor<2x4x49x49xbf16>, tensor<4x49x49xbf16>) -> tensor<2x4x49x49xbf16>
  return %3 : tensor<2x4x49x49xbf16>
}

// A large table is read along its rows: what is gathered there is transposed behind that.
// CHECK-LABEL: @large_table
// CHECK: linalg.transpose
func.func @large_table(%x: tensor<512x512xbf16>, %i: tensor<512x512xi32>, %s: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %0 = fusion.map(%n = %i) tables(%t = %x) at(%r, %c) : (tensor<512x512xi32>, tensor<512x512xbf16>) -> tensor<512x512xbf16> {
    %k = arith.index_cast %n : i32 to index
    %v = fusion.lookup %t[%r, %k] : tensor<512x512xbf16>
    fusion.yield %v : bf16
  }
  %o = tensor.empty() : tensor<512x512xbf16>
  %1 = linalg.transpose ins(%0 : tensor<512x512xbf16>) outs(%o : tensor<512x512xbf16>) permutation = [1, 0]
  %2 = fusion.add %s, %1 : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %2 : tensor<512x512xbf16>
}

// Rows that are reduced stay whole: this one is cut.
// CHECK-LABEL: @cut_rows
// CHECK: fusion.reduce addf %{{.*}} along [1] : tensor<8x64xf32>
// CHECK: linalg.transpose
func.func @cut_rows(%x: tensor<8x64xf32>, %w: tensor<16x4xf32>) -> tensor<32x4xf32> {
  %s = fusion.reduce addf %x along [1] : tensor<8x64xf32> -> tensor<8x1xf32>
  %d = fusion.sub %x, %s : (tensor<8x64xf32>, tensor<8x1xf32>) -> tensor<8x64xf32>
  %e = tensor.expand_shape %d [[0], [1, 2]] output_shape [8, 4, 16] : tensor<8x64xf32> into tensor<8x4x16xf32>
  %o = tensor.empty() : tensor<4x8x16xf32>
  %t = linalg.transpose ins(%e : tensor<8x4x16xf32>) outs(%o : tensor<4x8x16xf32>) permutation = [1, 0, 2]
  %c = tensor.collapse_shape %t [[0, 1], [2]] : tensor<4x8x16xf32> into tensor<32x16xf32>
  %r = fusion.matmul %c, %w : (tensor<32x16xf32>, tensor<16x4xf32>) -> tensor<32x4xf32>
  return %r : tensor<32x4xf32>
}

// What others read as it is stays as it is.
// CHECK-LABEL: @read_by_others
// CHECK: %[[N:.*]] = fusion.exp
// CHECK: linalg.transpose ins(%{{.*}}
// CHECK: return %{{.*}}, %[[N]]
func.func @read_by_others(%x: tensor<12x32xf32>, %w: tensor<32x4xf32>) -> (tensor<12x4xf32>, tensor<12x32xf32>) {
  %n = fusion.exp %x : tensor<12x32xf32>
  %e = tensor.expand_shape %n [[0, 1], [2]] output_shape [3, 4, 32] : tensor<12x32xf32> into tensor<3x4x32xf32>
  %o = tensor.empty() : tensor<4x3x32xf32>
  %t = linalg.transpose ins(%e : tensor<3x4x32xf32>) outs(%o : tensor<4x3x32xf32>) permutation = [1, 0, 2]
  %c = tensor.collapse_shape %t [[0, 1], [2]] : tensor<4x3x32xf32> into tensor<12x32xf32>
  %r = fusion.matmul %c, %w : (tensor<12x32xf32>, tensor<32x4xf32>) -> tensor<12x4xf32>
  return %r, %n : tensor<12x4xf32>, tensor<12x32xf32>
}

// Parts with channels last that are joined, moved and multiplied, and padded behind that: the sum reads all of it, as the
// product behind it reads the sum.
// CHECK-LABEL: @joined_and_padded
// CHECK-SAME: (%[[A:.*]]: tensor<2x4x4x8xbf16>, %[[B:.*]]: tensor<2x4x4x8xbf16>, %[[Q:.*]]: tensor<2x2x16x8xbf16>, %[[S:.*]]: tensor<2x2x17x8xbf16>
// CHECK-NOT: linalg.transpose
// CHECK-NOT: tensor.concat
// CHECK-NOT: tensor.pad
// CHECK-DAG: fusion.map() tables({{.*}} = %[[S]]) at({{.*}} -> tensor<34x16xbf16> {
// CHECK-DAG: fusion.map() tables({{.*}} = %[[Q]], {{.*}} = %[[B]], {{.*}} = %[[A]]) at({{.*}} -> tensor<34x16xbf16> {
// CHECK: %[[SUM:.*]] = fusion.add
// CHECK: fusion.matmul %[[SUM]]
func.func @joined_and_padded(%a: tensor<2x4x4x8xbf16>, %b: tensor<2x4x4x8xbf16>, %q: tensor<2x2x16x8xbf16>, %s: tensor<2x2x17x8xbf16>, %w: tensor<16x4xbf16>) -> tensor<34x4xbf16> {
  %o = tensor.empty() : tensor<2x8x4x4xbf16>
  %a1 = linalg.transpose ins(%a : tensor<2x4x4x8xbf16>) outs(%o : tensor<2x8x4x4xbf16>) permutation = [0, 3, 1, 2]
  %b1 = linalg.transpose ins(%b : tensor<2x4x4x8xbf16>) outs(%o : tensor<2x8x4x4xbf16>) permutation = [0, 3, 1, 2]
  %c = tensor.concat dim(1) %a1, %b1 : (tensor<2x8x4x4xbf16>, tensor<2x8x4x4xbf16>) -> tensor<2x16x4x4xbf16>
  %c1 = tensor.collapse_shape %c [[0], [1], [2, 3]] : tensor<2x16x4x4xbf16> into tensor<2x16x16xbf16>
  %c2 = tensor.expand_shape %c1 [[0], [1, 2], [3]] output_shape [2, 2, 8, 16] : tensor<2x16x16xbf16> into tensor<2x2x8x16xbf16>
  %o2 = tensor.empty() : tensor<2x2x16x8xbf16>
  %c3 = linalg.transpose ins(%c2 : tensor<2x2x8x16xbf16>) outs(%o2 : tensor<2x2x16x8xbf16>) permutation = [0, 1, 3, 2]
  %m = fusion.mul %q, %c3 : (tensor<2x2x16x8xbf16>, tensor<2x2x16x8xbf16>) -> tensor<2x2x16x8xbf16>
  %zero = arith.constant 0.0 : bf16
  %p = tensor.pad %m low[0, 0, 1, 0] high[0, 0, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : bf16
  } : tensor<2x2x16x8xbf16> to tensor<2x2x17x8xbf16>
  %sum = fusion.add %s, %p : (tensor<2x2x17x8xbf16>, tensor<2x2x17x8xbf16>) -> tensor<2x2x17x8xbf16>
  %o3 = tensor.empty() : tensor<2x17x2x8xbf16>
  %t = linalg.transpose ins(%sum : tensor<2x2x17x8xbf16>) outs(%o3 : tensor<2x17x2x8xbf16>) permutation = [0, 2, 1, 3]
  %r = tensor.collapse_shape %t [[0, 1], [2, 3]] : tensor<2x17x2x8xbf16> into tensor<34x16xbf16>
  %y = fusion.matmul %r, %w : (tensor<34x16xbf16>, tensor<16x4xbf16>) -> tensor<34x4xbf16>
  return %y : tensor<34x4xbf16>
}

// Maps have no complex numbers.
// CHECK-LABEL: @complex_roll
// CHECK: tensor.concat
// CHECK-NOT: fusion.map
func.func @complex_roll(%x: tensor<10x16xcomplex<f32>>) -> tensor<10x16xf32> {
  %a = tensor.extract_slice %x[3, 0] [7, 16] [1, 1] : tensor<10x16xcomplex<f32>> to tensor<7x16xcomplex<f32>>
  %b = tensor.extract_slice %x[0, 0] [3, 16] [1, 1] : tensor<10x16xcomplex<f32>> to tensor<3x16xcomplex<f32>>
  %c = tensor.concat dim(0) %a, %b : (tensor<7x16xcomplex<f32>>, tensor<3x16xcomplex<f32>>) -> tensor<10x16xcomplex<f32>>
  %e = tensor.expand_shape %c [[0, 1], [2]] output_shape [2, 5, 16] : tensor<10x16xcomplex<f32>> into tensor<2x5x16xcomplex<f32>>
  %s = tensor.collapse_shape %e [[0, 1], [2]] : tensor<2x5x16xcomplex<f32>> into tensor<10x16xcomplex<f32>>
  %o = tensor.empty() : tensor<10x16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<10x16xcomplex<f32>>) outs(%o : tensor<10x16xf32>) {
  ^bb0(%v: complex<f32>, %w: f32):
    %0 = complex.re %v : complex<f32>
    linalg.yield %0 : f32
  } -> tensor<10x16xf32>
  return %r : tensor<10x16xf32>
}

// Windows in reverse order: what is divided is raised until it is not negative.
// CHECK-LABEL: @reversed_windows
// CHECK: fusion.map() tables(%{{.*}} = %arg0) at(%[[I:.*]], %{{.*}}) : (tensor<8x12x16xf32>) -> tensor<24x64xf32> {
// CHECK:   %[[R:.*]] = arith.subi %c23, %[[I]] : index
// CHECK:   %[[Q:.*]] = arith.divui %[[R]], %c12 : index
// CHECK:   arith.subi %[[Q]], %c1 : index
// CHECK: fusion.exp
func.func @reversed_windows(%x: tensor<8x12x16xf32>) -> tensor<24x64xf32> {
  %e = tensor.expand_shape %x [[0, 1], [2], [3]] output_shape [2, 4, 12, 16] : tensor<8x12x16xf32> into tensor<2x4x12x16xf32>
  %o = tensor.empty() : tensor<2x12x4x16xf32>
  %t = linalg.transpose ins(%e : tensor<2x4x12x16xf32>) outs(%o : tensor<2x12x4x16xf32>) permutation = [0, 2, 1, 3]
  %c = tensor.collapse_shape %t [[0, 1], [2, 3]] : tensor<2x12x4x16xf32> into tensor<24x64xf32>
  %0 = fusion.map() tables(%y = %c) at(%i, %j) : (tensor<24x64xf32>) -> tensor<24x64xf32> {
    %last = arith.constant 23 : index
    %p = arith.subi %last, %i : index
    %v = fusion.lookup %y[%p, %j] : tensor<24x64xf32>
    fusion.yield %v : f32
  }
  %r = fusion.exp %0 : tensor<24x64xf32>
  return %r : tensor<24x64xf32>
}

// Heads of a projection that are normalized behind a transposition read their rows where they lie.
// CHECK-LABEL: @normalized_heads
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK-NOT: linalg.transpose
// CHECK: %[[H:.*]] = fusion.map() tables({{.*}} = %[[P]]) at({{.*}} -> tensor<2x3x4x16xbf16>
// CHECK: fusion.cast %[[H]]
// CHECK: fusion.reduce addf
func.func @normalized_heads(%x: tensor<8x32xbf16>, %w: tensor<32x48xbf16>, %k: tensor<2x3x4x16xbf16>) -> tensor<2x3x4x4xf32> {
  %p = fusion.matmul %x, %w : (tensor<8x32xbf16>, tensor<32x48xbf16>) -> tensor<8x48xbf16>
  %e = tensor.expand_shape %p [[0, 1], [2, 3]] output_shape [2, 4, 3, 16] : tensor<8x48xbf16> into tensor<2x4x3x16xbf16>
  %o = tensor.empty() : tensor<2x3x4x16xbf16>
  %t = linalg.transpose ins(%e : tensor<2x4x3x16xbf16>) outs(%o : tensor<2x3x4x16xbf16>) permutation = [0, 2, 1, 3]
  %f = fusion.cast %t : tensor<2x3x4x16xbf16> to tensor<2x3x4x16xf32>
  %m = fusion.mul %f, %f : (tensor<2x3x4x16xf32>, tensor<2x3x4x16xf32>) -> tensor<2x3x4x16xf32>
  %s = fusion.reduce addf %m along [3] : tensor<2x3x4x16xf32> -> tensor<2x3x4x1xf32>
  %r = fusion.rsqrt %s : tensor<2x3x4x1xf32>
  %n = fusion.mul %f, %r : (tensor<2x3x4x16xf32>, tensor<2x3x4x1xf32>) -> tensor<2x3x4x16xf32>
  %q = fusion.cast %n : tensor<2x3x4x16xf32> to tensor<2x3x4x16xbf16>
  %y = fusion.matmul %q, %k {transpose_b} : (tensor<2x3x4x16xbf16>, tensor<2x3x4x16xbf16>) -> tensor<2x3x4x4xf32>
  return %y : tensor<2x3x4x4xf32>
}

// The halves of a rotary embedding stay where their whole does, which a product reads by strides.
// CHECK-LABEL: @turned_behind_a_norm
// CHECK-NOT: fusion.map
func.func @turned_behind_a_norm(%x: tensor<2x4x3x16xf32>, %c: tensor<4x16xf32>, %k: tensor<2x3x4x16xf32>) -> (tensor<2x3x4x4xf32>, tensor<2x4x3x16xf32>) {
  %s = fusion.reduce addf %x along [3] : tensor<2x4x3x16xf32> -> tensor<2x4x3x1xf32>
  %n = fusion.mul %x, %s : (tensor<2x4x3x16xf32>, tensor<2x4x3x1xf32>) -> tensor<2x4x3x16xf32>
  %o = tensor.empty() : tensor<2x3x4x16xf32>
  %t = linalg.transpose ins(%n : tensor<2x4x3x16xf32>) outs(%o : tensor<2x3x4x16xf32>) permutation = [0, 2, 1, 3]
  %a = tensor.extract_slice %t[0, 0, 0, 0] [2, 3, 4, 8] [1, 1, 1, 1] : tensor<2x3x4x16xf32> to tensor<2x3x4x8xf32>
  %b = tensor.extract_slice %t[0, 0, 0, 8] [2, 3, 4, 8] [1, 1, 1, 1] : tensor<2x3x4x16xf32> to tensor<2x3x4x8xf32>
  %minus = fusion.neg %b : tensor<2x3x4x8xf32>
  %j = tensor.concat dim(3) %minus, %a : (tensor<2x3x4x8xf32>, tensor<2x3x4x8xf32>) -> tensor<2x3x4x16xf32>
  %u = fusion.mul %t, %c : (tensor<2x3x4x16xf32>, tensor<4x16xf32>) -> tensor<2x3x4x16xf32>
  %v = fusion.mul %j, %c : (tensor<2x3x4x16xf32>, tensor<4x16xf32>) -> tensor<2x3x4x16xf32>
  %q = fusion.add %u, %v : (tensor<2x3x4x16xf32>, tensor<2x3x4x16xf32>) -> tensor<2x3x4x16xf32>
  %y = fusion.matmul %q, %k {transpose_b} : (tensor<2x3x4x16xf32>, tensor<2x3x4x16xf32>) -> tensor<2x3x4x4xf32>
  return %y, %n : tensor<2x3x4x4xf32>, tensor<2x4x3x16xf32>
}

// What is computed in front of a branch is not computed in it, and nothing is built in front of what it reads.
// CHECK-LABEL: @in_a_branch
// CHECK: %[[E:.*]] = fusion.exp %{{.*}} : tensor<8x16x64xf32>
// CHECK: scf.if
// CHECK-NOT: fusion.exp
// CHECK: %[[M:.*]] = fusion.map() tables(%{{.*}} = %[[E]]) at({{.*}}) : {{.*}} -> tensor<16x8x64xf32> {
// CHECK: fusion.mul %[[M]], %{{.*}} : (tensor<16x8x64xf32>, tensor<16x8x64xf32>)
func.func @in_a_branch(%x: tensor<8x16x64xf32>, %y: tensor<8x16x64xf32>, %z: tensor<16x8x1xf32>, %c: i1) -> tensor<16x8x1xf32> {
  %e = fusion.exp %x : tensor<8x16x64xf32>
  %r = scf.if %c -> tensor<16x8x1xf32> {
    %n = fusion.neg %y : tensor<8x16x64xf32>
    %m = fusion.mul %e, %n : (tensor<8x16x64xf32>, tensor<8x16x64xf32>) -> tensor<8x16x64xf32>
    %o = tensor.empty() : tensor<16x8x64xf32>
    %t = linalg.transpose ins(%m : tensor<8x16x64xf32>) outs(%o : tensor<16x8x64xf32>) permutation = [1, 0, 2]
    %s = fusion.reduce addf %t along [2] : tensor<16x8x64xf32> -> tensor<16x8x1xf32>
    scf.yield %s : tensor<16x8x1xf32>
  } else {
    scf.yield %z : tensor<16x8x1xf32>
  }
  return %r : tensor<16x8x1xf32>
}

// What is padded is read at three places of one result, and stored at none.
// CHECK-LABEL: @padded_once
// CHECK-NEXT: fusion.map() tables(%{{.*}} = %arg0)
// CHECK-NOT: tensor.pad
func.func @padded_once(%x: tensor<3x8xf32>) -> tensor<2x24x4xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[2, 0] high[3, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<3x8xf32> to tensor<8x8xf32>
  %0 = tensor.concat dim(0) %p, %p, %p : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<24x8xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [24, 2, 4] : tensor<24x8xf32> into tensor<24x2x4xf32>
  %e = tensor.empty() : tensor<2x24x4xf32>
  %2 = linalg.transpose ins(%1 : tensor<24x2x4xf32>) outs(%e : tensor<2x24x4xf32>) permutation = [1, 0, 2]
  return %2 : tensor<2x24x4xf32>
}

// Maps choose where they look up, in the place of among what they look up; short rows are read in place.
// RUN: fusion-opt %s --fusion-fold-lookups --split-input-file | FileCheck %s

// Pairs change places in short rows: one lookup, whose condition always holds.
// CHECK-LABEL: @swapped
// CHECK: fusion.map() tables(%[[T:.*]] = %arg0) at(%[[I:.*]], %[[J:.*]]) :
// CHECK-DAG: %[[BACK:.*]] = arith.addi %[[J]], %c-2
// CHECK-DAG: %[[SECOND:.*]] = arith.select %{{.*}}, %[[BACK]], %[[J]] : index
// CHECK-DAG: %[[ON:.*]] = arith.addi %[[J]], %c2
// CHECK: %[[PLACE:.*]] = arith.select %{{.*}}, %[[ON]], %[[SECOND]] : index
// CHECK-NEXT: %[[V:.*]] = fusion.lookup %[[T]][%[[I]], %[[PLACE]]] : tensor<9x6xf32>
// CHECK-NEXT: fusion.yield %[[V]]
func.func @swapped(%x: tensor<9x6xf32>) -> tensor<9x6xf32> {
  %a = tensor.extract_slice %x[0, 0] [9, 2] [1, 1] : tensor<9x6xf32> to tensor<9x2xf32>
  %b = tensor.extract_slice %x[0, 2] [9, 2] [1, 1] : tensor<9x6xf32> to tensor<9x2xf32>
  %c = tensor.extract_slice %x[0, 4] [9, 2] [1, 1] : tensor<9x6xf32> to tensor<9x2xf32>
  %0 = tensor.concat dim(1) %b, %a, %c : (tensor<9x2xf32>, tensor<9x2xf32>, tensor<9x2xf32>) -> tensor<9x6xf32>
  return %0 : tensor<9x6xf32>
}

// -----

// Interleaved halves: eight lanes load four of each at once, and it is known which of them read which half.
// CHECK-LABEL: @interleaved
// CHECK-COUNT-2: fusion.lookup
func.func @interleaved(%x: tensor<9x64xf32>) -> tensor<9x64xf32> {
  %a = tensor.extract_slice %x[0, 0] [9, 32] [1, 1] : tensor<9x64xf32> to tensor<9x32xf32>
  %b = tensor.extract_slice %x[0, 32] [9, 32] [1, 1] : tensor<9x64xf32> to tensor<9x32xf32>
  %0 = tensor.expand_shape %a [[0], [1, 2]] output_shape [9, 32, 1] : tensor<9x32xf32> into tensor<9x32x1xf32>
  %1 = tensor.expand_shape %b [[0], [1, 2]] output_shape [9, 32, 1] : tensor<9x32xf32> into tensor<9x32x1xf32>
  %2 = tensor.concat dim(2) %0, %1 : (tensor<9x32x1xf32>, tensor<9x32x1xf32>) -> tensor<9x32x2xf32>
  %3 = tensor.collapse_shape %2 [[0], [1, 2]] : tensor<9x32x2xf32> into tensor<9x64xf32>
  %4 = fusion.neg %3 : tensor<9x64xf32>
  return %4 : tensor<9x64xf32>
}

// -----

// Lanes of rows that are no multiple of eight have a place each.
// CHECK-LABEL: @interleaved_short
// CHECK: %[[V:.*]] = fusion.lookup %{{.*}}[%{{.*}}, %{{.*}}] : tensor<9x20xf32>
// CHECK-NEXT: fusion.yield %[[V]]
func.func @interleaved_short(%x: tensor<9x20xf32>) -> tensor<9x12xf32> {
  %a = tensor.extract_slice %x[0, 0] [9, 6] [1, 1] : tensor<9x20xf32> to tensor<9x6xf32>
  %b = tensor.extract_slice %x[0, 8] [9, 6] [1, 1] : tensor<9x20xf32> to tensor<9x6xf32>
  %0 = tensor.expand_shape %a [[0], [1, 2]] output_shape [9, 6, 1] : tensor<9x6xf32> into tensor<9x6x1xf32>
  %1 = tensor.expand_shape %b [[0], [1, 2]] output_shape [9, 6, 1] : tensor<9x6xf32> into tensor<9x6x1xf32>
  %2 = tensor.concat dim(2) %0, %1 : (tensor<9x6x1xf32>, tensor<9x6x1xf32>) -> tensor<9x6x2xf32>
  %3 = tensor.collapse_shape %2 [[0], [1, 2]] : tensor<9x6x2xf32> into tensor<9x12xf32>
  %4 = fusion.neg %3 : tensor<9x12xf32>
  return %4 : tensor<9x12xf32>
}

// -----

// Parts that begin at multiples of eight are the same in eight lanes, and so are parts of rows.
// CHECK-LABEL: @blocks
// CHECK-NOT: fusion.lookup
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : index
// CHECK: %[[V:.*]] = fusion.lookup
// CHECK-NEXT: fusion.yield %[[V]]
func.func @blocks(%x: tensor<9x64xf32>) -> tensor<9x64xf32> {
  %a = tensor.extract_slice %x[0, 0] [9, 16] [1, 1] : tensor<9x64xf32> to tensor<9x16xf32>
  %b = tensor.extract_slice %x[0, 16] [9, 16] [1, 1] : tensor<9x64xf32> to tensor<9x16xf32>
  %c = tensor.extract_slice %x[0, 32] [9, 32] [1, 1] : tensor<9x64xf32> to tensor<9x32xf32>
  %0 = tensor.concat dim(1) %b, %a, %c : (tensor<9x16xf32>, tensor<9x16xf32>, tensor<9x32xf32>) -> tensor<9x64xf32>
  return %0 : tensor<9x64xf32>
}

// -----

// Of two tables each is looked up; an element that is read twice is not looked up again.
// CHECK-LABEL: @tables
// CHECK-COUNT-2: fusion.lookup
// CHECK: arith.select
func.func @tables(%x: tensor<9x3xf32>, %y: tensor<9x3xf32>) -> tensor<9x6xf32> {
  %a = tensor.extract_slice %x[0, 0] [9, 3] [1, 1] : tensor<9x3xf32> to tensor<9x3xf32>
  %r = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<9x3xf32>) -> tensor<9x3xf32> {
    %c2 = arith.constant 2 : index
    %k = arith.subi %c2, %j : index
    %v = fusion.lookup %t[%i, %k] : tensor<9x3xf32>
    fusion.yield %v : f32
  }
  %0 = tensor.concat dim(1) %r, %y : (tensor<9x3xf32>, tensor<9x3xf32>) -> tensor<9x6xf32>
  return %0 : tensor<9x6xf32>
}

// -----

// Zeros around are what a lookup gives where its condition fails; other numbers are chosen.
// CHECK-LABEL: @zeros
// CHECK: %[[V:.*]] = fusion.lookup %{{.*}}[%{{.*}}, %{{.*}}] if %[[IN:.*]] : tensor<9x6xf32>
// CHECK-NEXT: fusion.yield %[[V]]
// CHECK: %[[W:.*]] = fusion.lookup %{{.*}}[%{{.*}}, %{{.*}}] if %[[IN:.*]] : tensor<9x6xf32>
// CHECK: arith.select %[[IN]], %[[W]],
func.func @zeros(%x: tensor<9x6xf32>) -> (tensor<11x8xf32>, tensor<11x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %0 = tensor.pad %x low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<9x6xf32> to tensor<11x8xf32>
  %1 = tensor.pad %x low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %minus : f32
  } : tensor<9x6xf32> to tensor<11x8xf32>
  return %0, %1 : tensor<11x8xf32>, tensor<11x8xf32>
}

// -----

// Zeros that a choice gives where the lookup is asked for are chosen.
// CHECK-LABEL: @chosen_zeros
// CHECK: %[[LOWER:.*]] = arith.cmpi ule
// CHECK: %[[V:.*]] = fusion.lookup
// CHECK: arith.select %[[LOWER]], %[[V]], %{{.*}} : f32
func.func @chosen_zeros(%x: tensor<9x6xf32>) -> tensor<9x8xf32> {
  %0 = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<9x6xf32>) -> tensor<9x6xf32> {
    %zero = arith.constant 0.0 : f32
    %lower = arith.cmpi ule, %j, %i : index
    %v = fusion.lookup %t[%i, %j] : tensor<9x6xf32>
    %r = arith.select %lower, %v, %zero : f32
    fusion.yield %r : f32
  }
  %zero = arith.constant 0.0 : f32
  %1 = tensor.pad %0 low[0, 2] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<9x6xf32> to tensor<9x8xf32>
  return %1 : tensor<9x8xf32>
}

// -----

// Each of two parts is asked for under its own condition, without what the choice among them says; what both are asked
// for under is asked once.
// CHECK-LABEL: @border_of_one_part
// CHECK-DAG: %[[SECOND:.*]] = arith.cmpi uge, %[[J:.*]], %c7 : index
// CHECK-DAG: %[[BACK:.*]] = arith.addi %[[J]], %c-7
// CHECK-DAG: %[[FIRST:.*]] = arith.cmpi ult, %[[J]], %c7 : index
// CHECK-DAG: %[[IN:.*]] = arith.cmpi ult, %[[J]], %c6 : index
// CHECK: %[[PLACE:.*]] = arith.select %[[FIRST]], %[[J]], %[[BACK]] : index
// CHECK: %[[ASKED:.*]] = arith.select %[[FIRST]], %[[IN]], %[[SECOND]] : i1
// CHECK: fusion.lookup %{{.*}}[%{{.*}}, %[[PLACE]]] if %[[ASKED]] : tensor<9x6xf32>
// CHECK-LABEL: @border_of_two_parts
// CHECK: %[[ROW:.*]] = arith.cmpi ult, %{{.*}}, %c6
// CHECK: %[[COLUMN:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i1
// CHECK: %[[BOTH:.*]] = arith.andi %[[ROW]], %[[COLUMN]]
// CHECK: fusion.lookup %{{.*}}[%{{.*}}, %{{.*}}] if %[[BOTH]] : tensor<6x6xf32>
func.func @border_of_one_part(%x: tensor<9x6xf32>) -> tensor<9x13xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[0, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<9x6xf32> to tensor<9x7xf32>
  %1 = tensor.concat dim(1) %0, %x : (tensor<9x7xf32>, tensor<9x6xf32>) -> tensor<9x13xf32>
  return %1 : tensor<9x13xf32>
}
func.func @border_of_two_parts(%x: tensor<6x6xf32>) -> tensor<6x13xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[1, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<6x6xf32> to tensor<7x7xf32>
  %1 = tensor.pad %x low[1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<6x6xf32> to tensor<7x6xf32>
  %2 = tensor.concat dim(1) %0, %1 : (tensor<7x7xf32>, tensor<7x6xf32>) -> tensor<7x13xf32>
  %3 = tensor.extract_slice %2 [0, 0] [6, 13] [1, 1] : tensor<7x13xf32> to tensor<6x13xf32>
  return %3 : tensor<6x13xf32>
}

// -----

// Borders that wrap: of nine parts one lookup, in range whatever the position.
// CHECK-LABEL: @wrapped
// CHECK: fusion.lookup %{{.*}}[%{{.*}}, %{{.*}}] : tensor<5x5xf32>
// CHECK-NEXT: fusion.yield
func.func @wrapped(%x: tensor<5x5xf32>) -> tensor<7x7xf32> {
  %top = tensor.extract_slice %x[4, 0] [1, 5] [1, 1] : tensor<5x5xf32> to tensor<1x5xf32>
  %bottom = tensor.extract_slice %x[0, 0] [1, 5] [1, 1] : tensor<5x5xf32> to tensor<1x5xf32>
  %0 = tensor.concat dim(0) %top, %x, %bottom : (tensor<1x5xf32>, tensor<5x5xf32>, tensor<1x5xf32>) -> tensor<7x5xf32>
  %left = tensor.extract_slice %0[0, 4] [7, 1] [1, 1] : tensor<7x5xf32> to tensor<7x1xf32>
  %right = tensor.extract_slice %0[0, 0] [7, 1] [1, 1] : tensor<7x5xf32> to tensor<7x1xf32>
  %1 = tensor.concat dim(1) %left, %0, %right : (tensor<7x1xf32>, tensor<7x5xf32>, tensor<7x1xf32>) -> tensor<7x7xf32>
  return %1 : tensor<7x7xf32>
}

// -----

// A formula of positions says where a short row is read: what is reflected along both dimensions is one map, however
// large it is.
// CHECK-LABEL: @reflected
// CHECK: fusion.map() tables(%[[T:.*]] = %arg0) at(
// CHECK: fusion.lookup %[[T]]
// CHECK-NOT: fusion.map
func.func @reflected(%x: tensor<4096x56x56xf32>) -> tensor<4096x60x60xf32> {
  %at = fusion.map() at(%i) : () -> tensor<60xi64> {
    %c2 = arith.constant 2 : i64
    %c55 = arith.constant 55 : i64
    %n = arith.index_cast %i : index to i64
    %s = arith.subi %n, %c2 : i64
    %a = math.absi %s : i64
    %d = arith.subi %c55, %a : i64
    %b = math.absi %d : i64
    %r = arith.subi %c55, %b : i64
    fusion.yield %r : i64
  }
  %rows = tensor.expand_shape %at [[0, 1]] output_shape [60, 1] : tensor<60xi64> into tensor<60x1xi64>
  %0 = fusion.map(%n = %rows) tables(%t = %x) at(%b, %i, %j) : (tensor<60x1xi64>, tensor<4096x56x56xf32>) -> tensor<4096x60x56xf32> {
    %k = arith.index_cast %n : i64 to index
    %v = fusion.lookup %t[%b, %k, %j] : tensor<4096x56x56xf32>
    fusion.yield %v : f32
  }
  %1 = fusion.map(%n = %at) tables(%t = %0) at(%b, %i, %j) : (tensor<60xi64>, tensor<4096x60x56xf32>) -> tensor<4096x60x60xf32> {
    %k = arith.index_cast %n : i64 to index
    %v = fusion.lookup %t[%b, %i, %k] : tensor<4096x60x56xf32>
    fusion.yield %v : f32
  }
  return %1 : tensor<4096x60x60xf32>
}

// -----

// What lies across the rows that are read is put into order first, if it is read often.
// CHECK-LABEL: @across
// CHECK: linalg.transpose
// CHECK: fusion.map()
func.func @across(%w: tensor<64x9xf32>) -> tensor<40000x64xf32> {
  %e = tensor.empty() : tensor<9x64xf32>
  %t = linalg.transpose ins(%w : tensor<64x9xf32>) outs(%e : tensor<9x64xf32>) permutation = [1, 0]
  %0 = fusion.map() tables(%table = %t) at(%i, %j) : (tensor<9x64xf32>) -> tensor<40000x64xf32> {
    %c9 = arith.constant 9 : index
    %k = arith.remui %i, %c9 : index
    %v = fusion.lookup %table[%k, %j] : tensor<9x64xf32>
    fusion.yield %v : f32
  }
  return %0 : tensor<40000x64xf32>
}

// -----

// It is put into order, too, where the row that is read is no sum of positions.
// CHECK-LABEL: @across_clamped
// CHECK: linalg.transpose
// CHECK: fusion.map()
func.func @across_clamped(%w: tensor<64x9xf32>) -> tensor<40000x64xf32> {
  %e = tensor.empty() : tensor<9x64xf32>
  %t = linalg.transpose ins(%w : tensor<64x9xf32>) outs(%e : tensor<9x64xf32>) permutation = [1, 0]
  %0 = fusion.map() tables(%table = %t) at(%i, %j) : (tensor<9x64xf32>) -> tensor<40000x64xf32> {
    %last = arith.constant 8 : index
    %k = arith.minui %i, %last : index
    %v = fusion.lookup %table[%k, %j] : tensor<9x64xf32>
    fusion.yield %v : f32
  }
  return %0 : tensor<40000x64xf32>
}

// -----

// Rows of a large tensor are read in place only in short steps, or where a formula of positions says: not in steps of
// eight, and not where a tensor says.
// CHECK-LABEL: @long_steps
// CHECK: linalg.transpose
// CHECK-LABEL: @at_elements
// CHECK: linalg.transpose
func.func @long_steps(%x: tensor<200000x64xf32>) -> tensor<200000x64xf32> {
  %0 = tensor.expand_shape %x [[0], [1, 2]] output_shape [200000, 8, 8] : tensor<200000x64xf32> into tensor<200000x8x8xf32>
  %e = tensor.empty() : tensor<200000x8x8xf32>
  %1 = linalg.transpose ins(%0 : tensor<200000x8x8xf32>) outs(%e : tensor<200000x8x8xf32>) permutation = [0, 2, 1]
  %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<200000x8x8xf32> into tensor<200000x64xf32>
  %3 = fusion.map() tables(%t = %2) at(%i, %j) : (tensor<200000x64xf32>) -> tensor<200000x64xf32> {
    %last = arith.constant 63 : index
    %k = arith.subi %last, %j : index
    %v = fusion.lookup %t[%i, %k] : tensor<200000x64xf32>
    fusion.yield %v : f32
  }
  return %3 : tensor<200000x64xf32>
}
func.func @at_elements(%x: tensor<100x2000x64xf32>, %ids: tensor<64xi32>) -> tensor<2000x100x64xf32> {
  %e = tensor.empty() : tensor<2000x100x64xf32>
  %0 = linalg.transpose ins(%x : tensor<100x2000x64xf32>) outs(%e : tensor<2000x100x64xf32>) permutation = [1, 0, 2]
  %1 = fusion.map(%id = %ids) tables(%t = %0) at(%i, %j, %k) : (tensor<64xi32>, tensor<2000x100x64xf32>) -> tensor<2000x100x64xf32> {
    %size = arith.constant 64 : i32
    %n = arith.remui %id, %size : i32
    %place = arith.index_cast %n : i32 to index
    %v = fusion.lookup %t[%i, %j, %place] : tensor<2000x100x64xf32>
    fusion.yield %v : f32
  }
  return %1 : tensor<2000x100x64xf32>
}

// -----

// Factors of products stay as they are: products read them in ways of their own.
// CHECK-LABEL: @factor
// CHECK: tensor.expand_shape
// CHECK: fusion.mul
// CHECK: fusion.matmul
func.func @factor(%x: tensor<5x192xbf16>, %w: tensor<40x192xbf16>, %s: tensor<40x3x1xbf16>) -> tensor<5x40xbf16> {
  %0 = fusion.neg %w : tensor<40x192xbf16>
  %e = tensor.empty() : tensor<192x40xbf16>
  %t = linalg.transpose ins(%0 : tensor<40x192xbf16>) outs(%e : tensor<192x40xbf16>) permutation = [1, 0]
  %back = tensor.empty() : tensor<40x192xbf16>
  %u = linalg.transpose ins(%t : tensor<192x40xbf16>) outs(%back : tensor<40x192xbf16>) permutation = [1, 0]
  %1 = tensor.expand_shape %u [[0], [1, 2]] output_shape [40, 3, 64] : tensor<40x192xbf16> into tensor<40x3x64xbf16>
  %2 = fusion.mul %1, %s : (tensor<40x3x64xbf16>, tensor<40x3x1xbf16>) -> tensor<40x3x64xbf16>
  %3 = tensor.collapse_shape %2 [[0], [1, 2]] : tensor<40x3x64xbf16> into tensor<40x192xbf16>
  %4 = fusion.matmul %x, %3 {transpose_b} : (tensor<5x192xbf16>, tensor<40x192xbf16>) -> tensor<5x40xbf16>
  return %4 : tensor<5x40xbf16>
}

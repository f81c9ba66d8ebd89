// Which element of a table each element is: what is no function of positions, or reads other elements, is no move.
// RUN: fusion-opt %s --fusion-compose-moves --canonicalize | FileCheck %s

// Slices that overlap, of two tensors, and in steps are no rolls.
// CHECK-LABEL: @no_rolls
// CHECK-NOT: fusion.map
// CHECK-COUNT-3: fusion.exp %concat
func.func @no_rolls(%x: tensor<10x16xf32>, %y: tensor<10x16xf32>) -> (tensor<10x16xf32>, tensor<10x16xf32>, tensor<10x16xf32>) {
  %behind = tensor.extract_slice %x[3, 0] [7, 16] [1, 1] : tensor<10x16xf32> to tensor<7x16xf32>
  %overlapping = tensor.extract_slice %x[2, 0] [3, 16] [1, 1] : tensor<10x16xf32> to tensor<3x16xf32>
  %0 = tensor.concat dim(0) %behind, %overlapping : (tensor<7x16xf32>, tensor<3x16xf32>) -> tensor<10x16xf32>
  %other = tensor.extract_slice %y[0, 0] [3, 16] [1, 1] : tensor<10x16xf32> to tensor<3x16xf32>
  %1 = tensor.concat dim(0) %behind, %other : (tensor<7x16xf32>, tensor<3x16xf32>) -> tensor<10x16xf32>
  %steps = tensor.extract_slice %x[2, 0] [4, 16] [2, 1] : tensor<10x16xf32> to tensor<4x16xf32>
  %rest = tensor.extract_slice %x[6, 0] [4, 16] [1, 1] : tensor<10x16xf32> to tensor<4x16xf32>
  %front = tensor.extract_slice %x[0, 0] [2, 16] [1, 1] : tensor<10x16xf32> to tensor<2x16xf32>
  %2 = tensor.concat dim(0) %steps, %rest, %front : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<2x16xf32>) -> tensor<10x16xf32>
  %3 = fusion.exp %0 : tensor<10x16xf32>
  %4 = fusion.exp %1 : tensor<10x16xf32>
  %5 = fusion.exp %2 : tensor<10x16xf32>
  return %3, %4, %5 : tensor<10x16xf32>, tensor<10x16xf32>, tensor<10x16xf32>
}

// Every other row from the third on, transposed.
// CHECK-LABEL: @rows_in_steps
// CHECK: at(%[[I:.*]], %[[J:.*]], %[[K:.*]]) :
// CHECK:   %[[STEPS:.*]] = arith.muli %[[J]], %c2
// CHECK:   %[[ROW:.*]] = arith.addi %[[STEPS]], %c3
// CHECK:   fusion.lookup %{{.*}}[%[[ROW]], %[[I]], %[[K]]]
func.func @rows_in_steps(%x: tensor<20x4x8xf32>) -> tensor<4x8x8xf32> {
  %s = tensor.extract_slice %x[3, 0, 0] [8, 4, 8] [2, 1, 1] : tensor<20x4x8xf32> to tensor<8x4x8xf32>
  %o = tensor.empty() : tensor<4x8x8xf32>
  %t = linalg.transpose ins(%s : tensor<8x4x8xf32>) outs(%o : tensor<4x8x8xf32>) permutation = [1, 0, 2]
  %r = fusion.exp %t : tensor<4x8x8xf32>
  return %r : tensor<4x8x8xf32>
}

// A transposed tensor of the same shape is another one.
// CHECK-LABEL: @square
// CHECK: at(%[[I:.*]], %[[J:.*]], %[[K:.*]]) :
// CHECK:   fusion.lookup %{{.*}}[%[[J]], %[[I]], %[[K]]]
func.func @square(%x: tensor<4x4x8xf32>) -> tensor<4x4x8xf32> {
  %o = tensor.empty() : tensor<4x4x8xf32>
  %t = linalg.transpose ins(%x : tensor<4x4x8xf32>) outs(%o : tensor<4x4x8xf32>) permutation = [1, 0, 2]
  %r = fusion.exp %t : tensor<4x4x8xf32>
  return %r : tensor<4x4x8xf32>
}

// An index of 8 bits that wraps: 40 * 7 is 24.
// CHECK-LABEL: @wraps
// CHECK: arith.muli %{{.*}}, %c40_i8 : i8
func.func @wraps(%x: tensor<10x16xf32>) -> tensor<16x16xf32> {
  %0 = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<10x16xf32>) -> tensor<16x16xf32> {
    %forty = arith.constant 40 : i8
    %ten = arith.constant 10 : i8
    %n = arith.index_cast %i : index to i8
    %wrapped = arith.muli %n, %forty : i8
    %rest = arith.remui %wrapped, %ten : i8
    %row = arith.index_castui %rest : i8 to index
    %v = fusion.lookup %t[%row, %j] : tensor<10x16xf32>
    fusion.yield %v : f32
  }
  %r = fusion.exp %0 : tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}

// Negative numbers are divided towards zero, and their remainders are negative.
// CHECK-LABEL: @towards_zero
// CHECK: arith.divsi
// CHECK: arith.remsi
func.func @towards_zero(%x: tensor<4x16xf32>) -> (tensor<6x16xf32>, tensor<6x16xf32>) {
  %0 = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<4x16xf32>) -> tensor<6x16xf32> {
    %two = arith.constant 2 : index
    %three = arith.constant 3 : index
    %from = arith.subi %i, %three : index
    %half = arith.divsi %from, %two : index
    %row = arith.addi %half, %two : index
    %v = fusion.lookup %t[%row, %j] : tensor<4x16xf32>
    fusion.yield %v : f32
  }
  %1 = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<4x16xf32>) -> tensor<6x16xf32> {
    %two = arith.constant 2 : index
    %three = arith.constant 3 : index
    %from = arith.subi %i, %three : index
    %rest = arith.remsi %from, %two : index
    %row = arith.addi %rest, %two : index
    %v = fusion.lookup %t[%row, %j] : tensor<4x16xf32>
    fusion.yield %v : f32
  }
  %2 = fusion.exp %0 : tensor<6x16xf32>
  %3 = fusion.exp %1 : tensor<6x16xf32>
  return %2, %3 : tensor<6x16xf32>, tensor<6x16xf32>
}

// A negative index counts from the end, and the largest one here is 0.
// CHECK-LABEL: @from_the_end
// CHECK: arith.remui %{{.*}}, %c12_i32
func.func @from_the_end(%x: tensor<13x16xf32>) -> tensor<12x16xf32> {
  %0 = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<13x16xf32>) -> tensor<12x16xf32> {
    %zero = arith.constant 0 : index
    %eleven = arith.constant 11 : index
    %twelve = arith.constant 12 : index
    %from = arith.subi %i, %eleven : index
    %negative = arith.cmpi slt, %from, %zero : index
    %up = arith.addi %from, %twelve : index
    %row = arith.select %negative, %up, %from : index
    %v = fusion.lookup %t[%row, %j] : tensor<13x16xf32>
    fusion.yield %v : f32
  }
  %r = fusion.exp %0 : tensor<12x16xf32>
  return %r : tensor<12x16xf32>
}

// Here it goes up to 14, and what is added to a negative one is 12: that is no remainder.
// CHECK-LABEL: @beyond_the_period
// CHECK: arith.select
func.func @beyond_the_period(%x: tensor<20x16xf32>) -> tensor<20x16xf32> {
  %0 = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<20x16xf32>) -> tensor<20x16xf32> {
    %zero = arith.constant 0 : index
    %five = arith.constant 5 : index
    %twelve = arith.constant 12 : index
    %from = arith.subi %i, %five : index
    %negative = arith.cmpi slt, %from, %zero : index
    %up = arith.addi %from, %twelve : index
    %row = arith.select %negative, %up, %from : index
    %v = fusion.lookup %t[%row, %j] : tensor<20x16xf32>
    fusion.yield %v : f32
  }
  %r = fusion.exp %0 : tensor<20x16xf32>
  return %r : tensor<20x16xf32>
}

// The lower triangle of a matrix is not the matrix.
// CHECK-LABEL: @triangle
// CHECK: fusion.lookup %{{.*}} if
func.func @triangle(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<16x16xf32>) -> tensor<16x16xf32> {
    %lower = arith.cmpi ule, %j, %i : index
    %v = fusion.lookup %t[%i, %j] if %lower : tensor<16x16xf32>
    fusion.yield %v : f32
  }
  %r = fusion.exp %0 : tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}

// Positions beyond 2^31 are not divided in 32 bits.
// CHECK-LABEL: @large
// CHECK: arith.divui %{{.*}}, %c1073741824 : index
// CHECK: arith.remui %{{.*}}, %c1073741824 : index
func.func @large(%x: tensor<3x1073741824xi8>) -> tensor<3221225472xf32> {
  %a = tensor.extract_slice %x[0, 536870912] [3, 536870912] [1, 1] : tensor<3x1073741824xi8> to tensor<3x536870912xi8>
  %b = tensor.extract_slice %x[0, 0] [3, 536870912] [1, 1] : tensor<3x1073741824xi8> to tensor<3x536870912xi8>
  %c = tensor.concat dim(1) %a, %b : (tensor<3x536870912xi8>, tensor<3x536870912xi8>) -> tensor<3x1073741824xi8>
  %e = tensor.collapse_shape %c [[0, 1]] : tensor<3x1073741824xi8> into tensor<3221225472xi8>
  %r = fusion.cast %e : tensor<3221225472xi8> to tensor<3221225472xf32>
  return %r : tensor<3221225472xf32>
}

// What is divided is 8 - i >= -9, and is raised by 12: windows of which 18 of 24 rows are reversed.
// CHECK-LABEL: @raised
// CHECK: %[[R:.*]] = arith.subi %c20, %{{.*}} : index
// CHECK: %[[Q:.*]] = arith.divui %[[R]], %c12 : index
// CHECK: arith.subi %[[Q]], %c1 : index
func.func @raised(%x: tensor<8x12x16xf32>) -> tensor<18x64xf32> {
  %e = tensor.expand_shape %x [[0, 1], [2], [3]] output_shape [2, 4, 12, 16] : tensor<8x12x16xf32> into tensor<2x4x12x16xf32>
  %o = tensor.empty() : tensor<2x12x4x16xf32>
  %t = linalg.transpose ins(%e : tensor<2x4x12x16xf32>) outs(%o : tensor<2x12x4x16xf32>) permutation = [0, 2, 1, 3]
  %c = tensor.collapse_shape %t [[0, 1], [2, 3]] : tensor<2x12x4x16xf32> into tensor<24x64xf32>
  %0 = fusion.map() tables(%y = %c) at(%i, %j) : (tensor<24x64xf32>) -> tensor<18x64xf32> {
    %last = arith.constant 20 : index
    %p = arith.subi %last, %i : index
    %v = fusion.lookup %y[%p, %j] : tensor<24x64xf32>
    fusion.yield %v : f32
  }
  %r = fusion.exp %0 : tensor<18x64xf32>
  return %r : tensor<18x64xf32>
}

// What is moved in front and behind is one map.
// CHECK-LABEL: @moved_in_front
// CHECK-SAME: (%[[X:.*]]: tensor<6x8x4x16xf32>, %[[Y:.*]]: tensor<4x6x8x16xf32>)
// CHECK: fusion.map() tables(%[[T:.*]] = %[[X]]) at(%[[I:.*]], %[[J:.*]], %[[K:.*]], %[[L:.*]]) :
// CHECK:   fusion.lookup %[[T]][%[[K]], %[[I]], %[[J]], %[[L]]]
// CHECK: fusion.map() tables(%[[U:.*]] = %[[Y]]) at(%[[I:.*]], %[[J:.*]], %[[K:.*]], %[[L:.*]]) :
// CHECK:   fusion.lookup %[[U]][%[[J]], %[[K]], %[[I]], %[[L]]]
func.func @moved_in_front(%x: tensor<6x8x4x16xf32>, %y: tensor<4x6x8x16xf32>) -> tensor<8x4x6x16xf32> {
  %o1 = tensor.empty() : tensor<4x6x8x16xf32>
  %t1 = linalg.transpose ins(%x : tensor<6x8x4x16xf32>) outs(%o1 : tensor<4x6x8x16xf32>) permutation = [2, 0, 1, 3]
  %a = fusion.add %t1, %y : (tensor<4x6x8x16xf32>, tensor<4x6x8x16xf32>) -> tensor<4x6x8x16xf32>
  %o = tensor.empty() : tensor<8x4x6x16xf32>
  %t = linalg.transpose ins(%a : tensor<4x6x8x16xf32>) outs(%o : tensor<8x4x6x16xf32>) permutation = [2, 0, 1, 3]
  %r = fusion.exp %t : tensor<8x4x6x16xf32>
  return %r : tensor<8x4x6x16xf32>
}

// A mask of rows and columns, which all images share, is that of the same rows and columns in the other order.
// CHECK-LABEL: @shared_mask
// CHECK: fusion.map() at(%[[I:.*]], %{{.*}}, %[[J:.*]]) : () -> tensor<6x1x16xf32> {
// CHECK:   arith.cmpi ule, %[[J]], %[[I]] : index
func.func @shared_mask(%x: tensor<4x6x16xf32>) -> tensor<6x4x16xf32> {
  %m = fusion.map() at(%i, %j) : () -> tensor<6x16xf32> {
    %lower = arith.cmpi ule, %j, %i : index
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %v = arith.select %lower, %zero, %one : f32
    fusion.yield %v : f32
  }
  %d = fusion.sub %x, %m : (tensor<4x6x16xf32>, tensor<6x16xf32>) -> tensor<4x6x16xf32>
  %o = tensor.empty() : tensor<6x4x16xf32>
  %t = linalg.transpose ins(%d : tensor<4x6x16xf32>) outs(%o : tensor<6x4x16xf32>) permutation = [1, 0, 2]
  %r = fusion.exp %t : tensor<6x4x16xf32>
  return %r : tensor<6x4x16xf32>
}

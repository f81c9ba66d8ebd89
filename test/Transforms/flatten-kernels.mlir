// RUN: fusion-opt %s --fusion-flatten-kernels --split-input-file | FileCheck %s

// Rows of 6 elements are no whole vectors, five of them neither, and 64 times those are. What is repeated along a part of
// them is looked up.
// CHECK-LABEL: func.func @rows
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %arg0 {{\[}}[0, 1, 2]] : tensor<64x5x6xf32> into tensor<1920xf32>
// CHECK: fusion.kernel(%[[X:.*]] = %[[FLAT]], %[[Y:.*]] = %arg1) : (tensor<1920xf32>, tensor<5x6xf32>) -> tensor<1920xf32>
// CHECK: fusion.map() tables(%[[T:.*]] = %[[Y]]) at(%[[I:.*]]) : (tensor<5x6xf32>) -> tensor<1920xf32>
// CHECK: %[[BY6:.*]] = arith.divui %{{.*}}, %{{.*}} : i32
// CHECK: arith.remui %[[BY6]], %{{.*}} : i32
// CHECK: arith.remui
// CHECK: fusion.lookup %[[T]]
// CHECK: fusion.add %[[X]], %{{.*}} : (tensor<1920xf32>, tensor<1920xf32>) -> tensor<1920xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0, 1, 2]] output_shape [64, 5, 6]
func.func @rows(%x: tensor<64x5x6xf32>, %y: tensor<5x6xf32>) -> tensor<64x5x6xf32> {
  %0 = fusion.kernel(%x0 = %x, %y0 = %y) : (tensor<64x5x6xf32>, tensor<5x6xf32>) -> tensor<64x5x6xf32> {
    %1 = fusion.add %x0, %y0 : (tensor<64x5x6xf32>, tensor<5x6xf32>) -> tensor<64x5x6xf32>
    fusion.yield %1 : tensor<64x5x6xf32>
  }
  return %0 : tensor<64x5x6xf32>
}

// -----

// As few dimensions as have whole vectors; what is repeated along all of them stays so.
// CHECK-LABEL: func.func @few
// CHECK: fusion.kernel(%{{.*}}) : (tensor<3x36x8xf32>) -> tensor<3x36x8xf32>
// CHECK: tensor.collapse_shape %arg1 {{\[}}[0], [1, 2]] : tensor<3x12x6xf32> into tensor<3x72xf32>
// CHECK: fusion.kernel(%[[X:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}}) : (tensor<3x72xf32>, tensor<3x1xf32>) -> tensor<3x72xf32>
// CHECK-NOT: fusion.map
func.func @few(%x: tensor<3x36x8xf32>, %y: tensor<3x12x6xf32>, %z: tensor<3x1x1xf32>)
    -> (tensor<3x36x8xf32>, tensor<3x12x6xf32>) {
  %0 = fusion.kernel(%x0 = %x) : (tensor<3x36x8xf32>) -> tensor<3x36x8xf32> {
    %1 = fusion.neg %x0 : tensor<3x36x8xf32>
    fusion.yield %1 : tensor<3x36x8xf32>
  }
  %2 = fusion.kernel(%y0 = %y, %z0 = %z) : (tensor<3x12x6xf32>, tensor<3x1x1xf32>) -> tensor<3x12x6xf32> {
    %3 = fusion.mul %y0, %z0 : (tensor<3x12x6xf32>, tensor<3x1x1xf32>) -> tensor<3x12x6xf32>
    fusion.yield %3 : tensor<3x12x6xf32>
  }
  return %0, %2 : tensor<3x36x8xf32>, tensor<3x12x6xf32>
}

// -----

// A slice whose rows are apart is looked up where it lies, and what is written into a part of rows stays: neither is
// copied. Slices of whole rows are one dimension, too.
// CHECK-LABEL: func.func @slices
// CHECK: %[[PART:.*]] = tensor.extract_slice %arg0
// CHECK: fusion.kernel(%{{.*}} = %[[PART]]) : (tensor<8x6xf32>) -> tensor<48xf32>
// CHECK: fusion.map() tables({{.*}}) at({{.*}}) : (tensor<8x6xf32>) -> tensor<48xf32>
// CHECK: %[[ROWS:.*]] = tensor.extract_slice %arg1
// CHECK: tensor.collapse_shape %[[ROWS]]
// CHECK-LABEL: func.func @part
// CHECK: fusion.kernel(%{{.*}} = %arg0) : (tensor<8x6xf32>) -> tensor<8x6xf32>
func.func @slices(%x: tensor<8x20xf32>, %y: tensor<9x6xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>) {
  %s = tensor.extract_slice %x[0, 3] [8, 6] [1, 1] : tensor<8x20xf32> to tensor<8x6xf32>
  %0 = fusion.kernel(%s0 = %s) : (tensor<8x6xf32>) -> tensor<8x6xf32> {
    %1 = fusion.neg %s0 : tensor<8x6xf32>
    fusion.yield %1 : tensor<8x6xf32>
  }
  %r = tensor.extract_slice %y[1, 0] [8, 6] [1, 1] : tensor<9x6xf32> to tensor<8x6xf32>
  %2 = fusion.kernel(%r0 = %r) : (tensor<8x6xf32>) -> tensor<8x6xf32> {
    %3 = fusion.neg %r0 : tensor<8x6xf32>
    fusion.yield %3 : tensor<8x6xf32>
  }
  return %0, %2 : tensor<8x6xf32>, tensor<8x6xf32>
}
func.func @part(%x: tensor<8x6xf32>, %y: tensor<8x7xf32>) -> tensor<8x13xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<8x6xf32>) -> tensor<8x6xf32> {
    %1 = fusion.neg %x0 : tensor<8x6xf32>
    fusion.yield %1 : tensor<8x6xf32>
  }
  %c = tensor.concat dim(1) %0, %y : (tensor<8x6xf32>, tensor<8x7xf32>) -> tensor<8x13xf32>
  return %c : tensor<8x13xf32>
}

// -----

// What is repeated along a dimension is looked up at its begin, tables stay as they are, and so do attributes. An operand
// that is a table, too, has one shape: its kernel stays.
// CHECK-LABEL: func.func @tables
// CHECK: fusion.kernel(%[[T:.*]] = %arg0, %[[Y:.*]] = %arg1) : (tensor<4x6xf32>, tensor<4x1xf32>) -> tensor<24xf32> attributes {test.kept}
// CHECK: fusion.map() tables(%[[YT:.*]] = %[[Y]])
// CHECK: fusion.lookup %[[YT]][%{{.*}}, %c0{{.*}}] : tensor<4x1xf32>
// CHECK: fusion.map() tables(%{{.*}} = %[[T]])
// CHECK: fusion.lookup {{.*}} : tensor<4x6xf32>
// CHECK-LABEL: func.func @both
// CHECK: fusion.kernel(%{{.*}} = %arg0) : (tensor<4x6xf32>) -> tensor<4x6xf32>
func.func @tables(%x: tensor<4x6xf32>, %y: tensor<4x1xf32>) -> tensor<4x6xf32> {
  %0 = fusion.kernel(%x0 = %x, %y0 = %y) : (tensor<4x6xf32>, tensor<4x1xf32>) -> tensor<4x6xf32> attributes {test.kept} {
    %1 = fusion.map() tables(%t = %x0) at(%i, %j) : (tensor<4x6xf32>) -> tensor<4x6xf32> {
      %3 = arith.constant 5 : index
      %4 = arith.subi %3, %j : index
      %5 = fusion.lookup %t[%i, %4] : tensor<4x6xf32>
      fusion.yield %5 : f32
    }
    %2 = fusion.mul %1, %y0 : (tensor<4x6xf32>, tensor<4x1xf32>) -> tensor<4x6xf32>
    fusion.yield %2 : tensor<4x6xf32>
  }
  return %0 : tensor<4x6xf32>
}
func.func @both(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<4x6xf32>) -> tensor<4x6xf32> {
    %1 = fusion.map(%e = %x0) tables(%t = %x0) at(%i, %j) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32> {
      %3 = arith.constant 5 : index
      %4 = arith.subi %3, %j : index
      %5 = fusion.lookup %t[%i, %4] : tensor<4x6xf32>
      %6 = arith.addf %5, %e : f32
      fusion.yield %6 : f32
    }
    fusion.yield %1 : tensor<4x6xf32>
  }
  return %0 : tensor<4x6xf32>
}

// -----

// The new position is taken apart.
// CHECK-LABEL: func.func @positions
// CHECK: fusion.map(%{{.*}} = %{{.*}}) at(%[[I:.*]]) : (tensor<120xi32>) -> tensor<120xi32>
// CHECK: %[[ROW:.*]] = arith.divui
// CHECK: %[[ROW_INDEX:.*]] = arith.index_castui %[[ROW]]
// CHECK: %[[COLUMN:.*]] = arith.remui
// CHECK: %[[COLUMN_INDEX:.*]] = arith.index_castui %[[COLUMN]]
// CHECK: arith.index_cast %[[ROW_INDEX]]
// CHECK: arith.index_cast %[[COLUMN_INDEX]]
func.func @positions(%x: tensor<12x10xi32>) -> tensor<12x10xi32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<12x10xi32>) -> tensor<12x10xi32> {
    %1 = fusion.map(%e = %x0) at(%i, %j) : (tensor<12x10xi32>) -> tensor<12x10xi32> {
      %2 = arith.index_cast %i : index to i32
      %3 = arith.index_cast %j : index to i32
      %4 = arith.muli %2, %3 : i32
      %5 = arith.addi %4, %e : i32
      fusion.yield %5 : i32
    }
    fusion.yield %1 : tensor<12x10xi32>
  }
  return %0 : tensor<12x10xi32>
}

// -----

// An odd number of elements has no whole vectors, and sizes that are not known none that are known.
// CHECK-LABEL: func.func @odd
// CHECK: fusion.kernel(%{{.*}}) : (tensor<7x9xf32>) -> tensor<7x9xf32>
// CHECK-LABEL: func.func @open
// CHECK: fusion.kernel(%{{.*}}) : (tensor<?x6xf32>) -> tensor<?x6xf32>
// CHECK-LABEL: func.func @reduced
// CHECK-NOT: tensor.collapse_shape
func.func @odd(%x: tensor<7x9xf32>) -> tensor<7x9xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<7x9xf32>) -> tensor<7x9xf32> {
    %1 = fusion.neg %x0 : tensor<7x9xf32>
    fusion.yield %1 : tensor<7x9xf32>
  }
  return %0 : tensor<7x9xf32>
}
func.func @open(%x: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<?x6xf32>) -> tensor<?x6xf32> {
    %1 = fusion.neg %x0 : tensor<?x6xf32>
    fusion.yield %1 : tensor<?x6xf32>
  }
  return %0 : tensor<?x6xf32>
}
func.func @reduced(%x: tensor<16x6xf32>) -> tensor<16x1xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<16x6xf32>) -> tensor<16x1xf32> {
    %1 = fusion.reduce addf %x0 along [1] : tensor<16x6xf32> -> tensor<16x1xf32>
    fusion.yield %1 : tensor<16x1xf32>
  }
  return %0 : tensor<16x1xf32>
}

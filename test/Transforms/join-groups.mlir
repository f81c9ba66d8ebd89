// RUN: fusion-opt %s --fusion-propagate-layout | FileCheck %s

// Numbers for groups of a row, where integers are dequantised in groups: they are looked up in rows.

// CHECK-LABEL: func @reshaped(
// CHECK-SAME: %[[Q:.*]]: tensor<64x512xi8>, %[[S:.*]]: tensor<64x4xf32>, %[[Z:.*]]: tensor<4x1xi8>
// CHECK-NOT: tensor.expand_shape
// CHECK: %[[FLOATS:.*]] = fusion.cast %[[Q]] : tensor<64x512xi8> to tensor<64x512xf32>
// CHECK: fusion.map() tables(%[[T:.*]] = %{{.*}}) at(%[[J:.*]]) : (tensor<4xi8>) -> tensor<512xi8>
// CHECK: arith.divui %[[J]], %{{.*}} : index
// CHECK: fusion.sub %[[FLOATS]]
// CHECK: fusion.map() tables(%[[T:.*]] = %[[S]]) at(%[[I:.*]], %[[J:.*]]) : (tensor<64x4xf32>) -> tensor<64x512xf32>
// CHECK: %[[GROUP:.*]] = arith.divui %[[J]], %{{.*}} : index
// CHECK: fusion.lookup %[[T]][%[[I]], %[[GROUP]]]
// CHECK: fusion.mul {{.*}} : (tensor<64x512xf32>, tensor<64x512xf32>) -> tensor<64x512xf32>
// CHECK-NOT: tensor.collapse_shape
// CHECK: return
func.func @reshaped(%q: tensor<64x512xi8>, %s: tensor<64x4xf32>, %z: tensor<4x1xi8>) -> tensor<64x512xf32> {
  %0 = tensor.expand_shape %q [[0], [1, 2]] output_shape [64, 4, 128] : tensor<64x512xi8> into tensor<64x4x128xi8>
  %1 = fusion.cast %0 : tensor<64x4x128xi8> to tensor<64x4x128xf32>
  %2 = fusion.cast %z : tensor<4x1xi8> to tensor<4x1xf32>
  %3 = fusion.sub %1, %2 : (tensor<64x4x128xf32>, tensor<4x1xf32>) -> tensor<64x4x128xf32>
  %4 = tensor.expand_shape %s [[0], [1, 2]] output_shape [64, 4, 1] : tensor<64x4xf32> into tensor<64x4x1xf32>
  %5 = fusion.mul %3, %4 : (tensor<64x4x128xf32>, tensor<64x4x1xf32>) -> tensor<64x4x128xf32>
  %6 = tensor.collapse_shape %5 [[0], [1, 2]] : tensor<64x4x128xf32> into tensor<64x512xf32>
  return %6 : tensor<64x512xf32>
}

// CHECK-LABEL: func @repeated(
// CHECK-SAME: %[[S:.*]]: tensor<64x4xf32>
// CHECK-NOT: linalg.broadcast
// CHECK: fusion.map() tables(%[[T:.*]] = %[[S]]) at(%[[I:.*]], %[[J:.*]]) : (tensor<64x4xf32>) -> tensor<64x512xf32>
// CHECK: %[[GROUP:.*]] = arith.divui %[[J]], %{{.*}} : index
// CHECK: fusion.lookup %[[T]][%[[I]], %[[GROUP]]]
func.func @repeated(%s: tensor<64x4xf32>) -> tensor<64x512xf32> {
  %0 = tensor.empty() : tensor<64x4x128xf32>
  %1 = linalg.broadcast ins(%s : tensor<64x4xf32>) outs(%0 : tensor<64x4x128xf32>) dimensions = [2]
  %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<64x4x128xf32> into tensor<64x512xf32>
  return %2 : tensor<64x512xf32>
}

// Numbers that differ within a group, the same in all groups, are no numbers of groups.
// CHECK-LABEL: func @along_groups(
// CHECK: tensor.collapse_shape
func.func @along_groups(%q: tensor<64x512xi8>, %s: tensor<1x128xf32>) -> tensor<64x512xf32> {
  %0 = tensor.expand_shape %q [[0], [1, 2]] output_shape [64, 4, 128] : tensor<64x512xi8> into tensor<64x4x128xi8>
  %1 = fusion.cast %0 : tensor<64x4x128xi8> to tensor<64x4x128xf32>
  %2 = fusion.mul %1, %s : (tensor<64x4x128xf32>, tensor<1x128xf32>) -> tensor<64x4x128xf32>
  %3 = tensor.collapse_shape %2 [[0], [1, 2]] : tensor<64x4x128xf32> into tensor<64x512xf32>
  return %3 : tensor<64x512xf32>
}

// Floats in groups stay in groups: the rows of a norm are fused as such.
// CHECK-LABEL: func @floats(
// CHECK: fusion.mul {{.*}} tensor<64x4x128xf32>
// CHECK: tensor.collapse_shape
func.func @floats(%x: tensor<64x512xf32>, %s: tensor<64x4x1xf32>) -> tensor<64x512xf32> {
  %0 = tensor.expand_shape %x [[0], [1, 2]] output_shape [64, 4, 128] : tensor<64x512xf32> into tensor<64x4x128xf32>
  %1 = fusion.mul %0, %s : (tensor<64x4x128xf32>, tensor<64x4x1xf32>) -> tensor<64x4x128xf32>
  %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<64x4x128xf32> into tensor<64x512xf32>
  return %2 : tensor<64x512xf32>
}

// Integers that are taken apart by a number for each part of them: in rows, by the position.
// CHECK-LABEL: func @parts(
// CHECK-SAME: %[[W:.*]]: tensor<64x256xi8>
// CHECK-NOT: tensor.expand_shape
// CHECK: %[[REPEATED:.*]] = fusion.map() tables(%[[T:.*]] = %[[W]]) at(%[[I:.*]], %[[J:.*]]) : (tensor<64x256xi8>) -> tensor<64x512xi8>
// CHECK: %[[PLACE:.*]] = arith.divui %[[J]], %{{.*}} : index
// CHECK: fusion.lookup %[[T]][%[[I]], %[[PLACE]]]
// CHECK: fusion.map(%[[BYTE:.*]] = %[[REPEATED]]) at(%{{.*}}, %[[J:.*]]) : (tensor<64x512xi8>) -> tensor<64x512xi8>
// CHECK: %[[PART:.*]] = arith.remui %[[J]], %c2 : index
// CHECK: %[[ISODD:.*]] = arith.cmpi eq, %[[PART]], %c1 : index
// CHECK: %[[SHIFT:.*]] = arith.select %[[ISODD]], %c4_i8, %c0_i8 : i8
// CHECK: arith.shrui %[[BYTE]], %[[SHIFT]] : i8
// CHECK-NOT: tensor.collapse_shape
// CHECK: return
func.func @parts(%w: tensor<64x256xi8>) -> tensor<64x512xi8> {
  %shifts = arith.constant dense<[[[0, 4]]]> : tensor<1x1x2xi8>
  %0 = tensor.expand_shape %w [[0], [1, 2]] output_shape [64, 256, 1] : tensor<64x256xi8> into tensor<64x256x1xi8>
  %1 = fusion.map(%b = %0, %n = %shifts) : (tensor<64x256x1xi8>, tensor<1x1x2xi8>) -> tensor<64x256x2xi8> {
    %shifted = arith.shrui %b, %n : i8
    fusion.yield %shifted : i8
  }
  %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<64x256x2xi8> into tensor<64x512xi8>
  return %2 : tensor<64x512xi8>
}

// Numbers that a graph computes, or floats, are none of parts.
// CHECK-LABEL: func @computed_parts(
// CHECK: tensor.collapse_shape
// CHECK-LABEL: func @parts_of_floats(
// CHECK: tensor.collapse_shape
func.func @computed_parts(%w: tensor<64x256xi8>, %n: tensor<2xi8>) -> tensor<64x512xi8> {
  %0 = tensor.expand_shape %w [[0], [1, 2]] output_shape [64, 256, 1] : tensor<64x256xi8> into tensor<64x256x1xi8>
  %1 = fusion.map(%b = %0, %s = %n) : (tensor<64x256x1xi8>, tensor<2xi8>) -> tensor<64x256x2xi8> {
    %shifted = arith.shrui %b, %s : i8
    fusion.yield %shifted : i8
  }
  %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<64x256x2xi8> into tensor<64x512xi8>
  return %2 : tensor<64x512xi8>
}
func.func @parts_of_floats(%w: tensor<64x256xf32>) -> tensor<64x512xf32> {
  %n = arith.constant dense<[1.0, 4.0]> : tensor<2xf32>
  %0 = tensor.expand_shape %w [[0], [1, 2]] output_shape [64, 256, 1] : tensor<64x256xf32> into tensor<64x256x1xf32>
  %1 = fusion.mul %0, %n : (tensor<64x256x1xf32>, tensor<2xf32>) -> tensor<64x256x2xf32>
  %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<64x256x2xf32> into tensor<64x512xf32>
  return %2 : tensor<64x512xf32>
}

// Along another dimension than the last: words that hold eight integers along rows, and numbers of groups of rows. Numbers
// of more parts are multiplied.
// CHECK-LABEL: func @words(
// CHECK-SAME: %[[W:.*]]: tensor<32x64xi32>, %[[S:.*]]: tensor<2x64xf32>)
// CHECK-NOT: tensor.expand_shape
// CHECK: %[[REPEATED:.*]] = fusion.map() tables(%[[T:.*]] = %[[W]]) at(%[[I:.*]], %[[J:.*]]) : (tensor<32x64xi32>) -> tensor<256x64xi32>
// CHECK: %[[PLACE:.*]] = arith.divui %[[I]], %c8 : index
// CHECK: fusion.lookup %[[T]][%[[PLACE]], %[[J]]]
// CHECK: fusion.map(%[[WORD:.*]] = %[[REPEATED]]) at(%[[I:.*]], %{{.*}}) : (tensor<256x64xi32>) -> tensor<256x64xi32>
// CHECK: %[[PART:.*]] = arith.andi %[[I]], %c7 : index
// CHECK: %[[NUMBER:.*]] = arith.index_castui %[[PART]] : index to i32
// CHECK: %[[SHIFT:.*]] = arith.muli %[[NUMBER]], %c4_i32 : i32
// CHECK: arith.shrui %[[WORD]], %[[SHIFT]] : i32
// CHECK: fusion.map() tables(%[[T:.*]] = %[[S]]) at(%[[I:.*]], %[[J:.*]]) : (tensor<2x64xf32>) -> tensor<256x64xf32>
// CHECK: %[[GROUP:.*]] = arith.divui %[[I]], %c128 : index
// CHECK: fusion.lookup %[[T]][%[[GROUP]], %[[J]]]
// CHECK-NOT: tensor.collapse_shape
// CHECK: return
func.func @words(%w: tensor<32x64xi32>, %s: tensor<2x64xf32>) -> tensor<256x64xf32> {
  %shifts = arith.constant dense<[[0], [4], [8], [12], [16], [20], [24], [28]]> : tensor<8x1xi32>
  %0 = tensor.expand_shape %w [[0], [1, 2]] output_shape [32, 1, 64] : tensor<32x64xi32> into tensor<32x1x64xi32>
  %1 = fusion.map(%b = %0, %n = %shifts) : (tensor<32x1x64xi32>, tensor<8x1xi32>) -> tensor<32x8x64xi32> {
    %shifted = arith.shrui %b, %n : i32
    fusion.yield %shifted : i32
  }
  %2 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<32x8x64xi32> into tensor<256x64xi32>
  %3 = fusion.cast %2 : tensor<256x64xi32> to tensor<256x64xf32>
  %4 = tensor.empty() : tensor<2x128x64xf32>
  %5 = linalg.broadcast ins(%s : tensor<2x64xf32>) outs(%4 : tensor<2x128x64xf32>) dimensions = [1]
  %6 = tensor.collapse_shape %5 [[0, 1], [2]] : tensor<2x128x64xf32> into tensor<256x64xf32>
  %7 = fusion.mul %3, %6 : (tensor<256x64xf32>, tensor<256x64xf32>) -> tensor<256x64xf32>
  return %7 : tensor<256x64xf32>
}

// Integers that follow from words are computed where they are repeated: words are looked up, and not what follows.
// CHECK-LABEL: func @zero_points(
// CHECK-SAME: %{{.*}}, %[[Z:.*]]: tensor<2x8xi32>)
// CHECK: fusion.map() tables(%[[T:.*]] = %[[Z]]) at(%[[I:.*]], %[[J:.*]]) : (tensor<2x8xi32>) -> tensor<256x64xi32>
// CHECK-DAG: %[[GROUP:.*]] = arith.divui %[[I]], %c128 : index
// CHECK-DAG: %[[PLACE:.*]] = arith.divui %{{.*}}, %c8 : index
// CHECK: fusion.lookup %[[T]][%{{.*}}, %{{.*}}]
// CHECK-NOT: tensor.collapse_shape
// CHECK: return
func.func @zero_points(%q: tensor<256x64xi8>, %z: tensor<2x8xi32>) -> tensor<256x64xf32> {
  %shifts = arith.constant dense<[0, 4, 8, 12, 16, 20, 24, 28]> : tensor<8xi32>
  %0 = tensor.expand_shape %z [[0], [1, 2]] output_shape [2, 8, 1] : tensor<2x8xi32> into tensor<2x8x1xi32>
  %1 = fusion.map(%b = %0, %n = %shifts) : (tensor<2x8x1xi32>, tensor<8xi32>) -> tensor<2x8x8xi32> {
    %shifted = arith.shrui %b, %n : i32
    fusion.yield %shifted : i32
  }
  %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<2x8x8xi32> into tensor<2x64xi32>
  %3 = tensor.expand_shape %2 [[0], [1, 2]] output_shape [2, 1, 64] : tensor<2x64xi32> into tensor<2x1x64xi32>
  %4 = fusion.map(%b = %3) : (tensor<2x1x64xi32>) -> tensor<2x128x64xi32> {
    fusion.yield %b : i32
  }
  %5 = tensor.collapse_shape %4 [[0, 1], [2]] : tensor<2x128x64xi32> into tensor<256x64xi32>
  %6 = fusion.cast %q : tensor<256x64xi8> to tensor<256x64xf32>
  %7 = fusion.cast %5 : tensor<256x64xi32> to tensor<256x64xf32>
  %8 = fusion.sub %6, %7 : (tensor<256x64xf32>, tensor<256x64xf32>) -> tensor<256x64xf32>
  return %8 : tensor<256x64xf32>
}

// Keys that are repeated for the heads of a group are no numbers of groups.
// CHECK-LABEL: func @heads(
// CHECK: linalg.broadcast
func.func @heads(%k: tensor<2x64xf32>) -> tensor<8x64xf32> {
  %0 = tensor.empty() : tensor<2x4x64xf32>
  %1 = linalg.broadcast ins(%k : tensor<2x64xf32>) outs(%0 : tensor<2x4x64xf32>) dimensions = [1]
  %2 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<2x4x64xf32> into tensor<8x64xf32>
  return %2 : tensor<8x64xf32>
}

// Numbers of parts may follow from positions.
// CHECK-LABEL: func @positions(
// CHECK-NOT: tensor.collapse_shape
// CHECK: arith.muli %{{.*}}, %c4_i32 : i32
// CHECK-NOT: tensor.collapse_shape
// CHECK: return
func.func @positions(%w: tensor<64x32xi32>) -> tensor<64x256xi32> {
  %shifts = fusion.map() at(%i) : () -> tensor<8xi32> {
    %four = arith.constant 4 : i32
    %number = arith.index_cast %i : index to i32
    %shift = arith.muli %number, %four : i32
    fusion.yield %shift : i32
  }
  %0 = tensor.expand_shape %w [[0], [1, 2]] output_shape [64, 32, 1] : tensor<64x32xi32> into tensor<64x32x1xi32>
  %1 = fusion.map(%b = %0, %n = %shifts) : (tensor<64x32x1xi32>, tensor<8xi32>) -> tensor<64x32x8xi32> {
    %shifted = arith.shrui %b, %n : i32
    fusion.yield %shifted : i32
  }
  %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<64x32x8xi32> into tensor<64x256xi32>
  return %2 : tensor<64x256xi32>
}

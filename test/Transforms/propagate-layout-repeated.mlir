// RUN: fusion-opt %s --fusion-propagate-layout --fusion-propagate-layout | FileCheck %s

// Twice, as fusing does: an operand that no reshape gives is looked up when nothing else has changed.

// A mask of windows, of which each image has four: the scores of all images are one batch, and the mask is looked up.
// CHECK-LABEL: @mask_of_windows
// CHECK-SAME: (%{{.*}}, %{{.*}}, %[[M:.*]]: tensor<4x6x6xf32>, 
// CHECK: %[[P:.*]] = fusion.matmul {{.*}} -> tensor<8x3x6x6xf32>
// CHECK: %[[S:.*]] = fusion.add %[[P]]
// CHECK: %[[L:.*]] = fusion.map() tables({{.*}}) at(%[[B:.*]], %{{.*}}, %[[I:.*]], %[[J:.*]]) : {{.*}} -> tensor<8x1x6x6xf32>
// CHECK:   %[[N:.*]] = arith.remui %{{.*}}, %c4_i32 : i32
// CHECK:   %[[W:.*]] = arith.index_castui %[[N]]
// CHECK:   fusion.lookup %{{.*}}[%[[W]], %c0, %[[I]], %[[J]]]
// CHECK: fusion.add %[[S]], %[[L]] : (tensor<8x3x6x6xf32>, tensor<8x1x6x6xf32>) -> tensor<8x3x6x6xf32>
func.func @mask_of_windows(%q: tensor<8x6x48xf32>, %k: tensor<8x6x48xf32>, %m: tensor<4x6x6xf32>, %b: tensor<3x6x6xf32>) -> tensor<8x3x6x6xf32> {
  %q1 = tensor.expand_shape %q [[0], [1], [2, 3]] output_shape [8, 6, 3, 16] : tensor<8x6x48xf32> into tensor<8x6x3x16xf32>
  %k1 = tensor.expand_shape %k [[0], [1], [2, 3]] output_shape [8, 6, 3, 16] : tensor<8x6x48xf32> into tensor<8x6x3x16xf32>
  %o = tensor.empty() : tensor<8x3x6x16xf32>
  %q2 = linalg.transpose ins(%q1 : tensor<8x6x3x16xf32>) outs(%o : tensor<8x3x6x16xf32>) permutation = [0, 2, 1, 3]
  %k2 = linalg.transpose ins(%k1 : tensor<8x6x3x16xf32>) outs(%o : tensor<8x3x6x16xf32>) permutation = [0, 2, 1, 3]
  %0 = fusion.matmul %q2, %k2 {transpose_b} : (tensor<8x3x6x16xf32>, tensor<8x3x6x16xf32>) -> tensor<8x3x6x6xf32>
  %b0 = fusion.add %0, %b : (tensor<8x3x6x6xf32>, tensor<3x6x6xf32>) -> tensor<8x3x6x6xf32>
  %1 = tensor.expand_shape %b0 [[0, 1], [2], [3], [4]] output_shape [2, 4, 3, 6, 6] : tensor<8x3x6x6xf32> into tensor<2x4x3x6x6xf32>
  %m1 = tensor.expand_shape %m [[0], [1, 2], [3]] output_shape [4, 1, 6, 6] : tensor<4x6x6xf32> into tensor<4x1x6x6xf32>
  %2 = fusion.add %1, %m1 : (tensor<2x4x3x6x6xf32>, tensor<4x1x6x6xf32>) -> tensor<2x4x3x6x6xf32>
  %3 = tensor.collapse_shape %2 [[0, 1], [2], [3], [4]] : tensor<2x4x3x6x6xf32> into tensor<8x3x6x6xf32>
  return %3 : tensor<8x3x6x6xf32>
}

// A map that moves elements moves them to the shape in which they are read.
// CHECK-LABEL: @collapsed_roll
// CHECK: %[[L:.*]] = fusion.map() tables({{.*}}) at(%{{.*}}, %{{.*}}) : (tensor<2x5x16xf32>) -> tensor<10x16xf32>
// CHECK-NOT: collapse_shape
// CHECK: fusion.exp %[[L]] : tensor<10x16xf32>
func.func @collapsed_roll(%x: tensor<2x5x16xf32>) -> tensor<10x16xf32> {
  %0 = fusion.map() tables(%t = %x) at(%i, %j, %k) : (tensor<2x5x16xf32>) -> tensor<2x5x16xf32> {
    %by = arith.constant 2 : index
    %size = arith.constant 5 : index
    %from = arith.addi %j, %by : index
    %index = arith.remui %from, %size : index
    %v = fusion.lookup %t[%i, %index, %k] : tensor<2x5x16xf32>
    fusion.yield %v : f32
  }
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<2x5x16xf32> into tensor<10x16xf32>
  %2 = fusion.exp %1 : tensor<10x16xf32>
  return %2 : tensor<10x16xf32>
}

// A map that moves elements keeps no reshape from where it belongs: a norm in front of it is in no product's epilogue.
// CHECK-LABEL: @sum_with_moved
// CHECK: %[[M:.*]] = fusion.map() tables({{.*}}) at(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<2x12x16xf32>) -> tensor<2x12x16xf32>
// CHECK: fusion.add %{{.*}}, %[[M]] : (tensor<2x12x16xf32>, tensor<2x12x16xf32>) -> tensor<2x12x16xf32>
func.func @sum_with_moved(%x: tensor<2x16x8xf32>, %w: tensor<2x8x12xf32>, %y: tensor<2x12x16xf32>) -> tensor<2x12x16xf32> {
  %p = fusion.matmul %x, %w : (tensor<2x16x8xf32>, tensor<2x8x12xf32>) -> tensor<2x16x12xf32>
  %e = tensor.expand_shape %p [[0], [1], [2, 3]] output_shape [2, 16, 3, 4] : tensor<2x16x12xf32> into tensor<2x16x3x4xf32>
  %o = tensor.empty() : tensor<2x3x4x16xf32>
  %t = linalg.transpose ins(%e : tensor<2x16x3x4xf32>) outs(%o : tensor<2x3x4x16xf32>) permutation = [0, 2, 3, 1]
  %s = fusion.reduce addf %t along [3] : tensor<2x3x4x16xf32> -> tensor<2x3x4x1xf32>
  %n = fusion.sub %t, %s : (tensor<2x3x4x16xf32>, tensor<2x3x4x1xf32>) -> tensor<2x3x4x16xf32>
  %c = tensor.collapse_shape %n [[0], [1, 2], [3]] : tensor<2x3x4x16xf32> into tensor<2x12x16xf32>
  %m = fusion.map() tables(%table = %y) at(%i, %j, %k) : (tensor<2x12x16xf32>) -> tensor<2x12x16xf32> {
    %by = arith.constant 2 : index
    %size = arith.constant 12 : index
    %from = arith.addi %j, %by : index
    %index = arith.remui %from, %size : index
    %v = fusion.lookup %table[%i, %index, %k] : tensor<2x12x16xf32>
    fusion.yield %v : f32
  }
  %a = fusion.add %c, %m : (tensor<2x12x16xf32>, tensor<2x12x16xf32>) -> tensor<2x12x16xf32>
  return %a : tensor<2x12x16xf32>
}

// A mask of images, which all of an image's windows share.
// CHECK-LABEL: @mask_of_images
// CHECK-SAME: (%{{.*}}, %{{.*}}, %[[M:.*]]: tensor<2x1x1x6x6xf32>,
// CHECK: fusion.map() tables(%[[T:.*]] = %[[M]]) at(%[[B:.*]], %{{.*}}, %[[I:.*]], %[[J:.*]]) : {{.*}} -> tensor<8x1x6x6xf32>
// CHECK:   %[[N:.*]] = arith.divui %{{.*}}, %c4_i32 : i32
// CHECK:   %[[W:.*]] = arith.index_castui %[[N]]
// CHECK:   fusion.lookup %[[T]][%[[W]], %c0, %{{.*}}, %[[I]], %[[J]]]
func.func @mask_of_images(%q: tensor<8x6x48xf32>, %k: tensor<8x6x48xf32>, %m: tensor<2x1x1x6x6xf32>, %b: tensor<3x6x6xf32>) -> tensor<8x3x6x6xf32> {
  %q1 = tensor.expand_shape %q [[0], [1], [2, 3]] output_shape [8, 6, 3, 16] : tensor<8x6x48xf32> into tensor<8x6x3x16xf32>
  %k1 = tensor.expand_shape %k [[0], [1], [2, 3]] output_shape [8, 6, 3, 16] : tensor<8x6x48xf32> into tensor<8x6x3x16xf32>
  %o = tensor.empty() : tensor<8x3x6x16xf32>
  %q2 = linalg.transpose ins(%q1 : tensor<8x6x3x16xf32>) outs(%o : tensor<8x3x6x16xf32>) permutation = [0, 2, 1, 3]
  %k2 = linalg.transpose ins(%k1 : tensor<8x6x3x16xf32>) outs(%o : tensor<8x3x6x16xf32>) permutation = [0, 2, 1, 3]
  %0 = fusion.matmul %q2, %k2 {transpose_b} : (tensor<8x3x6x16xf32>, tensor<8x3x6x16xf32>) -> tensor<8x3x6x6xf32>
  %b0 = fusion.add %0, %b : (tensor<8x3x6x6xf32>, tensor<3x6x6xf32>) -> tensor<8x3x6x6xf32>
  %1 = tensor.expand_shape %b0 [[0, 1], [2], [3], [4]] output_shape [2, 4, 3, 6, 6] : tensor<8x3x6x6xf32> into tensor<2x4x3x6x6xf32>
  %2 = fusion.add %1, %m : (tensor<2x4x3x6x6xf32>, tensor<2x1x1x6x6xf32>) -> tensor<2x4x3x6x6xf32>
  %3 = tensor.collapse_shape %2 [[0, 1], [2], [3], [4]] : tensor<2x4x3x6x6xf32> into tensor<8x3x6x6xf32>
  return %3 : tensor<8x3x6x6xf32>
}

// What others read in its own shape keeps it.
// CHECK-LABEL: @shared_roll
// CHECK-COUNT-1: fusion.map()
// CHECK: tensor.collapse_shape
// CHECK-NOT: fusion.map()
func.func @shared_roll(%x: tensor<2x5x16xf32>) -> (tensor<10x16xf32>, tensor<2x5x16xf32>) {
  %0 = fusion.map() tables(%t = %x) at(%i, %j, %k) : (tensor<2x5x16xf32>) -> tensor<2x5x16xf32> {
    %by = arith.constant 2 : index
    %size = arith.constant 5 : index
    %from = arith.addi %j, %by : index
    %index = arith.remui %from, %size : index
    %v = fusion.lookup %t[%i, %index, %k] : tensor<2x5x16xf32>
    fusion.yield %v : f32
  }
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<2x5x16xf32> into tensor<10x16xf32>
  return %1, %0 : tensor<10x16xf32>, tensor<2x5x16xf32>
}

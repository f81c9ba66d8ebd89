// RUN: fusion-opt %s --fusion-lower-expand-shapes --split-input-file | FileCheck %s
// RUN: fusion-opt %s --fusion-lower-expand-shapes --expand-strided-metadata --split-input-file \
// RUN:   | FileCheck %s --check-prefix=LOWER --implicit-check-not=memref.expand_shape

// CHECK: #[[TIMES4:.*]] = affine_map<()[s0] -> (s0 * 4)>
// CHECK-LABEL: func @two_dynamic
// CHECK-SAME: (%[[X:.*]]: memref<?x4xf32>, %[[A:.*]]: index, %[[B:.*]]: index)
// LOWER-LABEL: func @two_dynamic
func.func @two_dynamic(%x: memref<?x4xf32>, %a: index, %b: index) -> memref<?x?x4xf32> {
  // CHECK: %[[BASE:.*]], %{{.*}}, %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %[[X]]
  // CHECK: %[[S:.*]] = affine.apply #[[TIMES4]]()[%[[B]]]
  // CHECK: %[[V:.*]] = memref.reinterpret_cast %[[BASE]] to offset: [0], sizes: [%[[A]], %[[B]], 4], strides: [%[[S]], 4, 1] : memref<f32> to memref<?x?x4xf32>
  // CHECK: return %[[V]]
  %0 = memref.expand_shape %x [[0, 1], [2]] output_shape [%a, %b, 4] : memref<?x4xf32> into memref<?x?x4xf32>
  return %0 : memref<?x?x4xf32>
}

// -----

// Offset and strides of the source count; a static size stands between the dynamic ones.
// CHECK: #[[SECOND:.*]] = affine_map<()[s0, s1] -> (s0 * s1)>
// CHECK: #[[FIRST:.*]] = affine_map<()[s0, s1] -> ((s0 * s1) * 3)>
// CHECK-LABEL: func @strided
// CHECK-SAME: (%[[X:.*]]: memref<?x{{.*}}, %[[A:.*]]: index, %[[B:.*]]: index)
// LOWER-LABEL: func @strided
func.func @strided(%x: memref<?xf32, strided<[?], offset: ?>>, %a: index, %b: index) -> memref<?x3x?xf32, strided<[?, ?, ?], offset: ?>> {
  // CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}, %[[STRIDE:.*]] = memref.extract_strided_metadata %[[X]]
  // CHECK: %[[S1:.*]] = affine.apply #[[SECOND]]()[%[[STRIDE]], %[[B]]]
  // CHECK: %[[S0:.*]] = affine.apply #[[FIRST]]()[%[[STRIDE]], %[[B]]]
  // CHECK: memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [%[[A]], 3, %[[B]]], strides: [%[[S0]], %[[S1]], %[[STRIDE]]]
  %0 = memref.expand_shape %x [[0, 1, 2]] output_shape [%a, 3, %b] : memref<?xf32, strided<[?], offset: ?>> into memref<?x3x?xf32, strided<[?, ?, ?], offset: ?>>
  return %0 : memref<?x3x?xf32, strided<[?, ?, ?], offset: ?>>
}

// -----

// One dynamic size in each group is what the upstream pass takes.
// CHECK-LABEL: func @one_dynamic
// LOWER-LABEL: func @one_dynamic
func.func @one_dynamic(%x: memref<?x?xf32>, %a: index, %b: index) -> memref<?x2x?x4xf32> {
  // CHECK: memref.expand_shape
  // CHECK-NOT: reinterpret_cast
  %0 = memref.expand_shape %x [[0, 1], [2, 3]] output_shape [%a, 2, %b, 4] : memref<?x?xf32> into memref<?x2x?x4xf32>
  return %0 : memref<?x2x?x4xf32>
}

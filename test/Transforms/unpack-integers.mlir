// RUN: fusion-opt %s -fusion-check-graph | FileCheck %s

// A byte holds two neighbours along the last dimension, the first in its lower half.
// CHECK-LABEL: func @argument
// CHECK-SAME: %[[W:.*]]: tensor<8x16xi8>,
// CHECK: %[[Q:.*]] = fusion.map() tables(%[[T:.*]] = %[[W]]) at(%[[N:.*]], %[[K:.*]]) : (tensor<8x16xi8>) -> tensor<8x32xi8>
// CHECK: %[[AT:.*]] = arith.divui %[[K]], %{{.*}} : index
// CHECK: %[[BYTE:.*]] = fusion.lookup %[[T]][%[[N]], %[[AT]]]
// CHECK: %[[ODD:.*]] = arith.cmpi ne
// CHECK: %[[UP:.*]] = arith.shli %[[BYTE]]
// CHECK: %[[HALF:.*]] = arith.select %[[ODD]], %[[BYTE]], %[[UP]]
// CHECK: arith.shrsi %[[HALF]]
// CHECK: fusion.dequantize %[[Q]], {{.*}} : (tensor<8x32xi8>, tensor<8x1xf32>) -> tensor<8x32xf32>
func.func @argument(%w: tensor<8x32xi4>, %s: tensor<8x1xf32>) -> tensor<8x32xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<8x32xi4>, tensor<8x1xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}

// CHECK-LABEL: func @without_sign
// CHECK: arith.shrui
// CHECK: fusion.dequantize {{.*}}, %{{.*}}, %{{.*}} {is_unsigned} : (tensor<8x32xi8>, tensor<f32>, tensor<8x1xi8>)
func.func @without_sign(%w: tensor<8x32xi4>, %s: tensor<f32>, %z: tensor<8x1xi8>) -> tensor<8x32xf32> {
  %0 = fusion.dequantize %w, %s, %z {is_unsigned}
      : (tensor<8x32xi4>, tensor<f32>, tensor<8x1xi8>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}

// 1 and -1, then 7 and -8.
// CHECK-LABEL: func @constant
// CHECK: arith.constant dense<[-15, -121]> : tensor<2xi8>
func.func @constant(%s: tensor<f32>) -> tensor<4xf32> {
  %w = arith.constant dense<[1, -1, 7, -8]> : tensor<4xi4>
  %0 = fusion.dequantize %w, %s : (tensor<4xi4>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @sizes_of_the_launch
// CHECK-SAME: tensor<?x?xi8>
// CHECK: %[[BYTES:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: %[[SIZE:.*]] = arith.muli %[[BYTES]], %c2
// CHECK: tensor.empty(%{{.*}}, %[[SIZE]]) : tensor<?x?xi1>
// CHECK: -> tensor<?x?xi8>
func.func @sizes_of_the_launch(%w: tensor<?x?xi4>, %s: tensor<f32>) -> tensor<?x?xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<?x?xi4>, tensor<f32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Bytes are handed on.
// CHECK-LABEL: func private @inner(%{{.*}}: tensor<2xi8>
func.func private @inner(%w: tensor<4xi4>, %s: tensor<f32>) -> tensor<4xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<4xi4>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: func @outer
// CHECK: call @inner(%{{.*}}, %{{.*}}) : (tensor<2xi8>, tensor<f32>) -> tensor<4xf32>
func.func @outer(%w: tensor<4xi4>, %s: tensor<f32>) -> tensor<4xf32> {
  %0 = func.call @inner(%w, %s) : (tensor<4xi4>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// What widens its elements reads them too, as exporters of JAX write it.
// CHECK-LABEL: func.func @widened(
// CHECK-SAME: %[[W:.*]]: tensor<4x3xi8>
// CHECK: %[[U:.*]] = fusion.map() tables(%{{.*}} = %[[W]])
// CHECK: arith.shrui
// CHECK: linalg.generic {{.*}} ins(%[[U]] : tensor<4x6xi8>)
// CHECK-NEXT: ^bb0(%[[B:.*]]: i8, %{{.*}}: f32):
// CHECK-NEXT: arith.uitofp %[[B]] : i8 to f32
// CHECK: %[[S:.*]] = fusion.map() tables(%{{.*}} = %[[W]])
// CHECK: arith.shrsi
// CHECK: linalg.generic {{.*}} ins(%[[S]] : tensor<4x6xi8>)
// CHECK-NEXT: ^bb0(%[[B:.*]]: i8, %{{.*}}: i8):
// CHECK-NEXT: arith.addi %[[B]], %[[B]] : i8
#same = affine_map<(i, j) -> (i, j)>
func.func @widened(%w: tensor<4x6xi4>) -> (tensor<4x6xf32>, tensor<4x6xi8>) {
  %e = tensor.empty() : tensor<4x6xf32>
  %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<4x6xi4>) outs(%e : tensor<4x6xf32>) {
    ^bb0(%q: i4, %_: f32):
      %f = arith.uitofp %q : i4 to f32
      linalg.yield %f : f32
  } -> tensor<4x6xf32>
  %b = tensor.empty() : tensor<4x6xi8>
  %1 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<4x6xi4>) outs(%b : tensor<4x6xi8>) {
    ^bb0(%q: i4, %_: i8):
      %i = arith.extsi %q : i4 to i8
      %t = arith.addi %i, %i : i8
      linalg.yield %t : i8
  } -> tensor<4x6xi8>
  return %0, %1 : tensor<4x6xf32>, tensor<4x6xi8>
}

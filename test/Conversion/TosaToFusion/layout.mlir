// RUN: fusion-opt %s --convert-tosa-to-fusion --canonicalize | FileCheck %s

// CHECK-LABEL: @collapse
// CHECK: tensor.collapse_shape %{{.*}} {{\[}}[0, 1], [2]] : tensor<1x12x8xf32> into tensor<12x8xf32>
func.func @collapse(%x: tensor<1x12x8xf32>) -> tensor<12x8xf32> {
  %s = tosa.const_shape {values = dense<[12, 8]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %s : (tensor<1x12x8xf32>, !tosa.shape<2>) -> tensor<12x8xf32>
  return %0 : tensor<12x8xf32>
}

// Neither an expansion nor a collapse: through the finest shape that both are split from.
// CHECK-LABEL: @through_finest_shape
// CHECK: %[[C:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1], [2]] : tensor<2x6x8xf32> into tensor<12x8xf32>
// CHECK: tensor.expand_shape %[[C]] {{\[}}[0], [1, 2]] output_shape [12, 2, 4] : tensor<12x8xf32> into tensor<12x2x4xf32>
func.func @through_finest_shape(%x: tensor<2x6x8xf32>) -> tensor<12x2x4xf32> {
  %s = tosa.const_shape {values = dense<[12, 2, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %0 = tosa.reshape %x, %s : (tensor<2x6x8xf32>, !tosa.shape<3>) -> tensor<12x2x4xf32>
  return %0 : tensor<12x2x4xf32>
}

// CHECK-LABEL: @dynamic
// CHECK: %[[D:.*]] = tensor.dim
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0], [1, 2]] output_shape [%[[D]], 2, 4] : tensor<?x8xf32> into tensor<?x2x4xf32>
func.func @dynamic(%x: tensor<?x8xf32>) -> tensor<?x2x4xf32> {
  %s = tosa.const_shape {values = dense<[-1, 2, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %0 = tosa.reshape %x, %s : (tensor<?x8xf32>, !tosa.shape<3>) -> tensor<?x2x4xf32>
  return %0 : tensor<?x2x4xf32>
}

// CHECK-LABEL: @rows
// CHECK: tensor.collapse_shape %{{.*}} {{\[}}[0, 1], [2]] : tensor<?x?x8xf32> into tensor<?x8xf32>
func.func @rows(%x: tensor<?x?x8xf32>) -> tensor<?x8xf32> {
  %s = tosa.const_shape {values = dense<[-1, 8]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %s : (tensor<?x?x8xf32>, !tosa.shape<2>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// CHECK-LABEL: @rank_0
// CHECK: tensor.collapse_shape %{{.*}} [] : tensor<1x1xf32> into tensor<f32>
func.func @rank_0(%x: tensor<1x1xf32>) -> tensor<f32> {
  %s = tosa.const_shape {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
  %0 = tosa.reshape %x, %s : (tensor<1x1xf32>, !tosa.shape<0>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: @transpose
// CHECK: linalg.transpose ins(%{{.*}} : tensor<4x8xf32>) {{.*}} permutation = [1, 0]
func.func @transpose(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %0 = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: @transposed_unit
// CHECK-NOT: linalg.transpose
// CHECK: tensor.expand_shape
func.func @transposed_unit(%x: tensor<1x4x8xf32>) -> tensor<4x1x8xf32> {
  %0 = tosa.transpose %x {perms = array<i32: 1, 0, 2>} : (tensor<1x4x8xf32>) -> tensor<4x1x8xf32>
  return %0 : tensor<4x1x8xf32>
}

// CHECK-LABEL: @identity
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[C:.*]] = arith.constant
// CHECK-NEXT: return %[[X]], %[[C]]
func.func @identity(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %0 = tosa.identity %x : (tensor<4xf32>) -> tensor<4xf32>
  %c = "tosa.const"() <{values = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  return %0, %c : tensor<4xf32>, tensor<2xf32>
}

// A permutation that is not its own inverse.
// CHECK-LABEL: @turn
// CHECK: linalg.transpose ins(%{{.*}} : tensor<2x3x5xf32>) outs(%{{.*}} : tensor<3x5x2xf32>) permutation = [1, 2, 0]
func.func @turn(%x: tensor<2x3x5xf32>) -> tensor<3x5x2xf32> {
  %0 = tosa.transpose %x {perms = array<i32: 1, 2, 0>} : (tensor<2x3x5xf32>) -> tensor<3x5x2xf32>
  return %0 : tensor<3x5x2xf32>
}

// The dynamic size is what the known ones leave of the whole.
// CHECK-LABEL: @split
// CHECK: %[[D:.*]] = tensor.dim
// CHECK: %[[ROWS:.*]] = arith.divui %[[D]], %c4
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0, 1]] output_shape [%[[ROWS]], 4] : tensor<?xf32> into tensor<?x4xf32>
func.func @split(%x: tensor<?xf32>) -> tensor<?x4xf32> {
  %s = tosa.const_shape {values = dense<[-1, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.reshape %x, %s : (tensor<?xf32>, !tosa.shape<2>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// TOSA permits no index twice. A size that one type leaves open another has.
// CHECK-LABEL: @scatter
// CHECK: %[[X:.*]] = tensor.cast %arg0 : tensor<?x9x6xf32> to tensor<2x9x6xf32>
// CHECK: %[[I:.*]] = tensor.expand_shape %arg1 {{\[}}[0], [1, 2]] output_shape [2, 3, 1] : tensor<2x3xi32> into tensor<2x3x1xi32>
// CHECK: fusion.scatter %{{.*}} at %[[I]] into %[[X]] along 1 {unique_indices} : (tensor<2x3x6xf32>, tensor<2x3x1xi32>, tensor<2x9x6xf32>) -> tensor<2x9x6xf32>
func.func @scatter(%x: tensor<?x9x6xf32>, %i: tensor<2x3xi32>, %u: tensor<2x?x6xf32>) -> tensor<?x9x6xf32> {
  %0 = tosa.scatter %x, %i, %u : (tensor<?x9x6xf32>, tensor<2x3xi32>, tensor<2x?x6xf32>) -> tensor<?x9x6xf32>
  return %0 : tensor<?x9x6xf32>
}

// No tensor of the dialect has such elements.
// CHECK-LABEL: @scatter_of_48_bits
// CHECK: tosa.scatter
func.func @scatter_of_48_bits(%x: tensor<2x9x6xi48>, %i: tensor<2x3xi32>, %u: tensor<2x3x6xi48>) -> tensor<2x9x6xi48> {
  %0 = tosa.scatter %x, %i, %u : (tensor<2x9x6xi48>, tensor<2x3xi32>, tensor<2x3x6xi48>) -> tensor<2x9x6xi48>
  return %0 : tensor<2x9x6xi48>
}

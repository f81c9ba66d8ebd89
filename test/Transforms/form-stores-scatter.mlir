// RUN: fusion-opt %s --fusion-form-stores --split-input-file | FileCheck %s

// Heads lie side by side in a token's row: the whole row is stored.
// CHECK-LABEL: func.func @heads
// CHECK-SAME: (%[[C:.*]]: tensor<?x3x16xf32>, %[[X:.*]]: tensor<?x48xf32>, %[[I:.*]]: tensor<?x1x1xi64>)
// CHECK-DAG: %[[J:.*]] = tensor.collapse_shape %[[I]] {{\[}}[0], [1, 2]] : tensor<?x1x1xi64> into tensor<?x1xi64>
// CHECK-DAG: %[[D:.*]] = tensor.collapse_shape %[[C]] {{\[}}[0], [1, 2]] : tensor<?x3x16xf32> into tensor<?x48xf32>
// CHECK: %[[S:.*]] = fusion.scatter %[[X]] at %[[J]] into %[[D]] along 0 {unique_indices} : (tensor<?x48xf32>, tensor<?x1xi64>, tensor<?x48xf32>) -> tensor<?x48xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[C]]
// CHECK: %[[R:.*]] = tensor.expand_shape %[[S]] {{\[}}[0], [1, 2]] output_shape [%[[N]], 3, 16] : tensor<?x48xf32> into tensor<?x3x16xf32>
// CHECK: return %[[R]]
func.func @heads(%c: tensor<?x3x16xf32>, %x: tensor<?x48xf32>, %i: tensor<?x1x1xi64>) -> tensor<?x3x16xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x48xf32>
  %u = tensor.expand_shape %x [[0], [1, 2]] output_shape [%m, 3, 16] : tensor<?x48xf32> into tensor<?x3x16xf32>
  %0 = fusion.scatter %u at %i into %c along 0 {unique_indices} : (tensor<?x3x16xf32>, tensor<?x1x1xi64>, tensor<?x3x16xf32>) -> tensor<?x3x16xf32>
  return %0 : tensor<?x3x16xf32>
}

// -----

// One batch: the dimension of tokens is merged with it, and indices of a lower rank are of all batches.
// CHECK-LABEL: func.func @one_batch
// CHECK: fusion.scatter %{{.*}} at %{{.*}} into %{{.*}} along 0 : (tensor<5x48xf32>, tensor<5x1xi32>, tensor<9x48xf32>) -> tensor<9x48xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0, 1], [2, 3]] output_shape [1, 9, 3, 16] : tensor<9x48xf32> into tensor<1x9x3x16xf32>
func.func @one_batch(%c: tensor<1x9x3x16xf32>, %x: tensor<5x48xf32>, %i: tensor<5x1x1xi32>) -> tensor<1x9x3x16xf32> {
  %u = tensor.expand_shape %x [[0, 1], [2, 3]] output_shape [1, 5, 3, 16] : tensor<5x48xf32> into tensor<1x5x3x16xf32>
  %0 = fusion.scatter %u at %i into %c along 1 : (tensor<1x5x3x16xf32>, tensor<5x1x1xi32>, tensor<1x9x3x16xf32>) -> tensor<1x9x3x16xf32>
  return %0 : tensor<1x9x3x16xf32>
}

// -----

// Batches have caches of their own; heads have places of their own; the dimension that is split is indexed.
// CHECK-LABEL: func.func @others
// CHECK: fusion.scatter %{{.*}} : (tensor<2x5x48xf32>,
// CHECK: fusion.scatter %{{.*}} : (tensor<5x3x16xf32>, tensor<5x3x1xi32>,
// CHECK: fusion.scatter %{{.*}} along 1 : (tensor<5x3x16xf32>,
func.func @others(%c: tensor<2x9x48xf32>, %d: tensor<9x3x16xf32>, %e: tensor<5x7x16xf32>, %x: tensor<10x48xf32>, %y: tensor<5x48xf32>, %i: tensor<5x1xi32>, %j: tensor<5x3x1xi32>, %k: tensor<3x1xi32>)
    -> (tensor<2x9x48xf32>, tensor<9x3x16xf32>, tensor<5x7x16xf32>) {
  %u = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 5, 48] : tensor<10x48xf32> into tensor<2x5x48xf32>
  %0 = fusion.scatter %u at %i into %c along 1 : (tensor<2x5x48xf32>, tensor<5x1xi32>, tensor<2x9x48xf32>) -> tensor<2x9x48xf32>
  %v = tensor.expand_shape %y [[0], [1, 2]] output_shape [5, 3, 16] : tensor<5x48xf32> into tensor<5x3x16xf32>
  %1 = fusion.scatter %v at %j into %d along 0 : (tensor<5x3x16xf32>, tensor<5x3x1xi32>, tensor<9x3x16xf32>) -> tensor<9x3x16xf32>
  %2 = fusion.scatter %v at %k into %e along 1 : (tensor<5x3x16xf32>, tensor<3x1xi32>, tensor<5x7x16xf32>) -> tensor<5x7x16xf32>
  return %0, %1, %2 : tensor<2x9x48xf32>, tensor<9x3x16xf32>, tensor<5x7x16xf32>
}

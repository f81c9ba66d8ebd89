// RUN: fusion-opt %s --fusion-form-stores --split-input-file | FileCheck %s
// RUN: fusion-opt %s --fusion-form-stores --split-input-file --remarks-filter='fusion.layout' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

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

// Batches have caches of their own, and share indices; heads have places of their own; the dimension that is split is indexed.
// CHECK-LABEL: func.func @others
// CHECK: fusion.scatter %arg3 at %{{.*}} into %arg0 along 1 as {{\[\[}}0, 1], [2]] : (tensor<10x48xf32>, tensor<10x1xi32>,
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

// -----

// Heads with their tokens beside each other: what is computed is stored in another order.
// CHECK-LABEL: func.func @transposed
// CHECK-NOT: linalg.transpose
// CHECK: fusion.scatter %{{.*}} at %{{.*}} into %{{.*}} along 2 as {{\[\[}}2], [0, 1, 3]] : (tensor<5x48xf32>, tensor<5x1xi32>, tensor<1x3x9x16xf32>) -> tensor<1x3x9x16xf32>
func.func @transposed(%c: tensor<1x3x9x16xf32>, %x: tensor<5x48xf32>, %i: tensor<5x1xi32>) -> tensor<1x3x9x16xf32> {
  %u = tensor.expand_shape %x [[0], [1, 2]] output_shape [5, 3, 16] : tensor<5x48xf32> into tensor<5x3x16xf32>
  %e = tensor.empty() : tensor<3x5x16xf32>
  %t = linalg.transpose ins(%u : tensor<5x3x16xf32>) outs(%e : tensor<3x5x16xf32>) permutation = [1, 0, 2]
  %v = tensor.expand_shape %t [[0, 1], [2], [3]] output_shape [1, 3, 5, 16] : tensor<3x5x16xf32> into tensor<1x3x5x16xf32>
  %0 = fusion.scatter %v at %i into %c along 2 : (tensor<1x3x5x16xf32>, tensor<5x1xi32>, tensor<1x3x9x16xf32>) -> tensor<1x3x9x16xf32>
  return %0 : tensor<1x3x9x16xf32>
}

// -----

// One token for each batch; dimensions of size 1 stand for none.
// CHECK-LABEL: func.func @token
// CHECK: fusion.scatter %arg1 at %{{.*}} into %arg0 along 2 as {{\[\[}}0], [1, 2, 3]] : (tensor<?x48xf32>, tensor<?x1xi32>, tensor<?x3x9x16xf32>)
// CHECK: fusion.scatter %arg3 at %{{.*}} into %{{.*}} along 2 as {{\[\[}}0], [], [1, 2, 3]] : (tensor<?x1x48xf32>, tensor<?x1x1xi32>, tensor<?x3x9x16xf32>)
func.func @token(%c: tensor<?x3x9x16xf32>, %x: tensor<?x48xf32>, %i: tensor<?x1x1x1xi32>, %y: tensor<?x1x48xf32>) -> tensor<?x3x9x16xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x48xf32>
  %u = tensor.expand_shape %x [[0], [1, 2, 3]] output_shape [%n, 3, 1, 16] : tensor<?x48xf32> into tensor<?x3x1x16xf32>
  %0 = fusion.scatter %u at %i into %c along 2 : (tensor<?x3x1x16xf32>, tensor<?x1x1x1xi32>, tensor<?x3x9x16xf32>) -> tensor<?x3x9x16xf32>
  %d = tensor.collapse_shape %y [[0, 1], [2]] : tensor<?x1x48xf32> into tensor<?x48xf32>
  %v = tensor.expand_shape %d [[0], [1, 2, 3]] output_shape [%n, 3, 1, 16] : tensor<?x48xf32> into tensor<?x3x1x16xf32>
  %1 = fusion.scatter %v at %i into %0 along 2 : (tensor<?x3x1x16xf32>, tensor<?x1x1x1xi32>, tensor<?x3x9x16xf32>) -> tensor<?x3x9x16xf32>
  return %1 : tensor<?x3x9x16xf32>
}

// -----

// Batches share indices, which are looked up.
// CHECK-LABEL: func.func @shared
// CHECK: %[[I:.*]] = fusion.map() tables(%{{.*}} = %arg2) at(%[[R:.*]], %{{.*}}) : (tensor<5x1xi32>) -> tensor<10x1xi32>
// CHECK: arith.remui %[[R]], %c5
// CHECK: fusion.lookup
// CHECK: fusion.scatter %arg1 at %[[I]] into %arg0 along 2 as {{\[\[}}0, 2], [1, 3]]
func.func @shared(%c: tensor<2x3x9x16xf32>, %x: tensor<10x48xf32>, %i: tensor<5x1xi32>) -> tensor<2x3x9x16xf32> {
  %u = tensor.expand_shape %x [[0, 1], [2, 3]] output_shape [2, 5, 3, 16] : tensor<10x48xf32> into tensor<2x5x3x16xf32>
  %e = tensor.empty() : tensor<2x3x5x16xf32>
  %t = linalg.transpose ins(%u : tensor<2x5x3x16xf32>) outs(%e : tensor<2x3x5x16xf32>) permutation = [0, 2, 1, 3]
  %0 = fusion.scatter %t at %i into %c along 2 : (tensor<2x3x5x16xf32>, tensor<5x1xi32>, tensor<2x3x9x16xf32>) -> tensor<2x3x9x16xf32>
  return %0 : tensor<2x3x9x16xf32>
}

// -----

// What stays: elements beside each other go to different rows, or parts of a row have indices of their own.
// CHECK-LABEL: func.func @refused
// CHECK-COUNT-2: linalg.transpose
// REMARK: [Missed] transposed-copy | Category:fusion.layout | Function=refused | {{.*}}elements that are computed beside each other lie along dimension 1 of the updates, and are stored along dimension 2", Suggestion="keep what is scattered into with that dimension last, or compute the value transposed"
// REMARK: [Missed] transposed-copy | Category:fusion.layout | Function=refused | {{.*}}rows of what is computed are split into dimensions 0, 2 of the updates, and these parts have indices of their own"{{$}}
func.func @refused(%c: tensor<3x16x9xf32>, %d: tensor<3x9x16xf32>, %x: tensor<5x48xf32>, %i: tensor<5xi32>, %j: tensor<3x5x1xi32>) -> (tensor<3x16x9xf32>, tensor<3x9x16xf32>) {
  %u = tensor.expand_shape %x [[0], [1, 2]] output_shape [5, 3, 16] : tensor<5x48xf32> into tensor<5x3x16xf32>
  %e = tensor.empty() : tensor<3x16x5xf32>
  %t = linalg.transpose ins(%u : tensor<5x3x16xf32>) outs(%e : tensor<3x16x5xf32>) permutation = [1, 2, 0]
  %0 = fusion.scatter %t at %i into %c along 2 : (tensor<3x16x5xf32>, tensor<5xi32>, tensor<3x16x9xf32>) -> tensor<3x16x9xf32>
  %f = tensor.empty() : tensor<3x5x16xf32>
  %v = linalg.transpose ins(%u : tensor<5x3x16xf32>) outs(%f : tensor<3x5x16xf32>) permutation = [1, 0, 2]
  %1 = fusion.scatter %v at %j into %d along 1 : (tensor<3x5x16xf32>, tensor<3x5x1xi32>, tensor<3x9x16xf32>) -> tensor<3x9x16xf32>
  return %0, %1 : tensor<3x16x9xf32>, tensor<3x9x16xf32>
}

// -----

// What is split at the launch alone: the dimension that indices give places in, or repeated indices.
// CHECK-LABEL: func.func @open_sizes
// CHECK-COUNT-2: tensor.expand_shape
// REMARK: [Missed] transposed-copy | Category:fusion.layout | Function=open_sizes | {{.*}}dimensions 0, 1 of the updates are computed as one, and where it is split is known at the launch alone", Suggestion="give these dimensions static sizes"
// REMARK: [Missed] transposed-copy | Category:fusion.layout | Function=open_sizes | {{.*}}how often indices are repeated is known at the launch alone", Suggestion="give the updates static sizes, or an index for each row of them"
func.func @open_sizes(%c: tensor<?x100x16xf32>, %d: tensor<100x4x16xf32>, %x: tensor<?x16xf32>, %n: index, %i: tensor<?x1xi32>, %j: tensor<?x1x1xi32>) -> (tensor<?x100x16xf32>, tensor<100x4x16xf32>) {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %c, %c0 : tensor<?x100x16xf32>
  %u = tensor.expand_shape %x [[0, 1], [2]] output_shape [%b, %n, 16] : tensor<?x16xf32> into tensor<?x?x16xf32>
  %0 = fusion.scatter %u at %i into %c along 1 : (tensor<?x?x16xf32>, tensor<?x1xi32>, tensor<?x100x16xf32>) -> tensor<?x100x16xf32>
  %v = tensor.expand_shape %x [[0, 1], [2]] output_shape [%n, 4, 16] : tensor<?x16xf32> into tensor<?x4x16xf32>
  %1 = fusion.scatter %v at %j into %d along 0 : (tensor<?x4x16xf32>, tensor<?x1x1xi32>, tensor<100x4x16xf32>) -> tensor<100x4x16xf32>
  return %0, %1 : tensor<?x100x16xf32>, tensor<100x4x16xf32>
}

// -----

// The last dimension of what is computed has one element, and is none of the updates.
// CHECK-LABEL: func.func @unit_column
// CHECK: tensor.collapse_shape
// REMARK: [Missed] transposed-copy | Category:fusion.layout | Function=unit_column | {{.*}}the dimension that is computed last is none of the updates
func.func @unit_column(%c: tensor<100xf32>, %x: tensor<8x1xf32>, %i: tensor<8xi32>) -> tensor<100xf32> {
  %u = tensor.collapse_shape %x [[0, 1]] : tensor<8x1xf32> into tensor<8xf32>
  %0 = fusion.scatter %u at %i into %c along 0 : (tensor<8xf32>, tensor<8xi32>, tensor<100xf32>) -> tensor<100xf32>
  return %0 : tensor<100xf32>
}

// -----

// A scalar has no dimension along which it could be scattered.
// CHECK-LABEL: func.func @scalar
// CHECK: tensor.expand_shape
// CHECK: fusion.scatter %{{.*}} into %arg0 along 0 :
func.func @scalar(%c: tensor<100xf32>, %x: tensor<f32>, %i: tensor<1xi32>) -> tensor<100xf32> {
  %u = tensor.expand_shape %x [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %0 = fusion.scatter %u at %i into %c along 0 : (tensor<1xf32>, tensor<1xi32>, tensor<100xf32>) -> tensor<100xf32>
  return %0 : tensor<100xf32>
}

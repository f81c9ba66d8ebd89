// RUN: fusion-opt %s --fusion-propagate-layout --canonicalize 2>&1 | FileCheck %s --implicit-check-not=warning:

// Heads that were moved to the front and merged with the batch are batches of their own: the product reads them by
// strides then (fusion-absorb-transposes).
// CHECK-LABEL: @split
// CHECK-SAME: (%[[X:[a-z0-9]+]]: tensor<2x16x4x8xf32>, %[[Y:[a-z0-9]+]]: tensor<8x8x5xf32>)
// CHECK-DAG: %[[T:.*]] = linalg.transpose ins(%[[X]] : {{.*}} permutation = [0, 2, 1, 3]
// CHECK-DAG: %[[YS:.*]] = tensor.expand_shape %[[Y]] {{\[\[}}0, 1], [2], [3]] output_shape [2, 4, 8, 5]
// CHECK: %[[P:.*]] = fusion.matmul %[[T]], %[[YS]] : (tensor<2x4x16x8xf32>, tensor<2x4x8x5xf32>) -> tensor<2x4x16x5xf32>
// CHECK: %[[E:.*]] = fusion.exp %[[P]]
// CHECK: tensor.collapse_shape %[[E]] {{\[\[}}0, 1], [2], [3]]
func.func @split(%x: tensor<2x16x4x8xf32>, %y: tensor<8x8x5xf32>) -> tensor<8x16x5xf32> {
  %e = tensor.empty() : tensor<2x4x16x8xf32>
  %t = linalg.transpose ins(%x : tensor<2x16x4x8xf32>) outs(%e : tensor<2x4x16x8xf32>) permutation = [0, 2, 1, 3]
  %c = tensor.collapse_shape %t [[0, 1], [2], [3]] : tensor<2x4x16x8xf32> into tensor<8x16x8xf32>
  %0 = fusion.matmul %c, %y : (tensor<8x16x8xf32>, tensor<8x8x5xf32>) -> tensor<8x16x5xf32>
  %1 = fusion.exp %0 : tensor<8x16x5xf32>
  return %1 : tensor<8x16x5xf32>
}

// CHECK-LABEL: @split_dynamic
// CHECK: fusion.matmul %{{.*}}, %{{.*}} : (tensor<?x4x?x8xf32>, tensor<?x4x8x5xf32>) -> tensor<?x4x?x5xf32>
func.func @split_dynamic(%x: tensor<?x?x4x8xf32>, %y: tensor<?x8x5xf32>) -> tensor<?x?x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x4x8xf32>
  %s = tensor.dim %x, %c1 : tensor<?x?x4x8xf32>
  %e = tensor.empty(%b, %s) : tensor<?x4x?x8xf32>
  %t = linalg.transpose ins(%x : tensor<?x?x4x8xf32>) outs(%e : tensor<?x4x?x8xf32>) permutation = [0, 2, 1, 3]
  %c = tensor.collapse_shape %t [[0, 1], [2], [3]] : tensor<?x4x?x8xf32> into tensor<?x?x8xf32>
  %0 = fusion.matmul %c, %y : (tensor<?x?x8xf32>, tensor<?x8x5xf32>) -> tensor<?x?x5xf32>
  return %0 : tensor<?x?x5xf32>
}

// One size of the other operand is static where its parts are not: that would take a cast.
// CHECK-LABEL: @not_split
// CHECK: fusion.matmul %{{.*}}, %{{.*}} : (tensor<?x?x8xf32>, tensor<8x8x5xf32>) -> tensor<8x?x5xf32>
func.func @not_split(%x: tensor<?x?x4x8xf32>, %y: tensor<8x8x5xf32>) -> tensor<8x?x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x4x8xf32>
  %s = tensor.dim %x, %c1 : tensor<?x?x4x8xf32>
  %e = tensor.empty(%b, %s) : tensor<?x4x?x8xf32>
  %t = linalg.transpose ins(%x : tensor<?x?x4x8xf32>) outs(%e : tensor<?x4x?x8xf32>) permutation = [0, 2, 1, 3]
  %c = tensor.collapse_shape %t [[0, 1], [2], [3]] : tensor<?x4x?x8xf32> into tensor<?x?x8xf32>
  %0 = fusion.matmul %c, %y : (tensor<?x?x8xf32>, tensor<8x8x5xf32>) -> tensor<8x?x5xf32>
  return %0 : tensor<8x?x5xf32>
}

// Grouped heads: keys that are repeated for several query heads are read once, whatever is between.
// CHECK-LABEL: @grouped
// CHECK-NOT: linalg.broadcast
// CHECK: %[[K:.*]] = tensor.expand_shape %{{.*}} output_shape [2, 1, 16, 8]
// CHECK: fusion.matmul %{{.*}}, %[[K]] {transpose_b} : (tensor<2x4x16x8xf32>, tensor<2x1x16x8xf32>) -> tensor<2x4x16x16xf32>
func.func @grouped(%q: tensor<8x16x8xf32>, %k: tensor<2x16x8xf32>) -> tensor<8x16x16xf32> {
  %e = tensor.empty() : tensor<2x4x16x8xf32>
  %r = linalg.broadcast ins(%k : tensor<2x16x8xf32>) outs(%e : tensor<2x4x16x8xf32>) dimensions = [1]
  %c = tensor.collapse_shape %r [[0, 1], [2], [3]] : tensor<2x4x16x8xf32> into tensor<8x16x8xf32>
  %f = tensor.empty() : tensor<8x8x16xf32>
  %t = linalg.transpose ins(%c : tensor<8x16x8xf32>) outs(%f : tensor<8x8x16xf32>) permutation = [0, 2, 1]
  %0 = fusion.matmul %q, %t : (tensor<8x16x8xf32>, tensor<8x8x16xf32>) -> tensor<8x16x16xf32>
  return %0 : tensor<8x16x16xf32>
}

// A repeated left operand is one as well; both may be.
// CHECK-LABEL: @grouped_left
// CHECK-NOT: linalg.broadcast
// CHECK: fusion.matmul %{{.*}}, %{{.*}} : (tensor<2x1x16x8xf32>, tensor<2x4x8x5xf32>) -> tensor<2x4x16x5xf32>
func.func @grouped_left(%k: tensor<2x16x8xf32>, %y: tensor<8x8x5xf32>) -> tensor<8x16x5xf32> {
  %e = tensor.empty() : tensor<2x4x16x8xf32>
  %r = linalg.broadcast ins(%k : tensor<2x16x8xf32>) outs(%e : tensor<2x4x16x8xf32>) dimensions = [1]
  %c = tensor.collapse_shape %r [[0, 1], [2], [3]] : tensor<2x4x16x8xf32> into tensor<8x16x8xf32>
  %0 = fusion.matmul %c, %y : (tensor<8x16x8xf32>, tensor<8x8x5xf32>) -> tensor<8x16x5xf32>
  return %0 : tensor<8x16x5xf32>
}

// More than five dimensions are more than a tensor map has.
// CHECK-LABEL: @too_many
// CHECK: fusion.matmul %{{.*}}, %{{.*}} : (tensor<24x16x8xf32>, tensor<24x8x5xf32>)
func.func @too_many(%x: tensor<2x16x3x2x2x8xf32>, %y: tensor<24x8x5xf32>) -> tensor<24x16x5xf32> {
  %e = tensor.empty() : tensor<2x3x2x2x16x8xf32>
  %t = linalg.transpose ins(%x : tensor<2x16x3x2x2x8xf32>) outs(%e : tensor<2x3x2x2x16x8xf32>) permutation = [0, 2, 4, 3, 1, 5]
  %c = tensor.collapse_shape %t [[0, 1, 2, 3], [4], [5]] : tensor<2x3x2x2x16x8xf32> into tensor<24x16x8xf32>
  %0 = fusion.matmul %c, %y : (tensor<24x16x8xf32>, tensor<24x8x5xf32>) -> tensor<24x16x5xf32>
  return %0 : tensor<24x16x5xf32>
}

// What lies side by side before a transposition is merged there, so that the rest becomes a flag.
// CHECK-LABEL: @merged_before
// CHECK-NOT: linalg.transpose
// CHECK: fusion.matmul %{{.*}}, %{{.*}} {transpose_b} : (tensor<8x16x8xf32>, tensor<8x5x8xf32>)
func.func @merged_before(%x: tensor<8x16x8xf32>, %y: tensor<2x4x5x8xf32>) -> tensor<8x16x5xf32> {
  %e = tensor.empty() : tensor<2x4x8x5xf32>
  %t = linalg.transpose ins(%y : tensor<2x4x5x8xf32>) outs(%e : tensor<2x4x8x5xf32>) permutation = [0, 1, 3, 2]
  %c = tensor.collapse_shape %t [[0, 1], [2], [3]] : tensor<2x4x8x5xf32> into tensor<8x8x5xf32>
  %0 = fusion.matmul %x, %c : (tensor<8x16x8xf32>, tensor<8x8x5xf32>) -> tensor<8x16x5xf32>
  return %0 : tensor<8x16x5xf32>
}

// Batches that are split behind a product and its epilogue, to be put in another order, are split before.
// CHECK-LABEL: @split_result
// CHECK-SAME: (%[[X:[a-z0-9]+]]: tensor<8x16x8xf32>, %[[Y:[a-z0-9]+]]: tensor<8x8x5xf32>, %[[B:[a-z0-9]+]]: tensor<8x1x5xf32>)
// CHECK-DAG: %[[BS:.*]] = tensor.expand_shape %[[B]] {{.*}} output_shape [2, 4, 1, 5]
// CHECK-DAG: %[[P:.*]] = fusion.matmul {{.*}} : (tensor<2x4x16x8xf32>, tensor<2x4x8x5xf32>) -> tensor<2x4x16x5xf32>
// CHECK: %[[A:.*]] = fusion.add %[[P]], %[[BS]]
// CHECK: %[[R:.*]] = linalg.transpose ins(%[[A]] : {{.*}} permutation = [0, 2, 1, 3]
// CHECK: return %[[R]]
func.func @split_result(%x: tensor<8x16x8xf32>, %y: tensor<8x8x5xf32>, %b: tensor<8x1x5xf32>) -> tensor<2x16x4x5xf32> {
  %0 = fusion.matmul %x, %y : (tensor<8x16x8xf32>, tensor<8x8x5xf32>) -> tensor<8x16x5xf32>
  %1 = fusion.add %0, %b : (tensor<8x16x5xf32>, tensor<8x1x5xf32>) -> tensor<8x16x5xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2], [3]] output_shape [2, 4, 16, 5] : tensor<8x16x5xf32> into tensor<2x4x16x5xf32>
  %e = tensor.empty() : tensor<2x16x4x5xf32>
  %t = linalg.transpose ins(%2 : tensor<2x4x16x5xf32>) outs(%e : tensor<2x16x4x5xf32>) permutation = [0, 2, 1, 3]
  return %t : tensor<2x16x4x5xf32>
}

// Rotary embedding: halves of heads that were moved to the front change places. All of it is done before they move.
// CHECK-LABEL: @rotary
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: %[[X:.*]] = tensor.expand_shape %[[P]]
// CHECK-NOT: linalg.transpose
// CHECK-DAG: tensor.extract_slice %[[X]][0, 0, 0, 0] [2, 16, 4, 4] [1, 1, 1, 1]
// CHECK-DAG: tensor.extract_slice %[[X]][0, 0, 0, 4] [2, 16, 4, 4] [1, 1, 1, 1]
// CHECK: fusion.neg
// CHECK: tensor.concat dim(3)
// CHECK: fusion.add %{{.*}}, %{{.*}} : (tensor<2x16x4x8xf32>, tensor<2x16x4x8xf32>)
// CHECK: linalg.transpose
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @rotary(%x: tensor<32x8xf32>, %w: tensor<8x32xf32>, %cos: tensor<16x8xf32>, %sin: tensor<16x8xf32>)
    -> tensor<2x4x16x8xf32> {
  %0 = fusion.matmul %x, %w : (tensor<32x8xf32>, tensor<8x32xf32>) -> tensor<32x32xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2, 3]] output_shape [2, 16, 4, 8] : tensor<32x32xf32> into tensor<2x16x4x8xf32>
  %e = tensor.empty() : tensor<2x4x16x8xf32>
  %t = linalg.transpose ins(%1 : tensor<2x16x4x8xf32>) outs(%e : tensor<2x4x16x8xf32>) permutation = [0, 2, 1, 3]
  %a = fusion.mul %t, %cos : (tensor<2x4x16x8xf32>, tensor<16x8xf32>) -> tensor<2x4x16x8xf32>
  %l = tensor.extract_slice %t[0, 0, 0, 0] [2, 4, 16, 4] [1, 1, 1, 1] : tensor<2x4x16x8xf32> to tensor<2x4x16x4xf32>
  %r = tensor.extract_slice %t[0, 0, 0, 4] [2, 4, 16, 4] [1, 1, 1, 1] : tensor<2x4x16x8xf32> to tensor<2x4x16x4xf32>
  %n = fusion.neg %r : tensor<2x4x16x4xf32>
  %h = tensor.concat dim(3) %n, %l : (tensor<2x4x16x4xf32>, tensor<2x4x16x4xf32>) -> tensor<2x4x16x8xf32>
  %b = fusion.mul %h, %sin : (tensor<2x4x16x8xf32>, tensor<16x8xf32>) -> tensor<2x4x16x8xf32>
  %s = fusion.add %a, %b : (tensor<2x4x16x8xf32>, tensor<2x4x16x8xf32>) -> tensor<2x4x16x8xf32>
  return %s : tensor<2x4x16x8xf32>
}

// A slice that drops a dimension drops it behind the transposition.
// CHECK-LABEL: @slice_drops
// CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[0, 1, 0, 0] [8, 1, 4, 8] [1, 1, 1, 1]
// CHECK: linalg.transpose
func.func @slice_drops(%x: tensor<8x8xf32>, %w: tensor<8x96xf32>) -> tensor<4x8x8xf32> {
  %0 = fusion.matmul %x, %w : (tensor<8x8xf32>, tensor<8x96xf32>) -> tensor<8x96xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2, 3]] output_shape [8, 3, 4, 8] : tensor<8x96xf32> into tensor<8x3x4x8xf32>
  %e = tensor.empty() : tensor<3x4x8x8xf32>
  %t = linalg.transpose ins(%1 : tensor<8x3x4x8xf32>) outs(%e : tensor<3x4x8x8xf32>) permutation = [1, 2, 0, 3]
  %s = tensor.extract_slice %t[1, 0, 0, 0] [1, 4, 8, 8] [1, 1, 1, 1] : tensor<3x4x8x8xf32> to tensor<4x8x8xf32>
  return %s : tensor<4x8x8xf32>
}

// Parts of what is no product stay where they are.
// CHECK-LABEL: @slice_of_input
// CHECK: linalg.transpose
// CHECK: tensor.extract_slice
func.func @slice_of_input(%x: tensor<8x4x8xf32>) -> tensor<4x8x4xf32> {
  %e = tensor.empty() : tensor<4x8x8xf32>
  %t = linalg.transpose ins(%x : tensor<8x4x8xf32>) outs(%e : tensor<4x8x8xf32>) permutation = [1, 0, 2]
  %s = tensor.extract_slice %t[0, 0, 0] [4, 8, 4] [1, 1, 1] : tensor<4x8x8xf32> to tensor<4x8x4xf32>
  return %s : tensor<4x8x4xf32>
}

// Slices that are inserted until they are all of a tensor are a concatenation, in whatever order; one of lower rank too.
// CHECK-LABEL: @inserted
// CHECK: %[[C:.*]] = tensor.expand_shape %arg2
// CHECK: tensor.concat dim(1) %arg0, %[[C]], %arg1 : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
func.func @inserted(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %c: tensor<2xf32>) -> tensor<2x8xf32> {
  %e = tensor.empty() : tensor<2x8xf32>
  %0 = tensor.insert_slice %b into %e[0, 4] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<2x8xf32>
  %1 = tensor.insert_slice %a into %0[0, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<2x8xf32>
  %2 = tensor.insert_slice %c into %1[0, 3] [2, 1] [1, 1] : tensor<2xf32> into tensor<2x8xf32>
  return %2 : tensor<2x8xf32>
}

// What overlaps, leaves something out, or is read in between, is none.
// CHECK-LABEL: @in_part
// CHECK-NOT: tensor.concat
func.func @in_part(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %e: tensor<2x6xf32>, %f: tensor<2x7xf32>, %g: tensor<2x8xf32>)
    -> (tensor<2x6xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x8xf32>) {
  %0 = tensor.insert_slice %a into %e[0, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<2x6xf32>
  %1 = tensor.insert_slice %b into %0[0, 2] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<2x6xf32>
  %2 = tensor.insert_slice %a into %f[0, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<2x7xf32>
  %3 = tensor.insert_slice %b into %2[0, 3] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<2x7xf32>
  %4 = tensor.insert_slice %a into %g[0, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<2x8xf32>
  %5 = tensor.insert_slice %b into %4[0, 4] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<2x8xf32>
  return %1, %2, %3, %5 : tensor<2x6xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x8xf32>
}

// A key head of its own batch dimension of size 1, repeated: the dimension of size 1 is dropped, not split off again
// and again.
// CHECK-LABEL: func @single_head_repeated
// CHECK-SAME: %[[P:.*]]: tensor<4x8x8xf32>, %[[V:.*]]: tensor<2x1x8x16xf32>
// CHECK: %[[E:.*]] = tensor.expand_shape %[[P]]
// CHECK: fusion.matmul %[[E]], %[[V]] : (tensor<2x2x8x8xf32>, tensor<2x1x8x16xf32>) -> tensor<2x2x8x16xf32>
// CHECK-NOT: linalg.broadcast
func.func @single_head_repeated(%p: tensor<4x8x8xf32>, %v: tensor<2x1x8x16xf32>) -> tensor<4x8x16xf32> {
  %e = tensor.empty() : tensor<2x1x2x8x16xf32>
  %b = linalg.broadcast ins(%v : tensor<2x1x8x16xf32>) outs(%e : tensor<2x1x2x8x16xf32>) dimensions = [2]
  %c = tensor.collapse_shape %b [[0, 1, 2], [3], [4]] : tensor<2x1x2x8x16xf32> into tensor<4x8x16xf32>
  %0 = fusion.matmul %p, %c : (tensor<4x8x8xf32>, tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
  return %0 : tensor<4x8x16xf32>
}

// JAX multiplies values with weights on their right, and puts rows in front of heads again: what becomes rows is
// computed as rows, and what is transposed then can be written by strides.
// CHECK-LABEL: @values_on_the_left
// CHECK-SAME: %[[V:.*]]: tensor<2x3x9x8xf32>, %[[P:.*]]: tensor<2x3x4x9xf32>, %[[B:.*]]: tensor<8x1xf32>
// CHECK: %[[O:.*]] = fusion.matmul %[[P]], %[[V]] : (tensor<2x3x4x9xf32>, tensor<2x3x9x8xf32>) -> tensor<2x3x4x8xf32>
// CHECK: %[[B1:.*]] = tensor.collapse_shape %[[B]] {{.*}} : tensor<8x1xf32> into tensor<8xf32>
// CHECK: %[[S:.*]] = fusion.add %[[O]], %[[B1]]
// CHECK: linalg.transpose ins(%[[S]] : tensor<2x3x4x8xf32>) {{.*}} permutation = [0, 2, 1, 3]
func.func @values_on_the_left(%v: tensor<2x3x9x8xf32>, %p: tensor<2x3x4x9xf32>, %b: tensor<8x1xf32>) -> tensor<2x4x3x8xf32> {
  %0 = fusion.matmul %v, %p {transpose_a, transpose_b} : (tensor<2x3x9x8xf32>, tensor<2x3x4x9xf32>) -> tensor<2x3x8x4xf32>
  %1 = fusion.add %0, %b : (tensor<2x3x8x4xf32>, tensor<8x1xf32>) -> tensor<2x3x8x4xf32>
  %e = tensor.empty() : tensor<2x4x3x8xf32>
  %2 = linalg.transpose ins(%1 : tensor<2x3x8x4xf32>) outs(%e : tensor<2x4x3x8xf32>) permutation = [0, 3, 1, 2]
  return %2 : tensor<2x4x3x8xf32>
}

// Not where others read the result as it is.
// CHECK-LABEL: @read_on_the_left
// CHECK: fusion.matmul {{.*}} -> tensor<2x3x8x4xf32>
func.func @read_on_the_left(%v: tensor<2x3x9x8xf32>, %p: tensor<2x3x4x9xf32>) -> (tensor<2x4x3x8xf32>, tensor<2x3x8x4xf32>) {
  %0 = fusion.matmul %v, %p {transpose_a, transpose_b} : (tensor<2x3x9x8xf32>, tensor<2x3x4x9xf32>) -> tensor<2x3x8x4xf32>
  %e = tensor.empty() : tensor<2x4x3x8xf32>
  %2 = linalg.transpose ins(%0 : tensor<2x3x8x4xf32>) outs(%e : tensor<2x4x3x8xf32>) permutation = [0, 3, 1, 2]
  return %2, %0 : tensor<2x4x3x8xf32>, tensor<2x3x8x4xf32>
}

// Columns that are split, too, and change places with their own parts, are no rows that become columns.
// CHECK-LABEL: @keeps_order_of_split_columns(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x16xf32>, %[[W:[a-z0-9]+]]: tensor<16x16xf32>
// CHECK: fusion.matmul %[[X]], %[[W]] : (tensor<?x16xf32>, tensor<16x16xf32>) -> tensor<?x16xf32>
// CHECK: linalg.transpose {{.*}} permutation = [0, 1, 3, 2]
func.func @keeps_order_of_split_columns(%x: tensor<?x16xf32>, %w: tensor<16x16xf32>, %b: index, %r: index)
    -> tensor<?x?x4x4xf32> {
  %0 = fusion.matmul %x, %w : (tensor<?x16xf32>, tensor<16x16xf32>) -> tensor<?x16xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2, 3]] output_shape [%b, %r, 4, 4] : tensor<?x16xf32> into tensor<?x?x4x4xf32>
  %2 = tensor.empty(%b, %r) : tensor<?x?x4x4xf32>
  %3 = linalg.transpose ins(%1 : tensor<?x?x4x4xf32>) outs(%2 : tensor<?x?x4x4xf32>) permutation = [0, 1, 3, 2]
  return %3 : tensor<?x?x4x4xf32>
}

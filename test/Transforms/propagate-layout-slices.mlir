// Attention that projects queries, keys and values by one product, of sequences before batches.
// RUN: fusion-opt %s --fusion-propagate-layout --canonicalize --split-input-file 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning

// Rows stand in the order of memory; the transposition in front of the product meets the one behind the other.
// CHECK-LABEL: @rows
// CHECK-NOT: linalg.transpose
// CHECK: %[[X:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]]
// CHECK: %[[Y:.*]] = fusion.matmul %[[X]], %arg1
// CHECK: %[[E:.*]] = tensor.expand_shape %[[Y]] {{\[\[}}0, 1], [2]] output_shape [2, 5, 8]
// CHECK: return %[[E]]
func.func @rows(%x: tensor<2x5x4xf32>, %w: tensor<4x8xf32>) -> tensor<2x5x8xf32> {
  %e = tensor.empty() : tensor<5x2x4xf32>
  %t = linalg.transpose ins(%x : tensor<2x5x4xf32>) outs(%e : tensor<5x2x4xf32>) permutation = [1, 0, 2]
  %0 = fusion.matmul %t, %w : (tensor<5x2x4xf32>, tensor<4x8xf32>) -> tensor<5x2x8xf32>
  %f = tensor.empty() : tensor<2x5x8xf32>
  %1 = linalg.transpose ins(%0 : tensor<5x2x8xf32>) outs(%f : tensor<2x5x8xf32>) permutation = [1, 0, 2]
  return %1 : tensor<2x5x8xf32>
}

// -----

// A transposed operand that something else reads is there anyway.
// CHECK-LABEL: @rows_read
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[T]]
// CHECK: fusion.matmul %[[C]]
func.func @rows_read(%x: tensor<2x5x4xf32>, %w: tensor<4x8xf32>) -> (tensor<5x2x8xf32>, tensor<5x2x4xf32>) {
  %e = tensor.empty() : tensor<5x2x4xf32>
  %t = linalg.transpose ins(%x : tensor<2x5x4xf32>) outs(%e : tensor<5x2x4xf32>) permutation = [1, 0, 2]
  %0 = fusion.matmul %t, %w : (tensor<5x2x4xf32>, tensor<4x8xf32>) -> tensor<5x2x8xf32>
  return %0, %t : tensor<5x2x8xf32>, tensor<5x2x4xf32>
}

// -----

// A gather with a constant index is a slice; one that repeats, goes out of range or reads what is computed is none.
// CHECK-LABEL: @gathers
// CHECK: tensor.extract_slice %arg0[2, 0, 1] [1, 5, 3] [1, 1, 1] : tensor<3x5x4xf32> to tensor<5x3xf32>
// CHECK-COUNT-3: fusion.map
func.func @gathers(%t: tensor<3x5x4xf32>, %n: tensor<1x1xi64>)
    -> (tensor<5x3xf32>, tensor<2x5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>) {
  %two = arith.constant dense<2> : tensor<1x1xi64>
  %0 = fusion.map(%i = %two) tables(%x = %t) at(%a, %b) : (tensor<1x1xi64>, tensor<3x5x4xf32>) -> tensor<5x3xf32> {
    %c1 = arith.constant 1 : index
    %k = arith.index_cast %i : i64 to index
    %l = arith.addi %b, %c1 : index
    %v = fusion.lookup %x[%k, %a, %l] : tensor<3x5x4xf32>
    fusion.yield %v : f32
  }
  %1 = fusion.map(%i = %two) tables(%x = %t) at(%r, %a, %b) : (tensor<1x1xi64>, tensor<3x5x4xf32>) -> tensor<2x5x4xf32> {
    %k = arith.index_cast %i : i64 to index
    %v = fusion.lookup %x[%k, %a, %b] : tensor<3x5x4xf32>
    fusion.yield %v : f32
  }
  %2 = fusion.map() tables(%x = %t) at(%a, %b) : (tensor<3x5x4xf32>) -> tensor<5x4xf32> {
    %c3 = arith.constant 3 : index
    %v = fusion.lookup %x[%c3, %a, %b] : tensor<3x5x4xf32>
    fusion.yield %v : f32
  }
  %3 = fusion.map(%i = %n) tables(%x = %t) at(%a, %b) : (tensor<1x1xi64>, tensor<3x5x4xf32>) -> tensor<5x4xf32> {
    %k = arith.index_cast %i : i64 to index
    %v = fusion.lookup %x[%k, %a, %b] : tensor<3x5x4xf32>
    fusion.yield %v : f32
  }
  return %0, %1, %2, %3 : tensor<5x3xf32>, tensor<2x5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>
}

// -----

// Parts of one batch, and what is put together of them, do without the batch, as what is computed of them does.

// CHECK-LABEL: func @rotated_batch_of_one
// CHECK-SAME: (%[[X:.*]]: tensor<1x4x16x64xf32>)
func.func @rotated_batch_of_one(%x: tensor<1x4x16x64xf32>) -> tensor<1x4x16x64xf32> {
  // CHECK: %[[Y:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2], [3]]
  // CHECK: %[[L:.*]] = tensor.extract_slice %[[Y]][0, 0, 0] [4, 16, 32] [1, 1, 1]
  // CHECK: %[[Z:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2], [3]]
  // CHECK: %[[R:.*]] = tensor.extract_slice %[[Z]][0, 0, 32] [4, 16, 32] [1, 1, 1]
  // CHECK: %[[N:.*]] = fusion.neg %[[R]] : tensor<4x16x32xf32>
  // CHECK: %[[C:.*]] = tensor.concat dim(2) %[[N]], %[[L]]
  // CHECK: tensor.expand_shape %[[C]] {{\[\[}}0, 1], [2], [3]] output_shape [1, 4, 16, 64]
  %0 = tensor.extract_slice %x[0, 0, 0, 0] [1, 4, 16, 32] [1, 1, 1, 1] : tensor<1x4x16x64xf32> to tensor<1x4x16x32xf32>
  %1 = tensor.extract_slice %x[0, 0, 0, 32] [1, 4, 16, 32] [1, 1, 1, 1] : tensor<1x4x16x64xf32> to tensor<1x4x16x32xf32>
  %2 = fusion.neg %1 : tensor<1x4x16x32xf32>
  %3 = tensor.concat dim(3) %2, %0 : (tensor<1x4x16x32xf32>, tensor<1x4x16x32xf32>) -> tensor<1x4x16x64xf32>
  return %3 : tensor<1x4x16x64xf32>
}

// Batches that are put together stay, and those of a slice at another place.

// CHECK-LABEL: func @joined_batches
func.func @joined_batches(%x: tensor<1x4x8xf32>, %y: tensor<2x4x8xf32>, %i: index) -> (tensor<2x4x8xf32>, tensor<1x4x6xf32>) {
  // CHECK: tensor.concat dim(0) %{{.*}}, %{{.*}} : (tensor<1x4x8xf32>, tensor<1x4x8xf32>)
  // CHECK: tensor.extract_slice %{{.*}}[1, 0, 2] [1, 4, 6] [1, 1, 1]
  %0 = tensor.concat dim(0) %x, %x : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> tensor<2x4x8xf32>
  %1 = tensor.extract_slice %y[1, 0, 2] [1, 4, 6] [1, 1, 1] : tensor<2x4x8xf32> to tensor<1x4x6xf32>
  return %0, %1 : tensor<2x4x8xf32>, tensor<1x4x6xf32>
}

// The argument is split, once: an expansion in front of a sum is not taken behind it where that would merge the product
// again, without end.

// CHECK-LABEL: @a_slice_of_a_product_is_merged_behind_the_sum
// CHECK: tensor.extract_slice
// CHECK: %[[Y:.*]] = tensor.expand_shape %arg2
// CHECK: %[[SUM:.*]] = fusion.add %[[Y]]
// CHECK: tensor.collapse_shape %[[SUM]]
func.func @a_slice_of_a_product_is_merged_behind_the_sum(%a: tensor<2x64x16xf32>, %b: tensor<16x96xf32>, %y: tensor<2x64x8xf32>) -> tensor<2x64x8xf32> {
  %e = tensor.empty() : tensor<2x16x96xf32>
  %bb = linalg.broadcast ins(%b : tensor<16x96xf32>) outs(%e : tensor<2x16x96xf32>) dimensions = [0]
  %0 = fusion.matmul %a, %bb : (tensor<2x64x16xf32>, tensor<2x16x96xf32>) -> tensor<2x64x96xf32>
  %1 = tensor.expand_shape %0 [[0], [1], [2, 3]] output_shape [2, 64, 12, 8] : tensor<2x64x96xf32> into tensor<2x64x12x8xf32>
  %2 = tensor.extract_slice %1[0, 0, 3, 0] [2, 64, 1, 8] [1, 1, 1, 1] : tensor<2x64x12x8xf32> to tensor<2x64x1x8xf32>
  %3 = tensor.collapse_shape %2 [[0], [1], [2, 3]] : tensor<2x64x1x8xf32> into tensor<2x64x8xf32>
  %4 = fusion.add %y, %3 : (tensor<2x64x8xf32>, tensor<2x64x8xf32>) -> tensor<2x64x8xf32>
  return %4 : tensor<2x64x8xf32>
}

// -----

// Every other element of rows of one, as pooling has them: the sum of rows takes the larger of two parts.
// CHECK-LABEL: @pairs
// CHECK: %[[X:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]]
// CHECK: %[[A:.*]] = tensor.extract_slice %[[X]][0, 0] [16, 10] [1, 2]
// CHECK: %[[M:.*]] = fusion.max %[[A]],
// CHECK: fusion.reduce addf %[[M]] along [1]
func.func @pairs(%x: tensor<16x1x20xf32>) -> tensor<16x1xf32> {
  %0 = tensor.extract_slice %x[0, 0, 0] [16, 1, 10] [1, 1, 2] : tensor<16x1x20xf32> to tensor<16x1x10xf32>
  %1 = tensor.extract_slice %x[0, 0, 1] [16, 1, 10] [1, 1, 2] : tensor<16x1x20xf32> to tensor<16x1x10xf32>
  %2 = fusion.max %0, %1 : (tensor<16x1x10xf32>, tensor<16x1x10xf32>) -> tensor<16x1x10xf32>
  %3 = tensor.collapse_shape %2 [[0, 1], [2]] : tensor<16x1x10xf32> into tensor<16x10xf32>
  %4 = fusion.reduce addf %3 along [1] : tensor<16x10xf32> -> tensor<16x1xf32>
  return %4 : tensor<16x1xf32>
}

// -----

// Halves of heads of one token: the heads were given a dimension of size 1, which nothing of their kernel needs.
// CHECK-LABEL: func @heads_of_one_token
// CHECK: %[[H:.*]] = tensor.extract_slice %arg0[0, 4] [8, 4] [1, 1]
// CHECK: %[[N:.*]] = fusion.neg %[[H]] : tensor<8x4xf32>
// CHECK: tensor.concat dim(1) %[[N]], %{{.*}} : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
// CHECK: fusion.add %{{.*}} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @heads_of_one_token(%x: tensor<8x8xf32>, %sin: tensor<8xf32>) -> tensor<8x8xf32> {
  %h = tensor.expand_shape %x [[0, 1], [2]] output_shape [8, 1, 8] : tensor<8x8xf32> into tensor<8x1x8xf32>
  %0 = tensor.extract_slice %h[0, 0, 0] [8, 1, 4] [1, 1, 1] : tensor<8x1x8xf32> to tensor<8x1x4xf32>
  %1 = tensor.extract_slice %h[0, 0, 4] [8, 1, 4] [1, 1, 1] : tensor<8x1x8xf32> to tensor<8x1x4xf32>
  %2 = fusion.neg %1 : tensor<8x1x4xf32>
  %3 = tensor.concat dim(2) %2, %0 : (tensor<8x1x4xf32>, tensor<8x1x4xf32>) -> tensor<8x1x8xf32>
  %4 = fusion.mul %3, %sin : (tensor<8x1x8xf32>, tensor<8xf32>) -> tensor<8x1x8xf32>
  %5 = tensor.collapse_shape %4 [[0, 1], [2]] : tensor<8x1x8xf32> into tensor<8x8xf32>
  %6 = fusion.add %x, %5 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %6 : tensor<8x8xf32>
}

// -----

// A dimension of size 1 that is there from the start stays beside the last one.
// CHECK-LABEL: func @column_of_parts
// CHECK: tensor.concat dim(2) %arg0, %arg1 : (tensor<8x1x4xf32>, tensor<8x1x4xf32>) -> tensor<8x1x8xf32>
func.func @column_of_parts(%x: tensor<8x1x4xf32>, %y: tensor<8x1x4xf32>) -> tensor<8x1x8xf32> {
  %0 = tensor.concat dim(2) %x, %y : (tensor<8x1x4xf32>, tensor<8x1x4xf32>) -> tensor<8x1x8xf32>
  %1 = fusion.neg %0 : tensor<8x1x8xf32>
  return %1 : tensor<8x1x8xf32>
}

// RUN: fusion-opt %s --fusion-check-shapes --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func @matmul
func.func @matmul(%x: tensor<4x?xf32>, %w: tensor<?x8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[A:.*]] = tensor.dim %arg0, %c1
  // CHECK: %[[B:.*]] = tensor.dim %arg1, %c0
  // CHECK: %[[C:.*]] = arith.cmpi eq, %[[A]], %[[B]]
  // CHECK: cf.assert %[[C]], "'fusion.matmul' expects equal sizes in dimension 1 of operand 0 and dimension 0 of operand 1"
  %0 = fusion.matmul %x, %w : (tensor<4x?xf32>, tensor<?x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// There is a scale for each block, of which the last may be shorter.
// CHECK-LABEL: func @scales
func.func @scales(%x: tensor<?x?xf8E4M3FN>, %w: tensor<64x?xf8E4M3FN>, %s: tensor<?x?xf32>, %t: tensor<1x?xf32>)
    -> tensor<?x64xf32> {
  // CHECK-DAG: %[[K:.*]] = tensor.dim %arg0, %c1
  // CHECK-DAG: %[[DEPTH:.*]] = tensor.dim %arg2, %c1
  // CHECK-DAG: %[[BLOCKS:.*]] = arith.ceildivui %[[K]], %c128
  // CHECK-DAG: %[[SAME:.*]] = arith.cmpi eq, %[[DEPTH]], %[[BLOCKS]]
  // CHECK-DAG: cf.assert %{{.*}}, "'fusion.matmul' expects a scale for each block of 1 in dimension 0 of operand 2"
  // CHECK-DAG: cf.assert %[[SAME]], "'fusion.matmul' expects a scale for each block of 128 in dimension 1 of operand 2"
  // CHECK-DAG: cf.assert %{{.*}}, "'fusion.matmul' expects a scale for each block of 256 in dimension 1 of operand 3"
  // CHECK-NOT: cf.assert
  // CHECK: fusion.matmul
  %0 = fusion.matmul %x, %w lhs_scale %s rhs_scale %t
      {transpose_b, lhs_block = array<i64: 1, 128>, rhs_block = array<i64: 64, 256>}
      : (tensor<?x?xf8E4M3FN>, tensor<64x?xf8E4M3FN>, tensor<?x?xf32>, tensor<1x?xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// Inside a kernel the sizes are those of its inputs, and the check is before it. A size that is equal to itself needs
// none.

// CHECK-LABEL: func @kernel
func.func @kernel(%x: tensor<?x8xf32>, %r: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // CHECK: tensor.dim %arg0, %c0
  // CHECK: tensor.dim %arg1, %c0
  // CHECK: cf.assert %{{.*}}, "'fusion.add' expects equal sizes in dimension 0 of operand 0 and dimension 0 of operand 1"
  // CHECK-NOT: cf.assert
  // CHECK: fusion.kernel
  %0 = fusion.kernel(%a = %x, %b = %r) : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32> {
    %e = fusion.exp %a : tensor<?x8xf32>
    %p = fusion.mul %e, %a : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    %s = fusion.add %p, %b : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    fusion.yield %s : tensor<?x8xf32>
  }
  return %0 : tensor<?x8xf32>
}

// CHECK-LABEL: func @static
// CHECK-NOT: cf.assert
func.func @static(%x: tensor<4x8xf32>, %w: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = fusion.add %x, %w : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func @leftover
func.func @leftover(%x: tensor<?xf32>, %y: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<4xf32> {
  // CHECK: cf.assert %{{.*}}, "'linalg.add' expects equal sizes in dimension 0 of operand 0 and dimension 0 of operand 1"
  // CHECK: cf.assert %{{.*}}, "'linalg.add' expects equal sizes in dimension 0 of operand 0 and dimension 0 of operand 2"
  %0 = linalg.add ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  // CHECK: cf.assert %{{.*}}, "'tensor.cast' expects size 4 in dimension 0"
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A result of static size fixes the size of its operands.

// CHECK-LABEL: func @result
func.func @result(%x: tensor<?xf32>, %y: tensor<1xf32>) -> tensor<4xf32> {
  // CHECK: cf.assert %{{.*}}, "'fusion.add' expects size 4 in dimension 0 of operand 0"
  %0 = fusion.add %x, %y : (tensor<?xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A product whose type knows sizes that its operands do not.

// CHECK-LABEL: func @tile
func.func @tile(%x: tensor<?x16xf32>, %w: tensor<?x16xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[M:.*]] = tensor.dim %arg0, %c0
  // CHECK: %[[IS_M:.*]] = arith.cmpi eq, %[[M]], %c4
  // CHECK: cf.assert %[[IS_M]], "'fusion.matmul' expects size 4 in dimension 0 of operand 0"
  // CHECK: %[[N:.*]] = tensor.dim %arg1, %c0
  // CHECK: %[[IS_N:.*]] = arith.cmpi eq, %[[N]], %c8
  // CHECK: cf.assert %[[IS_N]], "'fusion.matmul' expects size 8 in dimension 0 of operand 1"
  // CHECK-NOT: cf.assert
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Outputs of one kernel: it runs over elements that all of them have.

// CHECK-LABEL: func @outputs
func.func @outputs(%x: tensor<?x8xf32>, %y: tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) {
  // CHECK: tensor.dim %arg0, %c0
  // CHECK: tensor.dim %arg1, %c0
  // CHECK: cf.assert %{{.*}}, "'fusion.yield' expects equal sizes in dimension 0 of operand 0 and dimension 0 of operand 2"
  // CHECK-NOT: cf.assert
  // CHECK: fusion.kernel
  %0:3 = fusion.kernel(%a = %x, %b = %y) : (tensor<?x8xf32>, tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) {
    %r = fusion.relu %a : tensor<?x8xf32>
    %e = fusion.exp %a : tensor<?x8xf32>
    %t = fusion.tanh %b : tensor<?x8xf32>
    fusion.yield %r, %e, %t : tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>
}

// Those of other shapes are for whoever lowers the kernel.

// CHECK-LABEL: func @shapes
// CHECK-NOT: cf.assert
// CHECK: return
func.func @shapes(%x: tensor<?x8xf32>, %y: tensor<8xf32>) -> (tensor<?x8xf32>, tensor<8xf32>) {
  %0:2 = fusion.kernel(%a = %x, %b = %y) : (tensor<?x8xf32>, tensor<8xf32>) -> (tensor<?x8xf32>, tensor<8xf32>) {
    %r = fusion.relu %a : tensor<?x8xf32>
    %e = fusion.exp %b : tensor<8xf32>
    fusion.yield %r, %e : tensor<?x8xf32>, tensor<8xf32>
  }
  return %0#0, %0#1 : tensor<?x8xf32>, tensor<8xf32>
}

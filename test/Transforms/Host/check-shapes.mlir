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

// Updates have an index each, and fill rows of what is kept; how many there are is theirs.
// CHECK-LABEL: func @scatter
// CHECK-SAME: (%[[X:.*]]: tensor<?x?xf32>, %[[I:.*]]: tensor<?x1xi64>, %[[C:.*]]: tensor<64x?xf32>)
func.func @scatter(%x: tensor<?x?xf32>, %i: tensor<?x1xi64>, %c: tensor<64x?xf32>) -> tensor<64x?xf32> {
  // CHECK-DAG: %[[ROWS:.*]] = tensor.dim %[[X]], %c0
  // CHECK-DAG: %[[INDICES:.*]] = tensor.dim %[[I]], %c0
  // CHECK-DAG: %[[SAME:.*]] = arith.cmpi eq, %[[ROWS]], %[[INDICES]]
  // CHECK-DAG: cf.assert %[[SAME]], "'fusion.scatter' expects equal sizes in dimension 0 of operand 0 and dimension 0 of operand 1"
  // CHECK-DAG: cf.assert %{{.*}}, "'fusion.scatter' expects equal sizes in dimension 1 of operand 0 and dimension 1 of operand 2"
  // CHECK-NOT: cf.assert
  // CHECK: fusion.scatter
  %0 = fusion.scatter %x at %i into %c along 0 : (tensor<?x?xf32>, tensor<?x1xi64>, tensor<64x?xf32>) -> tensor<64x?xf32>
  return %0 : tensor<64x?xf32>
}

// In another order a dimension of the updates has all elements of several; where places are among them, for each place.
// CHECK-LABEL: func @orders
// CHECK-SAME: (%[[X:.*]]: tensor<5x?xf32>, %{{.*}}: tensor<5x1xi32>, %[[C:.*]]: tensor<?x9x?xf32>, %[[Y:.*]]: tensor<?x8xf32>, %{{.*}}: tensor<1x1xi32>, %[[D:.*]]: tensor<?x9x8xf32>
func.func @orders(%x: tensor<5x?xf32>, %i: tensor<5x1xi32>, %c: tensor<?x9x?xf32>, %y: tensor<?x8xf32>, %j: tensor<1x1xi32>, %d: tensor<?x9x8xf32>, %k: tensor<10x8xf32>) -> (tensor<?x9x?xf32>, tensor<?x9x8xf32>, tensor<?x9x8xf32>) {
  // CHECK-DAG: %[[A:.*]] = tensor.dim %[[C]], %c0
  // CHECK-DAG: %[[B:.*]] = tensor.dim %[[C]], %c2
  // CHECK-DAG: %[[ALL:.*]] = arith.muli %[[A]], %[[B]]
  // CHECK-DAG: %[[COLUMNS:.*]] = tensor.dim %[[X]], %c1
  // CHECK-DAG: %[[SAME:.*]] = arith.cmpi eq, %[[COLUMNS]], %[[ALL]]
  // CHECK-DAG: cf.assert %[[SAME]], "'fusion.scatter' expects dimension 1 of operand 0 to have all elements of dimensions 0, 2 of operand 2"
  // CHECK: fusion.scatter
  %0 = fusion.scatter %x at %i into %c along 1 as [[1], [0, 2]] : (tensor<5x?xf32>, tensor<5x1xi32>, tensor<?x9x?xf32>) -> tensor<?x9x?xf32>
  // Places in front: their number is what is left.
  // CHECK-NOT: cf.assert
  // CHECK: fusion.scatter %[[Y]]
  %1 = fusion.scatter %y at %j into %d along 1 as [[1, 0], [2]] : (tensor<?x8xf32>, tensor<1x1xi32>, tensor<?x9x8xf32>) -> tensor<?x9x8xf32>
  return %0, %1, %d : tensor<?x9x?xf32>, tensor<?x9x8xf32>, tensor<?x9x8xf32>
}

// Where a kernel stores what it reduces, rows are those of what it reads. A condition has the sizes of the elements.
// CHECK-LABEL: func @stores
// CHECK-SAME: (%[[X:.*]]: tensor<?x8xf32>, %[[I:.*]]: tensor<?x1xi64>, %[[C:.*]]: tensor<64x1xf32>, %[[M:.*]]: tensor<?x1xi1>, %[[D:.*]]: tensor<?x8xf32>)
func.func @stores(%x: tensor<?x8xf32>, %i: tensor<?x1xi64>, %c: tensor<64x1xf32>, %m: tensor<?x1xi1>, %d: tensor<?x8xf32>) -> (tensor<64x1xf32>, tensor<?x8xf32>) {
  // CHECK-DAG: %[[ROWS:.*]] = tensor.dim %[[X]], %c0
  // CHECK-DAG: %[[INDICES:.*]] = tensor.dim %[[I]], %c0
  // CHECK-DAG: arith.cmpi eq, %[[ROWS]], %[[INDICES]]
  // CHECK-DAG: cf.assert %{{.*}}, "'fusion.scatter' expects equal sizes in dimension 0 of operand 0 and dimension 0 of operand 1"
  // CHECK: fusion.kernel
  %0 = fusion.kernel(%y = %x, %j = %i, %k = %c) : (tensor<?x8xf32>, tensor<?x1xi64>, tensor<64x1xf32>) -> tensor<64x1xf32> {
    %2 = fusion.reduce addf %y along [1] : tensor<?x8xf32> -> tensor<?x1xf32>
    %3 = fusion.scatter %2 at %j into %k along 0 : (tensor<?x1xf32>, tensor<?x1xi64>, tensor<64x1xf32>) -> tensor<64x1xf32>
    fusion.yield %3 : tensor<64x1xf32>
  }
  // CHECK-DAG: cf.assert %{{.*}}, "'fusion.keep' expects equal sizes in dimension 0 of operand 1 and dimension 0 of operand 0"
  // CHECK-DAG: cf.assert %{{.*}}, "'fusion.keep' expects equal sizes in dimension 0 of operand 1 and dimension 0 of operand 2"
  // CHECK: fusion.keep
  %1 = fusion.keep %m, %x, %d : (tensor<?x1xi1>, tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0, %1 : tensor<64x1xf32>, tensor<?x8xf32>
}

// What has no named operation is in maps, one for each value that a named operation or the result needs.
// RUN: fusion-opt %s --convert-linalg-to-fusion --split-input-file --remarks-filter='fusion.import' | FileCheck %s --implicit-check-not=linalg.generic

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>

// An integer mask selects: the comparison is a map of the mask's shape, the selection stays named.
// CHECK-LABEL: @integer_mask
// CHECK: %[[M:.*]] = fusion.map(%[[A:.*]] = %{{.*}}) : (tensor<8xi64>) -> tensor<8xi1> {
// CHECK: %[[C:.*]] = arith.cmpi eq, %[[A]], %{{.*}} : i64
// CHECK: fusion.yield %[[C]] : i1
// CHECK: fusion.select %[[M]], %{{.*}}, %{{.*}} : (tensor<8xi1>, tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
func.func @integer_mask(%x: tensor<4x8xf32>, %m: tensor<8xi64>) -> tensor<4x8xf32> {
  %low = arith.constant -1.0e9 : f32
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<4x8xf32>, tensor<8xi64>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: i64, %o: f32):
    %c = arith.cmpi eq, %b, %zero : i64
    %s = arith.select %c, %low, %a : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// A position along one dimension is asked for: the map has no other.
// CHECK-LABEL: @position
// CHECK: fusion.map() at(%[[J:.*]]) : () -> tensor<8xf32>
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[J]] : index to i64
// CHECK: arith.trunci %[[WIDE]] : i64 to i32
func.func @position(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %f = arith.uitofp %k : i32 to f32
    %s = arith.addf %a, %f : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// PyTorch's embedding: a lookup makes the assertions itself.
// CHECK-LABEL: @embedding
// CHECK-NOT: cf.assert
// CHECK: fusion.map(%[[ID:.*]] = %{{.*}}) tables(%[[T:.*]] = %{{.*}}) at(%{{.*}}, %[[J:.*]]) : (tensor<4x1xi64>, tensor<50x8xf32>) -> tensor<4x8xf32>
// CHECK: %[[I:.*]] = arith.index_cast %[[ID]] : i64 to index
// CHECK: fusion.lookup %[[T]][%[[I]], %[[J]]] : tensor<50x8xf32>
func.func @embedding(%ids: tensor<4xi64>, %table: tensor<50x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : i64
  %c50 = arith.constant 50 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<4xi64>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%id: i64, %o: f32):
    %i = arith.index_cast %id : i64 to index
    %j = linalg.index 1 : index
    %below = arith.cmpi slt, %i, %c50 : index
    cf.assert %below, "index must be smaller than dim size"
    %above = arith.cmpi sge, %id, %c0 : i64
    cf.assert %above, "index must be larger or equal to 0"
    %v = tensor.extract %table[%i, %j] : tensor<50x8xf32>
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// Branches become a selection; only the branch that is taken looks up.
// CHECK-LABEL: @concat
// CHECK: fusion.map() tables(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) at(%[[I:.*]], %[[J:.*]]) : (tensor<4x16xf32>, tensor<4x8xf32>) -> tensor<4x24xf32>
// CHECK: %[[LEFT:.*]] = arith.cmpi ult, %[[J]], %{{.*}} : index
// CHECK: %[[X:.*]] = fusion.lookup %[[A]][%[[I]], %[[J]]] if %[[LEFT]]
// CHECK: %[[Y:.*]] = fusion.lookup %[[B]][%[[I]], %{{.*}}] if %{{.*}}
// CHECK: arith.select %[[LEFT]], %[[X]], %[[Y]] : f32
func.func @concat(%a: tensor<4x16xf32>, %b: tensor<4x8xf32>) -> tensor<4x24xf32> {
  %c16 = arith.constant 16 : index
  %e = tensor.empty() : tensor<4x24xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x24xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %left = arith.cmpi ult, %j, %c16 : index
    %v = scf.if %left -> (f32) {
      %x = tensor.extract %a[%i, %j] : tensor<4x16xf32>
      scf.yield %x : f32
    } else {
      %k = arith.subi %j, %c16 : index
      %x = tensor.extract %b[%i, %k] : tensor<4x8xf32>
      scf.yield %x : f32
    }
    linalg.yield %v : f32
  } -> tensor<4x24xf32>
  return %r : tensor<4x24xf32>
}

// -----

// An operand that is read at computed places is a table.
// CHECK-LABEL: @every_second
// CHECK: fusion.map() tables(%[[T:.*]] = %{{.*}}) at(%[[I:.*]]) : (tensor<7xf32>) -> tensor<4xf32>
// CHECK: fusion.lookup %[[T]][%{{.*}}] : tensor<7xf32>
func.func @every_second(%x: tensor<7xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i * 2)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<7xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A dynamic dimension whose position is asked for has the size of an operand, which may be the result's own.
// CHECK-LABEL: @open_position
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: fusion.map(%{{.*}} = %[[E]]) at(%{{.*}}) : (tensor<?xi64>) -> tensor<?xi64>
func.func @open_position(%n: index) -> tensor<?xi64> {
  %e = tensor.empty(%n) : tensor<?xi64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<?xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i64
    linalg.yield %k : i64
  } -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// -----

// arith on tensors of integers.
// CHECK-LABEL: @tensors
// CHECK: fusion.map(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK: arith.muli %[[A]], %[[B]] : i32
func.func @tensors(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = arith.muli %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// Results may have their dimensions in different orders: the second is computed like the first, and transposed.
// CHECK-LABEL: @orders
// CHECK: %[[SUM:.*]] = fusion.add %{{.*}}, %{{.*}} : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
// CHECK: %[[C:.*]] = fusion.map(%{{.*}} = %{{.*}}) : (tensor<4x?xf32>) -> tensor<4x?xi8>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[C]] : tensor<4x?xi8>) outs(%{{.*}} : tensor<?x4xi8>) permutation = [1, 0]
// CHECK: return %[[SUM]], %[[T]]
func.func @orders(%x: tensor<4x?xf32>, %e: tensor<4x?xf32>, %f: tensor<?x4xi8>) -> (tensor<4x?xf32>, tensor<?x4xi8>) {
  %0:2 = linalg.generic {indexing_maps = [#id, #id, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x?xf32>) outs(%e, %f : tensor<4x?xf32>, tensor<?x4xi8>) {
  ^bb0(%a: f32, %o: f32, %p: i8):
    %s = arith.addf %a, %a : f32
    %c = arith.fptoui %a : f32 to i8
    linalg.yield %s, %c : f32, i8
  } -> (tensor<4x?xf32>, tensor<?x4xi8>)
  return %0#0, %0#1 : tensor<4x?xf32>, tensor<?x4xi8>
}

// -----

// An assertion about an index that is a constant says nothing.
// CHECK-LABEL: @constant_index
// CHECK: fusion.lookup %{{.*}}[%{{.*}}] : tensor<16xf32>
// CHECK-NOT: cf.assert
func.func @constant_index(%t: tensor<16xf32>) -> tensor<1xf32> {
  %e = tensor.empty() : tensor<1xf32>
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<1xf32>) {
  ^bb0(%o: f32):
    %below = arith.cmpi slt, %c15, %c16 : index
    cf.assert %below, "index must be smaller than dim size"
    %v = tensor.extract %t[%c15] : tensor<16xf32>
    linalg.yield %v : f32
  } -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// A reciprocal as torch-mlir writes it: a quotient by zero has a value.
// CHECK-LABEL: func @reciprocal
// CHECK: fusion.div
// CHECK-NOT: cf.assert
// CHECK: return
func.func @reciprocal(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.cmpf one, %a, %zero : f32
    cf.assert %c, "unimplemented: tensor with zero element"
    %q = arith.divf %one, %a : f32
    linalg.yield %q : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// True is -1 where a sign is extended, and 1 in a cast of fusion.
// CHECK-LABEL: @sign_of_true
// CHECK: fusion.map(%[[A:.*]] = %{{.*}}) : (tensor<4xi1>) -> tensor<4xi8> {
// CHECK: arith.extsi %[[A]] : i1 to i8
func.func @sign_of_true(%x: tensor<4xi1>, %e: tensor<4xi8>) -> tensor<4xi8> {
  %0 = linalg.map { arith.extsi } ins(%x : tensor<4xi1>) outs(%e : tensor<4xi8>)
  return %0 : tensor<4xi8>
}

// -----

// One row of several is looked up; one of one row is an operand.
// CHECK-LABEL: @first_row
// CHECK: fusion.map() tables(%[[T:.*]] = %{{.*}}) at(%[[J:.*]]) : (tensor<3x4xf32>) -> tensor<4xf32> {
// CHECK: fusion.lookup %[[T]][%{{.*}}, %[[J]]] : tensor<3x4xf32>
// CHECK: fusion.exp %{{.*}} : tensor<4xf32>
func.func @first_row(%x: tensor<3x4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(j) -> (0, j)>, affine_map<(j) -> (j)>], iterator_types = ["parallel"]}
      ins(%x : tensor<3x4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = math.exp %in : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

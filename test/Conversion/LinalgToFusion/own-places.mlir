// RUN: fusion-opt %s --convert-linalg-to-fusion --canonicalize --split-input-file | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=repeated_heads --dynamic=1
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=repeated_heads --dynamic=3
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=perhaps_repeated --dynamic=1,5
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=perhaps_repeated --dynamic=5,5

// A tensor of an open size is repeated along another dimension: where the open one has one element its place is 0 anyway.

#all = affine_map<(b, h, r, t) -> (b, h, r, t)>

// CHECK-LABEL: func @repeated_heads
// CHECK-SAME: (%[[X:.*]]: tensor<?x2x8xf32>)
// CHECK-NOT: fusion.map
// CHECK: linalg.broadcast ins(%[[X]] : tensor<?x2x8xf32>) outs(%{{.*}} : tensor<?x2x3x8xf32>) dimensions = [2]
func.func @repeated_heads(%x: tensor<?x2x8xf32>) -> tensor<?x2x3x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %dim = tensor.dim %x, %c0 : tensor<?x2x8xf32>
  %wide = arith.index_cast %dim : index to i64
  %same = arith.index_cast %wide : i64 to index
  %merged = affine.apply affine_map<()[s] -> (s * 6)>()[%same]
  %batches = arith.divsi %merged, %c6 : index
  %y = tensor.expand_shape %x [[0], [1, 2], [3]] output_shape [%batches, 2, 1, 8] : tensor<?x2x8xf32> into tensor<?x2x1x8xf32>
  %e = tensor.empty(%dim) : tensor<?x2x3x8xf32>
  %0 = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%e : tensor<?x2x3x8xf32>) {
  ^bb0(%out: f32):
    %b = linalg.index 0 : index
    %h = linalg.index 1 : index
    %t = linalg.index 3 : index
    %one = arith.cmpi eq, %batches, %c1 : index
    %place = arith.select %one, %c0, %b : index
    %v = tensor.extract %y[%place, %h, %c0, %t] : tensor<?x2x1x8xf32>
    linalg.yield %v : f32
  } -> tensor<?x2x3x8xf32>
  return %0 : tensor<?x2x3x8xf32>
}

// Another size than that of the loop is asked for: the tensor may be repeated.

// CHECK-LABEL: func @perhaps_repeated
// CHECK: fusion.map
// CHECK: arith.select
func.func @perhaps_repeated(%x: tensor<?x8xf32>, %like: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %own = tensor.dim %x, %c0 : tensor<?x8xf32>
  %size = tensor.dim %like, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%size) : tensor<?x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<?x8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %one = arith.cmpi eq, %own, %c1 : index
    %place = arith.select %one, %c0, %i : index
    %v = tensor.extract %x[%place, %j] : tensor<?x8xf32>
    linalg.yield %v : f32
  } -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// Parts, and a diagonal, stay lookups.

// CHECK-LABEL: func @part
// CHECK: fusion.map
// CHECK: fusion.map
func.func @part(%x: tensor<8x8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<4x8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%i, %j] : tensor<8x8xf32>
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  %f = tensor.empty() : tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%f : tensor<8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %v = tensor.extract %x[%i, %i] : tensor<8x8xf32>
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<8xf32>
}

// Elements at their own places, the others of a computation looked up.

// CHECK-LABEL: func @beside_a_lookup
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[I:.*]]: tensor<4xi64>)
// CHECK: %[[M:.*]] = fusion.map(%{{.*}}) tables(%{{.*}} = %[[X]])
// CHECK: fusion.add %{{.*}}, %[[X]]
func.func @beside_a_lookup(%x: tensor<4x8xf32>, %i: tensor<4xi64>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<4xi64>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: i64, %out: f32):
    %row = arith.index_cast %in : i64 to index
    %r = linalg.index 0 : index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%row, %j] : tensor<4x8xf32>
    %own = tensor.extract %x[%r, %j] : tensor<4x8xf32>
    %sum = arith.addf %v, %own : f32
    linalg.yield %sum : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// RUN: fusion-opt %s --convert-linalg-to-fusion --split-input-file | FileCheck %s

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// A maximum with its place, which nobody reads, is a maximum.
// CHECK-LABEL: func @drops_place_that_nobody_reads
// CHECK-SAME: (%[[X:.*]]: tensor<4x70xf32>, %[[MOST:.*]]: tensor<4xf32>
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<4x70xf32>) outs(%[[MOST]] : tensor<4xf32>)
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK-NEXT: %[[M:.*]] = arith.maximumf %[[IN]], %[[OUT]] : f32
// CHECK-NEXT: linalg.yield %[[M]] : f32
// CHECK: return %[[R]]
func.func @drops_place_that_nobody_reads(%x: tensor<4x70xf32>, %most: tensor<4xf32>, %place: tensor<4xi64>) -> tensor<4xf32> {
  %r:2 = linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x70xf32>) outs(%most, %place : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%in: f32, %m: f32, %p: i64):
    %0 = linalg.index 1 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.maximumf %in, %m : f32
    %3 = arith.cmpf ogt, %in, %m : f32
    %4 = arith.select %3, %1, %p : i64
    linalg.yield %2, %4 : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0 : tensor<4xf32>
}

// -----

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The place needs the maximum so far.
// CHECK-LABEL: func @keeps_what_is_carried_for_another
// CHECK: linalg.generic
// CHECK-SAME: outs(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xi64>)
func.func @keeps_what_is_carried_for_another(%x: tensor<4x70xf32>, %most: tensor<4xf32>, %place: tensor<4xi64>) -> tensor<4xi64> {
  %r:2 = linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x70xf32>) outs(%most, %place : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%in: f32, %m: f32, %p: i64):
    %0 = linalg.index 1 : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.maximumf %in, %m : f32
    %3 = arith.cmpf ogt, %in, %m : f32
    %4 = arith.select %3, %1, %p : i64
    linalg.yield %2, %4 : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#1 : tensor<4xi64>
}

// -----

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// An input goes with the result that needs it, what the body asserts stays with what that needs, and so does an input
// that alone gives a loop its size.
// CHECK-LABEL: func @drops_inputs
// CHECK-SAME: (%[[X:.*]]: tensor<4x70xf32>, %[[Y:.*]]: tensor<4x70xf32>, %[[I:.*]]: tensor<4x70xi64>
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[I]] : tensor<4x70xf32>, tensor<4x70xi64>) outs(%{{.*}} : tensor<4xf32>)
// CHECK: cf.assert
// CHECK-NOT: arith.mulf
// CHECK: arith.addf
// CHECK-NEXT: linalg.yield
func.func @drops_inputs(%x: tensor<4x70xf32>, %y: tensor<4x70xf32>, %i: tensor<4x70xi64>, %sum: tensor<4xf32>, %product: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = linalg.generic {indexing_maps = [#all, #all, #all, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y, %i : tensor<4x70xf32>, tensor<4x70xf32>, tensor<4x70xi64>) outs(%sum, %product : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: i64, %s: f32, %p: f32):
    %c9 = arith.constant 9 : i64
    %0 = arith.cmpi slt, %c, %c9 : i64
    cf.assert %0, "too large"
    %1 = arith.addf %a, %s : f32
    %2 = arith.mulf %b, %p : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}

// CHECK-LABEL: func @keeps_input_of_a_size
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4x70xf32>)
// CHECK-SAME: outs(%{{.*}} : tensor<4xf32>)
func.func @keeps_input_of_a_size(%x: tensor<4xf32>, %y: tensor<4x70xf32>, %sum: tensor<4xf32>, %product: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = linalg.generic {indexing_maps = [#row, #all, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<4xf32>, tensor<4x70xf32>) outs(%sum, %product : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32, %p: f32):
    %1 = arith.addf %a, %s : f32
    %2 = arith.mulf %b, %p : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}

// -----

// A named operation, and what only an unused result was made for.
// CHECK-LABEL: func @named
// CHECK: linalg.generic
// CHECK-SAME: outs(%{{.*}} : tensor<4xf32>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @named(%x: tensor<4x70xf32>, %y: tensor<4x70xi64>, %sum: tensor<4xf32>, %count: tensor<4xi64>) -> tensor<4xf32> {
  %r:2 = linalg.reduce ins(%x, %y : tensor<4x70xf32>, tensor<4x70xi64>) outs(%sum, %count : tensor<4xf32>, tensor<4xi64>) dimensions = [1]
    (%a: f32, %b: i64, %s: f32, %c: i64) {
      %0 = arith.addf %a, %s : f32
      %1 = arith.addi %b, %c : i64
      linalg.yield %0, %1 : f32, i64
    }
  %e = tensor.empty() : tensor<4xi64>
  %unused = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%r#1 : tensor<4xi64>) outs(%e : tensor<4xi64>) {
  ^bb0(%in: i64, %out: i64):
    %0 = arith.addi %in, %in : i64
    linalg.yield %0 : i64
  } -> tensor<4xi64>
  return %r#0 : tensor<4xf32>
}

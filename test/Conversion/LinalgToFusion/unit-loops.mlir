// RUN: fusion-opt %s --convert-linalg-to-fusion --canonicalize --split-input-file | FileCheck %s

#all = affine_map<(a, b, c, d) -> (a, b, c, d)>
#row = affine_map<(a, b, c, d) -> (a, b, c)>

// Rows do not hide behind loops that run once.
// CHECK-LABEL: func @rows_without_unit_loops
// CHECK-SAME: (%[[X:.*]]: tensor<1x8x1x300xf32>)
// CHECK-DAG: %[[ROWS:.*]] = tensor.collapse_shape %[[X]] {{.*}} into tensor<8x300xf32>
// CHECK-DAG: %[[INIT:.*]] = linalg.fill ins(%{{.*}}) outs(%{{.*}} : tensor<8xf32>)
// CHECK: %[[R:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[ROWS]] : tensor<8x300xf32>) outs(%[[INIT]] : tensor<8xf32>)
// CHECK: tensor.expand_shape %[[R]] {{.*}} into tensor<1x8x1xf32>
func.func @rows_without_unit_loops(%x: tensor<1x8x1x300xf32>) -> tensor<1x8x1xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x8x1xf32>
  %f = linalg.fill ins(%ninf : f32) outs(%e : tensor<1x8x1xf32>) -> tensor<1x8x1xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x : tensor<1x8x1x300xf32>) outs(%f : tensor<1x8x1xf32>) {
  ^bb0(%i: f32, %o: f32):
    %a = arith.maximumf %o, %i : f32
    linalg.yield %a : f32
  } -> tensor<1x8x1xf32>
  return %s : tensor<1x8x1xf32>
}

// -----

#all = affine_map<(a, b) -> (a, b)>
#row = affine_map<(a, b) -> (a)>

// A maximum of one value is that value; NaN included.
// CHECK-LABEL: func @maximum_of_one
// CHECK-SAME: (%[[X:.*]]: tensor<8x1xf32>)
// CHECK-NEXT: %[[V:.*]] = tensor.collapse_shape %[[X]]
// CHECK-NEXT: return %[[V]]
func.func @maximum_of_one(%x: tensor<8x1xf32>) -> tensor<8xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%ninf : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x1xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %a = arith.maximumf %o, %i : f32
    linalg.yield %a : f32
  } -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// One that leaves NaN out makes -inf of it.
// CHECK-LABEL: func @maximum_of_one_number
// CHECK: fusion.max
func.func @maximum_of_one_number(%x: tensor<8x1xf32>) -> tensor<8xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%ninf : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x1xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %a = arith.maxnumf %o, %i : f32
    linalg.yield %a : f32
  } -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// A sum of one value from 0.0 is that value but for -0.0, and from -0.0 it is that value.
// CHECK-LABEL: func @sum_of_one
// CHECK: fusion.add
func.func @sum_of_one(%x: tensor<8x1xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x1xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %a = arith.addf %o, %i : f32
    linalg.yield %a : f32
  } -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// CHECK-LABEL: func @sum_of_one_from_negative_zero
// CHECK-NOT: fusion.add
// CHECK: return
func.func @sum_of_one_from_negative_zero(%x: tensor<8x1xf32>) -> tensor<8xf32> {
  %zero = arith.constant -0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x1xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %a = arith.addf %o, %i : f32
    linalg.yield %a : f32
  } -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// What is there already is added to.
// CHECK-LABEL: func @adds_one_to_what_is_there
// CHECK-SAME: (%[[X:.*]]: tensor<8x1xf32>, %[[INIT:.*]]: tensor<8xf32>)
// CHECK: %[[V:.*]] = tensor.collapse_shape %[[X]]
// CHECK: fusion.add %[[INIT]], %[[V]]
func.func @adds_one_to_what_is_there(%x: tensor<8x1xf32>, %init: tensor<8xf32>) -> tensor<8xf32> {
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x1xf32>) outs(%init : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %a = arith.addf %o, %i : f32
    linalg.yield %a : f32
  } -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

#all = affine_map<(a, b, c) -> (a, b, c)>
#keep = affine_map<(a, b, c) -> (0, a, c)>

// Integers, a rank that is kept, open sizes, and positions: the loop that runs once is at 0.
// CHECK-LABEL: func @positions
// CHECK: %[[T:.*]] = fusion.map(%[[I:.*]] = %{{.*}}) at(%{{.*}}, %[[C:.*]]) :
// CHECK: %[[P:.*]] = arith.index_cast %[[C]]
// CHECK: arith.addi %[[I]], %[[P]]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[T]] : tensor<?x?xi64>)
// CHECK: arith.maxsi
func.func @positions(%x: tensor<?x1x?xi64>, %o: tensor<1x?x1xi64>) -> tensor<1x?x1xi64> {
  %s = linalg.generic {indexing_maps = [#all, affine_map<(a, b, c) -> (0, a, b)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<?x1x?xi64>) outs(%o : tensor<1x?x1xi64>) {
  ^bb0(%i: i64, %m: i64):
    %0 = linalg.index 1 : index
    %1 = linalg.index 2 : index
    %2 = arith.addi %0, %1 : index
    %3 = arith.index_cast %2 : index to i64
    %4 = arith.addi %i, %3 : i64
    %5 = arith.maxsi %4, %m : i64
    linalg.yield %5 : i64
  } -> tensor<1x?x1xi64>
  return %s : tensor<1x?x1xi64>
}

// A product of one row stays a product.
// CHECK-LABEL: func @product_of_one_row
// CHECK: fusion.matmul {{.*}} -> tensor<1x8xf32>
func.func @product_of_one_row(%a: tensor<1x64xf32>, %b: tensor<64x8xf32>) -> tensor<1x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8xf32>) -> tensor<1x8xf32>
  %s = linalg.matmul ins(%a, %b : tensor<1x64xf32>, tensor<64x8xf32>) outs(%f : tensor<1x8xf32>) -> tensor<1x8xf32>
  return %s : tensor<1x8xf32>
}

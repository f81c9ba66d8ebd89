// Bodies that no map can hold stay as they are, with the reason.
// RUN: fusion-opt %s --convert-linalg-to-fusion --remarks-filter='fusion.import' 2>&1 | FileCheck %s

#id = affine_map<(i) -> (i)>

// CHECK: not-imported{{.*}}cf.assert asks for more than that the indices of elements are in range, or a divisor not zero
func.func @assertion(%x: tensor<4xi32>) -> tensor<4xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4xi32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%a: i32, %o: i32):
    %c = arith.cmpi ne, %a, %zero : i32
    cf.assert %c, "zero"
    linalg.yield %a : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// The assertion allows less than the table has.
// CHECK: not-imported{{.*}}cf.assert asks for more than that the indices of elements are in range, or a divisor not zero
func.func @narrow_range(%x: tensor<4xi64>, %t: tensor<50xf32>) -> tensor<4xf32> {
  %c40 = arith.constant 40 : index
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xi64>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: i64, %o: f32):
    %i = arith.index_cast %a : i64 to index
    %c = arith.cmpi slt, %i, %c40 : index
    cf.assert %c, "beyond"
    %v = tensor.extract %t[%i] : tensor<50xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Nothing is divided by what the assertion is about.
// CHECK: not-imported{{.*}}cf.assert asks for more than
func.func @no_divisor(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.cmpf one, %a, %zero : f32
    cf.assert %c, "zero"
    %q = arith.divf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

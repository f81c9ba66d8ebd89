// RUN: fusion-opt %s --convert-linalg-to-fusion --fusion-raise-reductions | FileCheck %s
// RUN: fusion-opt %s --convert-linalg-to-fusion --fusion-raise-reductions | FileCheck %s --check-prefix=LEFT
// LEFT-NOT: fusion.reduce

// Places that fusion.reduce does not give, each by one difference from one that it gives.

#all = affine_map<(a, b) -> (a, b)>
#rows = affine_map<(a, b) -> (a)>

// CHECK-LABEL: func @of_last
// CHECK: linalg.generic
func.func @of_last(%x: tensor<4x8xi32>) -> tensor<4xi32> {
  %i = arith.constant dense<0> : tensor<4xi32>
  %l = arith.constant dense<-2147483648> : tensor<4xi32>
  %0:2 = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi32>) outs(%l, %i : tensor<4xi32>, tensor<4xi32>) {
  ^bb0(%in: i32, %best: i32, %place: i32):
    %5 = linalg.index 1 : index
    %6 = arith.index_cast %5 : index to i32
    %7 = arith.cmpi sge, %in, %best : i32
    %8 = arith.select %7, %in, %best : i32
    %9 = arith.select %7, %6, %place : i32
    linalg.yield %8, %9 : i32, i32
  } -> (tensor<4xi32>, tensor<4xi32>)
  return %0#1 : tensor<4xi32>
}

// CHECK-LABEL: func @begins_elsewhere
// CHECK: linalg.generic
func.func @begins_elsewhere(%x: tensor<4x8xi32>) -> tensor<4xi32> {
  %i = arith.constant dense<-1> : tensor<4xi32>
  %l = arith.constant dense<-2147483648> : tensor<4xi32>
  %0:2 = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi32>) outs(%l, %i : tensor<4xi32>, tensor<4xi32>) {
  ^bb0(%in: i32, %best: i32, %place: i32):
    %5 = linalg.index 1 : index
    %6 = arith.index_cast %5 : index to i32
    %7 = arith.cmpi sgt, %in, %best : i32
    %8 = arith.select %7, %in, %best : i32
    %9 = arith.select %7, %6, %place : i32
    linalg.yield %8, %9 : i32, i32
  } -> (tensor<4xi32>, tensor<4xi32>)
  return %0#1 : tensor<4xi32>
}

// CHECK-LABEL: func @signed_and_unsigned
// CHECK: linalg.generic
func.func @signed_and_unsigned(%x: tensor<4x8xi32>) -> tensor<4xi32> {
  %i = arith.constant dense<0> : tensor<4xi32>
  %0:2 = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xi32>) outs(%i, %i : tensor<4xi32>, tensor<4xi32>) {
  ^bb0(%in: i32, %best: i32, %place: i32):
    %5 = linalg.index 1 : index
    %6 = arith.index_cast %5 : index to i32
    %7 = arith.cmpi sgt, %in, %best : i32
    %8 = arith.maxui %in, %best : i32
    %9 = arith.select %7, %6, %place : i32
    linalg.yield %8, %9 : i32, i32
  } -> (tensor<4xi32>, tensor<4xi32>)
  return %0#1 : tensor<4xi32>
}

// A number replaces NaN, though it begins with one.
// CHECK-LABEL: func @of_last_nan
// CHECK: linalg.generic
func.func @of_last_nan(%x: tensor<4x8xf32>) -> tensor<4xi32> {
  %i = arith.constant dense<0> : tensor<4xi32>
  %l = arith.constant dense<0xFF800000> : tensor<4xf32>
  %0:2 = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%l, %i : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%in: f32, %best: f32, %place: i32):
    %5 = linalg.index 1 : index
    %6 = arith.index_cast %5 : index to i32
    %7 = arith.cmpf ugt, %in, %best : f32
    %8 = arith.select %7, %in, %best : f32
    %9 = arith.select %7, %6, %place : i32
    linalg.yield %8, %9 : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
  return %0#1 : tensor<4xi32>
}

// The value is the last of zeros of both signs, the position that of the first.
// CHECK-LABEL: func @value_of_last
// CHECK: linalg.generic
func.func @value_of_last(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %i = arith.constant dense<0> : tensor<4xi32>
  %l = arith.constant dense<0xFF800000> : tensor<4xf32>
  %0:2 = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%l, %i : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%in: f32, %best: f32, %place: i32):
    %5 = linalg.index 1 : index
    %6 = arith.index_cast %5 : index to i32
    %7 = arith.cmpf ogt, %best, %in : f32
    %8 = arith.cmpf uno, %best, %best : f32
    %9 = arith.ori %7, %8 : i1
    %10 = arith.cmpf oeq, %best, %in : f32
    %11 = arith.ori %9, %10 : i1
    %12 = arith.select %9, %best, %in : f32
    %13 = arith.select %11, %place, %6 : i32
    linalg.yield %12, %13 : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// Along two dimensions it would be a position in both.
// CHECK-LABEL: func @along_two
// CHECK: linalg.generic
func.func @along_two(%x: tensor<4x8xi32>) -> tensor<i32> {
  %i = arith.constant dense<0> : tensor<i32>
  %0:2 = linalg.generic {indexing_maps = [#all, affine_map<(a, b) -> ()>, affine_map<(a, b) -> ()>],
                         iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<4x8xi32>) outs(%i, %i : tensor<i32>, tensor<i32>) {
  ^bb0(%in: i32, %best: i32, %place: i32):
    %5 = linalg.index 1 : index
    %6 = arith.index_cast %5 : index to i32
    %7 = arith.cmpi sgt, %in, %best : i32
    %8 = arith.select %7, %in, %best : i32
    %9 = arith.select %7, %6, %place : i32
    linalg.yield %8, %9 : i32, i32
  } -> (tensor<i32>, tensor<i32>)
  return %0#1 : tensor<i32>
}

// RUN: fusion-opt %s --convert-linalg-to-fusion --fusion-raise-reductions --canonicalize | FileCheck %s

// What runs has numbers, infinities, NaN and equal elements, by whole numbers that are random.
// RUN: fusion-run %s --device=cpu --random=1 --integers --verify --entry=jax | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --integers --verify=graph --entry=tosa | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --integers --verify --entry=tosa_ignores_nan | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --integers --verify --entry=torch | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --integers --verify --entry=torch_of_columns | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --integers --verify --entry=numbers_alone | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --integers --verify --entry=of_integers | FileCheck %s --check-prefix=GOOD
// GOOD: good

#all = affine_map<(a, b) -> (a, b)>
#rows = affine_map<(a, b) -> (a)>
#columns = affine_map<(a, b) -> (b)>

func.func private @with_specials(%x: tensor<64x7xf32>) -> tensor<64x7xf32> {
  %e = tensor.empty() : tensor<64x7xf32>
  %0 = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x7xf32>) outs(%e : tensor<64x7xf32>) {
  ^bb0(%in: f32, %out: f32):
    %three = arith.constant 3.0 : f32
    %least = arith.constant -2.0 : f32
    %zero = arith.constant 0.0 : f32
    %nan = arith.constant 0x7FC00000 : f32
    %low = arith.constant 0xFF800000 : f32
    %lowest = arith.constant -3.40282347E+38 : f32
    %row = linalg.index 0 : index
    %c8 = arith.constant 8 : index
    // Rows of NaN and -inf, and of -inf and the lowest number, alone.
    %is_nan = arith.cmpf oge, %in, %three : f32
    %is_low = arith.cmpf olt, %in, %least : f32
    %1 = arith.select %is_low, %low, %in : f32
    %2 = arith.select %is_nan, %nan, %1 : f32
    %positive = arith.cmpf ogt, %in, %zero : f32
    %3 = arith.select %positive, %nan, %low : f32
    %4 = arith.select %positive, %lowest, %low : f32
    %kind = arith.remui %row, %c8 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %is0 = arith.cmpi eq, %kind, %c0 : index
    %is1 = arith.cmpi eq, %kind, %c1 : index
    %is2 = arith.cmpi eq, %kind, %c2 : index
    %5 = arith.select %is0, %3, %2 : f32
    %6 = arith.select %is1, %4, %5 : f32
    %7 = arith.select %is2, %in, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<64x7xf32>
  return %0 : tensor<64x7xf32>
}

// Positions come from a tensor, and it says which of equal elements it takes.
// CHECK-LABEL: func @jax
// CHECK: %[[X:.*]] = call
// CHECK: %{{.*}}, %[[I:.*]] = fusion.reduce maximumf %[[X]] along [1] : tensor<64x7xf32> -> tensor<64x1xf32>, tensor<64x1xi32>
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[I]] {{\[}}[0, 1]]
// CHECK: return %[[C]]
func.func @jax(%arg0: tensor<64x7xf32>) -> tensor<64xi32> {
  %x = call @with_specials(%arg0) : (tensor<64x7xf32>) -> tensor<64x7xf32>
  %zero = arith.constant 0 : i32
  %low = arith.constant 0xFF800000 : f32
  %0 = tensor.empty() : tensor<64x7xi32>
  %iota = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<64x7xi32>) {
  ^bb0(%out: i32):
    %7 = linalg.index 1 : index
    %8 = arith.index_cast %7 : index to i32
    linalg.yield %8 : i32
  } -> tensor<64x7xi32>
  %2 = tensor.empty() : tensor<64xf32>
  %3 = linalg.fill ins(%low : f32) outs(%2 : tensor<64xf32>) -> tensor<64xf32>
  %4 = tensor.empty() : tensor<64xi32>
  %5 = linalg.fill ins(%zero : i32) outs(%4 : tensor<64xi32>) -> tensor<64xi32>
  %6:2 = linalg.generic {indexing_maps = [#all, #all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x, %iota : tensor<64x7xf32>, tensor<64x7xi32>) outs(%3, %5 : tensor<64xf32>, tensor<64xi32>) {
  ^bb0(%in: f32, %at: i32, %best: f32, %place: i32):
    %7 = arith.cmpf ogt, %best, %in : f32
    %8 = arith.cmpf une, %best, %best : f32
    %9 = arith.ori %7, %8 : i1
    %10 = arith.cmpf oeq, %best, %in : f32
    %11 = arith.cmpi slt, %place, %at : i32
    %12 = arith.andi %10, %11 : i1
    %13 = arith.ori %9, %12 : i1
    %14 = arith.select %9, %best, %in : f32
    %15 = arith.select %13, %place, %at : i32
    linalg.yield %14, %15 : f32, i32
  } -> (tensor<64xf32>, tensor<64xi32>)
  return %6#1 : tensor<64xi32>
}

// It begins with the lowest number, not with -inf, which is no better.
// CHECK-LABEL: func @tosa(
// CHECK: %[[M:.*]] = fusion.map(%[[E:.*]] = %{{.*}})
// CHECK: %[[L:.*]] = arith.constant -3.40282347E+38 : f32
// CHECK: arith.maximumf %[[E]], %[[L]]
// CHECK: %[[R:.*]], %[[I:.*]] = fusion.reduce maximumf %[[M]] along [1] : tensor<64x7xf32> -> tensor<64x1xf32>, tensor<64x1xi64>
func.func @tosa(%arg0: tensor<64x7xf32>) -> (tensor<64xi64>, tensor<64xf32>) {
  %x = call @with_specials(%arg0) : (tensor<64x7xf32>) -> tensor<64x7xf32>
  %i = arith.constant dense<0> : tensor<64xi64>
  %l = arith.constant dense<-3.40282347E+38> : tensor<64xf32>
  %0:2 = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x7xf32>) outs(%i, %l : tensor<64xi64>, tensor<64xf32>) {
  ^bb0(%in: f32, %place: i64, %best: f32):
    %5 = linalg.index 1 : index
    %6 = arith.index_cast %5 : index to i64
    %7 = arith.cmpf ugt, %in, %best : f32
    %8 = arith.cmpf ord, %best, %best : f32
    %9 = arith.andi %7, %8 : i1
    %10 = arith.select %9, %in, %best : f32
    %11 = arith.select %9, %6, %place : i64
    linalg.yield %11, %10 : i64, f32
  } -> (tensor<64xi64>, tensor<64xf32>)
  return %0#0, %0#1 : tensor<64xi64>, tensor<64xf32>
}

// CHECK-LABEL: func @tosa_ignores_nan
// CHECK: arith.maxnumf
// CHECK: fusion.reduce maximumf
func.func @tosa_ignores_nan(%arg0: tensor<64x7xf32>) -> tensor<64xi64> {
  %x = call @with_specials(%arg0) : (tensor<64x7xf32>) -> tensor<64x7xf32>
  %i = arith.constant dense<0> : tensor<64xi64>
  %l = arith.constant dense<0xFF800000> : tensor<64xf32>
  %0:2 = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x7xf32>) outs(%i, %l : tensor<64xi64>, tensor<64xf32>) {
  ^bb0(%in: f32, %place: i64, %best: f32):
    %5 = linalg.index 1 : index
    %6 = arith.index_cast %5 : index to i64
    %9 = arith.cmpf ogt, %in, %best : f32
    %10 = arith.select %9, %in, %best : f32
    %11 = arith.select %9, %6, %place : i64
    linalg.yield %11, %10 : i64, f32
  } -> (tensor<64xi64>, tensor<64xf32>)
  return %0#0 : tensor<64xi64>
}

// The value is NaN from the first one on, but the place stays: what is behind it is left out.
// CHECK-LABEL: func @torch(
// CHECK: %[[X:.*]] = call
// CHECK: %[[P:.*]] = fusion.map(%{{.*}} = %[[X]]) at(%{{.*}}, %{{.*}})
// CHECK: arith.cmpf uno
// CHECK: %[[F:.*]] = fusion.reduce mins %[[P]] along [1] : tensor<64x7xi32> -> tensor<64x1xi32>
// CHECK: %[[B:.*]] = fusion.map(%{{.*}} = %[[X]], %{{.*}} = %[[F]]) at(%{{.*}}, %{{.*}})
// CHECK: %{{.*}}, %[[I:.*]] = fusion.reduce maximumf %[[B]] along [1] : tensor<64x7xf32> -> tensor<64x1xf32>, tensor<64x1xi64>
// CHECK: %[[V:.*]] = fusion.reduce maximumf %[[X]] along [1] : tensor<64x7xf32> -> tensor<64x1xf32>
// CHECK: return %[[V]], %[[I]]
func.func @torch(%arg0: tensor<64x7xf32>) -> (tensor<64x1xf32>, tensor<64x1xi64>) {
  %x = call @with_specials(%arg0) : (tensor<64x7xf32>) -> tensor<64x7xf32>
  %i = arith.constant dense<0> : tensor<64x1xi64>
  %l = arith.constant dense<0xFF800000> : tensor<64x1xf32>
  %0:2 = linalg.generic {indexing_maps = [#all, affine_map<(a, b) -> (a, 0)>, affine_map<(a, b) -> (a, 0)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x7xf32>) outs(%l, %i : tensor<64x1xf32>, tensor<64x1xi64>) {
  ^bb0(%in: f32, %best: f32, %place: i64):
    %5 = linalg.index 1 : index
    %6 = arith.index_cast %5 : index to i64
    %7 = arith.maximumf %in, %best : f32
    %8 = arith.cmpf ogt, %in, %best : f32
    %9 = arith.select %8, %6, %place : i64
    linalg.yield %7, %9 : f32, i64
  } -> (tensor<64x1xf32>, tensor<64x1xi64>)
  return %0#0, %0#1 : tensor<64x1xf32>, tensor<64x1xi64>
}

// CHECK-LABEL: func @torch_of_columns
// CHECK: fusion.reduce minimumf %{{.*}} along [0] : tensor<64x7xf32> -> tensor<1x7xf32>, tensor<1x7xi64>
func.func @torch_of_columns(%arg0: tensor<64x7xf32>) -> tensor<7xi64> {
  %x = call @with_specials(%arg0) : (tensor<64x7xf32>) -> tensor<64x7xf32>
  %i = arith.constant dense<0> : tensor<7xi64>
  %l = arith.constant dense<0x7F800000> : tensor<7xf32>
  %0:2 = linalg.generic {indexing_maps = [#all, #columns, #columns], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<64x7xf32>) outs(%l, %i : tensor<7xf32>, tensor<7xi64>) {
  ^bb0(%in: f32, %best: f32, %place: i64):
    %5 = linalg.index 0 : index
    %6 = arith.index_cast %5 : index to i64
    %7 = arith.minimumf %in, %best : f32
    %8 = arith.cmpf olt, %in, %best : f32
    %9 = arith.select %8, %6, %place : i64
    linalg.yield %7, %9 : f32, i64
  } -> (tensor<7xf32>, tensor<7xi64>)
  return %0#1 : tensor<7xi64>
}

// It begins with NaN, which any number is better than.
// CHECK-LABEL: func @numbers_alone
// CHECK: %[[X:.*]] = call
// CHECK: fusion.reduce minnumf %[[X]] along [1] : tensor<64x7xf32> -> tensor<64x1xf32>, tensor<64x1xi64>
func.func @numbers_alone(%arg0: tensor<64x7xf32>) -> (tensor<64xf32>, tensor<64xi64>) {
  %x = call @with_specials(%arg0) : (tensor<64x7xf32>) -> tensor<64x7xf32>
  %i = arith.constant dense<0> : tensor<64xi64>
  %l = arith.constant dense<0x7FC00000> : tensor<64xf32>
  %0:2 = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x7xf32>) outs(%l, %i : tensor<64xf32>, tensor<64xi64>) {
  ^bb0(%in: f32, %best: f32, %place: i64):
    %5 = linalg.index 1 : index
    %6 = arith.index_cast %5 : index to i64
    %7 = arith.cmpf ult, %in, %best : f32
    %8 = arith.cmpf ord, %in, %in : f32
    %9 = arith.andi %7, %8 : i1
    %10 = arith.select %9, %in, %best : f32
    %11 = arith.select %9, %6, %place : i64
    linalg.yield %10, %11 : f32, i64
  } -> (tensor<64xf32>, tensor<64xi64>)
  return %0#0, %0#1 : tensor<64xf32>, tensor<64xi64>
}

// Zeros and ones, as bytes that begin with the least and as words that begin with 1, which none is better than.
// CHECK-LABEL: func @of_integers
// CHECK-SAME: %[[X:[^:]*]]: tensor<9x7xi8>, %[[Y:[^:]*]]: tensor<9x7xi32>
// CHECK-DAG: fusion.reduce maxs %[[X]] along [1] : tensor<9x7xi8> -> tensor<9x1xi8>, tensor<9x1xi32>
// CHECK-DAG: %[[C:.*]] = fusion.map(%{{.*}} = %[[Y]])
// CHECK-DAG: fusion.reduce maxu %[[C]] along [1] : tensor<9x7xi32> -> tensor<9x1xi32>, tensor<9x1xi32>
func.func @of_integers(%x: tensor<9x7xi8>, %y: tensor<9x7xi32>)
    -> (tensor<9xi8>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>) {
  %i = arith.constant dense<0> : tensor<9xi32>
  %l = arith.constant dense<-128> : tensor<9xi8>
  %one = arith.constant dense<1> : tensor<9xi32>
  %0:2 = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<9x7xi8>) outs(%i, %l : tensor<9xi32>, tensor<9xi8>) {
  ^bb0(%in: i8, %place: i32, %best: i8):
    %5 = linalg.index 1 : index
    %6 = arith.index_cast %5 : index to i64
    %7 = arith.trunci %6 : i64 to i32
    %8 = arith.cmpi sgt, %in, %best : i8
    %9 = arith.select %8, %in, %best : i8
    %10 = arith.select %8, %7, %place : i32
    linalg.yield %10, %9 : i32, i8
  } -> (tensor<9xi32>, tensor<9xi8>)
  %1:2 = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%y : tensor<9x7xi32>) outs(%one, %i : tensor<9xi32>, tensor<9xi32>) {
  ^bb0(%in: i32, %best: i32, %place: i32):
    %5 = linalg.index 1 : index
    %6 = arith.index_cast %5 : index to i32
    %7 = arith.maxui %best, %in : i32
    %8 = arith.cmpi ult, %best, %in : i32
    %9 = arith.select %8, %6, %place : i32
    linalg.yield %7, %9 : i32, i32
  } -> (tensor<9xi32>, tensor<9xi32>)
  return %0#1, %0#0, %1#0, %1#1 : tensor<9xi8>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>
}

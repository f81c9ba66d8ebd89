// How much of the values is roundoff: float64 that rounds another way, and constants that are half an ULP away.
// RUN: %unittests/fusion-reference-run %s --split-input-file --direction=up --input=list:-2.5,-0.5,0.5,1.5,1e-20 | FileCheck %s --check-prefixes=CHECK,UP
// RUN: %unittests/fusion-reference-run %s --split-input-file --direction=down --input=list:-2.5,-0.5,0.5,1.5,1e-20 | FileCheck %s --check-prefixes=CHECK,DOWN
// RUN: %unittests/fusion-reference-run %s --split-input-file --direction=zero --input=list:-2.5,-0.5,0.5,1.5,1e-20 | FileCheck %s --check-prefixes=CHECK,ZERO

// A sum that float64 holds stays, the others move. So they do in the threads of a large tensor.
// UP: tensor<5xf32>: -2.5 -0.5 0.5 1.5 2.22045e-16
// DOWN: tensor<5xf32>: -2.5 -0.5 0.5 1.5 -0{{$}}
// ZERO: tensor<5xf32>: -2.5 -0.5 0.5 1.5 0{{$}}
// UP: tensor<1x1xf32>: 2.22045e-16
// DOWN: tensor<1x1xf32>: -0
// ZERO: tensor<1x1xf32>: 0
func.func @sums(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<1x1xf32>) {
  %one = arith.constant dense<1.0> : tensor<5xf32>
  %0 = arith.addf %x, %one : tensor<5xf32>
  %1 = arith.subf %0, %one : tensor<5xf32>
  %ones = arith.constant dense<1.0> : tensor<1200x1200xf32>
  %tiny = arith.constant dense<[1.0e-20]> : tensor<1xf32>
  %e = tensor.empty() : tensor<1200x1200xf32>
  %wide = linalg.generic {indexing_maps = [affine_map<(i, j) -> (0)>, affine_map<(i, j) -> (i, j)>],
                          iterator_types = ["parallel", "parallel"]}
      ins(%tiny : tensor<1xf32>) outs(%e : tensor<1200x1200xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1200x1200xf32>
  %2 = arith.addf %wide, %ones : tensor<1200x1200xf32>
  %3 = arith.subf %2, %ones : tensor<1200x1200xf32>
  %4 = tensor.extract_slice %3[1199, 1199] [1, 1] [1, 1] : tensor<1200x1200xf32> to tensor<1x1xf32>
  return %1, %4 : tensor<5xf32>, tensor<1x1xf32>
}

// -----

// Casts to 8 bits and roundings to whole numbers are the graph's own, to nearest in every direction.
// CHECK: tensor<5xf32>: -2 -0 0 2 0
// CHECK: tensor<5xf8E4M3FN>: -0.8125 -0.15625 0.15625 0.5 0
func.func @own_rounding(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf8E4M3FN>) {
  %0 = math.roundeven %x : tensor<5xf32>
  %third = arith.constant dense<[0.328125, 0.328125, 0.328125, 0.328125, 1.0]> : tensor<5xf32>
  %1 = arith.mulf %x, %third : tensor<5xf32>
  %2 = arith.truncf %1 : tensor<5xf32> to tensor<5xf8E4M3FN>
  return %0, %2 : tensor<5xf32>, tensor<5xf8E4M3FN>
}

// -----

// A number of a formula is half an ULP of its type away: 0.7071 in f16 by 2^-12. Plain numbers and data stay.
// UP: tensor<f16>: 0.707275
// DOWN: tensor<f16>: 0.706787
// ZERO: tensor<f16>: 0.706787
// CHECK: tensor<f16>: 0.5
// CHECK: tensor<2xf16>: 0.707031 0.0999756
func.func @constants(%x: tensor<5xf32>) -> (tensor<f16>, tensor<f16>, tensor<2xf16>) {
  %0 = arith.constant dense<0.7071> : tensor<f16>
  %1 = arith.constant dense<0.5> : tensor<f16>
  %2 = arith.constant dense<[0.7071, 0.1]> : tensor<2xf16>
  return %0, %1, %2 : tensor<f16>, tensor<f16>, tensor<2xf16>
}

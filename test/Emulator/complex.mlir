// Complex numbers between operations, as rotary embeddings of PyTorch's view_as_complex have them: where both ways to
// compute an element agree, it is 1.

// RUN: fusion-run %s --device=cpu --random=1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 | FileCheck %s
// CHECK: output 0: 8x8xf32, min 1, max 1, mean 1
// CHECK: output 1: 8x8xf32, min 1, max 1, mean 1

#both = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j)>

func.func @rotate(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %angle: tensor<8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xcomplex<f32>>
  %pairs = linalg.generic {indexing_maps = [#both, #both, #both], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xcomplex<f32>>) {
  ^bb0(%x: f32, %y: f32, %out: complex<f32>):
    %z = complex.create %x, %y : complex<f32>
    linalg.yield %z : complex<f32>
  } -> tensor<8x8xcomplex<f32>>
  %rotated = linalg.generic {indexing_maps = [#both, #columns, #both], iterator_types = ["parallel", "parallel"]}
      ins(%pairs, %angle : tensor<8x8xcomplex<f32>>, tensor<8xf32>) outs(%e : tensor<8x8xcomplex<f32>>) {
  ^bb0(%z: complex<f32>, %phi: f32, %out: complex<f32>):
    %zero = arith.constant 0.0 : f32
    %exponent = complex.create %zero, %phi : complex<f32>
    %turn = complex.exp %exponent : complex<f32>
    %product = complex.mul %z, %turn : complex<f32>
    linalg.yield %product : complex<f32>
  } -> tensor<8x8xcomplex<f32>>
  %f = tensor.empty() : tensor<8x8xf32>
  %0:2 = linalg.generic {indexing_maps = [#both, #both, #both, #columns, #both, #both], iterator_types = ["parallel", "parallel"]}
      ins(%rotated, %a, %b, %angle : tensor<8x8xcomplex<f32>>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>)
      outs(%f, %f : tensor<8x8xf32>, tensor<8x8xf32>) {
  ^bb0(%z: complex<f32>, %x: f32, %y: f32, %phi: f32, %out0: f32, %out1: f32):
    %small = arith.constant 1.0e-5 : f32
    %cos = math.cos %phi : f32
    %sin = math.sin %phi : f32
    %xc = arith.mulf %x, %cos : f32
    %ys = arith.mulf %y, %sin : f32
    %expected = arith.subf %xc, %ys : f32
    %re = complex.re %z : complex<f32>
    %difference = arith.subf %re, %expected : f32
    %distance = math.absf %difference : f32
    %near = arith.cmpf olt, %distance, %small : f32
    %first = arith.uitofp %near : i1 to f32
    // A rotation keeps lengths.
    %length = complex.abs %z : complex<f32>
    %xx = arith.mulf %x, %x : f32
    %yy = arith.mulf %y, %y : f32
    %square = arith.addf %xx, %yy : f32
    %root = math.sqrt %square : f32
    %difference1 = arith.subf %length, %root : f32
    %distance1 = math.absf %difference1 : f32
    %near1 = arith.cmpf olt, %distance1, %small : f32
    %second = arith.uitofp %near1 : i1 to f32
    linalg.yield %first, %second : f32, f32
  } -> (tensor<8x8xf32>, tensor<8x8xf32>)
  return %0#0, %0#1 : tensor<8x8xf32>, tensor<8x8xf32>
}

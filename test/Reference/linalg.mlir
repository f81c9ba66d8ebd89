// RUN: %unittests/fusion-reference-run %s --split-input-file --input=mod:7:-3 --input=mod:5:-1 | FileCheck %s

// Bodies and maps of linalg.generic. %x = [-3 -2 -1; 0 1 2]

#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>

// Views, elementwise work, captured scalars, indices: 10 i + j + 2 x.
// CHECK: tensor<3x2xf32>: -3 0 -2 1 -1 2
// CHECK: tensor<2x3xf32>: -6 -3 0 10 13 16
func.func @elementwise(%x: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<2x3xf32>) {
  %two = arith.constant 2.0 : f32
  %ten = arith.constant 10 : index
  %e0 = tensor.empty() : tensor<3x2xf32>
  %e1 = tensor.empty() : tensor<2x3xf32>
  %0 = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x3xf32>) outs(%e0 : tensor<3x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<3x2xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x3xf32>) outs(%e1 : tensor<2x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %r = arith.muli %i, %ten : index
    %s = arith.addi %r, %j : index
    %n = arith.index_cast %s : index to i32
    %f = arith.sitofp %n : i32 to f32
    %m = arith.mulf %a, %two : f32
    %y = arith.addf %f, %m : f32
    linalg.yield %y : f32
  } -> tensor<2x3xf32>
  return %0, %1 : tensor<3x2xf32>, tensor<2x3xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
#all = affine_map<(d0, d1) -> ()>

// Sums over rows, over columns (from an initial value) and over all; a maximum; a product.
// CHECK: tensor<2xf32> (bounded): -6 3
// CHECK: tensor<3xf32> (bounded): 97 99 101
// CHECK: tensor<f32> (bounded): -3
// CHECK: tensor<2xf32>: -1 2
// CHECK: tensor<2xf32>: -6 0
func.func @reductions(%x: tensor<2x3xf32>) -> (tensor<2xf32>, tensor<3xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>) {
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %hundred = arith.constant dense<100.0> : tensor<3xf32>
  %zero0 = arith.constant dense<0.0> : tensor<f32>
  %minus = arith.constant dense<0xFF800000> : tensor<2xf32>
  %one = arith.constant dense<1.0> : tensor<2xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x3xf32>) outs(%zero : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  %1 = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<2x3xf32>) outs(%hundred : tensor<3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  %2 = linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<2x3xf32>) outs(%zero0 : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %3 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x3xf32>) outs(%minus : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.maximumf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  %4 = linalg.reduce ins(%x : tensor<2x3xf32>) outs(%one : tensor<2xf32>) dimensions = [1]
    (%a: f32, %o: f32) {
      %s = arith.mulf %a, %o : f32
      linalg.yield %s : f32
    }
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<3xf32>, tensor<f32>, tensor<2xf32>, tensor<2xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Two outputs that depend on each other: an argmax.
// CHECK: tensor<2xf32>: -1 2
// CHECK: tensor<2xi32>: 2 2
func.func @argmax(%x: tensor<2x3xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %minus = arith.constant dense<0xFF800000> : tensor<2xf32>
  %none = arith.constant dense<-1> : tensor<2xi32>
  %0:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x3xf32>) outs(%minus, %none : tensor<2xf32>, tensor<2xi32>) {
  ^bb0(%a: f32, %m: f32, %i: i32):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i32
    %c = arith.cmpf ogt, %a, %m : f32
    %best = arith.select %c, %a, %m : f32
    %where = arith.select %c, %n, %i : i32
    linalg.yield %best, %where : f32, i32
  } -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

// -----

// Named ops. y = [-1 0; 1 2; 3 -1]
// CHECK: tensor<2x2xf32> (bounded): -1 -2 8 1
// CHECK: tensor<2x2xf32> (bounded): 2 -11 2 1
// CHECK: tensor<2x2xf32> (bounded): 2 -11 2 1
// CHECK: tensor<2xf32>: 0 0
func.func @products(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>) {
  %zero = arith.constant 0.0 : f32
  %ones = arith.constant dense<1.0> : tensor<2x2xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = linalg.matmul ins(%x, %y : tensor<2x3xf32>, tensor<3x2xf32>) outs(%ones : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y_t = tensor.collapse_shape %y [[0, 1]] : tensor<3x2xf32> into tensor<6xf32>
  %y2 = tensor.expand_shape %y_t [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  // x · [-1 0 1; 2 3 -1]ᵀ
  %2 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>,
                                      affine_map<(d0, d1, d2) -> (d0, d1)>]
    ins(%x, %y2 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x2xf32>) -> tensor<2x2xf32>
  // The same with the loops in another order and widened operands.
  %xh = arith.truncf %x : tensor<2x3xf32> to tensor<2x3xf16>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0)>, affine_map<(d0, d1, d2) -> (d2, d0)>,
                                        affine_map<(d0, d1, d2) -> (d1, d2)>],
                       iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%xh, %y2 : tensor<2x3xf16>, tensor<2x3xf32>) outs(%0 : tensor<2x2xf32>) {
  ^bb0(%a: f16, %b: f32, %o: f32):
    %w = arith.extf %a : f16 to f32
    %p = arith.mulf %b, %w : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<2x2xf32>
  // K = 0.
  %no = tensor.empty() : tensor<2x0xf32>
  %none = tensor.empty() : tensor<0xf32>
  %z = tensor.splat %zero : tensor<2xf32>
  %4 = linalg.matvec ins(%no, %none : tensor<2x0xf32>, tensor<0xf32>) outs(%z : tensor<2xf32>) -> tensor<2xf32>
  return %1, %2, %3, %4 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>
}

// -----

// A convolution: windows d0 + d1. x = [-3 -2 -1 0 1 2], filter [1, 2].
// CHECK: tensor<5xf32> (bounded): -7 -4 -1 2 5
// CHECK: tensor<3xf32>: -2 0 2
func.func @windows(%x: tensor<6xf32>) -> (tensor<5xf32>, tensor<3xf32>) {
  %f = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %z = arith.constant dense<0.0> : tensor<5xf32>
  %0 = linalg.conv_1d ins(%x, %f : tensor<6xf32>, tensor<2xf32>) outs(%z : tensor<5xf32>) -> tensor<5xf32>
  // Maxima of pairs.
  %m = arith.constant dense<0xFF800000> : tensor<3xf32>
  %w = tensor.empty() : tensor<2xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (2 * d0 + d1)>, affine_map<(d0, d1) -> (d1)>,
                                        affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<6xf32>, tensor<2xf32>) outs(%m : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.maximumf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  return %0, %1 : tensor<5xf32>, tensor<3xf32>
}

// -----

// Elementwise named ops, map, broadcast, transpose; the bound of relu's select is that of its operand.
// CHECK: tensor<2x3xf32>: -2 -1 0 1 2 3
// CHECK: tensor<2x3xf32>: 0 0 0 0 1 2
// CHECK: tensor<2x3xf32>: 3 2 1 0 1 2
// CHECK: tensor<2x3x2xf32>: -3 -3 -2 -2 -1 -1 0 0 1 1 2 2
// CHECK: tensor<3x2xf32>: -3 0 -2 1 -1 2
func.func @named(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3x2xf32>, tensor<3x2xf32>) {
  %ones = arith.constant dense<1.0> : tensor<2x3xf32>
  %zeros = arith.constant dense<0.0> : tensor<2x3xf32>
  %e = tensor.empty() : tensor<2x3xf32>
  %e3 = tensor.empty() : tensor<2x3x2xf32>
  %et = tensor.empty() : tensor<3x2xf32>
  %0 = linalg.add ins(%x, %ones : tensor<2x3xf32>, tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = linalg.max ins(%x, %zeros : tensor<2x3xf32>, tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = linalg.map { math.absf } ins(%x : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>)
  %3 = linalg.broadcast ins(%x : tensor<2x3xf32>) outs(%e3 : tensor<2x3x2xf32>) dimensions = [2]
  %4 = linalg.transpose ins(%x : tensor<2x3xf32>) outs(%et : tensor<3x2xf32>) permutation = [1, 0]
  return %0, %1, %2, %3, %4 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3x2xf32>, tensor<3x2xf32>
}

// -----

// An embedding: rows of a table by indices, with assertions in the body.
// CHECK: tensor<2x2xf32>: 30 40 10 20
func.func @gather(%unused: tensor<1xf32>) -> tensor<2x2xf32> {
  %table = arith.constant dense<[[10.0, 20.0], [30.0, 40.0]]> : tensor<2x2xf32>
  %ids = arith.constant dense<[1, 0]> : tensor<2xi64>
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<2xi64>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%id: i64, %o: f32):
    %i = arith.index_cast %id : i64 to index
    %j = linalg.index 1 : index
    %c = arith.cmpi slt, %i, %c2 : index
    cf.assert %c, "index must be smaller than dim size"
    %v = tensor.extract %table[%i, %j] : tensor<2x2xf32>
    linalg.yield %v : f32
  } -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// A running sum: a "parallel" dimension cannot say this, but two reductions that share an output can.
#x = affine_map<(d0, d1) -> (d0, d1)>
#o = affine_map<(d0, d1) -> (0)>
// CHECK: tensor<1xf32> (bounded): -3
func.func @to_one_element(%x: tensor<2x3xf32>) -> tensor<1xf32> {
  %z = arith.constant dense<0.0> : tensor<1xf32>
  %0 = linalg.generic {indexing_maps = [#x, #o], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<2x3xf32>) outs(%z : tensor<1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

// CHECK: tensor<2x3xf32> (bounded): 0.0900306 0.244728 0.665241 0.0900306 0.244728 0.665241
func.func @softmax(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// An output that both dimensions reach, though neither is a reduction: points run in order, the last one stays.
// CHECK: tensor<1x3xf32>: 0 1 2
func.func @overwritten(%x: tensor<2x3xf32>) -> tensor<1x3xf32> {
  %e = tensor.empty() : tensor<1x3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x3xf32>) outs(%e : tensor<1x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %b = arith.addf %a, %a : f32
    %h = arith.subf %b, %a : f32
    linalg.yield %h : f32
  } -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

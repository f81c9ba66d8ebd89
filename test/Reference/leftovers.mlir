// RUN: %unittests/fusion-reference-run %s --split-input-file --entry=main --input=list:1,2,3,4,5,6 | FileCheck %s

// What an import leaves as it is. Maps with divisions and remainders: rows repeated, and a period.
// CHECK: tensor<6x2xf32>: 1 2 1 2 3 4 3 4 5 6 5 6
// CHECK: tensor<6x2xf32>: 1 2 3 4 5 6 1 2 3 4 5 6
// CHECK: tensor<6xf32> (bounded): 3 3 7 7 11 11
func.func @main(%x: tensor<3x2xf32>) -> (tensor<6x2xf32>, tensor<6x2xf32>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<6x2xf32>
  %zero = arith.constant dense<0.0> : tensor<6xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i floordiv 2, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]} ins(%x : tensor<3x2xf32>) outs(%e : tensor<6x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<6x2xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i mod 3, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]} ins(%x : tensor<3x2xf32>) outs(%e : tensor<6x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<6x2xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> ((i + 1) ceildiv 2 - 1, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x, %e : tensor<3x2xf32>, tensor<6x2xf32>) outs(%zero : tensor<6xf32>) {
  ^bb0(%a: f32, %unused: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  return %0, %1, %2 : tensor<6x2xf32>, tensor<6x2xf32>, tensor<6xf32>
}

// -----

// The index dialect and affine choices, at top level and in bodies.
// CHECK: tensor<index>: 7
// CHECK: tensor<index>: 2
// CHECK: tensor<i1>: 1
// CHECK: tensor<index>: -2
// CHECK: tensor<6xi64>: 0 1 2 2 1 0
func.func @main(%x: tensor<6xf32>) -> (index, index, i1, index, tensor<6xi64>) {
  %seven = index.constant 7
  %three = index.constant 3
  %minus = index.constant -5
  %max = affine.max affine_map<(d0, d1) -> (d0, d1 * 2)>(%seven, %three)
  %div = index.divs %seven, %three
  %less = index.cmp slt(%minus, %three)
  %floor = index.floordivs %minus, %three
  %e = tensor.empty() : tensor<6xi64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<6xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %near = affine.min affine_map<(d0) -> (d0, 5 - d0)>(%i)
    %n = index.castu %near : index to i64
    linalg.yield %n : i64
  } -> tensor<6xi64>
  return %max, %div, %less, %floor, %0 : index, index, i1, index, tensor<6xi64>
}

// -----

// Two results: products in full, sums with their carry, sine and cosine.
// CHECK: tensor<2xi32>: -2 1410065408
// CHECK: tensor<2xi32>: -1 2
// CHECK: tensor<2xi32>: -2 1410065408
// CHECK: tensor<2xi32>: 1 2
// CHECK: tensor<2xi32>: 1 200000
// CHECK: tensor<2xi1>: 1 0
// CHECK: tensor<1xf32> (bounded): 0.841471
// CHECK: tensor<1xf32> (bounded): 0.540302
func.func @main(%unused: tensor<6xf32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi1>, tensor<1xf32>, tensor<1xf32>) {
  %a = arith.constant dense<[-1, 100000]> : tensor<2xi32>
  %b = arith.constant dense<[2, 100000]> : tensor<2xi32>
  %s:2 = arith.mulsi_extended %a, %b : tensor<2xi32>
  %u:2 = arith.mului_extended %a, %b : tensor<2xi32>
  %sum, %carry = arith.addui_extended %a, %b : tensor<2xi32>, tensor<2xi1>
  %one = arith.constant dense<1.0> : tensor<1xf32>
  %sin, %cos = math.sincos %one : tensor<1xf32>
  return %s#0, %s#1, %u#0, %u#1, %sum, %carry, %sin, %cos : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi1>, tensor<1xf32>, tensor<1xf32>
}

// -----

// Loops in parallel: slices are put where each iteration says, terms are reduced.
// CHECK: tensor<3x2xf32>: 2 4 6 8 10 12
// CHECK: tensor<i64>: 9
func.func @main(%x: tensor<3x2xf32>) -> (tensor<3x2xf32>, i64) {
  %e = tensor.empty() : tensor<3x2xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %init = arith.constant 6 : i64
  %0 = scf.forall (%i) in (3) shared_outs(%out = %e) -> (tensor<3x2xf32>) {
    %row = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1] : tensor<3x2xf32> to tensor<1x2xf32>
    %twice = arith.addf %row, %row : tensor<1x2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %twice into %out[%i, 0] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<3x2xf32>
    }
  }
  %1 = scf.parallel (%i) = (%c0) to (%c3) step (%c1) init (%init) -> i64 {
    %n = arith.index_cast %i : index to i64
    scf.reduce(%n : i64) {
    ^bb0(%l: i64, %r: i64):
      %s = arith.addi %l, %r : i64
      scf.reduce.return %s : i64
    }
  }
  return %0, %1 : tensor<3x2xf32>, i64
}

// -----

// Bits, ranks, tensors that are allocated, and globals.
// CHECK: tensor<2xi32>: 1065353216 1073741824
// CHECK: tensor<index>: 2
// CHECK: tensor<3x2xf32>: 1 2 3 4 5 6
// CHECK: tensor<2xf32>: 7 8
ml_program.global private @weights(dense<[7.0, 8.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @main(%x: tensor<3x2xf32>) -> (tensor<2xi32>, index, tensor<3x2xf32>, tensor<2xf32>) {
  %k = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %bits = tensor.bitcast %k : tensor<2xf32> to tensor<2xi32>
  %rank = tensor.rank %x : tensor<3x2xf32>
  %copy = bufferization.alloc_tensor() copy(%x) : tensor<3x2xf32>
  %w = ml_program.global_load @weights : tensor<2xf32>
  return %bits, %rank, %copy, %w : tensor<2xi32>, index, tensor<3x2xf32>, tensor<2xf32>
}

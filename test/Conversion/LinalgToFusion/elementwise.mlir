// RUN: fusion-opt %s --convert-linalg-to-fusion --canonicalize | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>

// One fusion op for each scalar operation; scalars become rank-0 constants.
// CHECK-LABEL: @body
// CHECK-SAME: (%[[X:.*]]: tensor<?x8xf32>, %[[S:.*]]: f32, %[[E:.*]]: tensor<?x8xf32>)
// CHECK: %[[C:.*]] = arith.constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[A:.*]] = fusion.mul %[[X]], %[[C]] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
// CHECK: %[[S0:.*]] = tensor.from_elements %[[S]] : tensor<f32>
// CHECK: %[[B:.*]] = fusion.add %[[A]], %[[S0]] : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
// CHECK: fusion.tanh %[[B]]
func.func @body(%x: tensor<?x8xf32>, %s: f32, %e: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %c = arith.constant 2.0 : f32
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.mulf %in, %c : f32
    %2 = arith.addf %1, %s : f32
    %3 = math.tanh %2 : f32
    linalg.yield %3 : f32
  } -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// CHECK-LABEL: @row_and_column
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[R:.*]]: tensor<8xf32>, %[[C:.*]]: tensor<4xf32>)
// CHECK: %[[C0:.*]] = tensor.expand_shape %[[C]] {{\[}}[0, 1]] output_shape [4, 1]
// CHECK: %[[A:.*]] = fusion.add %[[R]], %[[X]] : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: fusion.mul %[[A]], %[[C0]] : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
func.func @row_and_column(%x: tensor<4x8xf32>, %r: tensor<8xf32>, %c: tensor<4xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %r, %c : tensor<4x8xf32>, tensor<8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32, %out: f32):
    %1 = arith.addf %q, %p : f32
    %2 = arith.mulf %1, %s : f32
    linalg.yield %2 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// A dimension of size 1 may be read by the constant 0.
// CHECK-LABEL: @constant_in_map
// CHECK: fusion.exp %{{.*}} : tensor<12x8xf32>
func.func @constant_in_map(%x: tensor<1x12x8xf32>) -> tensor<1x12x8xf32> {
  %e = tensor.empty() : tensor<1x12x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x12x8xf32>) outs(%e : tensor<1x12x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = math.exp %in : f32
    linalg.yield %1 : f32
  } -> tensor<1x12x8xf32>
  return %0 : tensor<1x12x8xf32>
}

// CHECK-LABEL: @transposed_operand
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: fusion.sub %{{.*}}, %[[T]]
func.func @transposed_operand(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d1, d0)>, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<4x8xf32>, tensor<8x4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %1 = arith.subf %p, %q : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: @copies
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>)
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[X]]
// CHECK-SAME: permutation = [1, 0]
// CHECK: %[[B:.*]] = linalg.broadcast ins(%[[X]]
// CHECK-SAME: dimensions = [0]
// CHECK: return %[[X]], %[[T]], %[[B]]
func.func @copies(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8x4xf32>, tensor<2x4x8xf32>) {
  %e0 = tensor.empty() : tensor<4x8xf32>
  %e1 = tensor.empty() : tensor<8x4xf32>
  %e2 = tensor.empty() : tensor<2x4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e0 : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e1 : tensor<8x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8x4xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e2 : tensor<2x4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x4x8xf32>
  return %0, %1, %2 : tensor<4x8xf32>, tensor<8x4xf32>, tensor<2x4x8xf32>
}

// CHECK-LABEL: @named
// CHECK: fusion.add
// CHECK: fusion.sub
// CHECK: fusion.mul
// CHECK: fusion.div
// CHECK: fusion.max
// CHECK: fusion.exp
// CHECK: fusion.rsqrt
func.func @named(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.add ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.sub ins(%0, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.mul ins(%1, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %3 = linalg.div ins(%2, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %4 = linalg.max ins(%3, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %5 = linalg.exp ins(%4 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %6 = linalg.rsqrt ins(%5 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %6 : tensor<4xf32>
}

// CHECK-LABEL: @map
// CHECK-NEXT: %[[R:.*]] = fusion.add
// CHECK-NEXT: return %[[R]]
func.func @map(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.map { arith.addf } ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// NaN: an unordered comparison and maximumf keep it, an ordered one and maxnumf do not.
// CHECK-LABEL: @relus
// CHECK: fusion.relu %{{.*}} : tensor<4xf32>
// CHECK: fusion.relu %{{.*}} {ignore_nan} : tensor<4xf32>
// CHECK: fusion.relu %{{.*}} : tensor<4xf32>
// CHECK: fusion.relu %{{.*}} {ignore_nan} : tensor<4xf32>
func.func @relus(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.map ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) (%in: f32, %out: f32) {
    %1 = arith.cmpf ugt, %in, %zero : f32
    %2 = arith.select %1, %in, %zero : f32
    linalg.yield %2 : f32
  }
  %3 = linalg.map ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) (%in: f32, %out: f32) {
    %1 = arith.cmpf ogt, %in, %zero : f32
    %2 = arith.select %1, %in, %zero : f32
    linalg.yield %2 : f32
  }
  %4 = linalg.map ins(%3 : tensor<4xf32>) outs(%e : tensor<4xf32>) (%in: f32, %out: f32) {
    %1 = arith.maximumf %in, %zero : f32
    linalg.yield %1 : f32
  }
  %5 = linalg.map ins(%4 : tensor<4xf32>) outs(%e : tensor<4xf32>) (%in: f32, %out: f32) {
    %1 = arith.maxnumf %zero, %in : f32
    linalg.yield %1 : f32
  }
  return %5 : tensor<4xf32>
}

// CHECK-LABEL: @casts
// CHECK: fusion.cast %{{.*}} : tensor<4xbf16> to tensor<4xf32>
// CHECK: fusion.cast %{{.*}} : tensor<4xf32> to tensor<4xf16>
func.func @casts(%x: tensor<4xbf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %0 = linalg.map ins(%x : tensor<4xbf16>) outs(%e : tensor<4xf16>) (%in: bf16, %out: f16) {
    %1 = arith.extf %in : bf16 to f32
    %2 = math.absf %1 : f32
    %3 = arith.truncf %2 : f32 to f16
    linalg.yield %3 : f16
  }
  return %0 : tensor<4xf16>
}

// CHECK-LABEL: @integer_power
// CHECK: %[[S:.*]] = fusion.mul %[[X:.*]], %[[X]]
// CHECK: fusion.mul %[[S]], %[[X]]
func.func @integer_power(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c3 = arith.constant 3 : i64
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.map ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) (%in: f32, %out: f32) {
    %1 = math.fpowi %in, %c3 : f32, i64
    linalg.yield %1 : f32
  }
  return %0 : tensor<4xf32>
}

// An exponent that bf16 does not have: whether it is odd decides the sign.
// CHECK-LABEL: @large_integer_power
// CHECK: %[[N:.*]] = arith.constant dense<2.570000e+02> : tensor<f32>
// CHECK: fusion.pow %{{.*}}, %[[N]] : (tensor<4xbf16>, tensor<f32>) -> tensor<4xbf16>
func.func @large_integer_power(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %c257 = arith.constant 257 : i32
  %e = tensor.empty() : tensor<4xbf16>
  %0 = linalg.map ins(%x : tensor<4xbf16>) outs(%e : tensor<4xbf16>) (%in: bf16, %out: bf16) {
    %1 = math.fpowi %in, %c257 : bf16, i32
    linalg.yield %1 : bf16
  }
  return %0 : tensor<4xbf16>
}

// Nor does f32 have this one.
// CHECK-LABEL: @huge_integer_power
// CHECK: math.fpowi
func.func @huge_integer_power(%x: tensor<4xf32>) -> tensor<4xf32> {
  %n = arith.constant 16777217 : i32
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.map ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) (%in: f32, %out: f32) {
    %1 = math.fpowi %in, %n : f32, i32
    linalg.yield %1 : f32
  }
  return %0 : tensor<4xf32>
}

// The initial value is an operand like the others if the body reads it.
// CHECK-LABEL: @reads_init
// CHECK: fusion.add %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @reads_init(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %in, %out : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @tensor_arith
// CHECK: fusion.add
// CHECK: fusion.erf
func.func @tensor_arith(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %x, %y : tensor<4xf32>
  %1 = math.erf %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: @tensor_casts
// CHECK: fusion.cast %{{.*}} : tensor<4xi32> to tensor<4xf32>
// CHECK: fusion.select
func.func @tensor_casts(%i: tensor<4xi32>, %c: tensor<4xi1>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.sitofp %i : tensor<4xi32> to tensor<4xf32>
  %1 = arith.select %c, %0, %y : tensor<4xi1>, tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A row of size 1 is repeated where the result's size is known at run time only.
// CHECK-LABEL: @repeated_to_dynamic
// CHECK: linalg.broadcast ins(%{{.*}} : tensor<?xf32>) outs(%{{.*}} : tensor<?x?xf32>) dimensions = [1]
// CHECK-NOT: tensor.cast
// CHECK: return
func.func @repeated_to_dynamic(%x: tensor<?x1xf32>, %e: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x1xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// The same where the operand knows a size that the result does not.
// CHECK-LABEL: @repeated_of_static
// CHECK: %[[B:.*]] = linalg.broadcast ins(%{{.*}} : tensor<17xf32>) outs(%{{.*}} : tensor<17x?xf32>) dimensions = [1]
// CHECK: tensor.cast %[[B]] : tensor<17x?xf32> to tensor<?x?xf32>
func.func @repeated_of_static(%x: tensor<17x1xf32>, %e: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<17x1xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: @rounding_and_logarithms
// CHECK: fusion.floor %
// CHECK: fusion.ceil %
// CHECK: fusion.trunc %
// CHECK: fusion.round %
// CHECK: fusion.roundeven %
// CHECK: fusion.exp2 %
// CHECK: fusion.expm1 %
// CHECK: fusion.log2 %
// CHECK: fusion.log10 %
// CHECK: fusion.log1p %
func.func @rounding_and_logarithms(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.floor %x : tensor<4xf32>
  %1 = math.ceil %0 : tensor<4xf32>
  %2 = math.trunc %1 : tensor<4xf32>
  %3 = math.round %2 : tensor<4xf32>
  %4 = math.roundeven %3 : tensor<4xf32>
  %5 = math.exp2 %4 : tensor<4xf32>
  %6 = math.expm1 %5 : tensor<4xf32>
  %7 = math.log2 %6 : tensor<4xf32>
  %8 = math.log10 %7 : tensor<4xf32>
  %9 = math.log1p %8 : tensor<4xf32>
  return %9 : tensor<4xf32>
}

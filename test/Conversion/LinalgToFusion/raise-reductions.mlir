// RUN: fusion-opt %s --fusion-raise-reductions | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=accumulates
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=transposes
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=left

// STATS: (S) {{[1-9][0-9]*}} num-raised

// CHECK-LABEL: func @sum
// CHECK: %[[R:.*]] = fusion.reduce addf %arg0 along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[R]] {{\[}}[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
// CHECK: return %[[C]]
func.func @sum(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.reduce {arith.addf} ins(%x : tensor<4x8xf32>) outs(%0 : tensor<4xf32>) dimensions = [1]
  return %1 : tensor<4xf32>
}

// A sum that widens what it adds, and dimensions around the one that is left.
// CHECK-LABEL: func @widening
// CHECK: %[[R:.*]] = fusion.reduce addf %arg0 along [0, 2] : tensor<4x8x2xbf16> -> tensor<1x8x1xf32>
// CHECK: tensor.collapse_shape %[[R]] {{\[}}[0, 1, 2]] : tensor<1x8x1xf32> into tensor<8xf32>
#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (b)>
func.func @widening(%x: tensor<4x8x2xbf16>) -> tensor<8xf32> {
  %init = arith.constant dense<0.0> : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%x : tensor<4x8x2xbf16>) outs(%init : tensor<8xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %w = arith.extf %in : bf16 to f32
    %s = arith.addf %out, %w : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func @kinds
// CHECK: fusion.reduce maximumf
// CHECK: fusion.reduce minnumf
// CHECK: fusion.reduce maxs
// CHECK: fusion.reduce ori
func.func @kinds(%x: tensor<4x8xf32>, %n: tensor<4x8xi32>)
    -> (tensor<f32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>) {
  %low = arith.constant dense<0xFF800000> : tensor<f32>
  %nan = arith.constant dense<0x7FC00000> : tensor<4xf32>
  %least = arith.constant dense<-2147483648> : tensor<4xi32>
  %none = arith.constant dense<0> : tensor<4xi32>
  %0 = linalg.reduce {arith.maximumf} ins(%x : tensor<4x8xf32>) outs(%low : tensor<f32>) dimensions = [0, 1]
  %1 = linalg.reduce {arith.minnumf} ins(%x : tensor<4x8xf32>) outs(%nan : tensor<4xf32>) dimensions = [1]
  %2 = linalg.reduce {arith.maxsi} ins(%n : tensor<4x8xi32>) outs(%least : tensor<4xi32>) dimensions = [1]
  %3 = linalg.reduce {arith.ori} ins(%n : tensor<4x8xi32>) outs(%none : tensor<4xi32>) dimensions = [1]
  return %0, %1, %2, %3 : tensor<f32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>
}

// What it begins with is combined with what comes of nothing.
// CHECK-LABEL: func @begins_with_lowest
// CHECK: %[[R:.*]] = fusion.reduce maximumf %arg0 along [1]
// CHECK: fusion.map(%[[E:.*]] = %[[R]]) : (tensor<4x1xf32>) -> tensor<4x1xf32>
// CHECK: arith.maximumf %{{.*}}, %[[E]]
func.func @begins_with_lowest(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %lowest = arith.constant dense<-3.40282347E+38> : tensor<4xf32>
  %0 = linalg.reduce {arith.maximumf} ins(%x : tensor<4x8xf32>) outs(%lowest : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}

// What it begins with is a tensor; narrow floats are rounded behind that.
// CHECK-LABEL: func @accumulates
// CHECK-SAME: %[[X:[^:]*]]: tensor<4x8xbf16>, %[[Y:[^:]*]]: tensor<4xbf16>, %[[N:[^:]*]]: tensor<4x8xi32>, %[[M:[^:]*]]: tensor<4xi32>
// CHECK: %[[R:.*]] = fusion.reduce addf %[[X]] along [1] : tensor<4x8xbf16> -> tensor<4x1xf32>
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[R]]
// CHECK: %[[A:.*]] = fusion.map(%[[P:.*]] = %[[C]], %[[Q:.*]] = %[[Y]]) : (tensor<4xf32>, tensor<4xbf16>) -> tensor<4xbf16>
// CHECK: %[[W:.*]] = arith.extf %[[Q]] : bf16 to f32
// CHECK: %[[S:.*]] = arith.addf %[[W]], %[[P]] : f32
// CHECK: arith.truncf %[[S]] : f32 to bf16
// CHECK: fusion.reduce maxs %[[N]]
// CHECK: fusion.map(%[[P:.*]] = %{{.*}}, %[[Q:.*]] = %[[M]])
// CHECK: arith.maxsi %[[Q]], %[[P]]
func.func @accumulates(%x: tensor<4x8xbf16>, %y: tensor<4xbf16>, %n: tensor<4x8xi32>, %m: tensor<4xi32>)
    -> (tensor<4xbf16>, tensor<4xi32>) {
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<4x8xbf16>) outs(%y : tensor<4xbf16>) dimensions = [1]
  %1 = linalg.reduce {arith.maxsi} ins(%n : tensor<4x8xi32>) outs(%m : tensor<4xi32>) dimensions = [1]
  return %0, %1 : tensor<4xbf16>, tensor<4xi32>
}

// The result's dimensions lie in another order, with units between them.
// CHECK-LABEL: func @transposes
// CHECK: %[[R:.*]] = fusion.reduce maximumf %arg0 along [2] : tensor<4x3x8xf32> -> tensor<4x3x1xf32>
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[R]]
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[C]] : tensor<4x3xf32>) outs(%{{.*}} : tensor<3x4xf32>) permutation = [1, 0]
// CHECK: tensor.expand_shape %[[T]] {{\[}}[0, 1], [2, 3]] {{.*}} into tensor<1x3x4x1xf32>
func.func @transposes(%x: tensor<4x3x8xf32>) -> tensor<1x3x4x1xf32> {
  %low = arith.constant dense<0xFF800000> : tensor<1x3x4x1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (0, b, a, 0)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<4x3x8xf32>) outs(%low : tensor<1x3x4x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.maximumf %out, %in : f32
    linalg.yield %s : f32
  } -> tensor<1x3x4x1xf32>
  return %0 : tensor<1x3x4x1xf32>
}

// Left alone: a sum that is -0.0 where all terms are, one with a product in its body (which the import splits before),
// and one of f32 in f64.
// CHECK-LABEL: func @left
// CHECK-NOT: fusion.reduce
func.func @left(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf64>) {
  %minus = arith.constant dense<-0.0> : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %wide = arith.constant dense<0.0> : tensor<4xf64>
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<4x8xf32>) outs(%minus : tensor<4xf32>) dimensions = [1]
  %2 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%zero : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.mulf %in, %in : f32
    %s = arith.addf %out, %q : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%wide : tensor<4xf64>) {
  ^bb0(%in: f32, %out: f64):
    %w = arith.extf %in : f32 to f64
    %s = arith.addf %out, %w : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf64>
}

// Strict numerics begin with the tensor's elements, where rounding shows it; relaxed ones end with them.
// CHECK-LABEL: func @strict
// CHECK: linalg.reduce
// CHECK: fusion.reduce maximumf
func.func @strict(%x: tensor<4x8xf32>, %first: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    attributes {fusion.numerics = #fusion.numerics<strict>} {
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<4x8xf32>) outs(%first : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce {arith.maximumf} ins(%x : tensor<4x8xf32>) outs(%first : tensor<4xf32>) dimensions = [1]
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

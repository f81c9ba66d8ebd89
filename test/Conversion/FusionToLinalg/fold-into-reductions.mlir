// RUN: fusion-opt %s --fusion-fold-into-reductions --split-input-file | FileCheck %s
// RUN: fusion-opt %s --fusion-fold-into-reductions --split-input-file --remarks-filter='fusion.reduction' 2>&1 | FileCheck %s --check-prefix=REMARK

// A chain goes in, and what only the reduction needed goes away; the other use of the conversion keeps it.
// REMARK: remark: [Passed] folded | Category:fusion.reduction | Function=squares | Remark="fusion.mul is computed by the reduction that reads it"
// REMARK: remark: [Passed] folded | Category:fusion.reduction | Function=squares | Remark="fusion.cast is computed by the reduction that reads it"
// CHECK-LABEL: func @squares(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xbf16>
// CHECK: %[[WIDE:.*]] = fusion.cast %[[X]]
// CHECK-NOT: fusion.mul
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<4x8xbf16>) outs(%{{.*}} : tensor<4xf32>)
// CHECK-NEXT: ^bb0(%[[IN:.*]]: bf16, %[[OUT:.*]]: f32):
// CHECK-NEXT: %[[F:.*]] = arith.extf %[[IN]] : bf16 to f32
// CHECK-NEXT: %[[S:.*]] = arith.mulf %[[F]], %[[F]] : f32
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[OUT]], %[[S]] : f32
// CHECK-NEXT: linalg.yield %[[N]]
// CHECK: return %[[SUM]], %[[WIDE]]
func.func @squares(%x: tensor<4x8xbf16>, %init: tensor<4xf32>) -> (tensor<4xf32>, tensor<4x8xf32>) {
  %wide = fusion.cast %x : tensor<4x8xbf16> to tensor<4x8xf32>
  %square = fusion.mul %wide, %wide : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%square : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %next = arith.addf %out, %in : f32
    linalg.yield %next : f32
  } -> tensor<4xf32>
  return %sum, %wide : tensor<4xf32>, tensor<4x8xf32>
}

// -----

// Rows that are repeated, splats, loops in another order; a named reduction becomes a generic one.
// CHECK: #[[$MEAN:.*]] = affine_map<(d0, d1) -> (d1, 0)>
// CHECK-LABEL: func @columns(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<?x8xf32>, %[[MEAN:[a-z0-9]*]]: tensor<?x1xf32>
// CHECK-NOT: fusion.
// CHECK: linalg.generic {indexing_maps = [#{{[a-z0-9]*}}, #[[$MEAN]], #{{.*}}], iterator_types = ["parallel", "reduction"]}
// CHECK-SAME: ins(%[[X]], %[[MEAN]] :
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %[[M:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK-NEXT: %[[D:.*]] = arith.subf %[[IN]], %[[M]] : f32
// CHECK-NEXT: %[[C:.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT: %[[T:.*]] = arith.mulf %[[D]], %[[C]] : f32
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[T]], %[[OUT]] : f32
func.func @columns(%x: tensor<?x8xf32>, %mean: tensor<?x1xf32>, %init: tensor<8xf32>) -> tensor<8xf32> {
  %c = arith.constant dense<0.25> : tensor<f32>
  %d = fusion.sub %x, %mean : (tensor<?x8xf32>, tensor<?x1xf32>) -> tensor<?x8xf32>
  %t = fusion.mul %d, %c : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%t : tensor<?x8xf32>) outs(%init : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %next = arith.addf %in, %out : f32
    linalg.yield %next : f32
  } -> tensor<8xf32>
  return %sum : tensor<8xf32>
}

// CHECK-LABEL: func @named(
// CHECK-NOT: fusion.
// CHECK: linalg.generic
// CHECK: arith.maximumf
func.func @named(%x: tensor<4x8xf16>, %y: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %wide = fusion.cast %x : tensor<4x8xf16> to tensor<4x8xf32>
  %d = fusion.add %wide, %y : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %most = linalg.reduce { arith.maximumf } ins(%d : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  return %most : tensor<4xf32>
}

// What the reduction reads already is no further input.
// CHECK-LABEL: func @again(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<4x8xf32>
// CHECK-NOT: fusion.
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<4x8xf32>)
func.func @again(%x: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %less = fusion.neg %x : tensor<4x8xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>,
                                          affine_map<(d0, d1) -> (d0)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%x, %less : tensor<4x8xf32>, tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %negated: f32, %out: f32):
    %both = arith.mulf %in, %negated : f32
    %next = arith.addf %out, %both : f32
    linalg.yield %next : f32
  } -> tensor<4xf32>
  return %sum : tensor<4xf32>
}

// -----

// Stay: functions; results that are rounded; what is read again and again; what has to be fused elsewhere.
// CHECK-LABEL: func @stay(
// CHECK: %[[E:.*]] = fusion.exp
// CHECK: linalg.reduce {{.*}} ins(%[[E]]
// CHECK: %[[B:.*]] = fusion.add
// CHECK: linalg.reduce {{.*}} ins(%[[B]]
// CHECK: %[[R:.*]] = fusion.neg
// CHECK: linalg.generic {{.*}} ins(%[[R]]
// CHECK: %[[M:.*]] = fusion.abs
// CHECK: linalg.reduce {{.*}} ins(%[[M]]
// REMARK-NOT: Function=stay
func.func @stay(%x: tensor<4x8xf32>, %y: tensor<4x8xbf16>, %init: tensor<4xf32>, %narrow: tensor<4xbf16>)
    -> (tensor<4xf32>, tensor<4xbf16>, tensor<4xf32>, tensor<4xf32>) {
  %e = fusion.exp %x : tensor<4x8xf32>
  %0 = linalg.reduce { arith.addf } ins(%e : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  %b = fusion.add %y, %y : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  %1 = linalg.reduce { arith.addf } ins(%b : tensor<4x8xbf16>) outs(%narrow : tensor<4xbf16>) dimensions = [1]
  %r = fusion.neg %x : tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2)>],
                       iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%r : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %next = arith.addf %in, %out : f32
    linalg.yield %next : f32
  } -> tensor<4xf32>
  %m = fusion.abs %x {fusion.must_fuse} : tensor<4x8xf32>
  %3 = linalg.reduce { arith.addf } ins(%m : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xbf16>, tensor<4xf32>, tensor<4xf32>
}

// -----

// What others need as well goes in only where the reduction reads no more for it.
// CHECK-LABEL: func @shared(
// CHECK: %[[TWO:.*]] = fusion.add
// CHECK: linalg.reduce {{.*}} ins(%[[TWO]]
// CHECK: fusion.sub
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4x1xf32>)
func.func @shared(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %mean: tensor<4x1xf32>, %init: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4x8xf32>) {
  %two = fusion.add %x, %y : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = linalg.reduce { arith.addf } ins(%two : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  %one = fusion.sub %x, %mean : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %1 = linalg.reduce { arith.addf } ins(%one : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  return %0, %two, %1, %one : tensor<4xf32>, tensor<4x8xf32>, tensor<4xf32>, tensor<4x8xf32>
}

// What would have to be stored for it stays: two results of functions in the place of one.
// CHECK-LABEL: func @functions(
// CHECK: %[[D:.*]] = fusion.sub
// CHECK: linalg.reduce {{.*}} ins(%[[D]]
// CHECK-NOT: fusion.neg
// CHECK: %[[T:.*]] = fusion.tanh
// CHECK-NOT: fusion.neg
// CHECK: linalg.generic {{.*}} ins(%[[T]]
func.func @functions(%x: tensor<4x8xf32>, %init: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = fusion.exp %x : tensor<4x8xf32>
  %s = fusion.sin %x : tensor<4x8xf32>
  %d = fusion.sub %e, %s : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = linalg.reduce { arith.addf } ins(%d : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  %t = fusion.tanh %x : tensor<4x8xf32>
  %n = fusion.neg %t : tensor<4x8xf32>
  %1 = linalg.reduce { arith.addf } ins(%n : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Behind a product: its epilogue computes the square, unless the value is stored as it is. What depends on the product
// in another way too, here on the mean of its rows, is no part of its epilogue.
// CHECK-LABEL: func @behind(
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: %[[S:.*]] = fusion.mul %[[P]], %[[P]]
// CHECK: linalg.reduce {{.*}} ins(%[[S]]
func.func @behind(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %p = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %s = fusion.mul %p, %p : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = linalg.reduce { arith.addf } ins(%s : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @behind_stored(
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK-NOT: fusion.mul
// CHECK: linalg.generic {{.*}} ins(%[[P]] :
func.func @behind_stored(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %init: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4x8xf32>) {
  %p = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %s = fusion.mul %p, %p : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = linalg.reduce { arith.addf } ins(%s : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  return %0, %p : tensor<4xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func @behind_mean(
// CHECK: %[[B:.*]] = fusion.add
// CHECK: linalg.reduce {{.*}} ins(%[[B]]
// CHECK-NOT: fusion.
// CHECK: tensor.expand_shape
// CHECK-NOT: fusion.
// CHECK: linalg.generic
func.func @behind_mean(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %bias: tensor<8xf32>, %init: tensor<4xf32>)
    -> tensor<4xf32> {
  %p = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %b = fusion.add %p, %bias : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %0 = linalg.reduce { arith.addf } ins(%b : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  %mean = tensor.expand_shape %0 [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %d = fusion.sub %b, %mean : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %s = fusion.mul %d, %d : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.reduce { arith.addf } ins(%s : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  return %1 : tensor<4xf32>
}

// -----

// The reduction would not know how far to go.
// CHECK-LABEL: func.func @of_constants
// CHECK: %[[LIMITED:.*]] = fusion.max
// CHECK: linalg.reduce {{.*}} ins(%[[LIMITED]]
func.func @of_constants(%x: tensor<1x3xf32>) -> tensor<2xf32> {
  %zero = arith.constant 0.0 : f32
  %three = arith.constant dense<3.0> : tensor<2x3xf32>
  %empty = tensor.empty() : tensor<2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  %limited = fusion.max %three, %x : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %sum = linalg.reduce { arith.addf } ins(%limited : tensor<2x3xf32>) outs(%init : tensor<2xf32>) dimensions = [1]
  return %sum : tensor<2xf32>
}

// -----

// What is widened behind a product is stored as it was, and widened by those who read it: it is not stored in f64.
// CHECK-LABEL: func @widened_behind_product
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: linalg.generic {{.*}} ins(%[[P]] : tensor<4x8xf32>) outs(%{{.*}} : tensor<4xf64>)
// CHECK: arith.extf
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[P]] : tensor<4x1xf64>, tensor<4x8xf32>)
func.func @widened_behind_product(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %init: tensor<4xf64>) -> tensor<4xf64> {
  %p = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %wide = fusion.cast %p : tensor<4x8xf32> to tensor<4x8xf64>
  %0 = linalg.reduce { arith.addf } ins(%wide : tensor<4x8xf64>) outs(%init : tensor<4xf64>) dimensions = [1]
  %mean = tensor.expand_shape %0 [[0, 1]] output_shape [4, 1] : tensor<4xf64> into tensor<4x1xf64>
  %d = fusion.sub %wide, %mean : (tensor<4x8xf64>, tensor<4x1xf64>) -> tensor<4x8xf64>
  %s = fusion.mul %d, %d : (tensor<4x8xf64>, tensor<4x8xf64>) -> tensor<4x8xf64>
  %1 = linalg.reduce { arith.addf } ins(%s : tensor<4x8xf64>) outs(%init : tensor<4xf64>) dimensions = [1]
  return %1 : tensor<4xf64>
}

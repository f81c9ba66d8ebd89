// RUN: fusion-opt %s --fusion-fuse-loops --canonicalize | FileCheck %s

// STATS: (S) {{[1-9][0-9]*}} num-generalized
// STATS: (S) {{[1-9][0-9]*}} num-merged

// Two elementwise operations become one; nothing goes into the reduction.

// CHECK-LABEL: func @not_into_reduction
func.func @not_into_reduction(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %z = arith.constant dense<0.0> : tensor<4xf32>
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]
  // CHECK: math.exp
  // CHECK-NEXT: math.sqrt
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
  // CHECK-NOT: math.
  %0 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.sqrt ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.reduce { arith.addf } ins(%1 : tensor<4x8xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  return %2 : tensor<4xf32>
}

// CHECK-LABEL: func @softmax
// CHECK-NOT: linalg.softmax
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// What changes a tensor in place does so once for each element: it does not go around with a consumer that reads a row again and again,
// CHECK-LABEL: func @row_of_changed
// CHECK: %[[CHANGED:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8x8xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[CHANGED]]
func.func @row_of_changed(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %changed = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%x : tensor<8x8xf32>) {
  ^bb0(%out: f32):
    %0 = arith.addf %out, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  %empty = tensor.empty() : tensor<8x8xf32>
  %row = linalg.generic {indexing_maps = [affine_map<(i, j) -> (2, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%changed : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.floor %in : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %row : tensor<8x8xf32>
}

// but with one that reads each element once.
// CHECK-LABEL: func @changed_and_read
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @changed_and_read(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %changed = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%x : tensor<8x8xf32>) {
  ^bb0(%out: f32):
    %0 = arith.addf %out, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  %empty = tensor.empty() : tensor<8x8xf32>
  %turned = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%changed : tensor<8x8xf32>) outs(%empty : tensor<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.floor %in : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %turned : tensor<8x8xf32>
}

// What an operation without operands and loops asserts stands by itself.
// CHECK-LABEL: func @asserted
// CHECK-SAME: %[[C:.*]]: i1
// CHECK-NOT: linalg.generic
// CHECK: cf.assert %[[C]], "asserted"
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @asserted(%c: i1) -> i1 {
  %empty = tensor.empty() : tensor<i16>
  %unused = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%empty : tensor<i16>) {
  ^bb0(%out: i16):
    cf.assert %c, "asserted"
    %0 = arith.constant 0 : i16
    linalg.yield %0 : i16
  } -> tensor<i16>
  return %c : i1
}

// What is marked has loops of its own, beside another that is marked as well.
// CHECK-LABEL: func @marked
// CHECK: math.exp
// CHECK-NEXT: linalg.yield
// CHECK: math.sqrt
// CHECK-NEXT: linalg.yield
// CHECK: math.tanh
// CHECK-NEXT: linalg.yield
func.func @marked(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.sqrt {fusion.isolated = 0 : i64} ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.tanh {fusion.isolated = 1 : i64} ins(%1 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// RUN: fusion-opt %s --fusion-split-destinations | FileCheck %s

// Each reduction fills a tensor of its own.

// CHECK-LABEL: func @fill_for_each_reduction
func.func @fill_for_each_reduction(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  // CHECK-DAG: %[[E0:.*]] = tensor.empty() : tensor<4xf32>
  // CHECK-DAG: %[[E1:.*]] = tensor.empty() : tensor<4xf32>
  // CHECK-DAG: %[[Z0:.*]] = linalg.fill ins(%{{.*}}) outs(%[[E0]] : tensor<4xf32>)
  // CHECK-DAG: %[[Z1:.*]] = linalg.fill ins(%{{.*}}) outs(%[[E1]] : tensor<4xf32>)
  // CHECK: linalg.reduce {{.*}} outs(%[[ZA:.*]] : tensor<4xf32>)
  // CHECK-NOT: outs(%[[ZA]]
  %e = tensor.empty() : tensor<4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.addf } ins(%y : tensor<4x8xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// One use: nothing to do.

// CHECK-LABEL: func @one_use
// CHECK-COUNT-1: linalg.fill
// CHECK-NOT: linalg.fill
func.func @one_use(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}

// A tensor that is computed is not computed again.

// CHECK-LABEL: func @computed
// CHECK-COUNT-1: linalg.exp
// CHECK-NOT: linalg.exp
func.func @computed(%x: tensor<4xf32>, %y: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %z = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%y : tensor<4x8xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  return %0, %z : tensor<4xf32>, tensor<4xf32>
}

// What is computed, or read from another tensor, is made once.

// CHECK-LABEL: func @gathered
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
func.func @gathered(%i: tensor<4xindex>, %t: tensor<9x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x8xf32>) {
  ^bb0(%out: f32):
    %r = linalg.index 0 : index
    %c = linalg.index 1 : index
    %a = tensor.extract %i[%r] : tensor<4xindex>
    %v = tensor.extract %t[%a, %c] : tensor<9x8xf32>
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  %0 = linalg.add ins(%g, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.mul ins(%g, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// What begins with one value does not copy a constant; what begins with several does, and what is overwritten is not
// filled before.

// CHECK-LABEL: func @fills_what_begins_with_one_value
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4.0{{.*}} : f32
// CHECK-DAG: %[[SEVERAL:.*]] = arith.constant dense<[
// CHECK: %[[FILLED:.*]] = linalg.fill ins(%[[FOUR]] : f32)
// CHECK: linalg.reduce {{.*}} outs(%[[FILLED]] : tensor<4xf32>)
// CHECK: linalg.reduce {{.*}} outs(%[[SEVERAL]] : tensor<4xf32>)
// CHECK-NOT: linalg.fill
// CHECK: linalg.exp {{.*}} outs(%cst{{.*}} : tensor<4xf32>)
func.func @fills_what_begins_with_one_value(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %fours = arith.constant dense<4.0> : tensor<4xf32>
  %several = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%fours : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%several : tensor<4xf32>) dimensions = [1]
  %2 = linalg.exp ins(%0 : tensor<4xf32>) outs(%fours : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// RUN: fusion-opt %s --fusion-isolate | FileCheck %s

// Boundaries stand around what is marked.

// CHECK-LABEL: func @one
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<8xf32>)
// CHECK: %[[R:.*]] = fusion.relu %[[X]]
// CHECK: %[[E0:.*]] = fusion.boundary %[[R]] entering 8 : tensor<4x8xf32>
// CHECK: %[[E1:.*]] = fusion.boundary %[[B]] entering 8 : tensor<8xf32>
// CHECK: %[[A:.*]] = fusion.add %[[E0]], %[[E1]] : (
// CHECK: %[[L:.*]] = fusion.boundary %[[A]] leaving 8 : tensor<4x8xf32>
// CHECK: fusion.add %[[L]], %[[R]]
func.func @one(%x: tensor<4x8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = fusion.relu %x : tensor<4x8xf32>
  %1 = fusion.add %0, %b {fusion.no_fuse} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %2 = fusion.add %1, %0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// Two that read the same have boundaries of their own. A tensor that one reads twice enters once.
// CHECK-LABEL: func @two
// CHECK: %[[E:.*]] = fusion.boundary %{{.*}} entering 9 :
// CHECK: fusion.mul %[[E]], %[[E]]
// CHECK: fusion.boundary %{{.*}} leaving 9 :
// CHECK: %[[F:.*]] = fusion.boundary %{{.*}} entering 10 :
// CHECK: fusion.exp %[[F]]
// CHECK: fusion.boundary %{{.*}} leaving 10 :
func.func @two(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = fusion.mul %x, %x {fusion.no_fuse} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = fusion.exp %x {fusion.no_fuse} : tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// Constants, and what a result begins with, are seen by the patterns of the import.
// CHECK-LABEL: func @starts
// CHECK: %[[F:.*]] = linalg.fill
// CHECK: %[[X:.*]] = fusion.boundary %{{.*}} entering
// CHECK: %[[W:.*]] = fusion.boundary %{{.*}} entering
// CHECK: linalg.matmul ins(%[[X]], %[[W]] : {{.*}} outs(%[[F]]
// CHECK: fusion.boundary %{{.*}} leaving
// CHECK: %[[S:.*]] = fusion.boundary %{{.*}} entering
// CHECK: fusion.mul %[[S]], %cst
func.func @starts(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %c = arith.constant dense<2.0> : tensor<4xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = linalg.matmul {fusion.no_fuse} ins(%x, %w : tensor<4x8xf32>, tensor<8x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = fusion.mul %0, %c {fusion.no_fuse} : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// So does what a product begins with, if it is computed.
// CHECK-LABEL: func @accumulated
// CHECK: %[[R:.*]] = fusion.relu
// CHECK-DAG: %[[A:.*]] = fusion.boundary %[[R]] entering
// CHECK: linalg.matmul {{.*}} outs(%[[A]]
func.func @accumulated(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>, %a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = fusion.relu %a : tensor<4x4xf32>
  %0 = linalg.matmul {fusion.no_fuse} ins(%x, %w : tensor<4x8xf32>, tensor<8x4xf32>) outs(%r : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// What a region reads from outside enters too.
// CHECK-LABEL: func @captured
// CHECK: %[[T:.*]] = fusion.boundary %arg1 entering
// CHECK: linalg.generic
// CHECK: tensor.extract %[[T]]
func.func @captured(%x: tensor<4xindex>, %t: tensor<8xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xindex>) outs(%e : tensor<4xf32>) attrs = {fusion.no_fuse} {
    ^bb0(%i: index, %o: f32):
      %v = tensor.extract %t[%i] : tensor<8xf32>
      linalg.yield %v : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A kernel that was marked before keeps its number, and new ones are others.
// CHECK-LABEL: func @again
// CHECK: fusion.boundary %{{.*}} entering 7
// CHECK: fusion.kernel
// CHECK-NOT: isolated
// CHECK: fusion.boundary %{{.*}} leaving 7
func.func @again(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<4x8xf32>) -> tensor<4x8xf32> attributes {fusion.isolated = 7 : i64} {
    %1 = fusion.relu %a : tensor<4x8xf32>
    fusion.yield %1 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// A mark in a kernel's body is none of the kernel.
// CHECK-LABEL: func @body
// CHECK-NOT: fusion.boundary
func.func @body(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
    %1 = fusion.relu %a {fusion.isolated = -1 : i64} : tensor<4x8xf32>
    fusion.yield %1 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

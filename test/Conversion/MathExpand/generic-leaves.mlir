// RUN: fusion-opt %s --fusion-expand-math | FileCheck %s

// Left alone on the generic target: f64 (the host's math library has it), tensors, sqrt.

// CHECK-LABEL: func.func @f64(
// CHECK: math.exp %{{.*}} : f64
func.func @f64(%x: f64) -> f64 {
  %y = math.exp %x : f64
  return %y : f64
}

// CHECK-LABEL: func.func @tensor(
// CHECK: math.exp %{{.*}} : tensor<4xf32>
func.func @tensor(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = math.exp %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func.func @sqrt(
// CHECK: math.sqrt
func.func @sqrt(%x: f32) -> f32 {
  %y = math.sqrt %x : f32
  return %y : f32
}

// relu stays one instruction, since max.f32 gives +0.0 for zeros of both signs; a choice that gives another zero than an
// extremum is a choice.

// RUN: fusion-compile %s --target=sm_90a --emit=ptx | FileCheck %s

// CHECK-LABEL: .entry relu_k0
// CHECK: max.f32
// CHECK-NOT: selp
// CHECK: ret;
func.func @relu(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = fusion.relu %x {ignore_nan} : tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK-LABEL: .entry limited_k0
// CHECK: min.f32
// CHECK-NOT: selp
// CHECK: ret;
func.func @limited(%x: tensor<6xf32>) -> tensor<6xf32> {
  %limit = arith.constant dense<6.0> : tensor<f32>
  %0 = fusion.compare olt, %x, %limit : (tensor<6xf32>, tensor<f32>) -> tensor<6xi1>
  %1 = fusion.select %0, %x, %limit : (tensor<6xi1>, tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: .entry negative_part_k0
// CHECK-NOT: min.f32
// CHECK: setp.{{[a-z]+}}.f32
// CHECK: selp
// CHECK-NOT: min.f32
// CHECK: ret;
func.func @negative_part(%x: tensor<6xf32>) -> tensor<6xf32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = fusion.compare olt, %x, %zero : (tensor<6xf32>, tensor<f32>) -> tensor<6xi1>
  %1 = fusion.select %0, %x, %zero : (tensor<6xi1>, tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

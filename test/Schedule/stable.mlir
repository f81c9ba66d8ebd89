// RUN: fusion-compile %s --target=sm_90a --emit=fusion | FileCheck %s

// Of few rows, kernels whose weights are stable are launched early, others late: those that declare it, those behind
// another kernel, and those of constants; not the first of a graph.

// CHECK-LABEL: func.func @layers(
// CHECK: fusion.kernel{{.*}}dependents = late
// CHECK: fusion.kernel
// CHECK-NOT: dependents = late
// CHECK: return
func.func @layers(%x: tensor<16x4096xbf16>, %w0: tensor<4096x4096xbf16>, %w1: tensor<4096x4096xbf16>) -> tensor<16x4096xbf16> {
  %0 = fusion.matmul %x, %w0 {transpose_b} : (tensor<16x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<16x4096xbf16>
  %1 = fusion.matmul %0, %w1 {transpose_b} : (tensor<16x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<16x4096xbf16>
  return %1 : tensor<16x4096xbf16>
}

// Behind a kernel of no elements a call's first kernel is still to come.
// CHECK-LABEL: func.func @empty(
// CHECK: fusion.kernel
// CHECK: fusion.kernel{{.*}}dependents = late
func.func @empty(%e: tensor<0x8xbf16>, %x: tensor<16x4096xbf16>, %w: tensor<4096x4096xbf16>) -> (tensor<0x8xbf16>, tensor<16x4096xbf16>) {
  %0 = fusion.exp %e : tensor<0x8xbf16>
  %1 = fusion.matmul %x, %w {transpose_b} : (tensor<16x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<16x4096xbf16>
  return %0, %1 : tensor<0x8xbf16>, tensor<16x4096xbf16>
}

// CHECK-LABEL: func.func @declared(
// CHECK: fusion.kernel
// CHECK-NOT: dependents = late
// CHECK: return
func.func @declared(%x: tensor<16x4096xbf16>, %w: tensor<4096x4096xbf16> {fusion.constant}) -> tensor<16x4096xbf16> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<16x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<16x4096xbf16>
  return %0 : tensor<16x4096xbf16>
}

// CHECK-LABEL: func.func @reshaped(
// CHECK: fusion.kernel
// CHECK-NOT: dependents = late
// CHECK: return
func.func @reshaped(%x: tensor<16x4096xbf16>, %w: tensor<64x64x4096xbf16> {fusion.constant}) -> tensor<16x4096xbf16> {
  %0 = tensor.collapse_shape %w [[0, 1], [2]] : tensor<64x64x4096xbf16> into tensor<4096x4096xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<16x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<16x4096xbf16>
  return %1 : tensor<16x4096xbf16>
}

// CHECK-LABEL: func.func @constant(
// CHECK: fusion.kernel
// CHECK-NOT: dependents = late
// CHECK: return
func.func @constant(%x: tensor<16x4096xbf16>) -> tensor<16x4096xbf16> {
  %w = arith.constant dense<2.0> : tensor<4096x4096xbf16>
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<16x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<16x4096xbf16>
  return %0 : tensor<16x4096xbf16>
}

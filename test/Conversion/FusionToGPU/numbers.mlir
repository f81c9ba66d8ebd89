// Numbers of the host that only kernels read are passed to them as numbers.
// RUN: fusion-compile %s --target=sm_90a --emit=gpu | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --explain | FileCheck %s --check-prefix=EXPLAIN

// CHECK: gpu.func @scaled_k0(%{{.*}}: f32, %{{.*}}: memref<?x512xbf16>, %{{.*}}: memref<?x512xbf16>)
// CHECK: llvm.func @product_k0{{.*}}f32,

// CHECK-LABEL: func.func @scaled(
// CHECK-SAME: %[[A:[a-z0-9]+]]: f32
// CHECK-NOT: memref.view
// CHECK: gpu.launch_func @fusion_kernels::@scaled_k0 {{.*}}args(%[[A]] : f32,
// EXPLAIN: scaled_k0: cast, mul
func.func @scaled(%x: tensor<?x512xbf16>, %a: f32) -> tensor<?x512xbf16> {
  %s = tensor.from_elements %a : tensor<f32>
  %c = fusion.cast %s : tensor<f32> to tensor<bf16>
  %1 = fusion.mul %x, %c : (tensor<?x512xbf16>, tensor<bf16>) -> tensor<?x512xbf16>
  return %1 : tensor<?x512xbf16>
}

// In each variant of a product.
// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[A:[a-z0-9]+]]: f32
// CHECK-NOT: memref.view
// CHECK-COUNT-2: gpu.launch_func @fusion_kernels::@product_k0{{.*}}%[[A]] : f32
// EXPLAIN: product_k0: matmul, cast, mul, cast
func.func @product(%x: tensor<?x1024xbf16>, %w: tensor<1024x512xbf16>, %a: f32) -> tensor<?x512xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<?x1024xbf16>, tensor<1024x512xbf16>) -> tensor<?x512xbf16>
  %1 = fusion.cast %0 : tensor<?x512xbf16> to tensor<?x512xf32>
  %s = tensor.from_elements %a : tensor<f32>
  %2 = fusion.mul %1, %s : (tensor<?x512xf32>, tensor<f32>) -> tensor<?x512xf32>
  %3 = fusion.cast %2 : tensor<?x512xf32> to tensor<?x512xbf16>
  return %3 : tensor<?x512xbf16>
}

// A result is memory; so is what the caller gets of it.
// CHECK-LABEL: func.func @returned(
// CHECK: gpu.launch_func @fusion_kernels::@returned_kernel
// EXPLAIN: returned_kernel: tensor.from_elements
func.func @returned(%x: tensor<8xf32>, %a: f32) -> (tensor<8xf32>, tensor<f32>) {
  %s = tensor.from_elements %a : tensor<f32>
  %1 = fusion.mul %x, %s : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %1, %s : tensor<8xf32>, tensor<f32>
}

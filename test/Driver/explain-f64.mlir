// A product of f64 has no kernel on GPUs: the report says so, and what follows the product is a kernel of its own.
// RUN: fusion-compile %s --target=sm_90a --explain | FileCheck %s

// CHECK: kernels: 2
// CHECK: f_k0: relu
// CHECK: not fused: 1
// CHECK-NEXT: linalg.generic: not-imported: products of f64 have no kernel: each thread computes elements of the result
func.func @f(%x: tensor<64x32xf64>, %w: tensor<32x64xf64>) -> tensor<64x64xf64> {
  %0 = fusion.matmul %x, %w : (tensor<64x32xf64>, tensor<32x64xf64>) -> tensor<64x64xf64>
  %1 = fusion.relu %0 : tensor<64x64xf64>
  return %1 : tensor<64x64xf64>
}

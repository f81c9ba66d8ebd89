// RUN: fusion-opt %s --fusion-to-cpu | FileCheck %s

// Nothing but the LLVM dialect is left, nothing allocates, no library of functions is called.

// CHECK-NOT: {{malloc|expf|func.func|unrealized}}
// CHECK: llvm.mlir.global external constant @fusion_module()
// CHECK-NOT: {{malloc|expf|func.func|unrealized}}
func.func @ffn(%x: tensor<?x8xbf16>, %w: tensor<16x8xbf16>, %b: tensor<16xbf16>) -> tensor<?x16xbf16> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<?x8xbf16>, tensor<16x8xbf16>) -> tensor<?x16xf32>
  %1 = fusion.add %0, %b : (tensor<?x16xf32>, tensor<16xbf16>) -> tensor<?x16xf32>
  %2 = fusion.silu %1 : tensor<?x16xf32>
  %3 = fusion.cast %2 : tensor<?x16xf32> to tensor<?x16xbf16>
  return %3 : tensor<?x16xbf16>
}

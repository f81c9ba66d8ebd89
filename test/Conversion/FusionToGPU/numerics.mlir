// RUN: fusion-opt %s -fusion-select-schedule -convert-fusion-to-gpu | FileCheck %s

// Kernels that differ in numerics alone are two functions.
// CHECK-LABEL: gpu.func @relaxed_k0(
// CHECK-LABEL: gpu.func @strict_k0(
// CHECK: gpu.launch_func @fusion_kernels::@relaxed_k0
// CHECK: gpu.launch_func @fusion_kernels::@strict_k0
func.func @relaxed(%x: memref<3xf16>, %o: memref<3xf16>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<3xf16>) : (memref<3xf16>) -> () {
    %0 = fusion.exp %x0 : tensor<3xf16>
    %1 = fusion.neg %0 : tensor<3xf16>
    fusion.yield %1 : tensor<3xf16>
  }
  return
}

func.func @strict(%x: memref<3xf16>, %o: memref<3xf16>) attributes {fusion.numerics = #fusion.numerics<strict>} {
  fusion.kernel(%x0 = %x) outs(%o : memref<3xf16>) : (memref<3xf16>) -> () {
    %0 = fusion.exp %x0 : tensor<3xf16>
    %1 = fusion.neg %0 : tensor<3xf16>
    fusion.yield %1 : tensor<3xf16>
  }
  return
}

// RUN: fusion-opt %s --fusion-to-gpu="chip=sm_90a" | FileCheck %s
// RUN: fusion-opt %s --fusion-to-ptx="chip=sm_90a" | FileCheck %s --check-prefix=PTX
// RUN: fusion-opt %s --fusion-to-ptx="chip=sm_90a" --fusion-gpu-host-to-llvm | FileCheck %s --check-prefix=HOST

// A product with its epilogue, a reduction that is not ours, and a constant. One gpu.module holds all kernels; the
// result of the first kernel is in the workspace, that of the second in the output.

// CHECK: gpu.container_module
// CHECK: gpu.module @[[M:[a-z_]+]]
// CHECK-NOT: gpu.module @
// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[CALL:[a-z0-9]+]]: !llvm.ptr
// CHECK-SAME: %[[OUT:[a-z0-9]+]]: memref<?xf32> {fusion.output}
// CHECK-SAME: %[[W:[a-z0-9]+]]: memref<?xi8> {fusion.workspace}
// CHECK: memref.view %[[W]]
// CHECK: gpu.launch_func @[[M]]::@f_k0
// CHECK: gpu.launch_func @[[M]]::@f_kernel{{.*}} blocks in
// CHECK: return %{{.*}} : i32

// PTX: gpu.binary @[[M:[a-z_]+]] [#gpu.object<#nvvm.target<O = 3, chip = "sm_90a"
// PTX: gpu.launch_func @[[M]]::@f_k0

// HOST-NOT: gpu.
// HOST-DAG: llvm.func @fusion_launch(!llvm.ptr, i32, i64, i64, i64, i64, i64, i64, i64, !llvm.ptr) -> i32
// HOST-DAG: llvm.func @fusion_constant(!llvm.ptr, i32) -> !llvm.ptr
// HOST-DAG: llvm.mlir.global internal constant @fusion.images()
// HOST-DAG: llvm.mlir.global internal constant @fusion.kernels()
// HOST-DAG: llvm.mlir.global internal constant @fusion.constants()
// HOST-DAG: llvm.mlir.global internal constant @fusion.constant(dense<[1.500000e+00, 2.500000e+00]> : tensor<2xf32>)
// HOST-DAG: llvm.mlir.global external constant @fusion_module()
func.func @f(%x: tensor<?x8xf16>, %w: tensor<8x2xf16>) -> tensor<?xf32> {
  %b = arith.constant dense<[1.5, 2.5]> : tensor<2xf32>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x8xf16>
  %0 = fusion.matmul %x, %w : (tensor<?x8xf16>, tensor<8x2xf16>) -> tensor<?x2xf32>
  %1 = fusion.add %0, %b : (tensor<?x2xf32>, tensor<2xf32>) -> tensor<?x2xf32>
  %e = tensor.empty(%m) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %2 = linalg.reduce { arith.addf } ins(%1 : tensor<?x2xf32>) outs(%z : tensor<?xf32>) dimensions = [1]
  return %2 : tensor<?xf32>
}

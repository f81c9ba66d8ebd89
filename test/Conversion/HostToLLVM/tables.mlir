// RUN: fusion-opt %s --fusion-convert-launches | FileCheck %s

// The tables of constants and kernels: a predicate takes a byte, and a kernel that waits for those before it may start early.

// CHECK: @fusion.constants()
// CHECK: %[[BYTES:.*]] = llvm.mlir.constant(5 : i64)
// CHECK: llvm.insertvalue %[[BYTES]], %{{.*}}[1] :

// Of each kernel: its image, threads, shared memory, flags.
// CHECK: @fusion.kernels()
// CHECK: llvm.mlir.addressof @fusion.kernel :
// CHECK-NEXT: llvm.mlir.constant(0 : i32)
// CHECK-NEXT: llvm.mlir.constant(1 : i32)
// CHECK-NEXT: llvm.mlir.constant(0 : i64)
// CHECK-NEXT: llvm.mlir.constant(1 : i32)
// CHECK: llvm.mlir.addressof @fusion.kernel.0 :
// CHECK-NEXT: llvm.mlir.constant(0 : i32)
// CHECK-NEXT: llvm.mlir.constant(1 : i32)
// CHECK-NEXT: llvm.mlir.constant(0 : i64)
// CHECK-NEXT: llvm.mlir.constant(0 : i32)
module attributes {gpu.container_module} {
  memref.global "private" constant @c : memref<5xi1> = dense<[true, false, true, true, false]>
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90a">, assembly = "// ptx">]
  func.func @f(%call: !llvm.ptr, %x: memref<4xf32>) -> i32 {
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %c = memref.get_global @c : memref<5xi1>
    gpu.launch_func @kernels::@early blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<4xf32>, %c : memref<5xi1>) {fusion.programmatic}
    gpu.launch_func @kernels::@late blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<4xf32>)
    return %zero : i32
  }
}

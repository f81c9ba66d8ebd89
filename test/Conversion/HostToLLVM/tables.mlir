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
// What is launched in two sizes may have the larger one.
// CHECK: llvm.mlir.addressof @fusion.kernel.1 :
// CHECK-NEXT: llvm.mlir.constant(0 : i32)
// CHECK-NEXT: llvm.mlir.constant(64 : i32)
// CHECK-NEXT: llvm.mlir.constant(65536 : i64)
module attributes {gpu.container_module} {
  memref.global "private" constant @c : memref<5xi1> = dense<[true, false, true, true, false]>
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_90a">, assembly = "// ptx">]
  func.func @launches(%call: !llvm.ptr, %x: memref<4xf32>) -> i32 {
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %c = memref.get_global @c : memref<5xi1>
    gpu.launch_func @kernels::@early blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<4xf32>, %c : memref<5xi1>) {fusion.programmatic}
    gpu.launch_func @kernels::@late blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<4xf32>)
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %few = arith.constant 1024 : i32
    %many = arith.constant 65536 : i32
    gpu.launch_func @kernels::@sizes blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) dynamic_shared_memory_size %few args(%x : memref<4xf32>)
    gpu.launch_func @kernels::@sizes blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %many args(%x : memref<4xf32>)
    gpu.launch_func @kernels::@sizes blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) dynamic_shared_memory_size %few args(%x : memref<4xf32>)
    return %zero : i32
  }
}

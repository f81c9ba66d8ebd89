// RUN: fusion-opt %s --fusion-convert-launches --split-input-file --verify-diagnostics | FileCheck %s

// Kernels are numbered by first launch; a constant is asked of the runtime; the PTX goes into the table of images.

module attributes {gpu.container_module} {
  memref.global "private" constant @c : memref<2x2xf16> = dense<[[1.0, 2.0], [3.0, 4.0]]>
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_80">, assembly = "// ptx">]
  // CHECK-LABEL: func.func @launches_and_constants
  // CHECK-SAME: (%[[CALL:.*]]: !llvm.ptr, %[[X:.*]]: memref<4xf32>)
  func.func @launches_and_constants(%call: !llvm.ptr, %x: memref<4xf32>) -> i32 {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %s = arith.constant 1024 : i32
    %zero = arith.constant 0 : i32
    // CHECK: %[[INDEX:.*]] = llvm.mlir.constant(0 : i32)
    // CHECK: llvm.call @fusion_constant(%[[CALL]], %{{.*}}) : (!llvm.ptr, i32) -> !llvm.ptr
    %c = memref.get_global @c : memref<2x2xf16>
    // CHECK: llvm.call @fusion_launch(%[[CALL]],
    gpu.launch_func @kernels::@b blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %s
      args(%x : memref<4xf32>, %c : memref<2x2xf16>)
    // CHECK: llvm.call @fusion_launch(%[[CALL]],
    gpu.launch_func @kernels::@a blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<4xf32>)
    return %zero : i32
  }
}
// CHECK-NOT: gpu.
// CHECK: llvm.mlir.global internal constant @fusion.constant(dense<{{.*}}> : tensor<4xf16>)
// CHECK-DAG: llvm.mlir.global internal constant @fusion.kernel("b\00")
// CHECK-DAG: llvm.mlir.global internal constant @fusion.kernel.0("a\00")
// CHECK-DAG: llvm.mlir.global internal constant @fusion.kernels()
// CHECK-DAG: llvm.mlir.global internal constant @fusion.chip("sm_80\00")
// CHECK-DAG: llvm.mlir.global internal constant @fusion.ptx("// ptx\00")
// CHECK-DAG: llvm.mlir.global internal constant @fusion.images()

// -----

// expected-error @below {{expects PTX for an NVVM target}}
gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_80">, bin = "cubin">]

// -----

// expected-error @below {{is not a constant; GPU code can read constants alone}}
memref.global "private" @m : memref<4xf32> = dense<0.0>
func.func @reads_variable(%call: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  %c = memref.get_global @m : memref<4xf32>
  %v = memref.cast %c : memref<4xf32> to memref<?xf32>
  return %zero : i32
}

// -----

gpu.module @kernels {
  memref.global "private" constant @c : memref<4xf32> = dense<0.0>
  gpu.func @g() {
    // expected-error @below {{is in device code, which cannot name constants}}
    %c = memref.get_global @c : memref<4xf32>
    gpu.return
  }
}

// -----

// expected-error @below {{holds a kind of constant that cannot be embedded}}
memref.global "private" constant @s : memref<4xf32> = sparse<0, 1.0>
func.func @reads_sparse_constant(%call: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  %c = memref.get_global @s : memref<4xf32>
  return %zero : i32
}

// -----

// A fill is a call of the runtime, by the bits of the number.
// CHECK-LABEL: func.func @fills
// CHECK-SAME: (%[[CALL:.*]]: !llvm.ptr,
// CHECK: %[[BITS:.*]] = llvm.bitcast %{{.*}} : f32 to i32
// CHECK: %[[COUNT:.*]] = llvm.mlir.constant(6 : i64)
// CHECK: llvm.call @fusion_fill(%[[CALL]], %{{.*}}, %[[BITS]], %[[COUNT]]) : (!llvm.ptr, !llvm.ptr, i32, i64) -> i32
func.func @fills(%call: !llvm.ptr, %x: memref<2x3xf32>) -> i32 {
  %zero = arith.constant 0 : i32
  %least = arith.constant 0xFF800000 : f32
  gpu.memset %x, %least : memref<2x3xf32>, f32
  return %zero : i32
}

// -----

func.func @fills_bytes(%call: !llvm.ptr, %x: memref<4xi8>) -> i32 {
  %zero = arith.constant 0 : i32
  %byte = arith.constant 0 : i8
  // expected-error @below {{failed to legalize operation 'gpu.memset'}}
  gpu.memset %x, %byte : memref<4xi8>, i8
  return %zero : i32
}

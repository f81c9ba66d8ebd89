// RUN: fusion-opt %s --fusion-merge-gpu-modules | FileCheck %s

// STATS: (S) 4 num-merged
// STATS: (S) 1 num-equal

module attributes {gpu.container_module} {
  // CHECK-LABEL: func @host
  func.func @host(%x: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    %f = arith.constant 1.0 : f32
    // CHECK: gpu.launch_func @a::@k blocks
    gpu.launch_func @a::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    // CHECK: gpu.launch_func @a::@[[K:k_[0-9]+]] blocks
    gpu.launch_func @b::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%f : f32)
    // CHECK: gpu.launch_func @a::@other blocks
    gpu.launch_func @c::@other blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    // A module that is equal but for its name and places in the source is the other one.
    // CHECK: gpu.launch_func @a::@[[K]] blocks
    gpu.launch_func @f::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%f : f32)
    return
  }
  // CHECK: gpu.module @a
  // CHECK: gpu.func @k() kernel
  // CHECK: gpu.func @[[K]](%{{.*}}: f32) kernel
  // CHECK: gpu.func @other() kernel
  // What is renamed is renamed where it is used.
  // CHECK: llvm.mlir.global internal @[[T:t_[0-9]+]](2 : i32)
  // CHECK: gpu.func @reads() kernel
  // CHECK: llvm.mlir.addressof @[[T]] :
  // CHECK-NOT: gpu.module
  gpu.module @a { gpu.func @k() kernel { gpu.return } }
  gpu.module @b { gpu.func @k(%x: f32) kernel { gpu.return } }
  gpu.module @c { gpu.func @other() kernel { gpu.return } }
  gpu.module @d { llvm.mlir.global internal @t(1 : i32) {addr_space = 1 : i32} : i32 }
  gpu.module @e {
    llvm.mlir.global internal @t(2 : i32) {addr_space = 1 : i32} : i32
    gpu.func @reads() kernel {
      %0 = llvm.mlir.addressof @t : !llvm.ptr<1>
      %1 = llvm.load %0 : !llvm.ptr<1> -> i32
      gpu.return
    }
  }
  gpu.module @f { gpu.func @k(%y: f32) kernel { gpu.return loc("other") } loc("other") } loc("other")
}

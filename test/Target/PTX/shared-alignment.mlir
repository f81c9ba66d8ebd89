// Variables in shared memory that say nothing of alignment have what wide loads from them need.
// RUN: fusion-opt --fusion-translate-to-ptx %s | FileCheck %s

// CHECK: .shared .align 16 .b8 partial[256];
// CHECK: .shared .align 4 .b8 narrow[256];
gpu.module @kernels {
  llvm.mlir.global internal @partial() {addr_space = 3 : i32} : !llvm.array<64 x f32>
  llvm.mlir.global internal @narrow() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<64 x f32>
  llvm.func @store(%value: f32) attributes {gpu.kernel, nvvm.kernel} {
    %a = llvm.mlir.addressof @partial : !llvm.ptr<3>
    %b = llvm.mlir.addressof @narrow : !llvm.ptr<3>
    llvm.store volatile %value, %a : f32, !llvm.ptr<3>
    llvm.store volatile %value, %b : f32, !llvm.ptr<3>
    llvm.return
  }
}

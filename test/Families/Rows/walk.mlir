// Blocks that walk load their next row before they compute one, and two launches read each operand once.
// RUN: fusion-compile %s --target=sm_90a --emit=gpu | FileCheck %s

// What is the same for all rows is loaded in front. Rows that meet once wait for each other once: they take two places in
// turn.
// CHECK-LABEL: gpu.func @main_k0_step0
// CHECK-SAME: nvvm.minctasm = 1
// CHECK-COUNT-8: llvm.load {{.*}} -> vector<4xbf16>
// CHECK-NOT: llvm.load
// CHECK: scf.for
// CHECK-COUNT-4: llvm.load {{.*}} -> vector<4xbf16>
// CHECK-NOT: llvm.load {{.*}} -> vector<4xbf16>
// CHECK: gpu.shuffle
// CHECK: nvvm.barrier0
// CHECK-NOT: nvvm.barrier0
// CHECK-COUNT-4: llvm.store {{.*}} : vector<4xbf16>, !llvm.ptr<1>
// CHECK: arith.subi %c{{[0-9]+}}_i32, %arg
// CHECK: scf.yield
// The rows of a block are put together, and go to its line.
// CHECK: nvvm.barrier0
// CHECK: nvvm.barrier0
// CHECK-NOT: nvvm.barrier0
// CHECK-COUNT-4: llvm.store {{.*}} : vector<4xf32>, !llvm.ptr<1>
// CHECK: gpu.return
// CHECK-LABEL: gpu.func @main_k0(
// CHECK-NOT: -> bf16
// CHECK: gpu.return
// CHECK-NOT: gpu.func @main_k1
func.func @main(%x: tensor<8192x4096xbf16>, %g: tensor<4096xbf16>) -> (tensor<8192x4096xbf16>, tensor<1x4096xf32>) {
  %w = fusion.cast %x : tensor<8192x4096xbf16> to tensor<8192x4096xf32>
  %v = fusion.cast %g : tensor<4096xbf16> to tensor<4096xf32>
  %p = fusion.mul %w, %v : (tensor<8192x4096xf32>, tensor<4096xf32>) -> tensor<8192x4096xf32>
  %s = fusion.reduce addf %p along [1] : tensor<8192x4096xf32> -> tensor<8192x1xf32>
  %d = fusion.sub %w, %s : (tensor<8192x4096xf32>, tensor<8192x1xf32>) -> tensor<8192x4096xf32>
  %n = fusion.cast %d : tensor<8192x4096xf32> to tensor<8192x4096xbf16>
  %c = fusion.reduce addf %p along [0] : tensor<8192x4096xf32> -> tensor<1x4096xf32>
  return %n, %c : tensor<8192x4096xbf16>, tensor<1x4096xf32>
}

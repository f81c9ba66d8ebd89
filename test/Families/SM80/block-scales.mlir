// Scales of 32 elements of k: the sums of each step of tensor cores are multiplied with the scales of their rows and columns
// as they are added; where blocks are longer, those of as many steps.
// RUN: fusion-compile %s --target=sm_89 --emit=gpu -o - | FileCheck %s
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_89 -fusion-select-schedule | FileCheck %s --check-prefix=CHOICE

// A warp's tile has 8 blocks of 16 x 8, and 4 rows and 8 columns of a thread.
// CHECK-LABEL: gpu.func @mx_k0(
// CHECK: scf.for
// CHECK-COUNT-12: llvm.load {{.*}} : !llvm.ptr<1> -> f32
// CHECK-COUNT-8: llvm.call_intrinsic
// CHECK-NOT: call_intrinsic
// CHECK-COUNT-32: llvm.intr.fma
// CHECK-NOT: llvm.intr.fma
// CHECK-COUNT-12: llvm.load {{.*}} : !llvm.ptr<1> -> f32
// CHECK-COUNT-8: llvm.call_intrinsic
// CHECK-COUNT-32: llvm.intr.fma
#own = #fusion.schedule<family = sm80, tile = [64, 64, 128], warps = [2, 2], stages = 3, group = 8>
func.func @mx(%x: tensor<64x256xf8E4M3FN>, %w: tensor<64x256xf8E4M3FN>, %s: tensor<64x8xf32>, %t: tensor<64x8xf32>) -> tensor<64x64xf32> {
  %0 = fusion.kernel(%a = %x, %b = %w, %s0 = %s, %t0 = %t) : (tensor<64x256xf8E4M3FN>, tensor<64x256xf8E4M3FN>, tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x64xf32> attributes {schedule = #own} {
    %1 = fusion.matmul %a, %b lhs_scale %s0 rhs_scale %t0 {transpose_b, lhs_block = array<i64: 1, 32>, rhs_block = array<i64: 1, 32>}
        : (tensor<64x256xf8E4M3FN>, tensor<64x256xf8E4M3FN>, tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x64xf32>
    fusion.yield %1 : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}

// CHECK-LABEL: gpu.func @longer_k0(
// CHECK: scf.for
// CHECK-COUNT-16: llvm.call_intrinsic
// CHECK-NOT: call_intrinsic
// CHECK-COUNT-32: llvm.intr.fma
func.func @longer(%x: tensor<64x256xf8E4M3FN>, %w: tensor<64x256xf8E4M3FN>, %s: tensor<64x4xf32>, %t: tensor<1x2xf32>) -> tensor<64x64xf32> {
  %0 = fusion.kernel(%a = %x, %b = %w, %s0 = %s, %t0 = %t) : (tensor<64x256xf8E4M3FN>, tensor<64x256xf8E4M3FN>, tensor<64x4xf32>, tensor<1x2xf32>) -> tensor<64x64xf32> attributes {schedule = #own} {
    %1 = fusion.matmul %a, %b lhs_scale %s0 rhs_scale %t0 {transpose_b, lhs_block = array<i64: 1, 64>, rhs_block = array<i64: 128, 128>}
        : (tensor<64x256xf8E4M3FN>, tensor<64x256xf8E4M3FN>, tensor<64x4xf32>, tensor<1x2xf32>) -> tensor<64x64xf32>
    fusion.yield %1 : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}

// Scales of several chains are on their way at once: a warp's tile is smaller than with one scale for a tile of k.
// CHOICE-LABEL: func.func @large_of_32
// CHOICE: {schedule = #fusion.schedule<family = sm80, tile = [64, 64, 128], warps = [2, 2]
func.func @large_of_32(%x: tensor<4096x4096xf8E4M3FN>, %w: tensor<4096x4096xf8E4M3FN>, %s: tensor<4096x128xf32>) -> tensor<4096x4096xf32> {
  %0 = fusion.kernel(%a = %x, %b = %w, %s0 = %s) : (tensor<4096x4096xf8E4M3FN>, tensor<4096x4096xf8E4M3FN>, tensor<4096x128xf32>) -> tensor<4096x4096xf32> {
    %1 = fusion.matmul %a, %b lhs_scale %s0 {transpose_b, lhs_block = array<i64: 1, 32>}
        : (tensor<4096x4096xf8E4M3FN>, tensor<4096x4096xf8E4M3FN>, tensor<4096x128xf32>) -> tensor<4096x4096xf32>
    fusion.yield %1 : tensor<4096x4096xf32>
  }
  return %0 : tensor<4096x4096xf32>
}
// CHOICE-LABEL: func.func @large_of_128
// CHOICE: {schedule = #fusion.schedule<family = sm80, tile = [128, 128, 128], warps = [2, 4]
func.func @large_of_128(%x: tensor<4096x4096xf8E4M3FN>, %w: tensor<4096x4096xf8E4M3FN>, %s: tensor<4096x32xf32>) -> tensor<4096x4096xf32> {
  %0 = fusion.kernel(%a = %x, %b = %w, %s0 = %s) : (tensor<4096x4096xf8E4M3FN>, tensor<4096x4096xf8E4M3FN>, tensor<4096x32xf32>) -> tensor<4096x4096xf32> {
    %1 = fusion.matmul %a, %b lhs_scale %s0 {transpose_b, lhs_block = array<i64: 1, 128>}
        : (tensor<4096x4096xf8E4M3FN>, tensor<4096x4096xf8E4M3FN>, tensor<4096x32xf32>) -> tensor<4096x4096xf32>
    fusion.yield %1 : tensor<4096x4096xf32>
  }
  return %0 : tensor<4096x4096xf32>
}

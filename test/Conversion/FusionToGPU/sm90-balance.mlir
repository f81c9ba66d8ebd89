// RUN: fusion-opt %s --fusion-to-gpu="chip=sm_90a" | FileCheck %s

// Where nothing overlaps the epilogue, every second quotient leaves the special-function unit alone. Neither a
// ping-pong kernel nor an f32 one does so.

// CHECK-LABEL: llvm.func @cooperative_k0(
// CHECK: arith.divf %{{[^{]*}} : f32
// CHECK: arith.divf %{{.*}} {fusion.multiply_add} : f32
// CHECK: arith.divf %{{[^{]*}} : f32
// CHECK: arith.divf %{{.*}} {fusion.multiply_add} : f32

// CHECK-LABEL: llvm.func @pingpong_k0(
// CHECK-NOT: fusion.multiply_add
// CHECK-LABEL: llvm.func @wide_k0(
// CHECK-NOT: fusion.multiply_add

func.func @cooperative(%x: tensor<512x512xbf16>, %w: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16>
    %1 = fusion.silu %0 : tensor<512x512xbf16>
    fusion.yield %1 : tensor<512x512xbf16>
  }
  return %y : tensor<512x512xbf16>
}

func.func @pingpong(%x: tensor<512x512xbf16>, %w: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4, sm90 = <mode = pingpong>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16>
    %1 = fusion.silu %0 : tensor<512x512xbf16>
    fusion.yield %1 : tensor<512x512xbf16>
  }
  return %y : tensor<512x512xbf16>
}

func.func @wide(%x: tensor<512x512xbf16>, %w: tensor<512x512xbf16>) -> tensor<512x512xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xf32>
    %1 = fusion.silu %0 : tensor<512x512xf32>
    fusion.yield %1 : tensor<512x512xf32>
  }
  return %y : tensor<512x512xf32>
}

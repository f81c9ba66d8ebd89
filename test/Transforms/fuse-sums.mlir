// RUN: fusion-opt %s --fusion-form-kernels --fusion-attach-target=chip=sm_90a --fusion-fuse-epilogue --split-input-file | FileCheck %s
// RUN: fusion-opt %s --fusion-form-kernels --fusion-attach-target=chip=sm_80 --fusion-fuse-epilogue --split-input-file | FileCheck %s

// Two products with factors of their own, whose results an addition brings together, are one kernel.

// A layer with a low-rank adapter: the small product in front of it keeps a kernel of its own.
// CHECK-LABEL: @adapter
// CHECK: fusion.kernel
// CHECK: fusion.matmul
// CHECK: fusion.yield
// CHECK: fusion.kernel
// CHECK: fusion.matmul
// CHECK: fusion.matmul
// CHECK: fusion.gelu
// CHECK: fusion.yield
// CHECK-NOT: fusion.kernel
func.func @adapter(%x: tensor<2048x1024xbf16>, %w: tensor<1024x1024xbf16>, %a: tensor<16x1024xbf16>,
                   %b: tensor<1024x16xbf16>, %bias: tensor<1024xbf16>) -> tensor<2048x1024xbf16> {
  %two = arith.constant dense<2.0> : tensor<bf16>
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<2048x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<2048x1024xbf16>
  %1 = fusion.add %0, %bias : (tensor<2048x1024xbf16>, tensor<1024xbf16>) -> tensor<2048x1024xbf16>
  %2 = fusion.matmul %x, %a {transpose_b} : (tensor<2048x1024xbf16>, tensor<16x1024xbf16>) -> tensor<2048x16xbf16>
  %3 = fusion.matmul %2, %b {transpose_b} : (tensor<2048x16xbf16>, tensor<1024x16xbf16>) -> tensor<2048x1024xbf16>
  %4 = fusion.mul %3, %two : (tensor<2048x1024xbf16>, tensor<bf16>) -> tensor<2048x1024xbf16>
  %5 = fusion.add %1, %4 : (tensor<2048x1024xbf16>, tensor<2048x1024xbf16>) -> tensor<2048x1024xbf16>
  %6 = fusion.gelu %5 : tensor<2048x1024xbf16>
  return %6 : tensor<2048x1024xbf16>
}

// -----

// The gates of a recurrent layer: right factors that lie otherwise, casts, a bias of each.
// CHECK-LABEL: @gates
// CHECK-COUNT-1: fusion.kernel
// CHECK-NOT: fusion.kernel
func.func @gates(%x: tensor<?x512xf16>, %wx: tensor<512x256xf16>, %h: tensor<?x256xf16>, %wh: tensor<256x256xf16>,
                 %bx: tensor<256xf32>, %bh: tensor<256xf32>) -> tensor<?x256xf16> {
  %0 = fusion.matmul %x, %wx : (tensor<?x512xf16>, tensor<512x256xf16>) -> tensor<?x256xf32>
  %1 = fusion.add %0, %bx : (tensor<?x256xf32>, tensor<256xf32>) -> tensor<?x256xf32>
  %2 = fusion.cast %1 : tensor<?x256xf32> to tensor<?x256xf16>
  %3 = fusion.matmul %h, %wh {transpose_b} : (tensor<?x256xf16>, tensor<256x256xf16>) -> tensor<?x256xf32>
  %4 = fusion.add %3, %bh : (tensor<?x256xf32>, tensor<256xf32>) -> tensor<?x256xf32>
  %5 = fusion.cast %4 : tensor<?x256xf32> to tensor<?x256xf16>
  %6 = fusion.add %2, %5 : (tensor<?x256xf16>, tensor<?x256xf16>) -> tensor<?x256xf16>
  %7 = fusion.sigmoid %6 : tensor<?x256xf16>
  return %7 : tensor<?x256xf16>
}

// -----

// Batches.
// CHECK-LABEL: @batched
// CHECK-COUNT-1: fusion.kernel
// CHECK-NOT: fusion.kernel
func.func @batched(%x: tensor<3x256x64xbf16>, %w: tensor<3x64x256xbf16>, %t: tensor<3x256x8xbf16>,
                   %v: tensor<3x8x256xbf16>) -> tensor<3x256x256xf32> {
  %0 = fusion.matmul %x, %w : (tensor<3x256x64xbf16>, tensor<3x64x256xbf16>) -> tensor<3x256x256xf32>
  %1 = fusion.matmul %t, %v : (tensor<3x256x8xbf16>, tensor<3x8x256xbf16>) -> tensor<3x256x256xf32>
  %2 = fusion.add %1, %0 : (tensor<3x256x256xf32>, tensor<3x256x256xf32>) -> tensor<3x256x256xf32>
  return %2 : tensor<3x256x256xf32>
}

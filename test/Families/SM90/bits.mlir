// RUN: fusion-opt %s --fusion-to-gpu="chip=sm_90a" | FileCheck %s

// Bits of a row are stored in runs as long as the tile and the alignment of rows allow: of 32 bytes two threads have 16
// each, of 8 bytes 4 each.

// CHECK-LABEL: llvm.func @of_32_bytes_k0(
// CHECK-COUNT-12: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// CHECK-NOT: llvm.store %{{.*}} : i8,
// CHECK-LABEL: llvm.func @of_32_bytes_k0_unaligned(
// CHECK: llvm.store %{{.*}} : i8, !llvm.ptr<1>
func.func @of_32_bytes(%x: tensor<128x64xbf16>, %w: tensor<64x256xbf16>) -> (tensor<128x256xbf16>, tensor<128x32xi8>) {
  %y:2 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<128x64xbf16>, tensor<64x256xbf16>) -> (tensor<128x256xbf16>, tensor<128x32xi8>)
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 256, 64], warps = [4, 1], stages = 2>} {
    %zero = arith.constant dense<0.0> : tensor<f32>
    %0 = fusion.matmul %x0, %w0 : (tensor<128x64xbf16>, tensor<64x256xbf16>) -> tensor<128x256xf32>
    %1 = fusion.compare ogt, %0, %zero : (tensor<128x256xf32>, tensor<f32>) -> tensor<128x256xi1>
    %2 = fusion.pack_bits %1 : tensor<128x256xi1> -> tensor<128x32xi8>
    %3 = fusion.cast %0 : tensor<128x256xf32> to tensor<128x256xbf16>
    fusion.yield %3, %2 : tensor<128x256xbf16>, tensor<128x32xi8>
  }
  return %y#0, %y#1 : tensor<128x256xbf16>, tensor<128x32xi8>
}

// CHECK-LABEL: llvm.func @of_8_bytes_k0(
// CHECK-COUNT-3: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.store %{{.*}} {alignment = 4 : i64} : i32, !llvm.ptr<1>
// CHECK-COUNT-3: nvvm.shfl.sync bfly
func.func @of_8_bytes(%x: tensor<128x64xbf16>, %w: tensor<64x96xbf16>) -> (tensor<128x96xbf16>, tensor<128x12xi8>) {
  %y:2 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<128x64xbf16>, tensor<64x96xbf16>) -> (tensor<128x96xbf16>, tensor<128x12xi8>)
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 128, 64], warps = [4, 1], stages = 2>} {
    %zero = arith.constant dense<0.0> : tensor<f32>
    %0 = fusion.matmul %x0, %w0 : (tensor<128x64xbf16>, tensor<64x96xbf16>) -> tensor<128x96xf32>
    %1 = fusion.compare ogt, %0, %zero : (tensor<128x96xf32>, tensor<f32>) -> tensor<128x96xi1>
    %2 = fusion.pack_bits %1 : tensor<128x96xi1> -> tensor<128x12xi8>
    %3 = fusion.cast %0 : tensor<128x96xf32> to tensor<128x96xbf16>
    fusion.yield %3, %2 : tensor<128x96xbf16>, tensor<128x12xi8>
  }
  return %y#0, %y#1 : tensor<128x96xbf16>, tensor<128x12xi8>
}

// REQUIRES: ptxas-tool
// Kernels of every kind, in both variants, must assemble without a spill and without a C75xx message on chips with
// much shared memory.
// RUN: fusion-opt %s -fusion-to-ptx=chip=sm_80 \
// RUN:   | %python %S/Inputs/extract_ptx.py > %t.sm_80.ptx
// RUN: %ptxas -arch=sm_80 -v %t.sm_80.ptx -o %t.sm_80.cubin 2>&1 | FileCheck %s
// RUN: fusion-opt %s -fusion-to-ptx=chip=sm_90a \
// RUN:   | %python %S/Inputs/extract_ptx.py > %t.sm_90a.ptx
// RUN: %ptxas -arch=sm_90a -v %t.sm_90a.ptx -o %t.sm_90a.cubin 2>&1 | FileCheck %s
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75
// CHECK: bf16_k0
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75

func.func @bf16(%x: tensor<4096x4096xbf16>, %w: tensor<4096x4096xbf16>, %b: tensor<4096xbf16>, %r: tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xf32>
  %1 = fusion.add %0, %b : (tensor<4096x4096xf32>, tensor<4096xbf16>) -> tensor<4096x4096xf32>
  %2 = fusion.gelu %1 : tensor<4096x4096xf32>
  %3 = fusion.add %2, %r : (tensor<4096x4096xf32>, tensor<4096x4096xbf16>) -> tensor<4096x4096xf32>
  %4 = fusion.cast %3 : tensor<4096x4096xf32> to tensor<4096x4096xbf16>
  return %4 : tensor<4096x4096xbf16>
}

func.func @f16(%x: tensor<?x3072xf16>, %w: tensor<768x3072xf16>, %b: tensor<768xf16>, %r: tensor<?x768xf16>) -> tensor<?x768xf16> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<?x3072xf16>, tensor<768x3072xf16>) -> tensor<?x768xf32>
  %1 = fusion.add %0, %b : (tensor<?x768xf32>, tensor<768xf16>) -> tensor<?x768xf32>
  %2 = fusion.gelu %1 : tensor<?x768xf32>
  %3 = fusion.add %2, %r : (tensor<?x768xf32>, tensor<?x768xf16>) -> tensor<?x768xf32>
  %4 = fusion.cast %3 : tensor<?x768xf32> to tensor<?x768xf16>
  return %4 : tensor<?x768xf16>
}

func.func @dynamic(%x: tensor<?x?xbf16>, %w: tensor<?x?xbf16>, %b: tensor<?xbf16>, %r: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %0 = fusion.matmul %x, %w {transpose_a} : (tensor<?x?xbf16>, tensor<?x?xbf16>) -> tensor<?x?xf32>
  %1 = fusion.add %0, %b : (tensor<?x?xf32>, tensor<?xbf16>) -> tensor<?x?xf32>
  %2 = fusion.gelu %1 : tensor<?x?xf32>
  %3 = fusion.add %2, %r : (tensor<?x?xf32>, tensor<?x?xbf16>) -> tensor<?x?xf32>
  %4 = fusion.cast %3 : tensor<?x?xf32> to tensor<?x?xbf16>
  return %4 : tensor<?x?xbf16>
}

func.func @tf32x3(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>, %b: tensor<?xf32>, %r: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = fusion.add %0, %b : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %2 = fusion.gelu %1 : tensor<?x?xf32>
  %3 = fusion.add %2, %r : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}

func.func @tf32x3_static(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}

func.func @tf32(%x: tensor<1024x1024xf32>, %w: tensor<1024x1024xf32>, %b: tensor<1024xf32>, %r: tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    attributes {fusion.f32_precision = #fusion.f32_precision<tf32>} {
  %0 = fusion.matmul %x, %w {transpose_a, transpose_b} : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %1 = fusion.add %0, %b : (tensor<1024x1024xf32>, tensor<1024xf32>) -> tensor<1024x1024xf32>
  %2 = fusion.gelu %1 : tensor<1024x1024xf32>
  %3 = fusion.add %2, %r : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %3 : tensor<1024x1024xf32>
}

func.func @ieee(%x: tensor<1024x1024xf32>, %w: tensor<1024x1024xf32>, %b: tensor<1024xf32>, %r: tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    attributes {fusion.f32_precision = #fusion.f32_precision<ieee>} {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %1 = fusion.add %0, %b : (tensor<1024x1024xf32>, tensor<1024xf32>) -> tensor<1024x1024xf32>
  %2 = fusion.gelu %1 : tensor<1024x1024xf32>
  %3 = fusion.add %2, %r : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %3 : tensor<1024x1024xf32>
}

// Of the general variant ptxas would spill 4 bytes to keep to 96 registers.
func.func @tf32_along_n(%x: tensor<2048x2048xf32>, %w: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> attributes {fusion.f32_precision = #fusion.f32_precision<tf32>} {
  %0 = fusion.matmul %x, %w : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  return %0 : tensor<2048x2048xf32>
}

// Swapped, for any M, with elements of a matrix that start anywhere.
func.func @tf32_of_any_m(%x: tensor<?x2048xf32>, %w: tensor<2048x2048xf32>, %b: tensor<2048xf32>, %r: tensor<?x2048xf32>) -> tensor<?x2048xf32>
    attributes {fusion.f32_precision = #fusion.f32_precision<tf32>} {
  %0 = fusion.matmul %x, %w : (tensor<?x2048xf32>, tensor<2048x2048xf32>) -> tensor<?x2048xf32>
  %1 = fusion.add %0, %b : (tensor<?x2048xf32>, tensor<2048xf32>) -> tensor<?x2048xf32>
  %2 = fusion.gelu %1 : tensor<?x2048xf32>
  %3 = fusion.add %2, %r : (tensor<?x2048xf32>, tensor<?x2048xf32>) -> tensor<?x2048xf32>
  return %3 : tensor<?x2048xf32>
}

// Scores of attention of any length, with masks of other types: warps have 128 accumulators, and nothing is loaded ahead.
func.func @scores(%q: tensor<8x?x64xf16>, %k: tensor<8x?x64xf16>, %mask: tensor<?x?xf32>) -> tensor<8x?x?xf16> {
  %0 = fusion.matmul %q, %k {transpose_b} : (tensor<8x?x64xf16>, tensor<8x?x64xf16>) -> tensor<8x?x?xf16>
  %1 = fusion.add %0, %mask : (tensor<8x?x?xf16>, tensor<?x?xf32>) -> tensor<8x?x?xf32>
  %2 = fusion.cast %1 : tensor<8x?x?xf32> to tensor<8x?x?xf16>
  return %2 : tensor<8x?x?xf16>
}

func.func @long_scores(%q: tensor<8x?x64xbf16>, %k: tensor<8x64x4096xbf16>, %mask: tensor<?x4096xbf16>) -> tensor<8x?x4096xbf16> {
  %0 = fusion.matmul %q, %k : (tensor<8x?x64xbf16>, tensor<8x64x4096xbf16>) -> tensor<8x?x4096xbf16>
  %1 = fusion.add %0, %mask : (tensor<8x?x4096xbf16>, tensor<?x4096xbf16>) -> tensor<8x?x4096xbf16>
  return %1 : tensor<8x?x4096xbf16>
}

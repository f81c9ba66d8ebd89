// REQUIRES: ptxas-tool
// Gated pairs, swapped by choice and not, assemble without a spill and without a C75xx message. One kernel each.
// RUN: fusion-opt %s -fusion-to-ptx=chip=sm_90a | %python %S/Inputs/extract_ptx.py > %t.ptx
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o %t.cubin 2>&1 | FileCheck %s --implicit-check-not=_k1
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75
// CHECK: few_k0
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75

func.func @few(%x: tensor<16x4096xbf16>, %g: tensor<14336x4096xbf16>, %u: tensor<14336x4096xbf16>, %b: tensor<14336xbf16>, %r: tensor<16x14336xbf16>) -> (tensor<16x14336xbf16>, tensor<16x14336xf32>) {
  %0 = fusion.matmul %x, %g {transpose_b} : (tensor<16x4096xbf16>, tensor<14336x4096xbf16>) -> tensor<16x14336xf32>
  %1 = fusion.add %0, %b : (tensor<16x14336xf32>, tensor<14336xbf16>) -> tensor<16x14336xf32>
  %2 = fusion.gelu %1 : tensor<16x14336xf32>
  %3 = fusion.matmul %x, %u {transpose_b} : (tensor<16x4096xbf16>, tensor<14336x4096xbf16>) -> tensor<16x14336xf32>
  %4 = fusion.mul %2, %3 : (tensor<16x14336xf32>, tensor<16x14336xf32>) -> tensor<16x14336xf32>
  %5 = fusion.add %4, %r : (tensor<16x14336xf32>, tensor<16x14336xbf16>) -> tensor<16x14336xf32>
  %6 = fusion.cast %5 : tensor<16x14336xf32> to tensor<16x14336xbf16>
  return %6, %3 : tensor<16x14336xbf16>, tensor<16x14336xf32>
}

// One tile of 160 columns would be the swapped schedule of least predicted time.
func.func @more(%x: tensor<160x4096xbf16>, %g: tensor<14336x4096xbf16>, %u: tensor<14336x4096xbf16>) -> tensor<160x14336xbf16> {
  %0 = fusion.matmul %x, %g {transpose_b} : (tensor<160x4096xbf16>, tensor<14336x4096xbf16>) -> tensor<160x14336xf32>
  %1 = fusion.silu %0 : tensor<160x14336xf32>
  %2 = fusion.matmul %x, %u {transpose_b} : (tensor<160x4096xbf16>, tensor<14336x4096xbf16>) -> tensor<160x14336xf32>
  %3 = fusion.mul %1, %2 : (tensor<160x14336xf32>, tensor<160x14336xf32>) -> tensor<160x14336xf32>
  %4 = fusion.cast %3 : tensor<160x14336xf32> to tensor<160x14336xbf16>
  return %4 : tensor<160x14336xbf16>
}

func.func @open(%x: tensor<?x4096xbf16>, %g: tensor<4096x14336xbf16>, %u: tensor<4096x14336xbf16>) -> tensor<?x14336xbf16> {
  %0 = fusion.matmul %x, %g : (tensor<?x4096xbf16>, tensor<4096x14336xbf16>) -> tensor<?x14336xf32>
  %1 = fusion.silu %0 : tensor<?x14336xf32>
  %2 = fusion.matmul %x, %u : (tensor<?x4096xbf16>, tensor<4096x14336xbf16>) -> tensor<?x14336xf32>
  %3 = fusion.mul %1, %2 : (tensor<?x14336xf32>, tensor<?x14336xf32>) -> tensor<?x14336xf32>
  %4 = fusion.cast %3 : tensor<?x14336xf32> to tensor<?x14336xbf16>
  return %4 : tensor<?x14336xbf16>
}

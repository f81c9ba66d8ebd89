// REQUIRES: ptxas-tool
// Kernels of the wgmma family for rows that TMA cannot read or write, and the copies in front of them, must assemble
// without a spill and without a C75xx message.
// RUN: fusion-opt %s -fusion-to-ptx=chip=sm_90a | %python %S/Inputs/extract_ptx.py > %t.ptx
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75
// CHECK: odd_k0
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75

func.func @odd(%x: tensor<4095x1023xbf16>, %w: tensor<4097x1023xbf16>, %b: tensor<4097xbf16>, %r: tensor<4095x4097xbf16>) -> tensor<4095x4097xbf16> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<4095x1023xbf16>, tensor<4097x1023xbf16>) -> tensor<4095x4097xf32>
  %1 = fusion.add %0, %b : (tensor<4095x4097xf32>, tensor<4097xbf16>) -> tensor<4095x4097xf32>
  %2 = fusion.gelu %1 {approximate = "tanh"} : tensor<4095x4097xf32>
  %3 = fusion.add %2, %r : (tensor<4095x4097xf32>, tensor<4095x4097xbf16>) -> tensor<4095x4097xf32>
  %4 = fusion.cast %3 : tensor<4095x4097xf32> to tensor<4095x4097xbf16>
  return %4 : tensor<4095x4097xbf16>
}

func.func @deep(%x: tensor<4096x4098xf16>, %w: tensor<4098x4098xf16>) -> (tensor<4096x4098xf16>, tensor<4096x4098xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<4096x4098xf16>, tensor<4098x4098xf16>) -> tensor<4096x4098xf32>
  %1 = fusion.gelu %0 : tensor<4096x4098xf32>
  %2 = fusion.cast %1 : tensor<4096x4098xf32> to tensor<4096x4098xf16>
  return %2, %0 : tensor<4096x4098xf16>, tensor<4096x4098xf32>
}

func.func @mask(%x: tensor<2048x1024xbf16>, %w: tensor<1024x2047xbf16>, %t: tensor<f32>) -> tensor<2048x2047xi1> {
  %0 = fusion.matmul %x, %w : (tensor<2048x1024xbf16>, tensor<1024x2047xbf16>) -> tensor<2048x2047xf32>
  %1 = fusion.compare ugt, %0, %t : (tensor<2048x2047xf32>, tensor<f32>) -> tensor<2048x2047xi1>
  return %1 : tensor<2048x2047xi1>
}

func.func @decode(%x: tensor<16x4095xbf16>, %w: tensor<14337x4095xbf16>, %b: tensor<14337xbf16>) -> tensor<16x14337xbf16> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<16x4095xbf16>, tensor<14337x4095xbf16>) -> tensor<16x14337xf32>
  %1 = fusion.add %0, %b : (tensor<16x14337xf32>, tensor<14337xbf16>) -> tensor<16x14337xf32>
  %2 = fusion.cast %1 : tensor<16x14337xf32> to tensor<16x14337xbf16>
  return %2 : tensor<16x14337xbf16>
}

func.func @open(%x: tensor<?x?xbf16>, %w: tensor<?x?xbf16>, %b: tensor<?xbf16>, %r: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<?x?xbf16>, tensor<?x?xbf16>) -> tensor<?x?xf32>
  %1 = fusion.add %0, %b : (tensor<?x?xf32>, tensor<?xbf16>) -> tensor<?x?xf32>
  %2 = fusion.gelu %1 : tensor<?x?xf32>
  %3 = fusion.add %2, %r : (tensor<?x?xf32>, tensor<?x?xbf16>) -> tensor<?x?xf32>
  %4 = fusion.cast %3 : tensor<?x?xf32> to tensor<?x?xbf16>
  return %4 : tensor<?x?xbf16>
}

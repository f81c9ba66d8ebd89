// REQUIRES: ptxas-tool
// A kernel in clusters of 16 blocks assembles: their size is in the code, and what they send each other needs no spill.
// RUN: fusion-opt %s -fusion-to-ptx=chip=sm_90a | %python %S/Inputs/extract_ptx.py > %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// PTX: .entry product_k0(
// PTX: .explicitcluster
// PTX: .reqnctapercluster 16, 1, 1
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75
// CHECK: product_k0
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75

func.func @product(%x: tensor<65536x128xbf16>, %w: tensor<65536x128xbf16>) -> tensor<128x128xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<65536x128xbf16>, tensor<65536x128xbf16>) -> tensor<128x128xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 2, sm90 = <split_k = 16>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_a} : (tensor<65536x128xbf16>, tensor<65536x128xbf16>) -> tensor<128x128xbf16>
    fusion.yield %0 : tensor<128x128xbf16>
  }
  return %y : tensor<128x128xbf16>
}

// The target is there before anything is fused, if one is asked for.
// RUN: fusion-opt %s --fusion-fuse=chip=sm_89 | FileCheck %s
// RUN: fusion-opt %s "--fusion-fuse=chip=sm_90a card='NVIDIA H100 PCIe'" | FileCheck %s --check-prefix=CARD
// RUN: fusion-opt %s --fusion-fuse | FileCheck %s --check-prefix=NONE
// RUN: not fusion-opt %s --fusion-fuse=chip=sm_1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not fusion-opt %s --fusion-fuse=chip=sm_89 --fusion-to-gpu=chip=sm_80 2>&1 | FileCheck %s --check-prefix=OTHER

// CHECK: module attributes {fusion.target = #fusion.target<"sm_89">}
// CHECK: fusion.kernel
// CARD: module attributes {fusion.target = #fusion.target<"sm_90a", card = "H100 PCIe">}
// NONE: module {
// NONE: fusion.kernel
// UNKNOWN: error: fusion-attach-target expects a known chip, but has 'sm_1'
// OTHER: error: fusion-attach-target expects a module without a target or with 'sm_80', but it has #fusion.target<"sm_89">
func.func @f(%x: tensor<16x16xbf16>) -> tensor<16x16xbf16> {
  %0 = fusion.matmul %x, %x : (tensor<16x16xbf16>, tensor<16x16xbf16>) -> tensor<16x16xbf16>
  %1 = fusion.relu %0 : tensor<16x16xbf16>
  return %1 : tensor<16x16xbf16>
}

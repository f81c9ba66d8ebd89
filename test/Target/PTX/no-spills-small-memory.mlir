// REQUIRES: ptxas-tool
// The same on chips with 99 KiB of shared memory for a block.
// RUN: fusion-opt %s -fusion-to-ptx=chip=sm_86 \
// RUN:   | %python %S/Inputs/extract_ptx.py > %t.sm_86.ptx
// RUN: %ptxas -arch=sm_86 -v %t.sm_86.ptx -o %t.sm_86.cubin 2>&1 | FileCheck %s
// RUN: fusion-opt %s -fusion-to-ptx=chip=sm_89 \
// RUN:   | %python %S/Inputs/extract_ptx.py > %t.sm_89.ptx
// RUN: %ptxas -arch=sm_89 -v %t.sm_89.ptx -o %t.sm_89.cubin 2>&1 | FileCheck %s
// RUN: fusion-opt %s -fusion-to-ptx=chip=sm_120 \
// RUN:   | %python %S/Inputs/extract_ptx.py > %t.sm_120.ptx
// RUN: %ptxas -arch=sm_120 -v %t.sm_120.ptx -o %t.sm_120.cubin 2>&1 | FileCheck %s
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75
// CHECK: f16_k0
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75
func.func @f16(%x: tensor<?x3072xf16>, %w: tensor<768x3072xf16>, %b: tensor<768xf16>, %r: tensor<?x768xf16>) -> tensor<?x768xf16> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<?x3072xf16>, tensor<768x3072xf16>) -> tensor<?x768xf32>
  %1 = fusion.add %0, %b : (tensor<?x768xf32>, tensor<768xf16>) -> tensor<?x768xf32>
  %2 = fusion.gelu %1 : tensor<?x768xf32>
  %3 = fusion.add %2, %r : (tensor<?x768xf32>, tensor<?x768xf16>) -> tensor<?x768xf32>
  %4 = fusion.cast %3 : tensor<?x768xf32> to tensor<?x768xf16>
  return %4 : tensor<?x768xf16>
}

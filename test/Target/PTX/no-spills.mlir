// REQUIRES: ptxas-tool
// Kernels of every kind, in both forms, must assemble without a spill and without a C75xx message on every chip.
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_80 -fusion-select-schedule -convert-fusion-to-gpu -fusion-to-ptx \
// RUN:   | %python %S/Inputs/extract_ptx.py > %t.sm_80.ptx
// RUN: %ptxas -arch=sm_80 -v %t.sm_80.ptx -o %t.sm_80.cubin 2>&1 | FileCheck %s
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_86 -fusion-select-schedule -convert-fusion-to-gpu -fusion-to-ptx \
// RUN:   | %python %S/Inputs/extract_ptx.py > %t.sm_86.ptx
// RUN: %ptxas -arch=sm_86 -v %t.sm_86.ptx -o %t.sm_86.cubin 2>&1 | FileCheck %s
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_89 -fusion-select-schedule -convert-fusion-to-gpu -fusion-to-ptx \
// RUN:   | %python %S/Inputs/extract_ptx.py > %t.sm_89.ptx
// RUN: %ptxas -arch=sm_89 -v %t.sm_89.ptx -o %t.sm_89.cubin 2>&1 | FileCheck %s
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_90a -fusion-select-schedule -convert-fusion-to-gpu -fusion-to-ptx \
// RUN:   | %python %S/Inputs/extract_ptx.py > %t.sm_90a.ptx
// RUN: %ptxas -arch=sm_90a -v %t.sm_90a.ptx -o %t.sm_90a.cubin 2>&1 | FileCheck %s
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75
// CHECK: bf16_k0
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75

func.func @bf16(%x: memref<4096x4096xbf16>, %w: memref<4096x4096xbf16>, %b: memref<4096xbf16>, %r: memref<4096x4096xbf16>, %o: memref<4096x4096xbf16>) {
  fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r) outs(%o : memref<4096x4096xbf16>)
      : (memref<4096x4096xbf16>, memref<4096x4096xbf16>, memref<4096xbf16>, memref<4096x4096xbf16>) -> () {
    %0 = fusion.matmul %x0, %w0 : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xf32>
    %1 = fusion.add %0, %b0 : (tensor<4096x4096xf32>, tensor<4096xbf16>) -> tensor<4096x4096xf32>
    %2 = fusion.gelu %1 : tensor<4096x4096xf32>
    %3 = fusion.add %2, %r0 : (tensor<4096x4096xf32>, tensor<4096x4096xbf16>) -> tensor<4096x4096xf32>
    %4 = fusion.cast %3 : tensor<4096x4096xf32> to tensor<4096x4096xbf16>
    fusion.yield %4 : tensor<4096x4096xbf16>
  }
  return
}

func.func @f16(%x: memref<?x3072xf16>, %w: memref<768x3072xf16>, %b: memref<768xf16>, %r: memref<?x768xf16>, %o: memref<?x768xf16>) {
  fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r) outs(%o : memref<?x768xf16>)
      : (memref<?x3072xf16>, memref<768x3072xf16>, memref<768xf16>, memref<?x768xf16>) -> () {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<?x3072xf16>, tensor<768x3072xf16>) -> tensor<?x768xf32>
    %1 = fusion.add %0, %b0 : (tensor<?x768xf32>, tensor<768xf16>) -> tensor<?x768xf32>
    %2 = fusion.gelu %1 : tensor<?x768xf32>
    %3 = fusion.add %2, %r0 : (tensor<?x768xf32>, tensor<?x768xf16>) -> tensor<?x768xf32>
    %4 = fusion.cast %3 : tensor<?x768xf32> to tensor<?x768xf16>
    fusion.yield %4 : tensor<?x768xf16>
  }
  return
}

func.func @dynamic(%x: memref<?x?xbf16>, %w: memref<?x?xbf16>, %b: memref<?xbf16>, %r: memref<?x?xbf16>, %o: memref<?x?xbf16>) {
  fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r) outs(%o : memref<?x?xbf16>)
      : (memref<?x?xbf16>, memref<?x?xbf16>, memref<?xbf16>, memref<?x?xbf16>) -> () {
    %0 = fusion.matmul %x0, %w0 {transpose_a} : (tensor<?x?xbf16>, tensor<?x?xbf16>) -> tensor<?x?xf32>
    %1 = fusion.add %0, %b0 : (tensor<?x?xf32>, tensor<?xbf16>) -> tensor<?x?xf32>
    %2 = fusion.gelu %1 : tensor<?x?xf32>
    %3 = fusion.add %2, %r0 : (tensor<?x?xf32>, tensor<?x?xbf16>) -> tensor<?x?xf32>
    %4 = fusion.cast %3 : tensor<?x?xf32> to tensor<?x?xbf16>
    fusion.yield %4 : tensor<?x?xbf16>
  }
  return
}

func.func @tf32x3(%x: memref<?x?xf32>, %w: memref<?x?xf32>, %b: memref<?xf32>, %r: memref<?x?xf32>, %o: memref<?x?xf32>) {
  fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r) outs(%o : memref<?x?xf32>)
      : (memref<?x?xf32>, memref<?x?xf32>, memref<?xf32>, memref<?x?xf32>) -> () {
    %0 = fusion.matmul %x0, %w0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    %1 = fusion.add %0, %b0 : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
    %2 = fusion.gelu %1 : tensor<?x?xf32>
    %3 = fusion.add %2, %r0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    fusion.yield %3 : tensor<?x?xf32>
  }
  return
}

func.func @tf32(%x: memref<1024x1024xf32>, %w: memref<1024x1024xf32>, %b: memref<1024xf32>, %r: memref<1024x1024xf32>, %o: memref<1024x1024xf32>)
    attributes {fusion.f32_precision = #fusion.f32_precision<tf32>} {
  fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r) outs(%o : memref<1024x1024xf32>)
      : (memref<1024x1024xf32>, memref<1024x1024xf32>, memref<1024xf32>, memref<1024x1024xf32>) -> () {
    %0 = fusion.matmul %x0, %w0 {transpose_a, transpose_b} : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %1 = fusion.add %0, %b0 : (tensor<1024x1024xf32>, tensor<1024xf32>) -> tensor<1024x1024xf32>
    %2 = fusion.gelu %1 : tensor<1024x1024xf32>
    %3 = fusion.add %2, %r0 : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    fusion.yield %3 : tensor<1024x1024xf32>
  }
  return
}

func.func @ieee(%x: memref<1024x1024xf32>, %w: memref<1024x1024xf32>, %b: memref<1024xf32>, %r: memref<1024x1024xf32>, %o: memref<1024x1024xf32>)
    attributes {fusion.f32_precision = #fusion.f32_precision<ieee>} {
  fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r) outs(%o : memref<1024x1024xf32>)
      : (memref<1024x1024xf32>, memref<1024x1024xf32>, memref<1024xf32>, memref<1024x1024xf32>) -> () {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %1 = fusion.add %0, %b0 : (tensor<1024x1024xf32>, tensor<1024xf32>) -> tensor<1024x1024xf32>
    %2 = fusion.gelu %1 : tensor<1024x1024xf32>
    %3 = fusion.add %2, %r0 : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    fusion.yield %3 : tensor<1024x1024xf32>
  }
  return
}

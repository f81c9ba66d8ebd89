// REQUIRES: ptxas-tool
// Kernels whose threads load operands must assemble without a spill and without a C75xx message: copies of every
// width, fixed and open pitches, with registers passed on and without.
// RUN: fusion-opt %s -fusion-to-ptx=chip=sm_90a | %python %S/Inputs/extract_ptx.py > %t.ptx
// RUN: %ptxas -arch=sm_90a -v %t.ptx -o %t.cubin 2>&1 | FileCheck %s
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75
// CHECK: narrow_k0
// CHECK-NOT: {{[1-9][0-9]*}} bytes spill
// CHECK-NOT: C75

func.func @wide(%x: tensor<1000x1000xbf16>, %w: tensor<1000x1000xbf16>, %b: tensor<1000xbf16>, %r: tensor<1000x1000xbf16>) -> tensor<1000x1000xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r) : (tensor<1000x1000xbf16>, tensor<1000x1000xbf16>, tensor<1000xbf16>, tensor<1000x1000xbf16>) -> tensor<1000x1000xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 3, sm90 = <load_a = cp_async, load_b = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<1000x1000xbf16>, tensor<1000x1000xbf16>) -> tensor<1000x1000xf32>
    %1 = fusion.add %0, %b0 : (tensor<1000x1000xf32>, tensor<1000xbf16>) -> tensor<1000x1000xf32>
    %2 = fusion.gelu %1 : tensor<1000x1000xf32>
    %3 = fusion.add %2, %r0 : (tensor<1000x1000xf32>, tensor<1000x1000xbf16>) -> tensor<1000x1000xf32>
    %4 = fusion.cast %3 : tensor<1000x1000xf32> to tensor<1000x1000xbf16>
    fusion.yield %4 : tensor<1000x1000xbf16>
  }
  return %y : tensor<1000x1000xbf16>
}

func.func @tall(%x: tensor<1000x1004xbf16>, %w: tensor<1000x1004xbf16>, %b: tensor<1000xbf16>, %r: tensor<1000x1000xbf16>) -> tensor<1000x1000xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r) : (tensor<1000x1004xbf16>, tensor<1000x1004xbf16>, tensor<1000xbf16>, tensor<1000x1000xbf16>) -> tensor<1000x1000xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [256, 128, 64], warps = [8, 1], stages = 3, sm90 = <load_a = cp_async, load_b = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<1000x1004xbf16>, tensor<1000x1004xbf16>) -> tensor<1000x1000xf32>
    %1 = fusion.add %0, %b0 : (tensor<1000x1000xf32>, tensor<1000xbf16>) -> tensor<1000x1000xf32>
    %2 = fusion.gelu %1 : tensor<1000x1000xf32>
    %3 = fusion.add %2, %r0 : (tensor<1000x1000xf32>, tensor<1000x1000xbf16>) -> tensor<1000x1000xf32>
    %4 = fusion.cast %3 : tensor<1000x1000xf32> to tensor<1000x1000xbf16>
    fusion.yield %4 : tensor<1000x1000xbf16>
  }
  return %y : tensor<1000x1000xbf16>
}

func.func @rows(%x: tensor<1002x1002xbf16>, %w: tensor<1002x1002xbf16>, %b: tensor<1002xbf16>, %r: tensor<1002x1002xbf16>) -> tensor<1002x1002xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r) : (tensor<1002x1002xbf16>, tensor<1002x1002xbf16>, tensor<1002xbf16>, tensor<1002x1002xbf16>) -> tensor<1002x1002xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 3, sm90 = <load_a = cp_async, load_b = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_a} : (tensor<1002x1002xbf16>, tensor<1002x1002xbf16>) -> tensor<1002x1002xf32>
    %1 = fusion.add %0, %b0 : (tensor<1002x1002xf32>, tensor<1002xbf16>) -> tensor<1002x1002xf32>
    %2 = fusion.gelu %1 : tensor<1002x1002xf32>
    %3 = fusion.add %2, %r0 : (tensor<1002x1002xf32>, tensor<1002x1002xbf16>) -> tensor<1002x1002xf32>
    %4 = fusion.cast %3 : tensor<1002x1002xf32> to tensor<1002x1002xbf16>
    fusion.yield %4 : tensor<1002x1002xbf16>
  }
  return %y : tensor<1002x1002xbf16>
}

func.func @turns(%x: tensor<1002x1002xf16>, %w: tensor<1002x1002xf16>, %b: tensor<1002xf16>, %r: tensor<1002x1002xf16>) -> tensor<1002x1002xf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r) : (tensor<1002x1002xf16>, tensor<1002x1002xf16>, tensor<1002xf16>, tensor<1002x1002xf16>) -> tensor<1002x1002xf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4, sm90 = <mode = pingpong, load_a = cp_async, load_b = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<1002x1002xf16>, tensor<1002x1002xf16>) -> tensor<1002x1002xf32>
    %1 = fusion.add %0, %b0 : (tensor<1002x1002xf32>, tensor<1002xf16>) -> tensor<1002x1002xf32>
    %2 = fusion.gelu %1 : tensor<1002x1002xf32>
    %3 = fusion.add %2, %r0 : (tensor<1002x1002xf32>, tensor<1002x1002xf16>) -> tensor<1002x1002xf32>
    %4 = fusion.cast %3 : tensor<1002x1002xf32> to tensor<1002x1002xf16>
    fusion.yield %4 : tensor<1002x1002xf16>
  }
  return %y : tensor<1002x1002xf16>
}

func.func @open(%x: tensor<?x?xbf16>, %w: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<?x?xbf16>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 3, sm90 = <load_a = cp_async, load_b = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<?x?xbf16>, tensor<?x?xbf16>) -> tensor<?x?xbf16>
    fusion.yield %0 : tensor<?x?xbf16>
  }
  return %y : tensor<?x?xbf16>
}

func.func @cluster(%x: tensor<1002x1002xbf16>, %w: tensor<1002x1024xbf16>, %b: tensor<1024xbf16>, %r: tensor<1002x1024xbf16>) -> tensor<1002x1024xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r) : (tensor<1002x1002xbf16>, tensor<1002x1024xbf16>, tensor<1024xbf16>, tensor<1002x1024xbf16>) -> tensor<1002x1024xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 3, sm90 = <cluster_m = 2, load_a = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<1002x1002xbf16>, tensor<1002x1024xbf16>) -> tensor<1002x1024xf32>
    %1 = fusion.add %0, %b0 : (tensor<1002x1024xf32>, tensor<1024xbf16>) -> tensor<1002x1024xf32>
    %2 = fusion.gelu %1 : tensor<1002x1024xf32>
    %3 = fusion.add %2, %r0 : (tensor<1002x1024xf32>, tensor<1002x1024xbf16>) -> tensor<1002x1024xf32>
    %4 = fusion.cast %3 : tensor<1002x1024xf32> to tensor<1002x1024xbf16>
    fusion.yield %4 : tensor<1002x1024xbf16>
  }
  return %y : tensor<1002x1024xbf16>
}

func.func @parts(%x: tensor<1000x1001xf32>, %w: tensor<1000x1001xf32>, %b: tensor<1000xf32>, %r: tensor<1000x1000xf32>) -> tensor<1000x1000xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r) : (tensor<1000x1001xf32>, tensor<1000x1001xf32>, tensor<1000xf32>, tensor<1000x1000xf32>) -> tensor<1000x1000xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 32], warps = [8, 1], stages = 2, sm90 = <load_a = cp_async, load_b = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<1000x1001xf32>, tensor<1000x1001xf32>) -> tensor<1000x1000xf32>
    %1 = fusion.add %0, %b0 : (tensor<1000x1000xf32>, tensor<1000xf32>) -> tensor<1000x1000xf32>
    %2 = fusion.gelu %1 : tensor<1000x1000xf32>
    %3 = fusion.add %2, %r0 : (tensor<1000x1000xf32>, tensor<1000x1000xf32>) -> tensor<1000x1000xf32>
    fusion.yield %3 : tensor<1000x1000xf32>
  }
  return %y : tensor<1000x1000xf32>
}

func.func @shared(%x: tensor<300x4004xbf16>, %w: tensor<300x4004xbf16>, %b: tensor<300xbf16>, %r: tensor<300x300xbf16>) -> tensor<300x300xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r) : (tensor<300x4004xbf16>, tensor<300x4004xbf16>, tensor<300xbf16>, tensor<300x300xbf16>) -> tensor<300x300xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 3, sm90 = <split_k = 2, load_a = cp_async, load_b = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<300x4004xbf16>, tensor<300x4004xbf16>) -> tensor<300x300xf32>
    %1 = fusion.add %0, %b0 : (tensor<300x300xf32>, tensor<300xbf16>) -> tensor<300x300xf32>
    %2 = fusion.gelu %1 : tensor<300x300xf32>
    %3 = fusion.add %2, %r0 : (tensor<300x300xf32>, tensor<300x300xbf16>) -> tensor<300x300xf32>
    %4 = fusion.cast %3 : tensor<300x300xf32> to tensor<300x300xbf16>
    fusion.yield %4 : tensor<300x300xbf16>
  }
  return %y : tensor<300x300xbf16>
}

func.func @swapped(%x: tensor<24x1002xbf16>, %w: tensor<1002x1002xbf16>, %b: tensor<1002xbf16>, %r: tensor<24x1002xbf16>) -> tensor<24x1002xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r) : (tensor<24x1002xbf16>, tensor<1002x1002xbf16>, tensor<1002xbf16>, tensor<24x1002xbf16>) -> tensor<24x1002xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [24, 128, 64], warps = [1, 8], stages = 5, sm90 = <swap = true, load_a = cp_async, load_b = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<24x1002xbf16>, tensor<1002x1002xbf16>) -> tensor<24x1002xf32>
    %1 = fusion.add %0, %b0 : (tensor<24x1002xf32>, tensor<1002xbf16>) -> tensor<24x1002xf32>
    %2 = fusion.gelu %1 : tensor<24x1002xf32>
    %3 = fusion.add %2, %r0 : (tensor<24x1002xf32>, tensor<24x1002xbf16>) -> tensor<24x1002xf32>
    %4 = fusion.cast %3 : tensor<24x1002xf32> to tensor<24x1002xbf16>
    fusion.yield %4 : tensor<24x1002xbf16>
  }
  return %y : tensor<24x1002xbf16>
}

func.func @narrow(%x: tensor<1002x1002xbf16>, %w: tensor<1002x1002xbf16>, %b: tensor<1002xbf16>, %r: tensor<1002x1002xbf16>) -> tensor<1002x1002xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r) : (tensor<1002x1002xbf16>, tensor<1002x1002xbf16>, tensor<1002xbf16>, tensor<1002x1002xbf16>) -> tensor<1002x1002xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 128], warps = [4, 1], stages = 3, sm90 = <blocks_per_sm = 2, load_a = cp_async, load_b = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<1002x1002xbf16>, tensor<1002x1002xbf16>) -> tensor<1002x1002xf32>
    %1 = fusion.add %0, %b0 : (tensor<1002x1002xf32>, tensor<1002xbf16>) -> tensor<1002x1002xf32>
    %2 = fusion.gelu %1 : tensor<1002x1002xf32>
    %3 = fusion.add %2, %r0 : (tensor<1002x1002xf32>, tensor<1002x1002xbf16>) -> tensor<1002x1002xf32>
    %4 = fusion.cast %3 : tensor<1002x1002xf32> to tensor<1002x1002xbf16>
    fusion.yield %4 : tensor<1002x1002xbf16>
  }
  return %y : tensor<1002x1002xbf16>
}

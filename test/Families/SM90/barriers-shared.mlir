// The barriers of launches that kernels share: blocks go from the tiles of one kernel to those of the next one, in all
// interleavings, by the order that one proves.
// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a | fusion-opt --fusion-check-barriers="summary=true search=order kernel=cooperative_k0_and_2_more" -o /dev/null 2>&1 | FileCheck %s --check-prefix=COOPERATIVE
// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a | fusion-opt --fusion-check-barriers="summary=true search=order kernel=pingpong_k0_and_2_more" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PINGPONG
// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a | fusion-opt --fusion-check-barriers="summary=true search=order kernel=cluster_k0_and_1_more" -o /dev/null 2>&1 | FileCheck %s --check-prefix=CLUSTER
// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a | fusion-opt --fusion-check-barriers="summary=true search=order kernel=shared_k_k0_and_1_more" -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHARED-K
// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a | fusion-opt --fusion-check-barriers="summary=true search=order kernel=outputs_k0_and_1_more" -o /dev/null 2>&1 | FileCheck %s --check-prefix=OUTPUTS

// One block; of the three kernels the first has one tile, and the first and the last have operands that TMA brings.
// COOPERATIVE: barriers of 'cooperative_k0_and_2_more' checked
func.func @cooperative(%x: tensor<128x320xbf16>, %w0: tensor<64x320xbf16>, %r0: tensor<128x64xbf16>, %w1: tensor<128x320xbf16>, %w2: tensor<192x320xbf16>, %r2: tensor<128x192xbf16>) -> (tensor<128x64xbf16>, tensor<128x128xbf16>, tensor<128x192xbf16>) {
  %y0 = fusion.kernel(%a = %x, %b = %w0, %c = %r0) : (tensor<128x320xbf16>, tensor<64x320xbf16>, tensor<128x64xbf16>) -> tensor<128x64xbf16>
      attributes {launch_group = 0 : i64, schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 3, sm90 = <grid = 1>>} {
    %0 = fusion.matmul %a, %b {transpose_b} : (tensor<128x320xbf16>, tensor<64x320xbf16>) -> tensor<128x64xbf16>
    %1 = fusion.add %0, %c : (tensor<128x64xbf16>, tensor<128x64xbf16>) -> tensor<128x64xbf16>
    fusion.yield %1 : tensor<128x64xbf16>
  }
  %y1 = fusion.kernel(%a = %x, %b = %w1) : (tensor<128x320xbf16>, tensor<128x320xbf16>) -> tensor<128x128xbf16>
      attributes {launch_group = 0 : i64, schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 3, sm90 = <grid = 1>>} {
    %0 = fusion.matmul %a, %b {transpose_b} : (tensor<128x320xbf16>, tensor<128x320xbf16>) -> tensor<128x128xbf16>
    fusion.yield %0 : tensor<128x128xbf16>
  }
  %y2 = fusion.kernel(%a = %x, %b = %w2, %c = %r2) : (tensor<128x320xbf16>, tensor<192x320xbf16>, tensor<128x192xbf16>) -> tensor<128x192xbf16>
      attributes {launch_group = 0 : i64, schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 3, sm90 = <grid = 1>>} {
    %0 = fusion.matmul %a, %b {transpose_b} : (tensor<128x320xbf16>, tensor<192x320xbf16>) -> tensor<128x192xbf16>
    %1 = fusion.add %0, %c : (tensor<128x192xbf16>, tensor<128x192xbf16>) -> tensor<128x192xbf16>
    fusion.yield %1 : tensor<128x192xbf16>
  }
  return %y0, %y1, %y2 : tensor<128x64xbf16>, tensor<128x128xbf16>, tensor<128x192xbf16>
}

// Turns go on from kernel to kernel.
// PINGPONG: barriers of 'pingpong_k0_and_2_more' checked
func.func @pingpong(%x: tensor<64x192xbf16>, %w0: tensor<64x192xbf16>, %r0: tensor<64x64xbf16>, %w1: tensor<128x192xbf16>, %r1: tensor<64x128xbf16>, %w2: tensor<128x192xbf16>) -> (tensor<64x64xbf16>, tensor<64x128xbf16>, tensor<64x128xbf16>) {
  %y0 = fusion.kernel(%a = %x, %b = %w0, %c = %r0) : (tensor<64x192xbf16>, tensor<64x192xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
      attributes {launch_group = 0 : i64, schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [8, 1], stages = 3, sm90 = <mode = pingpong, grid = 1>>} {
    %0 = fusion.matmul %a, %b {transpose_b} : (tensor<64x192xbf16>, tensor<64x192xbf16>) -> tensor<64x64xbf16>
    %1 = fusion.add %0, %c : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
    fusion.yield %1 : tensor<64x64xbf16>
  }
  %y1 = fusion.kernel(%a = %x, %b = %w1, %c = %r1) : (tensor<64x192xbf16>, tensor<128x192xbf16>, tensor<64x128xbf16>) -> tensor<64x128xbf16>
      attributes {launch_group = 0 : i64, schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [8, 1], stages = 3, sm90 = <mode = pingpong, grid = 1>>} {
    %0 = fusion.matmul %a, %b {transpose_b} : (tensor<64x192xbf16>, tensor<128x192xbf16>) -> tensor<64x128xbf16>
    %1 = fusion.add %0, %c : (tensor<64x128xbf16>, tensor<64x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %1 : tensor<64x128xbf16>
  }
  %y2 = fusion.kernel(%a = %x, %b = %w2) : (tensor<64x192xbf16>, tensor<128x192xbf16>) -> tensor<64x128xbf16>
      attributes {launch_group = 0 : i64, schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [8, 1], stages = 3, sm90 = <mode = pingpong, grid = 1>>} {
    %0 = fusion.matmul %a, %b {transpose_b} : (tensor<64x192xbf16>, tensor<128x192xbf16>) -> tensor<64x128xbf16>
    fusion.yield %0 : tensor<64x128xbf16>
  }
  return %y0, %y1, %y2 : tensor<64x64xbf16>, tensor<64x128xbf16>, tensor<64x128xbf16>
}

// CLUSTER: barriers of 'cluster_k0_and_1_more' checked
func.func @cluster(%x: tensor<256x192xbf16>, %w0: tensor<64x192xbf16>, %r0: tensor<256x64xbf16>, %w1: tensor<128x192xbf16>, %r1: tensor<256x128xbf16>) -> (tensor<256x64xbf16>, tensor<256x128xbf16>) {
  %y0 = fusion.kernel(%a = %x, %b = %w0, %c = %r0) : (tensor<256x192xbf16>, tensor<64x192xbf16>, tensor<256x64xbf16>) -> tensor<256x64xbf16>
      attributes {launch_group = 0 : i64, schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 3, sm90 = <cluster_m = 2, grid = 2>>} {
    %0 = fusion.matmul %a, %b {transpose_b} : (tensor<256x192xbf16>, tensor<64x192xbf16>) -> tensor<256x64xbf16>
    %1 = fusion.add %0, %c : (tensor<256x64xbf16>, tensor<256x64xbf16>) -> tensor<256x64xbf16>
    fusion.yield %1 : tensor<256x64xbf16>
  }
  %y1 = fusion.kernel(%a = %x, %b = %w1, %c = %r1) : (tensor<256x192xbf16>, tensor<128x192xbf16>, tensor<256x128xbf16>) -> tensor<256x128xbf16>
      attributes {launch_group = 0 : i64, schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 3, sm90 = <cluster_m = 2, grid = 2>>} {
    %0 = fusion.matmul %a, %b {transpose_b} : (tensor<256x192xbf16>, tensor<128x192xbf16>) -> tensor<256x128xbf16>
    %1 = fusion.add %0, %c : (tensor<256x128xbf16>, tensor<256x128xbf16>) -> tensor<256x128xbf16>
    fusion.yield %1 : tensor<256x128xbf16>
  }
  return %y0, %y1 : tensor<256x64xbf16>, tensor<256x128xbf16>
}

// SHARED-K: barriers of 'shared_k_k0_and_1_more' checked
func.func @shared_k(%x: tensor<64x256xbf16>, %w0: tensor<64x256xbf16>, %r0: tensor<64x64xbf16>, %w1: tensor<128x256xbf16>, %r1: tensor<64x128xbf16>) -> (tensor<64x64xbf16>, tensor<64x128xbf16>) {
  %y0 = fusion.kernel(%a = %x, %b = %w0, %c = %r0) : (tensor<64x256xbf16>, tensor<64x256xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
      attributes {launch_group = 0 : i64, schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 2, sm90 = <split_k = 2, grid = 2>>} {
    %0 = fusion.matmul %a, %b {transpose_b} : (tensor<64x256xbf16>, tensor<64x256xbf16>) -> tensor<64x64xbf16>
    %1 = fusion.add %0, %c : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
    fusion.yield %1 : tensor<64x64xbf16>
  }
  %y1 = fusion.kernel(%a = %x, %b = %w1, %c = %r1) : (tensor<64x256xbf16>, tensor<128x256xbf16>, tensor<64x128xbf16>) -> tensor<64x128xbf16>
      attributes {launch_group = 0 : i64, schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 2, sm90 = <split_k = 2, grid = 2>>} {
    %0 = fusion.matmul %a, %b {transpose_b} : (tensor<64x256xbf16>, tensor<128x256xbf16>) -> tensor<64x128xbf16>
    %1 = fusion.add %0, %c : (tensor<64x128xbf16>, tensor<64x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %1 : tensor<64x128xbf16>
  }
  return %y0, %y1 : tensor<64x64xbf16>, tensor<64x128xbf16>
}

// The first kernel has more staging memory than the second: its warpgroups do not write into each other's.
// OUTPUTS: barriers of 'outputs_k0_and_1_more' checked
func.func @outputs(%x: tensor<128x192xbf16>, %w0: tensor<64x192xbf16>, %w1: tensor<64x192xbf16>) -> (tensor<128x64xbf16>, tensor<128x64xf32>, tensor<128x64xbf16>) {
  %y0, %z0 = fusion.kernel(%a = %x, %b = %w0) : (tensor<128x192xbf16>, tensor<64x192xbf16>) -> (tensor<128x64xbf16>, tensor<128x64xf32>)
      attributes {launch_group = 0 : i64, schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 3, sm90 = <grid = 1>>} {
    %0 = fusion.matmul %a, %b {transpose_b} : (tensor<128x192xbf16>, tensor<64x192xbf16>) -> tensor<128x64xf32>
    %1 = fusion.cast %0 : tensor<128x64xf32> to tensor<128x64xbf16>
    fusion.yield %1, %0 : tensor<128x64xbf16>, tensor<128x64xf32>
  }
  %y1 = fusion.kernel(%a = %x, %b = %w1) : (tensor<128x192xbf16>, tensor<64x192xbf16>) -> tensor<128x64xbf16>
      attributes {launch_group = 0 : i64, schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 3, sm90 = <grid = 1>>} {
    %0 = fusion.matmul %a, %b {transpose_b} : (tensor<128x192xbf16>, tensor<64x192xbf16>) -> tensor<128x64xbf16>
    fusion.yield %0 : tensor<128x64xbf16>
  }
  return %y0, %z0, %y1 : tensor<128x64xbf16>, tensor<128x64xf32>, tensor<128x64xbf16>
}

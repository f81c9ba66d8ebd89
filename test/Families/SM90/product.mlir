// RUN: fusion-opt %s --fusion-to-gpu="chip=sm_90a" | FileCheck %s

// The wgmma family: one function with tensor maps as parameters, a variant for other addresses beside it, and a launch that
// may start before the kernel before it has ended.

// The parameters are tensor maps and what types leave open; the block is two consumer warpgroups and a producer.
// CHECK-LABEL: llvm.func @cooperative_k0(
// CHECK-SAME: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, llvm.readonly, nvvm.grid_constant}
// CHECK-SAME: nvvm.maxntid = array<i32: 384, 1, 1>
// CHECK: nvvm.mbarrier.init
// CHECK: nvvm.fence.mbarrier.init
// CHECK: nvvm.barrier0
// CHECK: nvvm.griddepcontrol wait
// CHECK-NEXT: nvvm.griddepcontrol launch_dependents
// CHECK: scf.if
// CHECK: nvvm.setmaxregister increase 232
// CHECK: scf.for
// CHECK: nvvm.mbarrier.try_wait
// CHECK: nvvm.wgmma.mma_async {{.*}} <m = 64, n = 256, k = 16>, D[<f32>, <zero>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>]
// CHECK: nvvm.wgmma.mma_async {{.*}} D[<f32>, <one>]
// CHECK: nvvm.wgmma.wait.group.sync.aligned 1
// CHECK: nvvm.mbarrier.arrive
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK: nvvm.stmatrix
// CHECK: nvvm.fence.proxy
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK: } else {
// CHECK: nvvm.setmaxregister decrease 40
// CHECK: nvvm.elect.sync
// CHECK: nvvm.mbarrier.arrive.expect_tx
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: llvm.func @cooperative_k0_unaligned(

// A cluster shares its loads, and no block of it leaves before the others are done.
// CHECK-LABEL: llvm.func @cluster_k0(
// CHECK-SAME: nvvm.cluster_dim = array<i32: 2, 1, 1>
// CHECK: nvvm.cluster.arrive.relaxed
// CHECK-NEXT: nvvm.cluster.wait
// CHECK: nvvm.mapa
// CHECK: multicast_mask
// CHECK: nvvm.cluster.arrive.relaxed
// CHECK-NEXT: nvvm.cluster.wait
// CHECK-NEXT: llvm.return

// Two warpgroups take turns.
// CHECK-LABEL: llvm.func @pingpong_k0(
// CHECK: nvvm.barrier id = %{{.*}} number_of_threads = %c256
// CHECK: nvvm.barrier.arrive id = %{{.*}} number_of_threads = %c256

// M lies on the side of wgmma that may be 8 wide; results are stored transposed. Dependents start after the products.
// CHECK-LABEL: llvm.func @swapped_k0(
// CHECK-SAME: nvvm.maxntid = array<i32: 160, 1, 1>, nvvm.minctasm = 2 : i32
// CHECK-NOT: launch_dependents
// CHECK: nvvm.wgmma.mma_async {{.*}} <m = 64, n = 16, k = 16>
// CHECK: nvvm.griddepcontrol launch_dependents
// CHECK: nvvm.stmatrix {{.*}} layout = #nvvm.mma_layout<col>

// tf32: rounded by the copies, 8 k an instruction.
// CHECK-LABEL: llvm.func @tf32_k0(
// CHECK: nvvm.wgmma.mma_async {{.*}} <m = 64, n = 256, k = 8>, D[<f32>, <zero>], A[<tf32>, <one>, <row>], B[<tf32>, <one>, <col>]

// Three blocks share K: each sends its sums of 32 columns to the block that adds and finishes them. Blocks meet before
// they send and need no barrier before they leave.
// CHECK-LABEL: llvm.func @shared_k_k0(
// CHECK-SAME: nvvm.cluster_dim = array<i32: 3, 1, 1>
// CHECK: nvvm.cluster.arrive.relaxed
// CHECK-NEXT: nvvm.barrier0
// CHECK: nvvm.cluster.wait
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK: nvvm.mapa %{{.*}}, %c0_i32
// CHECK: llvm.inline_asm has_side_effects "st.async.{{.*}}.v4.f32 [$0], {$2, $3, $4, $5}, [$1];"
// CHECK: nvvm.mapa %{{.*}}, %c1_i32
// CHECK: st.async
// CHECK: nvvm.mapa %{{.*}}, %c2_i32
// CHECK: st.async
// CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c24576_i32
// CHECK: nvvm.mbarrier.try_wait {{.*}} {scope = #nvvm.mem_scope<cluster>}
// CHECK: %[[SUM0:.*]] = llvm.load %{{.*}} : !llvm.ptr<3> -> vector<4xf32>
// CHECK: %[[SUM1:.*]] = llvm.load %{{.*}} : !llvm.ptr<3> -> vector<4xf32>
// CHECK-NEXT: %[[TWO:.*]] = arith.addf %[[SUM0]], %[[SUM1]] : vector<4xf32>
// CHECK: %[[SUM2:.*]] = llvm.load %{{.*}} : !llvm.ptr<3> -> vector<4xf32>
// CHECK-NEXT: arith.addf %[[TWO]], %[[SUM2]] : vector<4xf32>
// CHECK: nvvm.barrier id
// CHECK: nvvm.mbarrier.arrive {{.*}} : !llvm.ptr<7>
// CHECK: nvvm.stmatrix
// CHECK-NOT: nvvm.cluster.arrive
// CHECK: llvm.func @shared_k_k0_unaligned(

// Of four blocks two finish 8 of the 16 columns each. A K with fewer k blocks counts as four: each has one.
// CHECK-LABEL: llvm.func @shared_k_swapped_k0(
// CHECK: %[[BLOCKS:.*]] = arith.maxsi %{{.*}}, %c4_i32
// CHECK: arith.muli %[[BLOCKS]]
// CHECK: nvvm.griddepcontrol launch_dependents
// CHECK: st.async
// CHECK: scf.if
// CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c8192_i32
// CHECK: nvvm.stmatrix {{.*}} layout = #nvvm.mma_layout<col>
// Split f32: a warpgroup more, which writes low halves of the columns to slots; rows come from registers, where their low
// parts are made. Two k blocks are summed from zero, three products for each element, and added to the sum of those
// before. A step of k is read while the products of the one before run, and waits for those that read its registers.
// CHECK-LABEL: llvm.func @parts_k0(
// CHECK-SAME: nvvm.maxntid = array<i32: 512, 1, 1>
// CHECK: %[[MASK:.*]] = arith.constant dense<-8192> : vector<4xi32>
// CHECK: nvvm.setmaxregister increase 216
// CHECK: scf.for
// CHECK: scf.for
// CHECK-COUNT-2: nvvm.mbarrier.try_wait
// CHECK: nvvm.wgmma.wait.group.sync.aligned 3
// CHECK-COUNT-4: llvm.load %{{.*}} : !llvm.ptr<3> -> f32
// CHECK: nvvm.wgmma.wait.group.sync.aligned 2
// CHECK-COUNT-4: llvm.load %{{.*}} : !llvm.ptr<3> -> f32
// CHECK: nvvm.wgmma.fence.aligned
// CHECK: setp.ne.b32 p, 0, 0;{{.*}}wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32
// CHECK-COUNT-11: setp.ne.b32 p, 1, 0;{{.*}}wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32
// CHECK-COUNT-2: nvvm.mbarrier.try_wait
// CHECK-COUNT-12: setp.ne.b32 p, 1, 0;{{.*}}wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32
// CHECK: nvvm.wgmma.wait.group.sync.aligned 4
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK-COUNT-64: arith.addf
// CHECK: scf.yield
// CHECK: nvvm.setmaxregister decrease 40
// CHECK: %[[HIGH:.*]] = arith.andi %{{.*}}, %[[MASK]] : vector<4xi32>
// CHECK: %[[CUT:.*]] = llvm.bitcast %[[HIGH]] : vector<4xi32> to vector<4xf32>
// CHECK: arith.subf %{{.*}}, %[[CUT]] : vector<4xf32>
// CHECK: nvvm.fence.proxy
// CHECK: nvvm.setmaxregister decrease 40
// CHECK: nvvm.elect.sync

// CHECK-LABEL: func.func @cooperative(
// CHECK: scf.if
// CHECK: nvgpu.tma.create.descriptor {{.*}} swizzle = swizzle_128b
// CHECK: gpu.launch_func @fusion_kernels::@cooperative_k0 blocks in (%c128, %c1, %c1) threads in (%c384, %c1, %c1)
// CHECK-SAME: {fusion.programmatic}
// CHECK: } else {
// CHECK: gpu.launch_func @fusion_kernels::@cooperative_k0_unaligned
func.func @cooperative(%x: tensor<4096x4096xbf16>, %w: tensor<4096x4096xbf16>, %b: tensor<4096xbf16>) -> tensor<4096x4096xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b) : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>, tensor<4096xbf16>) -> tensor<4096x4096xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 4, group = 16, sm90 = <order = snake_rows, grid = 128>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xf32>
    %1 = fusion.add %0, %b0 : (tensor<4096x4096xf32>, tensor<4096xbf16>) -> tensor<4096x4096xf32>
    %2 = fusion.cast %1 : tensor<4096x4096xf32> to tensor<4096x4096xbf16>
    fusion.yield %2 : tensor<4096x4096xbf16>
  }
  return %y : tensor<4096x4096xbf16>
}

func.func @cluster(%x: tensor<512x512xbf16>, %w: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4, sm90 = <cluster_m = 2>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16>
    fusion.yield %0 : tensor<512x512xbf16>
  }
  return %y : tensor<512x512xbf16>
}

func.func @pingpong(%x: tensor<512x512xf16>, %w: tensor<512x512xf16>) -> tensor<512x512xf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<512x512xf16>, tensor<512x512xf16>) -> tensor<512x512xf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4, sm90 = <mode = pingpong>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_a} : (tensor<512x512xf16>, tensor<512x512xf16>) -> tensor<512x512xf16>
    fusion.yield %0 : tensor<512x512xf16>
  }
  return %y : tensor<512x512xf16>
}

func.func @swapped(%x: tensor<16x512xbf16>, %w: tensor<512x512xbf16>) -> tensor<16x512xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<16x512xbf16>, tensor<512x512xbf16>) -> tensor<16x512xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [16, 64, 64], warps = [1, 4], stages = 8, sm90 = <swap = true, blocks_per_sm = 2, dependents = late>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<16x512xbf16>, tensor<512x512xbf16>) -> tensor<16x512xbf16>
    fusion.yield %0 : tensor<16x512xbf16>
  }
  return %y : tensor<16x512xbf16>
}

// CHECK-LABEL: func.func @tf32(
// CHECK: nvgpu.tma.create.descriptor {{.*}} {fusion.round_to_tf32} : memref<*xf32> -> <tensor = memref<128x32xf32, 3>, swizzle = swizzle_128b
// CHECK: nvgpu.tma.create.descriptor {{.*}} {fusion.round_to_tf32} : memref<*xf32> -> <tensor = memref<256x32xf32, 3>, swizzle = swizzle_128b
// CHECK-NOT: round_to_tf32
// CHECK: nvgpu.tma.create.descriptor {{.*}} -> <tensor = memref<64x32xf32, 3>
func.func @tf32(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>) -> tensor<512x512xf32> attributes {fusion.f32_precision = #fusion.f32_precision<tf32>} {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 256, 32], warps = [8, 1], stages = 3>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    fusion.yield %0 : tensor<512x512xf32>
  }
  return %y : tensor<512x512xf32>
}

func.func @shared_k(%x: tensor<128x320xbf16>, %w: tensor<96x320xbf16>) -> tensor<128x96xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<128x320xbf16>, tensor<96x320xbf16>) -> tensor<128x96xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 96, 64], warps = [4, 1], stages = 4, sm90 = <split_k = 3>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<128x320xbf16>, tensor<96x320xbf16>) -> tensor<128x96xbf16>
    fusion.yield %0 : tensor<128x96xbf16>
  }
  return %y : tensor<128x96xbf16>
}

func.func @shared_k_swapped(%x: tensor<16x?xbf16>, %w: tensor<512x?xbf16>) -> tensor<16x512xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<16x?xbf16>, tensor<512x?xbf16>) -> tensor<16x512xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [16, 64, 64], warps = [1, 4], stages = 8, sm90 = <swap = true, split_k = 4, dependents = late>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<16x?xbf16>, tensor<512x?xbf16>) -> tensor<16x512xbf16>
    fusion.yield %0 : tensor<16x512xbf16>
  }
  return %y : tensor<16x512xbf16>
}

// Nothing is rounded on the way.
// CHECK-LABEL: func.func @parts(
// CHECK-NOT: round_to_tf32
func.func @parts(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 32], warps = [8, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    fusion.yield %0 : tensor<512x512xf32>
  }
  return %y : tensor<512x512xf32>
}

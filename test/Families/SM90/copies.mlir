// RUN: fusion-opt %s --fusion-to-gpu="chip=sm_90a" --split-input-file | FileCheck %s

// Operands that threads load (cp.async) in the place of TMA: parameters, protocol, guards and the variants behind them.

// Both operands, 16 bytes a thread: four rows a pass, whose pitch is a constant, and pieces that are there or not as a
// whole. Three lanes of a warp in four do nothing but copy.
// CHECK-LABEL: llvm.func @both_operands_k0(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !llvm.ptr<1>, %[[W:[a-z0-9]+]]: !llvm.ptr<1>, %{{.*}}: !llvm.ptr {llvm.align = 64
// CHECK-SAME: nvvm.maxntid = array<i32: 384, 1, 1>
// CHECK-COUNT-8: nvvm.mbarrier.init
// CHECK: nvvm.griddepcontrol wait
// CHECK-NOT: nvvm.cp.async.bulk.tensor.shared.cluster
// CHECK: scf.for
// CHECK: scf.for
// CHECK: nvvm.mbarrier.try_wait
// CHECK: %[[PIECE:.*]] = arith.cmpi sgt, %{{.*}}, %c0_i32 : i32
// CHECK: %[[ROW:.*]] = arith.cmpi sgt, %{{.*}}, %c0_i32 : i32
// CHECK-NEXT: %[[INSIDE:.*]] = arith.andi %[[ROW]], %[[PIECE]] : i1
// CHECK-NEXT: %[[BYTES:.*]] = arith.select %[[INSIDE]], %c16_i32{{.*}}, %c0_i32
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg, %[[BYTES]] : !llvm.ptr<3>, !llvm.ptr<1>, i32
// CHECK: nvvm.cp.async.commit.group
// CHECK-NEXT: nvvm.cp.async.wait.group 0
// CHECK-NEXT: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK-NEXT: scf.if
// CHECK-NEXT: nvvm.mbarrier.arrive
// CHECK: llvm.func @both_operands_k0_unaligned(
// CHECK-NOT: nvvm.cp.async.shared.global
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster
// CHECK: gpu.func @both_operands_k0_general(

// 16 bytes, which TMA asks for as well.
// CHECK-LABEL: func.func @both_operands(
// CHECK-COUNT-3: arith.andi %{{.*}}, %c15
// CHECK: gpu.launch_func @fusion_kernels::@both_operands_k0
func.func @both_operands(%x: tensor<300x1000xbf16>, %w: tensor<520x1000xbf16>) -> tensor<300x520xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<300x1000xbf16>, tensor<520x1000xbf16>) -> tensor<300x520xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 4, sm90 = <load_a = cp_async, load_b = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<300x1000xbf16>, tensor<520x1000xbf16>) -> tensor<300x520xbf16>
    fusion.yield %0 : tensor<300x520xbf16>
  }
  return %y : tensor<300x520xbf16>
}

// -----

// One of them: the other one's bytes are expected by the lane that arrives. Rows of 8 bytes of [K, M] and batches, of
// which W has one; tiles that fill M exactly ask nothing of its pieces. Warpgroups pass registers on.
// CHECK-LABEL: llvm.func @mixed_k0(
// CHECK: nvvm.setmaxregister increase 224
// CHECK: nvvm.setmaxregister decrease 56
// CHECK: nvvm.mbarrier.expect_tx %{{.*}}, %c32768_i32
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 8, cache = ca, %{{.*}} : !llvm.ptr<3>, !llvm.ptr<1>, i32
// CHECK-NOT: nvvm.mbarrier.arrive.expect_tx
// CHECK: nvvm.mbarrier.arrive
// CHECK-LABEL: func.func @mixed(
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %{{.*}} : memref<5x900x132xf16> -> index
// CHECK-NEXT: arith.andi %[[ADDRESS]], %c7
func.func @mixed(%x: tensor<5x900x132xf16>, %w: tensor<900x512xf16>) -> tensor<5x132x512xf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<5x900x132xf16>, tensor<900x512xf16>) -> tensor<5x132x512xf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 4, sm90 = <load_a = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_a} : (tensor<5x900x132xf16>, tensor<900x512xf16>) -> tensor<5x132x512xf16>
    fusion.yield %0 : tensor<5x132x512xf16>
  }
  return %y : tensor<5x132x512xf16>
}

// -----

// Sizes that only a launch knows: pieces are cut to what is there; 16 bytes are asked for, and TMA and the copies in
// front of it take the rest, in kernels of their own.
// CHECK-LABEL: llvm.func @open_k0(
// CHECK: arith.maxsi
// CHECK: arith.minsi
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg, %{{.*}} : !llvm.ptr<3>, !llvm.ptr<1>, i32
// CHECK: gpu.func @open_k0_copy_ab(
// CHECK: llvm.func @open_k0_tma(
// CHECK-NOT: nvvm.cp.async.shared.global
// CHECK: llvm.func @open_k0_unaligned(
// CHECK-LABEL: func.func @open(
// CHECK: gpu.launch_func @fusion_kernels::@open_k0 blocks
// CHECK: gpu.launch_func @fusion_kernels::@open_k0_copy_ab
// CHECK: gpu.launch_func @fusion_kernels::@open_k0_tma blocks
// CHECK: gpu.launch_func @fusion_kernels::@open_k0_copy_ab
// CHECK: gpu.launch_func @fusion_kernels::@open_k0_unaligned
// CHECK: gpu.launch_func @fusion_kernels::@open_k0_general
func.func @open(%x: tensor<512x?xbf16>, %w: tensor<512x?xbf16>) -> tensor<512x512xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<512x?xbf16>, tensor<512x?xbf16>) -> tensor<512x512xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4, sm90 = <load_a = cp_async, load_b = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<512x?xbf16>, tensor<512x?xbf16>) -> tensor<512x512xbf16>
    fusion.yield %0 : tensor<512x512xbf16>
  }
  return %y : tensor<512x512xbf16>
}

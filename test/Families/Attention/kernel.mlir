// RUN: sed s/STAGES/2/ %S/Inputs/attention.mlir | fusion-opt --fusion-to-gpu=chip=sm_90a | FileCheck %s
// RUN: sed s/STAGES/2/ %S/Inputs/attention.mlir | fusion-opt --fusion-to-gpu=chip=sm_90a | FileCheck %s --check-prefix=HOST

// The order of a step: the product of the next keys is under way while sums are scaled, where a row of the warp has grown,
// and the product with values starts; the first is waited for alone.
// CHECK-LABEL: llvm.func @attention_k0(
// CHECK-SAME: nvvm.maxntid = array<i32: 384, 1, 1>
// CHECK: nvvm.griddepcontrol wait
// CHECK-NEXT: nvvm.griddepcontrol launch_dependents
// CHECK: nvvm.setmaxregister increase 240
// CHECK: nvvm.wgmma.mma_async
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK: nvvm.mbarrier.arrive
// CHECK: arith.maxnumf
// CHECK: nvvm.shfl.sync bfly
// CHECK: llvm.nvvm.ex2.approx.ftz.f32
// CHECK: scf.for
// CHECK: nvvm.mbarrier.try_wait
// CHECK: nvvm.wgmma.mma_async {{.*}} <m = 64, n = 32, k = 16>, D[<f32>, <zero>]
// CHECK: nvvm.wgmma.commit.group
// CHECK: scf.if
// CHECK-COUNT-32: arith.mulf
// CHECK: } else {
// CHECK: nvvm.mbarrier.try_wait
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {{.*}} p, 1, 1, 1;
// CHECK: nvvm.wgmma.commit.group
// CHECK: wgmma.wait_group.sync.aligned 1;
// CHECK: nvvm.mbarrier.arrive
// CHECK: arith.maxnumf
// CHECK: nvvm.vote.sync any
// The rest of the maximum is a branch, which ptxas does not move to behind the wait.
// CHECK: scf.if
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK: nvvm.mbarrier.arrive
// CHECK: scf.yield
// Outputs of 16 bytes: a transpose among the lanes of a quad, of all rows.
// CHECK: nvvm.shfl.sync bfly
// CHECK: arith.select
// CHECK: scf.if
// CHECK: st.global.v4.b32
// CHECK: nvvm.setmaxregister decrease 24
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global

// A block for each 128 rows of a matrix; what TMA cannot read has a warp for each row.
// HOST: gpu.launch_func {{ *}}@fusion_kernels::@attention_k0 blocks in (%c2, {{.*}}) threads in (%c384,
// HOST: gpu.launch_func {{ *}}@fusion_kernels::@attention_k0_general blocks in (%c50, {{.*}}) threads in (%c128,

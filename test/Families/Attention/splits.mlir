// RUN: sed "s/STAGES/2, attention = <splits = 4>/" %S/Inputs/attention.mlir | fusion-opt --fusion-to-gpu=chip=sm_90a > %t
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=HOST < %t

// The second kernel: weights of the splits in lanes, their sums in order, then the row's values.
// CHECK-LABEL: llvm.func @attention_k0_reduce(
// CHECK-SAME: nvvm.maxntid = array<i32: 128, 1, 1>
// CHECK: nvvm.griddepcontrol wait
// CHECK-NEXT: nvvm.griddepcontrol launch_dependents
// CHECK: nvvm.shfl.sync bfly
// CHECK: arith.maxnumf
// CHECK: llvm.nvvm.ex2.approx.ftz.f32
// CHECK: nvvm.shfl.sync bfly
// CHECK: arith.addf
// CHECK-COUNT-4: nvvm.shfl.sync idx
// CHECK-NOT: nvvm.shfl.sync
// CHECK: arith.divf
// CHECK: llvm.store {{.*}} : vector<2xbf16>

// A block of a split without keys multiplies nothing.
// CHECK-LABEL: llvm.func @attention_k0(
// CHECK: scf.if
// CHECK: scf.for
// CHECK: } else {
// CHECK: wgmma
// CHECK-NOT: arith.divf
// CHECK: llvm.return

// Four blocks for each 128 rows of a matrix, then a warp for each row; 200 rows of four splits with 66 numbers each.
// HOST: memref.view {{.*}} to memref<211200xi8>
// HOST: gpu.launch_func {{ *}}@fusion_kernels::@attention_k0 blocks in (%c8, {{.*}}) threads in (%c384,
// HOST: gpu.launch_func {{ *}}@fusion_kernels::@attention_k0_reduce blocks in (%c50, {{.*}}) threads in (%c128,

// RUN: fusion-opt %s --split-input-file --fusion-to-gpu=chip=sm_90a -o %t.mlir && FileCheck %s < %t.mlir
// RUN: fusion-opt %t.mlir --split-input-file --fusion-check-barriers="kernel=layers_k1 args=24" -o /dev/null
// RUN: fusion-opt %s --split-input-file --fusion-to-gpu="chip=sm_90a dependent-launch=false" | FileCheck %s --check-prefix=NONE --implicit-check-not=fusion.stable
// RUN: fusion-opt %s --split-input-file --fusion-to-gpu=chip=sm_80 | FileCheck %s --check-prefix=NONE --implicit-check-not=fusion.stable
// NONE: gpu.module

// Inputs that nobody who may still run writes are read before the wait: the first kernel of an entry knows of none, later
// ones of all arguments that the entry only reads. In the first tile one k block comes ahead, of 8 of 64; its barrier
// expects both operands.
// CHECK-LABEL: llvm.func @layers_k0(
// CHECK-NOT: fusion.stable
// CHECK: nvvm.barrier0
// CHECK-NEXT: nvvm.griddepcontrol wait
// CHECK-LABEL: llvm.func @layers_k1(
// CHECK-SAME: %{{.*}}: !llvm.ptr {llvm.align{{[^}]*}}}, %[[W:.*]]: !llvm.ptr {fusion.stable
// CHECK: nvvm.barrier0
// CHECK-NOT: nvvm.griddepcontrol
// CHECK: scf.if
// CHECK: nvvm.griddepcontrol wait
// CHECK: } else {
// CHECK: nvvm.mbarrier.arrive.expect_tx
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}}, %[[W]],
// CHECK-NOT: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK: nvvm.griddepcontrol wait
// CHECK: nvvm.mbarrier.try_wait
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}}, %[[W]],
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
func.func @layers(%x: tensor<64x512xbf16>, %w0: tensor<512x512xbf16>, %w1: tensor<256x512xbf16>) -> tensor<64x256xbf16> {
  %0 = fusion.matmul %x, %w0 {transpose_b} : (tensor<64x512xbf16>, tensor<512x512xbf16>) -> tensor<64x512xbf16>
  %1 = fusion.matmul %0, %w1 {transpose_b} : (tensor<64x512xbf16>, tensor<256x512xbf16>) -> tensor<64x256xbf16>
  return %1 : tensor<64x256xbf16>
}

// -----

// An argument of the first kernel, by the caller's promise; a constant of the module without one.
// CHECK-LABEL: llvm.func @promised_k0(
// CHECK-SAME: %{{.*}}: !llvm.ptr {llvm.align{{[^}]*}}}, %{{.*}}: !llvm.ptr {fusion.stable
func.func @promised(%x: tensor<64x512xbf16>, %w: tensor<256x512xbf16> {fusion.constant}) -> tensor<64x256xbf16> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<64x512xbf16>, tensor<256x512xbf16>) -> tensor<64x256xbf16>
  return %0 : tensor<64x256xbf16>
}

// -----

// CHECK-LABEL: llvm.func @constants_k0(
// CHECK-SAME: %{{.*}}: !llvm.ptr {llvm.align{{[^}]*}}}, %{{.*}}: !llvm.ptr {fusion.stable
func.func @constants(%x: tensor<64x16xbf16>) -> tensor<64x8xbf16> {
  %w = arith.constant dense<"0x0000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F004040400000803F00404040"> : tensor<8x16xbf16>
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<64x16xbf16>, tensor<8x16xbf16>) -> tensor<64x8xbf16>
  return %0 : tensor<64x8xbf16>
}

// -----

// What the entry writes is not stable, though it is an argument: an output.
// CHECK-LABEL: llvm.func @written_k1(
// CHECK-NOT: fusion.stable
// CHECK: llvm.func @written_k1_
func.func @written(%x: tensor<64x512xbf16>, %y: tensor<256x512xbf16>) -> (tensor<256x512xbf16>, tensor<256x256xbf16>) {
  %0 = fusion.relu %y : tensor<256x512xbf16>
  %1 = fusion.matmul %0, %0 {transpose_b} : (tensor<256x512xbf16>, tensor<256x512xbf16>) -> tensor<256x256xbf16>
  return %0, %1 : tensor<256x512xbf16>, tensor<256x256xbf16>
}

// -----

// The first kernel may have nothing to do: then the second one follows a kernel of another call.
// CHECK-LABEL: llvm.func @empty_k1(
// CHECK-NOT: fusion.stable
// CHECK: llvm.func @empty_k1_
func.func @empty(%a: tensor<?xbf16>, %x: tensor<64x512xbf16>, %w: tensor<256x512xbf16>) -> (tensor<?xbf16>, tensor<64x256xbf16>) {
  %0 = fusion.relu %a : tensor<?xbf16>
  %1 = fusion.matmul %x, %w {transpose_b} : (tensor<64x512xbf16>, tensor<256x512xbf16>) -> tensor<64x256xbf16>
  return %0, %1 : tensor<?xbf16>, tensor<64x256xbf16>
}

// -----

// Rows that may lie anywhere: the variant that copies them has a function of its own, which waits first.
// CHECK-LABEL: llvm.func @copied_k0(
// CHECK-SAME: fusion.stable
// CHECK-LABEL: llvm.func @copied_k0_copied_b(
// CHECK-NOT: fusion.stable
// CHECK: llvm.return
func.func @copied(%x: tensor<64x?xbf16>, %w: tensor<256x?xbf16> {fusion.constant}) -> tensor<64x256xbf16> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<64x?xbf16>, tensor<256x?xbf16>) -> tensor<64x256xbf16>
  return %0 : tensor<64x256xbf16>
}

// -----

// It has nothing to do only where the second one has nothing either: their results have a size in common.
// CHECK-LABEL: llvm.func @rows_k0(
// CHECK-NOT: fusion.stable
// CHECK-LABEL: llvm.func @rows_k1_m{{[0-9]+}}(
// CHECK-SAME: fusion.stable
// CHECK-LABEL: llvm.func @rows_k1(
// CHECK-SAME: %{{.*}}: !llvm.ptr {llvm.align{{[^}]*}}}, %{{.*}}: !llvm.ptr {fusion.stable
func.func @rows(%x: tensor<?x512xbf16>, %w0: tensor<512x512xbf16>, %w1: tensor<256x512xbf16>) -> tensor<?x256xbf16> {
  %0 = fusion.matmul %x, %w0 {transpose_b} : (tensor<?x512xbf16>, tensor<512x512xbf16>) -> tensor<?x512xbf16>
  %1 = fusion.matmul %0, %w1 {transpose_b} : (tensor<?x512xbf16>, tensor<256x512xbf16>) -> tensor<?x256xbf16>
  return %1 : tensor<?x256xbf16>
}

// -----

// Of two dynamic sizes one is in common: the first kernel has nothing to do where the other one is 0, K of the second.
// CHECK-LABEL: llvm.func @inner_k1_m{{[0-9]+}}(
// CHECK-NOT: fusion.stable
// CHECK: llvm.func @inner_k1_unaligned(
func.func @inner(%x: tensor<?x512xbf16>, %w0: tensor<?x512xbf16>, %w1: tensor<256x?xbf16>) -> tensor<?x256xbf16> {
  %0 = fusion.matmul %x, %w0 {transpose_b} : (tensor<?x512xbf16>, tensor<?x512xbf16>) -> tensor<?x?xbf16>
  %1 = fusion.matmul %0, %w1 {transpose_b} : (tensor<?x?xbf16>, tensor<256x?xbf16>) -> tensor<?x256xbf16>
  return %1 : tensor<?x256xbf16>
}

// -----

// Rows of another input, as many or not.
// CHECK-LABEL: llvm.func @others_k1_m{{[0-9]+}}(
// CHECK-NOT: fusion.stable
// CHECK: llvm.func @others_k1_unaligned(
func.func @others(%x: tensor<?x512xbf16>, %y: tensor<?x512xbf16>, %w0: tensor<512x512xbf16>, %w1: tensor<256x512xbf16>) -> (tensor<?x512xbf16>, tensor<?x256xbf16>) {
  %0 = fusion.matmul %x, %w0 {transpose_b} : (tensor<?x512xbf16>, tensor<512x512xbf16>) -> tensor<?x512xbf16>
  %1 = fusion.matmul %y, %w1 {transpose_b} : (tensor<?x512xbf16>, tensor<256x512xbf16>) -> tensor<?x256xbf16>
  return %0, %1 : tensor<?x512xbf16>, tensor<?x256xbf16>
}

// -----

// A kernel that shares a launch does not hold the others of the launch back: nothing ran before the first two. Both
// weights of the next launch are stable, in its functions for kernels apart too.
// CHECK-LABEL: llvm.func @shared_k0_and_1_more(
// CHECK-NOT: fusion.stable
// CHECK-LABEL: llvm.func @shared_k2_and_1_more(
// CHECK-SAME: {fusion.stable
// CHECK-SAME: {fusion.stable
func.func @shared(%x: tensor<64x512xbf16>, %w0: tensor<512x512xbf16>, %w1: tensor<256x512xbf16>, %w2: tensor<256x512xbf16>, %w3: tensor<256x512xbf16>) -> (tensor<64x256xbf16>, tensor<64x256xbf16>, tensor<64x256xbf16>) {
  %0 = fusion.matmul %x, %w0 {transpose_b} : (tensor<64x512xbf16>, tensor<512x512xbf16>) -> tensor<64x512xbf16>
  %1 = fusion.matmul %x, %w1 {transpose_b} : (tensor<64x512xbf16>, tensor<256x512xbf16>) -> tensor<64x256xbf16>
  %2 = fusion.matmul %0, %w2 {transpose_b} : (tensor<64x512xbf16>, tensor<256x512xbf16>) -> tensor<64x256xbf16>
  %3 = fusion.matmul %0, %w3 {transpose_b} : (tensor<64x512xbf16>, tensor<256x512xbf16>) -> tensor<64x256xbf16>
  return %1, %2, %3 : tensor<64x256xbf16>, tensor<64x256xbf16>, tensor<64x256xbf16>
}

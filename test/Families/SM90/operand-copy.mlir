// RUN: fusion-opt %s --fusion-to-gpu="chip=sm_90a" --split-input-file | FileCheck %s

// Operands whose rows TMA cannot read are copied first, all in one kernel, to workspace and rows that it can: their
// tensor maps have the true sizes, so that nothing behind a row's end is read.

// Pieces of 16 bytes from aligned words, two for each; at the end of a row element by element.
// CHECK-LABEL: gpu.func @both_operands_k0_copy_ab(
// CHECK-SAME: memref<300x1023xbf16>, %{{.*}}: memref<4097x1023xbf16>, %{{.*}}: memref<300x1024xbf16>, %{{.*}}: memref<4097x1024xbf16>
// CHECK: nvvm.griddepcontrol wait
// CHECK-NEXT: nvvm.griddepcontrol launch_dependents
// CHECK: scf.if
// CHECK: scf.if
// CHECK-COUNT-5: llvm.load %{{.*}} : !llvm.ptr<1> -> i32
// CHECK-NOT: llvm.load
// CHECK-COUNT-4: llvm.intr.fshr
// CHECK: } else {
// CHECK-COUNT-8: llvm.load %{{.*}} : !llvm.ptr<1> -> i16
// CHECK-NOT: llvm.load
// CHECK: }
// CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// CHECK: scf.if
// CHECK: gpu.return
// CHECK: llvm.func @both_operands_k0(
// CHECK-NOT: func @both_operands_k0_

// CHECK-LABEL: func.func @both_operands.workspace(
// CHECK-NEXT: %[[BYTES:.*]] = arith.constant 9005056 : i64
// CHECK-NEXT: return %[[BYTES]]
// CHECK-LABEL: func.func @both_operands(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<300x1023xbf16>, %[[W:[a-z0-9]+]]: memref<4097x1023xbf16>
// CHECK: %[[COPY_X:.*]] = memref.view %{{.*}} to memref<300x1024xbf16>
// CHECK: %[[COPY_W:.*]] = memref.view %{{.*}} to memref<4097x1024xbf16>
// CHECK: gpu.launch_func @fusion_kernels::@both_operands_k0_copy_ab blocks in (%c2199, %c1, %c1) threads in (%c256, %c1, %c1)
// CHECK-SAME: args(%[[X]] : {{.*}}, %[[W]] : {{.*}}, %[[COPY_X]] : {{.*}}, %[[COPY_W]] : {{.*}}) {fusion.programmatic}
// CHECK: %[[FROM:.*]] = memref.cast %{{.*}} : memref<300x1023xbf16, strided<[1024, 1]>> to memref<*xbf16>
// CHECK: nvgpu.tma.create.descriptor %[[FROM]]
// CHECK: gpu.launch_func @fusion_kernels::@both_operands_k0
// CHECK-NOT: gpu.launch_func
func.func @both_operands(%x: tensor<300x1023xbf16>, %w: tensor<4097x1023xbf16>) -> tensor<300x4097xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<300x1023xbf16>, tensor<4097x1023xbf16>) -> tensor<300x4097xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4, sm90 = <copy_a = true, copy_b = true>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<300x1023xbf16>, tensor<4097x1023xbf16>) -> tensor<300x4097xbf16>
    fusion.yield %0 : tensor<300x4097xbf16>
  }
  return %y : tensor<300x4097xbf16>
}

// -----

// One of them, with batches; the other and the output ask for aligned addresses still.
// CHECK-LABEL: gpu.func @batched_k0_copy_a(
// CHECK-SAME: memref<3x128x1001xf16>, %{{.*}}: memref<3x128x1024xf16>
// CHECK: llvm.func @batched_k0(
// CHECK: llvm.func @batched_k0_unaligned(
// CHECK-LABEL: func.func @batched(
// CHECK: scf.if
// CHECK: gpu.launch_func @fusion_kernels::@batched_k0_copy_a
// CHECK: memref.cast %{{.*}} : memref<3x128x1001xf16, strided<[131072, 1024, 1]>> to memref<*xf16>
// CHECK: gpu.launch_func @fusion_kernels::@batched_k0
// CHECK: } else {
// CHECK: scf.if
// CHECK: gpu.launch_func @fusion_kernels::@batched_k0_copy_a
// CHECK: gpu.launch_func @fusion_kernels::@batched_k0_unaligned
// CHECK: } else {
// CHECK: gpu.launch_func @fusion_kernels::@batched_k0_general
func.func @batched(%x: tensor<3x128x1001xf16>, %w: tensor<1001x128xf16>) -> tensor<3x128x128xf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<3x128x1001xf16>, tensor<1001x128xf16>) -> tensor<3x128x128xf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4, sm90 = <copy_a = true>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<3x128x1001xf16>, tensor<1001x128xf16>) -> tensor<3x128x128xf16>
    fusion.yield %0 : tensor<3x128x128xf16>
  }
  return %y : tensor<3x128x128xf16>
}

// -----

// Where only a launch knows the pitch: the same kernel of the product once without and once with copies in front of it,
// then one that asks nothing of the output either, and one for a K of nothing.
// The memory of the copies is asked for whichever runs, once.
// CHECK-LABEL: llvm.func @open_k0(
// CHECK-NOT: llvm.func @open_k0
// CHECK: gpu.func @open_k0_copy_ab(
// CHECK-NOT: gpu.func @open_k0_copy
// CHECK: llvm.func @open_k0_unaligned(
// CHECK-NOT: gpu.func @open_k0_copy
// CHECK: gpu.func @open_k0_general(
// CHECK-LABEL: func.func @open.workspace(
// CHECK-SAME: %[[D0:[a-z0-9]+]]: index, %[[D1:[a-z0-9]+]]: index, %[[D2:[a-z0-9]+]]: index, %[[D3:[a-z0-9]+]]: index
// CHECK-DAG: %[[UP0:.*]] = arith.ceildivui %[[D1]], %c64
// CHECK-DAG: arith.muli %[[UP0]], %c64
// CHECK-DAG: %[[UP1:.*]] = arith.ceildivui %[[D3]], %c64
// CHECK-DAG: arith.muli %[[UP1]], %c64
// CHECK-NOT: arith.ceildivui
// CHECK: return
// CHECK-LABEL: func.func @open(
// CHECK: memref.view
// CHECK: memref.view
// CHECK-NOT: memref.view
// CHECK: scf.if
// CHECK: gpu.launch_func @fusion_kernels::@open_k0
// CHECK: } else {
// CHECK: scf.if
// CHECK: gpu.launch_func @fusion_kernels::@open_k0_copy_ab
// CHECK: gpu.launch_func @fusion_kernels::@open_k0 blocks
// CHECK: } else {
// CHECK: scf.if
// CHECK: gpu.launch_func @fusion_kernels::@open_k0_copy_ab
// CHECK: gpu.launch_func @fusion_kernels::@open_k0_unaligned
// CHECK: } else {
// CHECK: gpu.launch_func @fusion_kernels::@open_k0_general
func.func @open(%x: tensor<512x?xbf16>, %w: tensor<512x?xbf16>) -> tensor<512x512xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<512x?xbf16>, tensor<512x?xbf16>) -> tensor<512x512xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<512x?xbf16>, tensor<512x?xbf16>) -> tensor<512x512xbf16>
    fusion.yield %0 : tensor<512x512xbf16>
  }
  return %y : tensor<512x512xbf16>
}

// -----

// f32 that is not contiguous along k is transposed, by tiles of 64 x 64 through shared memory: squares of 4 x 4 by 16
// bytes, or element by element where rows start elsewhere or end; turned, to shared memory and to the copy by 16 bytes,
// if they are inside.
// CHECK-LABEL: gpu.func @transposed_k0_copy_b(
// CHECK-SAME: memref<1000x516xf32>, %{{.*}}: memref<516x1024xf32>
// CHECK: nvvm.griddepcontrol wait
// CHECK-NEXT: nvvm.griddepcontrol launch_dependents
// CHECK: arith.cmpi ult, %{{.*}}, %c144_i32
// CHECK-NEXT: scf.if
// CHECK: arith.remui %{{.*}}, %c16_i32
// CHECK: arith.remui %{{.*}}, %c9_i32
// CHECK: arith.xori
// CHECK: scf.if
// CHECK-COUNT-4: llvm.inline_asm has_side_effects "ld.global.v4.b32
// CHECK-NOT: llvm.inline_asm
// CHECK: } else {
// CHECK-COUNT-16: llvm.load %{{.*}} : !llvm.ptr<1> -> i32
// CHECK-NOT: llvm.load
// CHECK: }
// CHECK-COUNT-4: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
// CHECK-NOT: llvm.store
// CHECK: nvvm.barrier0
// CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
// CHECK: arith.cmpi slt, %{{.*}}, %c1000_i32
// CHECK: arith.cmpi slt, %{{.*}}, %c516_i32
// CHECK: scf.if
// CHECK-NEXT: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// CHECK-COUNT-3: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
// CHECK-NOT: llvm.store
// CHECK: gpu.return
// CHECK-LABEL: func.func @transposed(
// CHECK: %[[COPY:.*]] = memref.view %{{.*}} to memref<516x1024xf32>
// CHECK: gpu.launch_func @fusion_kernels::@transposed_k0_copy_b blocks in (%c144, %c1, %c1) threads in (%c256, %c1, %c1) dynamic_shared_memory_size %c16384_i32
// CHECK: memref.cast %{{.*}} : memref<516x1000xf32, strided<[1024, 1]>> to memref<*xf32>
// CHECK-NEXT: nvgpu.tma.create.descriptor %{{.*}} box[%c128, %c32]
func.func @transposed(%x: tensor<300x1000xf32>, %w: tensor<1000x516xf32>) -> tensor<300x516xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<300x1000xf32>, tensor<1000x516xf32>) -> tensor<300x516xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 32], warps = [8, 1], stages = 3, sm90 = <copy_b = true>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<300x1000xf32>, tensor<1000x516xf32>) -> tensor<300x516xf32>
    fusion.yield %0 : tensor<300x516xf32>
  }
  return %y : tensor<300x516xf32>
}

// -----

// Beside one that keeps its order, and with batches. Rows that are known to start elsewhere than at multiples of 16 bytes
// are read by elements alone.
// CHECK-LABEL: gpu.func @beside_k0_copy_ab(
// CHECK-SAME: memref<128x1001xf32>, %{{.*}}: memref<3x1001x129xf32>, %{{.*}}: memref<128x1024xf32>, %{{.*}}: memref<3x129x1024xf32>
// CHECK: arith.cmpi ult, %[[BLOCK:.*]], %c126_i32
// CHECK-NOT: llvm.inline_asm
// CHECK: %[[OWN:.*]] = arith.subi %[[BLOCK]], %c126_i32
// CHECK: arith.cmpi ult, %[[OWN]], %c144_i32
// CHECK-NOT: llvm.inline_asm
// CHECK: nvvm.barrier0
// CHECK: gpu.return
// CHECK-LABEL: func.func @beside(
// CHECK: gpu.launch_func @fusion_kernels::@beside_k0_copy_ab blocks in (%c270, %c1, %c1) threads in (%c256, %c1, %c1) dynamic_shared_memory_size %c16384_i32
func.func @beside(%x: tensor<128x1001xf32>, %w: tensor<3x1001x129xf32>) -> tensor<3x128x129xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<128x1001xf32>, tensor<3x1001x129xf32>) -> tensor<3x128x129xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 32], warps = [8, 1], stages = 3, sm90 = <copy_a = true, copy_b = true>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<128x1001xf32>, tensor<3x1001x129xf32>) -> tensor<3x128x129xf32>
    fusion.yield %0 : tensor<3x128x129xf32>
  }
  return %y : tensor<3x128x129xf32>
}

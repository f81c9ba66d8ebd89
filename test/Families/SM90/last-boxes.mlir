// RUN: fusion-opt %s --split-input-file --fusion-to-gpu=chip=sm_90a -o %t.mlir && FileCheck %s < %t.mlir
// RUN: fusion-opt %t.mlir --split-input-file --fusion-check-barriers="kernel=last_k0 summary=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=BARRIERS

// Rows behind a matrix's end are not loaded: a second map has a box with as many rows as the last one, and barriers wait
// for no more bytes than come.

// BARRIERS: barriers of 'last_k0' checked

// CHECK-LABEL: llvm.func @last_k0(
// CHECK-SAME: %[[WHOLE:arg0]]: !llvm.ptr {{.*}} %[[LAST:arg1]]: !llvm.ptr {{.*}} %[[COLUMNS:arg2]]: !llvm.ptr
// CHECK: scf.for
// CHECK: %[[LEFT:.*]] = arith.maxsi
// CHECK: %[[ROWS:.*]] = arith.minsi %[[LEFT]], %c64_i32
// CHECK: %[[BYTES:.*]] = arith.muli %[[ROWS]], %c128_i32
// CHECK: %[[IS_LAST:.*]] = arith.cmpi slt, %[[LEFT]], %c64_i32
// CHECK: %[[ALL:.*]] = arith.addi %[[BYTES]], %c12288_i32
// CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %[[ALL]]
// CHECK: scf.if %[[IS_LAST]]
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[LAST]],
// CHECK: } else {
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[WHOLE]],
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[COLUMNS]],
// CHECK-LABEL: func.func @last(
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK-DAG: %[[C96:.*]] = arith.constant 96 : index
// CHECK: nvgpu.tma.create.descriptor %{{.*}} box[%[[C64]], %[[C64]]]
// CHECK: nvgpu.tma.create.descriptor %{{.*}} box[%[[C8]], %[[C64]]] {{.*}} <tensor = memref<64x64xbf16, 3>
// All there is of the other one.
// CHECK: nvgpu.tma.create.descriptor %{{.*}} box[%[[C96]], %[[C64]]] {{.*}} <tensor = memref<128x64xbf16, 3>
func.func @last(%x: tensor<200x128xbf16>, %w: tensor<96x128xbf16>) -> tensor<200x96xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<200x128xbf16>, tensor<96x128xbf16>) -> tensor<200x96xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 128, 64], warps = [4, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<200x128xbf16>, tensor<96x128xbf16>) -> tensor<200x96xbf16>
    fusion.yield %0 : tensor<200x96xbf16>
  }
  return %y : tensor<200x96xbf16>
}

// -----

// A part of a shared tile that lies behind the end is the last box again: 8 rows from row 192.
// CHECK-LABEL: llvm.func @shared_k0(
// CHECK: %[[POSITION:.*]] = arith.minsi %{{.*}}, %c192_i32
// CHECK: nvvm.mbarrier.arrive.expect_tx
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}}box[%{{[0-9]+}}, %[[POSITION]]{{\]}}
func.func @shared(%x: tensor<200x128xbf16>, %w: tensor<256x128xbf16>) -> tensor<200x256xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<200x128xbf16>, tensor<256x128xbf16>) -> tensor<200x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4, sm90 = <cluster_n = 2>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<200x128xbf16>, tensor<256x128xbf16>) -> tensor<200x256xbf16>
    fusion.yield %0 : tensor<200x256xbf16>
  }
  return %y : tensor<200x256xbf16>
}

// -----

// Of a tile that lies behind the end and is not shared nothing is loaded.
// CHECK-LABEL: llvm.func @behind_k0(
// CHECK: %[[ANY:.*]] = arith.cmpi sgt, %{{.*}}, %c0_i32
// CHECK: nvvm.mbarrier.arrive.expect_tx
// CHECK: scf.if %[[ANY]]
// CHECK-NOT: }
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
func.func @behind(%x: tensor<256x128xbf16>, %w: tensor<100x128xbf16>) -> tensor<256x100xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x128xbf16>, tensor<100x128xbf16>) -> tensor<256x100xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4, sm90 = <cluster_n = 2>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<256x128xbf16>, tensor<100x128xbf16>) -> tensor<256x100xbf16>
    fusion.yield %0 : tensor<256x100xbf16>
  }
  return %y : tensor<256x100xbf16>
}

// -----

// Only the launch knows how many there are.
// CHECK-LABEL: func.func @open(
// CHECK: %[[SIZE:.*]] = memref.dim
// CHECK: %[[BEFORE:.*]] = arith.subi %[[SIZE]], %c1
// CHECK: %[[REST:.*]] = arith.remui %[[BEFORE]], %c64
// CHECK: %[[ROWS:.*]] = arith.addi %[[REST]], %c1
// CHECK: nvgpu.tma.create.descriptor %{{.*}} box[%[[ROWS]], %c64
func.func @open(%x: tensor<?x128xbf16>, %w: tensor<128x128xbf16>) -> tensor<?x128xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<?x128xbf16>, tensor<128x128xbf16>) -> tensor<?x128xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 128, 64], warps = [4, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<?x128xbf16>, tensor<128x128xbf16>) -> tensor<?x128xbf16>
    fusion.yield %0 : tensor<?x128xbf16>
  }
  return %y : tensor<?x128xbf16>
}

// -----

// Of weights stored [K, N] whole boxes lie behind the end: the last one, at 256, is loaded in their place.
// CHECK-LABEL: llvm.func @side_by_side_k0(
// CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c40960_i32
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-COUNT-3: arith.minsi %{{.*}}, %c256_i32
func.func @side_by_side(%x: tensor<128x128xbf16>, %w: tensor<128x264xbf16>) -> tensor<128x264xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<128x128xbf16>, tensor<128x264xbf16>) -> tensor<128x264xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 192, 64], warps = [8, 1], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<128x128xbf16>, tensor<128x264xbf16>) -> tensor<128x264xbf16>
    fusion.yield %0 : tensor<128x264xbf16>
  }
  return %y : tensor<128x264xbf16>
}

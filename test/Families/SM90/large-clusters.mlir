// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: fusion-opt %t.mlir --fusion-check-barriers="summary=true kernel=sixteen_k0" -o /dev/null 2>&1 | FileCheck %s --check-prefix=SIXTEEN
// RUN: fusion-opt %t.mlir --fusion-check-barriers="summary=true kernel=twelve_k0" -o /dev/null 2>&1 | FileCheck %s --check-prefix=TWELVE
// RUN: sed "/nvvm.mbarrier.arrive %%[0-9]* .*: !llvm.ptr<7>/d" %t.mlir | not fusion-opt --fusion-check-barriers=kernel=sixteen_k0 2>&1 | FileCheck %s --check-prefix=NOT-READ

// K by more blocks than a cluster has on every GPU of the architecture: two tiles for each cluster, whose 17 or 13 k
// blocks do not divide.

// SIXTEEN: barriers of 'sixteen_k0' checked in cluster 0: 96 groups of threads, {{.*}}, 96 barriers
// TWELVE: barriers of 'twelve_k0' checked in cluster 0: 160 groups of threads, {{.*}}, 96 barriers
// NOT-READ: error: 'nvvm.mbarrier.try_wait' op waits for ever

// Of 16 blocks two finish 8 of the 16 columns; the thread of each number tells the block of that number that its sums
// have been read.
// CHECK-LABEL: llvm.func @sixteen_k0(
// CHECK-SAME: nvvm.cluster_dim = array<i32: 16, 1, 1>
// CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c32768_i32
// CHECK: nvvm.barrier id
// CHECK-NEXT: %[[TELLS:.*]] = arith.cmpi slt, %{{.*}}, %c16_i32
// CHECK-NEXT: scf.if %[[TELLS]] {
// CHECK-NEXT: arith.minsi %{{.*}}, %c15_i32
// CHECK-NEXT: nvvm.mapa
// CHECK-NEXT: nvvm.mbarrier.arrive
func.func @sixteen(%x: tensor<16x1088xbf16>, %w: tensor<128x1088xbf16>, %b: tensor<128xbf16>) -> tensor<16x128xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b) : (tensor<16x1088xbf16>, tensor<128x1088xbf16>, tensor<128xbf16>) -> tensor<16x128xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [16, 64, 64], warps = [1, 4], stages = 2, sm90 = <split_k = 16, swap = true, grid = 16, dependents = late>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<16x1088xbf16>, tensor<128x1088xbf16>) -> tensor<16x128xf32>
    %1 = fusion.add %0, %b0 : (tensor<16x128xf32>, tensor<128xbf16>) -> tensor<16x128xf32>
    %2 = fusion.cast %1 : tensor<16x128xf32> to tensor<16x128xbf16>
    fusion.yield %2 : tensor<16x128xbf16>
  }
  return %y : tensor<16x128xbf16>
}

// Of 12 blocks with two warpgroups each four finish 16 of the 64 columns.
// CHECK-LABEL: llvm.func @twelve_k0(
// CHECK-SAME: nvvm.cluster_dim = array<i32: 12, 1, 1>
// CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %c49152_i32
func.func @twelve(%x: tensor<256x832xbf16>, %w: tensor<832x64xbf16>) -> tensor<256x64xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x832xbf16>, tensor<832x64xbf16>) -> tensor<256x64xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 2, sm90 = <split_k = 12, grid = 12>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x832xbf16>, tensor<832x64xbf16>) -> tensor<256x64xbf16>
    fusion.yield %0 : tensor<256x64xbf16>
  }
  return %y : tensor<256x64xbf16>
}

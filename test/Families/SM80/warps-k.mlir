// Groups of a block's warps share the K of its tile: where that is chosen, and what is emitted.
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_80 -fusion-select-schedule | FileCheck %s --check-prefix=CHOICE
// RUN: sed 's/<16x/<1024x/g' %s | fusion-opt -fusion-attach-target=chip=sm_80 -fusion-select-schedule | FileCheck %s --check-prefix=ROWS
// RUN: fusion-compile %s --target=sm_80 --emit=gpu -o - | FileCheck %s

// Four groups of two warps have 16 of the 64 k tiles each, in rings of their own, and barriers of 64 threads. Their sums
// lie behind the epilogue's slices; the first group adds them.
// CHECK-LABEL: gpu.func @groups_k0(
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK: %[[GROUP:.*]] = nvvm.shfl.sync idx
// CHECK: %[[OFFSET:.*]] = arith.muli %[[GROUP]], %c30720_i32
// CHECK: %[[BARRIER:.*]] = arith.addi %[[GROUP]], %c1_i32
// CHECK: nvvm.barrier id = %[[BARRIER]] number_of_threads = %c64_i32
// CHECK: scf.for %{{.*}} = %c0_i32 to %c16_i32
// CHECK: %[[BARRIER:.*]] = arith.addi %[[GROUP]], %c1_i32
// CHECK: nvvm.barrier id = %[[BARRIER]] number_of_threads = %c64_i32
// CHECK: nvvm.cp.async.wait.group 0
// CHECK: nvvm.barrier0
// CHECK: llvm.store {{.*}} : vector<4xf32>, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK: scf.if
// CHECK-COUNT-12: llvm.load {{.*}} : !llvm.ptr<3> -> vector<4xf32>
// A group of one warp has no named barrier.
// CHECK-LABEL: gpu.func @of_one_warp_k0(
// CHECK: scf.for
// CHECK-NOT: number_of_threads
// CHECK: nvvm.bar.warp.sync
// CHECK-LABEL: func.func @groups(
// CHECK: gpu.launch_func @fusion_kernels::@groups_k0 blocks in (%c64,
#two = #fusion.schedule<family = sm80, tile = [16, 64, 64], warps = [1, 2], stages = 3, sm80 = <warps_k = 4>>
#one = #fusion.schedule<family = sm80, tile = [16, 32, 64], warps = [1, 1], stages = 3, sm80 = <warps_k = 8>>
func.func @groups(%x: tensor<16x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<16x4096xbf16> {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<16x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<16x4096xbf16> attributes {schedule = #two} {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<16x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<16x4096xbf16>
    fusion.yield %1 : tensor<16x4096xbf16>
  }
  return %0 : tensor<16x4096xbf16>
}

func.func @of_one_warp(%x: tensor<16x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<16x4096xbf16> {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<16x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<16x4096xbf16> attributes {schedule = #one} {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<16x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<16x4096xbf16>
    fusion.yield %1 : tensor<16x4096xbf16>
  }
  return %0 : tensor<16x4096xbf16>
}

// Few rows: large weights are read once, with the copies of many groups on the way. Not so many rows.
// CHOICE-LABEL: func.func @few_rows
// CHOICE: family = sm80, tile = [16, 32, 64], warps = [1, 1], stages = 3, group = 8, sm80 = <warps_k = 4>
// ROWS-LABEL: func.func @few_rows
// ROWS-NOT: warps_k
func.func @few_rows(%x: tensor<16x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<16x4096xbf16> {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<16x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<16x4096xbf16> {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<16x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<16x4096xbf16>
    fusion.yield %1 : tensor<16x4096xbf16>
  }
  return %0 : tensor<16x4096xbf16>
}

// Rows of weights that lie along n fill 128 bytes of a tile.
// CHOICE-LABEL: func.func @along_n
// CHOICE: family = sm80, tile = [16, 64, 64], {{.*}}, sm80 = <warps_k = 4>
func.func @along_n(%x: tensor<16x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<16x4096xbf16> {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<16x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<16x4096xbf16> {
    %1 = fusion.matmul %a, %b : (tensor<16x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<16x4096xbf16>
    fusion.yield %1 : tensor<16x4096xbf16>
  }
  return %0 : tensor<16x4096xbf16>
}

// Strict numerics have one order of sums; K that the launch brings is not split.
// CHOICE-LABEL: func.func @strict
// CHOICE-NOT: warps_k
func.func @strict(%x: tensor<16x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<16x4096xbf16> attributes {fusion.numerics = #fusion.numerics<strict>} {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<16x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<16x4096xbf16> {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<16x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<16x4096xbf16>
    fusion.yield %1 : tensor<16x4096xbf16>
  }
  return %0 : tensor<16x4096xbf16>
}

// CHOICE-LABEL: func.func @open_k
// CHOICE-NOT: warps_k
func.func @open_k(%x: tensor<16x?xbf16>, %w: tensor<4096x?xbf16>) -> tensor<16x4096xbf16> {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<16x?xbf16>, tensor<4096x?xbf16>) -> tensor<16x4096xbf16> {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<16x?xbf16>, tensor<4096x?xbf16>) -> tensor<16x4096xbf16>
    fusion.yield %1 : tensor<16x4096xbf16>
  }
  return %0 : tensor<16x4096xbf16>
}

// Blocks share the K of a tile: where that is chosen, and what is emitted.
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_80 -fusion-select-schedule | FileCheck %s --check-prefix=CHOICE
// RUN: fusion-compile %s --target=sm_80 --emit=gpu -o - | FileCheck %s

// Few tiles leave most multiprocessors idle, and K is very long.
// CHOICE-LABEL: func.func @long_k
// CHOICE: sm80 = <split_k = 8
func.func @long_k(%x: tensor<64x65536xbf16>, %w: tensor<64x65536xbf16>) -> tensor<64x64xbf16> {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<64x65536xbf16>, tensor<64x65536xbf16>) -> tensor<64x64xbf16> {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<64x65536xbf16>, tensor<64x65536xbf16>) -> tensor<64x64xbf16>
    fusion.yield %1 : tensor<64x64xbf16>
  }
  return %0 : tensor<64x64xbf16>
}

// Four blocks have 16 of the 64 k tiles each, and meet in 64 * (4096 + 8) bytes: sums, and a flag of each block.
// CHECK-LABEL: gpu.func @few_rows_k0(
// CHECK-SAME: memref<?xi8>
// The loop is of a part's k tiles.
// CHECK: scf.for %{{.*}} = %c0_i32 to %c16_i32
// The first one to come leaves its sums and sets the flag; the second one adds them, and clears it.
// CHECK: ld.acquire.gpu.global.b64
// CHECK: llvm.nvvm.barrier.cta.red.or.aligned.count
// CHECK: nvvm.barrier
// CHECK: atom.acq_rel.gpu.global.exch.b64
// CHECK: llvm.store %c0_i64
// CHECK-LABEL: func.func @few_rows.workspace
// CHECK: arith.constant 262656 : i64
// CHECK-LABEL: func.func @few_rows(
// CHECK: gpu.launch_func @fusion_kernels::@few_rows_k0 blocks in (%c64,
#four = #fusion.schedule<family = sm80, tile = [16, 64, 64], warps = [1, 4], stages = 4, group = 8, sm80 = <split_k = 4>>
func.func @few_rows(%x: tensor<16x4096xbf16>, %w: tensor<1024x4096xbf16>) -> tensor<16x1024xbf16> {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<16x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<16x1024xbf16> attributes {schedule = #four} {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<16x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<16x1024xbf16>
    fusion.yield %1 : tensor<16x1024xbf16>
  }
  return %0 : tensor<16x1024xbf16>
}

// Strict numerics have one order of sums.
// CHOICE-LABEL: func.func @strict
// CHOICE-NOT: sm80 = <
func.func @strict(%x: tensor<16x4096xbf16>, %w: tensor<1024x4096xbf16>) -> tensor<16x1024xbf16> attributes {fusion.numerics = #fusion.numerics<strict>} {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<16x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<16x1024xbf16> {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<16x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<16x1024xbf16>
    fusion.yield %1 : tensor<16x1024xbf16>
  }
  return %0 : tensor<16x1024xbf16>
}

// Nor is K split whose size the launch brings, or that is short; or where tiles fill the chip.
// CHOICE-LABEL: func.func @open_k
// CHOICE-NOT: sm80 = <
func.func @open_k(%x: tensor<16x?xbf16>, %w: tensor<1024x?xbf16>) -> tensor<16x1024xbf16> {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<16x?xbf16>, tensor<1024x?xbf16>) -> tensor<16x1024xbf16> {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<16x?xbf16>, tensor<1024x?xbf16>) -> tensor<16x1024xbf16>
    fusion.yield %1 : tensor<16x1024xbf16>
  }
  return %0 : tensor<16x1024xbf16>
}

// CHOICE-LABEL: func.func @short_k
// CHOICE-NOT: sm80 = <
func.func @short_k(%x: tensor<16x256xbf16>, %w: tensor<1024x256xbf16>) -> tensor<16x1024xbf16> {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<16x256xbf16>, tensor<1024x256xbf16>) -> tensor<16x1024xbf16> {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<16x256xbf16>, tensor<1024x256xbf16>) -> tensor<16x1024xbf16>
    fusion.yield %1 : tensor<16x1024xbf16>
  }
  return %0 : tensor<16x1024xbf16>
}

// CHOICE-LABEL: func.func @many_tiles
// CHOICE-NOT: sm80 = <
func.func @many_tiles(%x: tensor<1024x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<1024x4096xbf16> {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<1024x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<1024x4096xbf16> {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<1024x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<1024x4096xbf16>
    fusion.yield %1 : tensor<1024x4096xbf16>
  }
  return %0 : tensor<1024x4096xbf16>
}

// Both sums of a pair meet.
// CHOICE-LABEL: func.func @pair
// CHECK-LABEL: func.func @pair.workspace
// CHECK: arith.constant 524800 : i64
func.func @pair(%x: tensor<16x4096xbf16>, %w: tensor<1024x4096xbf16>, %u: tensor<1024x4096xbf16>) -> tensor<16x1024xbf16> {
  %0 = fusion.kernel(%a = %x, %b = %w, %c = %u) : (tensor<16x4096xbf16>, tensor<1024x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<16x1024xbf16> attributes {schedule = #four} {
    %1 = fusion.matmul %a, %b {transpose_b} : (tensor<16x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<16x1024xbf16>
    %2 = fusion.matmul %a, %c {transpose_b} : (tensor<16x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<16x1024xbf16>
    %3 = fusion.mul %1, %2 : (tensor<16x1024xbf16>, tensor<16x1024xbf16>) -> tensor<16x1024xbf16>
    fusion.yield %3 : tensor<16x1024xbf16>
  }
  return %0 : tensor<16x1024xbf16>
}

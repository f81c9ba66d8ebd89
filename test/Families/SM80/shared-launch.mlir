// RUN: fusion-opt %s --convert-fusion-to-gpu | FileCheck %s
// RUN: sed 's/sm_80">/sm_120">/' %s | fusion-opt --convert-fusion-to-gpu | FileCheck %s --check-prefix=OVERLAPS

#schedule = #fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 2>
#deep = #fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3>
#split = #fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 2, sm80 = <split_k = 2>>
#tall = #fusion.schedule<family = sm80, tile = [128, 64, 64], warps = [4, 2], stages = 2>
module attributes {fusion.target = #fusion.target<"sm_80">} {

// A block finds out of which kernel it is: of the first 6 blocks, or of the 2 behind them.
// CHECK-LABEL: gpu.func @shared_k0_and_1_more(
// CHECK: %[[BLOCK:.*]] = nvvm.read.ptx.sreg.ctaid.x
// CHECK: %[[OF_FIRST:.*]] = arith.cmpi ult, %[[BLOCK]], %c6_i32
// CHECK: scf.if %[[OF_FIRST]]
// CHECK: %[[NEXT:.*]] = arith.subi %[[BLOCK]], %c6_i32
// CHECK: %[[OTHER:.*]] = llvm.inline_asm {{.*}} %[[NEXT]]
// CHECK: %[[OF_SECOND:.*]] = arith.cmpi ult, %[[OTHER]], %c2_i32
// CHECK: scf.if %[[OF_SECOND]]
// CHECK-NOT: nvvm.read.ptx.sreg.ctaid
// CHECK: gpu.return

// Where launches overlap each block waits, and lets the next kernel start once.
// OVERLAPS-LABEL: gpu.func @shared_k0_and_1_more(
// OVERLAPS: nvvm.griddepcontrol wait
// OVERLAPS: scf.if
// OVERLAPS: nvvm.griddepcontrol launch_dependents
// OVERLAPS: scf.if
// OVERLAPS: nvvm.griddepcontrol launch_dependents
// OVERLAPS-LABEL: gpu.func @shared_k0(
// OVERLAPS: gpu.launch_func @fusion_kernels::@shared_k0_and_1_more {{.*}} {fusion.programmatic}

// One launch of all tiles, of 2 * 3 and of 2 * 1, where all addresses are aligned; else each kernel has its own.
// CHECK-LABEL: func.func @shared
// CHECK: memref.extract_aligned_pointer_as_index %arg1
// CHECK: memref.extract_aligned_pointer_as_index %arg2
// CHECK: scf.if
// CHECK: gpu.launch_func @fusion_kernels::@shared_k0_and_1_more blocks in (%c8,
// CHECK-NOT: gpu.launch_func
// CHECK: else
// CHECK: gpu.launch_func @fusion_kernels::@shared_k0 blocks
// CHECK: gpu.launch_func @fusion_kernels::@shared_k0_general blocks
// CHECK: gpu.launch_func @fusion_kernels::@shared_k1 blocks
// CHECK: gpu.launch_func @fusion_kernels::@shared_k1_general blocks
func.func @shared(%x: memref<128x64xbf16>, %w: memref<64x192xbf16>, %u: memref<64x40xbf16>, %o: memref<128x192xbf16>, %p: memref<128x40xf32>) {
  fusion.kernel(%a = %x, %b = %w) outs(%o : memref<128x192xbf16>) : (memref<128x64xbf16>, memref<64x192xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #schedule} {
    %0 = fusion.matmul %a, %b : (tensor<128x64xbf16>, tensor<64x192xbf16>) -> tensor<128x192xbf16>
    fusion.yield %0 : tensor<128x192xbf16>
  }
  fusion.kernel(%a = %x, %b = %u) outs(%p : memref<128x40xf32>) : (memref<128x64xbf16>, memref<64x40xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #schedule} {
    %0 = fusion.matmul %a, %b : (tensor<128x64xbf16>, tensor<64x40xbf16>) -> tensor<128x40xf32>
    %1 = fusion.relu %0 : tensor<128x40xf32>
    fusion.yield %1 : tensor<128x40xf32>
  }
  return
}

// The kernels need not be of one depth: each block has one tile. The launch has as much shared memory as any needs.
// CHECK-LABEL: func.func @other_depth
// CHECK: arith.constant 49152 : i32
// CHECK: gpu.launch_func @fusion_kernels::@other_depth_k0_and_1_more blocks
func.func @other_depth(%x: memref<128x64xbf16>, %y: memref<128x32xbf16>, %w: memref<64x64xbf16>, %u: memref<32x64xbf16>, %o: memref<128x64xbf16>, %p: memref<128x64xbf16>) {
  fusion.kernel(%a = %x, %b = %w) outs(%o : memref<128x64xbf16>) : (memref<128x64xbf16>, memref<64x64xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #deep} {
    %0 = fusion.matmul %a, %b : (tensor<128x64xbf16>, tensor<64x64xbf16>) -> tensor<128x64xbf16>
    fusion.yield %0 : tensor<128x64xbf16>
  }
  fusion.kernel(%a = %y, %b = %u) outs(%p : memref<128x64xbf16>) : (memref<128x32xbf16>, memref<32x64xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #schedule} {
    %0 = fusion.matmul %a, %b : (tensor<128x32xbf16>, tensor<32x64xbf16>) -> tensor<128x64xbf16>
    fusion.yield %0 : tensor<128x64xbf16>
  }
  return
}

// All blocks of a launch have one number of threads.
// CHECK-LABEL: func.func @other_threads
// CHECK-NOT: _and_
// CHECK: return
func.func @other_threads(%x: memref<128x64xbf16>, %w: memref<64x64xbf16>, %u: memref<64x64xbf16>, %o: memref<128x64xbf16>, %p: memref<128x64xbf16>) {
  fusion.kernel(%a = %x, %b = %w) outs(%o : memref<128x64xbf16>) : (memref<128x64xbf16>, memref<64x64xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #schedule} {
    %0 = fusion.matmul %a, %b : (tensor<128x64xbf16>, tensor<64x64xbf16>) -> tensor<128x64xbf16>
    fusion.yield %0 : tensor<128x64xbf16>
  }
  fusion.kernel(%a = %x, %b = %u) outs(%p : memref<128x64xbf16>) : (memref<128x64xbf16>, memref<64x64xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #tall} {
    %0 = fusion.matmul %a, %b : (tensor<128x64xbf16>, tensor<64x64xbf16>) -> tensor<128x64xbf16>
    fusion.yield %0 : tensor<128x64xbf16>
  }
  return
}

// Blocks that share K have a launch of their own.
// CHECK-LABEL: func.func @shared_k
// CHECK-NOT: _and_
// CHECK: return
func.func @shared_k(%x: memref<128x64xbf16>, %w: memref<64x64xbf16>, %u: memref<64x64xbf16>, %o: memref<128x64xbf16>, %p: memref<128x64xbf16>) {
  fusion.kernel(%a = %x, %b = %w) outs(%o : memref<128x64xbf16>) : (memref<128x64xbf16>, memref<64x64xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #split} {
    %0 = fusion.matmul %a, %b : (tensor<128x64xbf16>, tensor<64x64xbf16>) -> tensor<128x64xbf16>
    fusion.yield %0 : tensor<128x64xbf16>
  }
  fusion.kernel(%a = %x, %b = %u) outs(%p : memref<128x64xbf16>) : (memref<128x64xbf16>, memref<64x64xbf16>) -> () attributes {launch_group = 0 : i64, schedule = #split} {
    %0 = fusion.matmul %a, %b : (tensor<128x64xbf16>, tensor<64x64xbf16>) -> tensor<128x64xbf16>
    fusion.yield %0 : tensor<128x64xbf16>
  }
  return
}

}

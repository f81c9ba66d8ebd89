// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a | FileCheck %s

// 15 tiles on a grid of four: three are left, whose K goes to two partial tiles each. Twelve tiles and six
// partial tiles are taken by four blocks; then the sums of three tiles are added, by a block for each 64 rows and 32 columns of one.

// CHECK-LABEL: llvm.func @tail_k0_reduce(
// CHECK-SAME: nvvm.maxntid = array<i32: 128, 1, 1>
// CHECK: nvvm.griddepcontrol wait
// CHECK: nvvm.griddepcontrol launch_dependents
// CHECK: llvm.load {{.*}} !llvm.ptr<1> -> vector<4xf32>
// CHECK: arith.addf {{.*}} vector<4xf32>

// CHECK-LABEL: llvm.func @tail_k0(
// CHECK: llvm.store {{.*}} vector<4xf32>, !llvm.ptr<1>

// What depends on addresses has another variant, in the same memory.
// CHECK-LABEL: func.func @tail(
// CHECK-DAG: %[[BLOCKS:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[REDUCING:.*]] = arith.constant 24 : index
// CHECK: %[[SUMS:.*]] = memref.view {{.*}} to memref<393216xi8>
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[SUMS]]
// CHECK: gpu.launch_func @fusion_kernels::@tail_k0 blocks in (%[[BLOCKS]], {{.*}} %[[ADDRESS]] : {{.*}} {fusion.programmatic}
// CHECK: gpu.launch_func @fusion_kernels::@tail_k0_reduce blocks in (%[[REDUCING]], {{.*}} %[[ADDRESS]] : {{.*}} {fusion.programmatic}
// CHECK: memref.extract_aligned_pointer_as_index %[[SUMS]]
// CHECK: gpu.launch_func @fusion_kernels::@tail_k0_unaligned blocks in (%[[BLOCKS]],
// CHECK: gpu.launch_func @fusion_kernels::@tail_k0_unaligned_reduce blocks in (%[[REDUCING]],
// CHECK: gpu.launch_func @fusion_kernels::@tail_k0_general
func.func @tail(%x: tensor<384x512xbf16>, %w: tensor<640x512xbf16>) -> tensor<384x640xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<384x512xbf16>, tensor<640x512xbf16>) -> tensor<384x640xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4, sm90 = <stream_k_tail = 2, grid = 4, dependents = late>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<384x512xbf16>, tensor<640x512xbf16>) -> tensor<384x640xf32>
    %1 = fusion.relu %0 : tensor<384x640xf32>
    %2 = fusion.cast %1 : tensor<384x640xf32> to tensor<384x640xbf16>
    fusion.yield %2 : tensor<384x640xbf16>
  }
  return %y : tensor<384x640xbf16>
}

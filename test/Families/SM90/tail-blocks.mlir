// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --emit=ptx | FileCheck %s --check-prefix=PTX
// RUN: fusion-compile %s --target=sm_90a --emit=ptx --explain=json -o %t | FileCheck %s --check-prefix=REPORT

// 15 tiles on a grid of four: three are left, whose K goes to two partial tiles each, which the blocks that made them
// add. There is no second kernel, and behind the partial tiles is a flag for each of them and each warpgroup.

// CHECK-NOT: @tail_k0_reduce
// CHECK-LABEL: func.func @tail(
// CHECK-DAG: %[[BLOCKS:.*]] = arith.constant 4 : index
// CHECK: %[[SUMS:.*]] = memref.view {{.*}} to memref<393312xi8>
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[SUMS]]
// CHECK: gpu.launch_func @fusion_kernels::@tail_k0 blocks in (%[[BLOCKS]], {{.*}} %[[ADDRESS]] : {{.*}} {fusion.programmatic}
// CHECK-NOT: _reduce

// Whether the other one was there before; if not, all threads store, then one exchanges, which orders memory both ways,
// and all learn of it. Who comes second clears the flag.
// PTX-LABEL: .entry tail_k0(
// PTX: ld.acquire.gpu.global.b64 %[[SEEN:.*]], [%[[FLAG:.*]]];
// PTX: bar.red.or.pred {{.*}}, 128,
// PTX: st.global.v4.b32
// PTX: bar.sync {{.*}}, 128;
// PTX: atom.acq_rel.gpu.global.exch.b64 {{.*}}, [%[[FLAG]]],
// PTX: bar.red.or.pred {{.*}}, 128,
// PTX: st.global.b64 [%[[FLAG]]], 0;
// PTX: ld.global.v4.b32
// PTX: add.rn.f32

// REPORT: "name": "tail_k0"
// REPORT-NOT: "name":
func.func @tail(%x: tensor<384x512xbf16>, %w: tensor<640x512xbf16>) -> tensor<384x640xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<384x512xbf16>, tensor<640x512xbf16>) -> tensor<384x640xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4, sm90 = <stream_k_tail = 2, grid = 4, dependents = late, tail_reduction = blocks>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<384x512xbf16>, tensor<640x512xbf16>) -> tensor<384x640xf32>
    %1 = fusion.relu %0 : tensor<384x640xf32>
    %2 = fusion.cast %1 : tensor<384x640xf32> to tensor<384x640xbf16>
    fusion.yield %2 : tensor<384x640xbf16>
  }
  return %y : tensor<384x640xbf16>
}

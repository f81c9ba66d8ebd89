// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a | FileCheck %s
// RUN: fusion-opt %s --fusion-to-gpu="chip=sm_90a dependent-launch=false" | FileCheck %s --check-prefix=OFF
// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_89 | FileCheck %s --check-prefix=OFF
// RUN: fusion-opt %s --fusion-to-ptx=chip=sm_90a | %python %fusion_src_root/test/Target/PTX/Inputs/extract_ptx.py \
// RUN:   | FileCheck %s --check-prefix=PTX
// RUN: fusion-compile %s --target=sm_90a --emit=ptx | FileCheck %s --check-prefix=PTX
// RUN: fusion-compile %s --target=sm_90a --emit=ptx --dependent-launch=false | FileCheck %s --check-prefix=OFF

// On a chip that can, every variant of every kernel waits before anything else, and tells when the next kernel may start:
// elementwise work at once, a product after its main loop, and kernels that are not ours at once.

// CHECK-LABEL: gpu.func @chain_k0(
// CHECK: nvvm.griddepcontrol wait
// CHECK: scf.for
// CHECK: nvvm.griddepcontrol launch_dependents
// CHECK: gpu.return
// CHECK-LABEL: gpu.func @chain_k0_general(
// CHECK: nvvm.griddepcontrol wait
// CHECK: nvvm.griddepcontrol launch_dependents
// CHECK: gpu.return
// CHECK-LABEL: gpu.func @chain_k1(
// CHECK: nvvm.griddepcontrol wait
// CHECK-NEXT: nvvm.griddepcontrol launch_dependents
// CHECK: gpu.return
// CHECK-LABEL: gpu.func @chain_k1_general(
// CHECK: nvvm.griddepcontrol wait
// CHECK-NEXT: nvvm.griddepcontrol launch_dependents
// CHECK-LABEL: gpu.func @chain_kernel(
// CHECK-NOT: {{load|gpu.thread_id}}
// CHECK: nvvm.griddepcontrol wait
// CHECK-NEXT: nvvm.griddepcontrol launch_dependents
// CHECK-NOT: griddepcontrol
// CHECK-LABEL: func.func @chain(
// CHECK: gpu.launch_func @fusion_kernels::@chain_k0 {{.*}} {fusion.programmatic}
// CHECK: gpu.launch_func @fusion_kernels::@chain_k0_general {{.*}} {fusion.programmatic}
// CHECK: gpu.launch_func @fusion_kernels::@chain_k1 {{.*}} {fusion.programmatic}
// CHECK: gpu.launch_func @fusion_kernels::@chain_k1_general {{.*}} {fusion.programmatic}
// CHECK: gpu.launch_func @fusion_kernels::@chain_kernel {{.*}} {fusion.programmatic}

// OFF-NOT: griddepcontrol
// OFF-NOT: fusion.programmatic

// No access to memory is moved in front of the wait.

// PTX-LABEL: .visible .entry chain_k0(
// PTX-NOT: {{ld.global|st.global|cp.async|prefetch|ldmatrix|ld.shared}}
// PTX: griddepcontrol.wait
// PTX: cp.async
// PTX: mma.sync
// PTX: griddepcontrol.launch_dependents
// PTX: st.global
// PTX-LABEL: .visible .entry chain_k0_general(
// PTX-NOT: {{ld.global|st.global|cp.async|prefetch|ldmatrix|ld.shared}}
// PTX: griddepcontrol.wait
// PTX-LABEL: .visible .entry chain_k1(
// PTX-NOT: {{ld.global|st.global|cp.async|prefetch|ld.shared}}
// PTX: griddepcontrol.wait
// PTX: ld.global
// PTX-LABEL: .visible .entry chain_k1_general(
// PTX-NOT: {{ld.global|st.global|cp.async|prefetch|ld.shared}}
// PTX: griddepcontrol.wait
// PTX: ld.global
// PTX-LABEL: .visible .entry chain_kernel(
// PTX-NOT: {{ld.global|st.global|ld.shared}}
// PTX: griddepcontrol.wait
// PTX: ld.global

func.func @chain(%x: tensor<256x128xbf16>, %w: tensor<128x256xbf16>, %b: tensor<256xbf16>, %y: tensor<64x64xf32>) -> (tensor<256x256xbf16>, tensor<64x64xf32>, tensor<64xf32>) {
  %2 = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b) : (tensor<256x128xbf16>, tensor<128x256xbf16>, tensor<256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3, group = 8>} {
    %4 = fusion.matmul %x0, %w0 : (tensor<256x128xbf16>, tensor<128x256xbf16>) -> tensor<256x256xf32>
    %5 = fusion.add %4, %b0 : (tensor<256x256xf32>, tensor<256xbf16>) -> tensor<256x256xf32>
    %6 = fusion.cast %5 : tensor<256x256xf32> to tensor<256x256xbf16>
    fusion.yield %6 : tensor<256x256xbf16>
  }
  %3 = fusion.gelu %y : tensor<64x64xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %r = linalg.reduce { arith.subf } ins(%3 : tensor<64x64xf32>) outs(%i : tensor<64xf32>) dimensions = [0]
  return %2, %3, %r : tensor<256x256xbf16>, tensor<64x64xf32>, tensor<64xf32>
}

// RUN: fusion-opt %s -fusion-to-ptx=chip=sm_86 | FileCheck %s
// RUN: fusion-opt %s -fusion-to-ptx=chip=sm_86 \
// RUN:   | %python %S/Inputs/extract_ptx.py | FileCheck %s --check-prefix=PTX

// The device module becomes a gpu.binary of its name, which launches refer to.
// CHECK: gpu.binary @fusion_kernels [#gpu.object<#nvvm.target<O = 3, chip = "sm_86", features = "+ptx80">, assembly =
// CHECK-LABEL: func.func @f
// CHECK: gpu.launch_func @fusion_kernels::@f_k0

// PTX: .target sm_86
// PTX: .extern .shared .align 128 .b8 fusion_shared[];
// PTX: .visible .entry f_k0(
// PTX: .maxntid 256, 1, 1
// PTX: cp.async.cg.shared.global
// PTX: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// PTX: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// No function is called: neither a library's nor one of ours.
// PTX-NOT: call
// PTX: .visible .entry f_k0_general(
// PTX-NOT: call
func.func @f(%x: tensor<512x512xf16>, %w: tensor<512x512xf16>, %b: tensor<512xf16>) -> tensor<512x512xf16> {
  %0 = fusion.matmul %x, %w : (tensor<512x512xf16>, tensor<512x512xf16>) -> tensor<512x512xf32>
  %1 = fusion.add %0, %b : (tensor<512x512xf32>, tensor<512xf16>) -> tensor<512x512xf32>
  %2 = fusion.gelu %1 {approximate = "tanh"} : tensor<512x512xf32>
  %3 = fusion.cast %2 : tensor<512x512xf32> to tensor<512x512xf16>
  return %3 : tensor<512x512xf16>
}

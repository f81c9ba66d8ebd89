// RUN: fusion-compile %s --target=sm_120 --emit=ptx | FileCheck %s --implicit-check-not=wgmma --implicit-check-not=cp.async.bulk
// RUN: fusion-compile %s --target=sm_120 --explain | FileCheck %s --check-prefix=REPORT

// A chip that has families of other chips alone: products by mma.sync, within 99 KiB, kernels that overlap.

// CHECK: .version 8.7
// CHECK: .target sm_120
// CHECK: .entry ffn_k0
// CHECK: griddepcontrol
// CHECK: mma.sync.aligned.m16n8k16
// REPORT: kernels: 1
// REPORT: family = sm80
func.func @ffn(%x: tensor<128x256xbf16>, %w: tensor<512x256xbf16>, %b: tensor<512xbf16>) -> tensor<128x512xbf16> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<128x256xbf16>, tensor<512x256xbf16>) -> tensor<128x512xf32>
  %1 = fusion.add %0, %b : (tensor<128x512xf32>, tensor<512xbf16>) -> tensor<128x512xf32>
  %2 = fusion.gelu %1 : tensor<128x512xf32>
  %3 = fusion.cast %2 : tensor<128x512xf32> to tensor<128x512xbf16>
  return %3 : tensor<128x512xbf16>
}

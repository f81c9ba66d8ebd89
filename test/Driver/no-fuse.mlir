// An operation that is marked with fusion.no_fuse: its edges have that as their reason, and results are right.
// RUN: fusion-compile %s --target=sm_90a --explain -o %t.out | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --explain=json -o %t.out | FileCheck %s --check-prefix=JSON
// RUN: fusion-compile %s --target=cpu --explain -o %t.out | FileCheck %s --check-prefix=CPU
// RUN: fusion-compile %s --target=sm_90a --no-fuse --explain -o %t.out | FileCheck %s --check-prefix=UNFUSED

// CHECK: not fused: 4
// CHECK-NEXT: marked_k0 -> marked_k1: no-fuse: the consumer is marked fusion.no_fuse  (
// CHECK-NEXT: marked_k1 -> marked_k2: no-fuse: both are marked fusion.no_fuse  (
// CHECK-NEXT: marked_k2 -> marked_k3: no-fuse: the producer is marked fusion.no_fuse  (
// CHECK-NEXT: siblings_k0, siblings_k1: no-fuse: launches of their own: one of them is marked fusion.no_fuse  (

// JSON: "producer": "marked_k0",
// JSON-NEXT: "consumer": "marked_k1",
// JSON-NEXT: "code": "no-fuse",
// JSON-NEXT: "reason": "the consumer is marked fusion.no_fuse",
// JSON-NEXT: "suggestion": "",
// JSON: "siblings": [
// JSON: "code": "no-fuse",

// CPU: marked_k0 -> marked_k1: no-fuse: the consumer is marked fusion.no_fuse  (

// Where nothing is fused, other edges say so.
// UNFUSED: marked_k0 -> marked_k1: no-fuse: the consumer is marked fusion.no_fuse  (
// UNFUSED: marked_k3 -> marked_k4: not-run:

// RUN: fusion-run %s --entry=marked --device=cpu --random=1 --verify
// RUN: fusion-run %s --entry=marked --device=cpu --random=2 --numerics=strict --verify
func.func @marked(%x: tensor<33x64xbf16>, %w: tensor<64x48xbf16>, %b: tensor<48xbf16>) -> tensor<33x48xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<33x64xbf16>, tensor<64x48xbf16>) -> tensor<33x48xbf16>
  %1 = fusion.add %0, %b {fusion.no_fuse} : (tensor<33x48xbf16>, tensor<48xbf16>) -> tensor<33x48xbf16>
  %2 = fusion.gelu %1 {fusion.no_fuse} : tensor<33x48xbf16>
  %3 = fusion.exp %2 : tensor<33x48xbf16>
  %4 = fusion.neg %3 : tensor<33x48xbf16>
  return %4 : tensor<33x48xbf16>
}

// RUN: fusion-run %s --entry=siblings --device=cpu --random=1 --verify
func.func @siblings(%x: tensor<64x256xbf16>, %w: tensor<256x128xbf16>, %u: tensor<256x128xbf16>)
    -> (tensor<64x128xbf16>, tensor<64x128xbf16>) {
  %0 = fusion.matmul %x, %w : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
  %1 = fusion.matmul %x, %u {fusion.no_fuse} : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
  return %0, %1 : tensor<64x128xbf16>, tensor<64x128xbf16>
}

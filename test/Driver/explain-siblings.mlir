// RUN: fusion-compile %s --target=sm_90a --explain -o %t.out | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --explain=json -o %t.out > %t.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: fusion-compile %s --target=sm_90a --emit=fusion -o %t.fused.mlir
// RUN: fusion-compile %t.fused.mlir --target=sm_90a --explain -o %t.out | FileCheck %s

// Products of one left factor share a launch, and the report says what that saves; or it says why they do not. What it
// says is what was decided, so it is the same of kernels that were read with their schedules.
// CHECK: shared_k0: matmul, matmul, relu
// CHECK-NEXT: one launch with shared_k1, which saves about {{[0-9]+\.[0-9]}} us
// CHECK: not fused: 4
// CHECK-NEXT: large_k0, large_k1, large_k2: shared-launch: launches of their own: one for all is predicted to take {{[0-9.]+}} us for {{[0-9.]+}} us apart  (
// CHECK-NEXT: unlike_k0, unlike_k1: shared-launch: launches of their own: one of them has columns, a depth or batches of dynamic size  (
// CHECK-NEXT: unlike_k0, unlike_k2: shared-launch: launches of their own: their factors lie in different orders of dimensions  (
// CHECK-NEXT: adapters_k1, adapters_k2: shared-launch: launches of their own: the products that are added to theirs have other depths or layouts  (

// JSON: "name": "shared_k0"
// JSON: "sharing": [
// JSON-NEXT: "shared_k1"
// JSON-NEXT: ],
// JSON-NEXT: "saved_us": {{[0-9]+\.[0-9][0-9][0-9]}},
// JSON: "missed": [],
// JSON-NEXT: "siblings": [
// JSON-NEXT: {
// JSON-NEXT: "kernels": [
// JSON-NEXT: "large_k0",
// JSON-NEXT: "large_k1",
// JSON-NEXT: "large_k2"
// JSON-NEXT: ],
// JSON-NEXT: "code": "shared-launch",
// JSON-NEXT: "reason": "one for all is predicted to take {{[0-9.]+}} us for {{[0-9.]+}} us apart",
// JSON-NEXT: "loc": "{{.*}}explain-siblings.mlir:{{[0-9:]+}}"
func.func @shared(%x: tensor<64x256xbf16>, %w: tensor<256x128xbf16>, %u: tensor<256x128xbf16>)
    -> (tensor<64x128xbf16>, tensor<64x128xbf16>) {
  %0 = fusion.matmul %x, %w : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
  %1 = fusion.matmul %x, %u : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
  %2 = fusion.relu %1 : tensor<64x128xbf16>
  return %0, %2 : tensor<64x128xbf16>, tensor<64x128xbf16>
}
func.func @large(%x: tensor<4096x4096xbf16>, %w: tensor<4096x4096xbf16>, %u: tensor<4096x4096xbf16>,
                 %v: tensor<4096x4096xbf16>)
    -> (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) {
  %0 = fusion.matmul %x, %w : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  %1 = fusion.matmul %x, %u : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  %2 = fusion.matmul %x, %v : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xbf16>
  return %0, %1, %2 : tensor<4096x4096xbf16>, tensor<4096x4096xbf16>, tensor<4096x4096xbf16>
}
func.func @unlike(%x: tensor<64x256xbf16>, %w: tensor<256x128xbf16>, %u: tensor<256x?xbf16>, %v: tensor<128x256xbf16>)
    -> (tensor<64x128xbf16>, tensor<64x?xbf16>, tensor<64x128xbf16>) {
  %0 = fusion.matmul %x, %w : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
  %1 = fusion.matmul %x, %u : (tensor<64x256xbf16>, tensor<256x?xbf16>) -> tensor<64x?xbf16>
  %2 = fusion.matmul %x, %v {transpose_b} : (tensor<64x256xbf16>, tensor<128x256xbf16>) -> tensor<64x128xbf16>
  return %0, %1, %2 : tensor<64x128xbf16>, tensor<64x?xbf16>, tensor<64x128xbf16>
}
// A layer without an adapter is none of those that have one.
func.func @adapters(%x: tensor<64x256xbf16>, %w: tensor<256x128xbf16>, %u: tensor<256x128xbf16>, %v: tensor<256x128xbf16>,
                    %t: tensor<64x16xbf16>, %a: tensor<16x128xbf16>, %s: tensor<64x24xbf16>, %b: tensor<24x128xbf16>)
    -> (tensor<64x128xbf16>, tensor<64x128xbf16>, tensor<64x128xbf16>) {
  %0 = fusion.matmul %x, %w : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
  %1 = fusion.matmul %x, %u : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
  %2 = fusion.matmul %t, %a : (tensor<64x16xbf16>, tensor<16x128xbf16>) -> tensor<64x128xbf16>
  %3 = fusion.add %1, %2 : (tensor<64x128xbf16>, tensor<64x128xbf16>) -> tensor<64x128xbf16>
  %4 = fusion.matmul %x, %v : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
  %5 = fusion.matmul %s, %b : (tensor<64x24xbf16>, tensor<24x128xbf16>) -> tensor<64x128xbf16>
  %6 = fusion.add %4, %5 : (tensor<64x128xbf16>, tensor<64x128xbf16>) -> tensor<64x128xbf16>
  return %0, %3, %6 : tensor<64x128xbf16>, tensor<64x128xbf16>, tensor<64x128xbf16>
}

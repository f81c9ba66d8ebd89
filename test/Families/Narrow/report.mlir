// RUN: fusion-compile %s --target=sm_90a --emit=fusion --explain -o /dev/null | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --emit=fusion --explain=json -o /dev/null | FileCheck %s --check-prefix=JSON

// CHECK: kernels: 2
// CHECK-NEXT: main_k0: map, map, cast, mul, matmul
// CHECK-NEXT: #fusion.schedule<family = narrow
// CHECK-NEXT: its weight stays narrow, and is dequantised in registers: i4, groups of 128
// The time is that of the family's model, and not what memory alone would take.
// CHECK-NEXT: large_k0: {{.*}} matmul (saves {{[0-9]+}} bytes, about 6{{[0-9.]+}} us)
// CHECK: not fused: 0
// JSON: "narrow_weight": "i4, groups of 128"
func.func @main(%x: tensor<8x512xbf16>, %w: tensor<64x512xi4>, %s: tensor<64x4xbf16>) -> tensor<8x64xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<64x512xi4>, tensor<64x4xbf16>) -> tensor<64x512xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<8x512xbf16>, tensor<64x512xbf16>) -> tensor<8x64xf32>
  return %1 : tensor<8x64xf32>
}

func.func @large(%x: tensor<128x8192xbf16>, %w: tensor<8192x8192xi4>, %s: tensor<8192x64xbf16>) -> tensor<128x8192xbf16> {
  %0 = fusion.dequantize %w, %s : (tensor<8192x8192xi4>, tensor<8192x64xbf16>) -> tensor<8192x8192xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<128x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<128x8192xbf16>
  return %1 : tensor<128x8192xbf16>
}

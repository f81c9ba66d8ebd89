// On an H100, with less bandwidth than an H200, two launches are faster from 129 rows on too, as measured: open rows take
// longer than the model says of known ones (docs/lab/2026-11-27-few-rows-of-narrow-weights.md).
// RUN: fusion-compile %s --target=sm_90a --card="H100 80GB HBM3" --emit=fusion | FileCheck %s

// CHECK-LABEL: func.func @bytes
// CHECK: variant<"_m128", {{.*}}variant<"_general", guards = [<at_most {{[0-9]}}[0] is 128>]{{.*}}variant<"_floats"
func.func @bytes(%x: tensor<?x8192xbf16>, %w: tensor<8192x8192xi8>, %s: tensor<8192x64xbf16>) -> tensor<?x8192xbf16> {
  %0 = fusion.dequantize %w, %s : (tensor<8192x8192xi8>, tensor<8192x64xbf16>) -> tensor<8192x8192xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<?x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<?x8192xbf16>
  return %1 : tensor<?x8192xbf16>
}

// CHECK-LABEL: func.func @nibbles
// CHECK: variant<"_m128", {{.*}}variant<"_general", guards = [<at_most {{[0-9]}}[0] is 128>]{{.*}}variant<"_floats"
func.func @nibbles(%x: tensor<?x8192xbf16>, %w: tensor<8192x8192xi4>, %s: tensor<8192x64xbf16>) -> tensor<?x8192xbf16> {
  %0 = fusion.dequantize %w, %s : (tensor<8192x8192xi4>, tensor<8192x64xbf16>) -> tensor<8192x8192xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<?x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<?x8192xbf16>
  return %1 : tensor<?x8192xbf16>
}

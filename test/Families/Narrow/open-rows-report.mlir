// Whatever may be launched for some number of rows stands in the report: those of a kernel that writes the weight as floats,
// and of the product that reads them, in the place of the kernel.
// RUN: fusion-compile %s --target=sm_90a --emit=gpu --explain=json -o %t | FileCheck %s
// RUN: %python %fusion_src_root/tools/check-report.py --build=%fusion_obj_root %s

// CHECK: "launches": [
// CHECK-NEXT: "main_k0_m16",
// CHECK: "main_k0_m64",
// CHECK: "main_k0_general",
// CHECK-NEXT: "main_k0_floats_copy_b",
// CHECK: "main_k0_floats",
func.func @main(%x: tensor<?x8192xbf16>, %w: tensor<8192x8192xi8>, %s: tensor<8192x1xf32>) -> tensor<?x8192xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<8192x8192xi8>, tensor<8192x1xf32>) -> tensor<8192x8192xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<?x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<?x8192xf32>
  return %1 : tensor<?x8192xf32>
}

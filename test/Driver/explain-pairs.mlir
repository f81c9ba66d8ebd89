// RUN: fusion-compile %s --target=sm_90a --explain -o %t.out | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a --explain=json -o %t.out | FileCheck %s --check-prefix=JSON

// The report says why a pair is two kernels, though both have schedules by then.
// CHECK: not fused: 1
// CHECK-NEXT: two-products: both are products of one left factor, which would take {{[0-9.]+}} us in one kernel, and take {{[0-9.]+}} us in two
// JSON: "code": "two-products",
// JSON-NEXT: "reason": "both are products of one left factor, which would take {{[0-9.]+}} us in one kernel, and take {{[0-9.]+}} us in two",
// JSON-NOT: "siblings"
func.func @long_sums(%x: tensor<16x16384xbf16>, %g: tensor<16384x256xbf16>, %u: tensor<16384x256xbf16>)
    -> tensor<16x256xf32> {
  %0 = fusion.matmul %x, %g : (tensor<16x16384xbf16>, tensor<16384x256xbf16>) -> tensor<16x256xf32>
  %1 = fusion.matmul %x, %u : (tensor<16x16384xbf16>, tensor<16384x256xbf16>) -> tensor<16x256xf32>
  %2 = fusion.mul %0, %1 : (tensor<16x256xf32>, tensor<16x256xf32>) -> tensor<16x256xf32>
  return %2 : tensor<16x256xf32>
}

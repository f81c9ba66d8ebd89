// Each pair of 8-bit floats in each layout, by wgmma, as f16 and by mma.sync of their own: whole numbers are exact, also
// where sizes are odd.
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random --integers --verify 2>&1 | FileCheck %s
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random --integers --verify 2>&1 | FileCheck %s
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=89 fusion-run %s --device=cuda --random --integers --verify 2>&1 | FileCheck %s
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=120 fusion-run %s --device=cuda --random --integers --verify 2>&1 | FileCheck %s
// CHECK-COUNT-16: launch all_k{{[0-9]+(_copied_a_copied_b)?$}}
// CHECK-COUNT-16: {{^}}verify output {{[0-9]+}}: good, error 0,
func.func @all(%xa: tensor<33x40xf8E4M3FN>, %xat: tensor<40x33xf8E4M3FN>, %xb: tensor<33x40xf8E5M2>, %xbt: tensor<40x33xf8E5M2>,
               %wa: tensor<40x23xf8E4M3FN>, %wat: tensor<23x40xf8E4M3FN>, %wb: tensor<40x23xf8E5M2>, %wbt: tensor<23x40xf8E5M2>)
    -> (tensor<33x23xf32>, tensor<33x23xf32>, tensor<33x23xf32>, tensor<33x23xf32>,
        tensor<33x23xf32>, tensor<33x23xf32>, tensor<33x23xf32>, tensor<33x23xf32>,
        tensor<33x23xf32>, tensor<33x23xf32>, tensor<33x23xf32>, tensor<33x23xf32>,
        tensor<33x23xf32>, tensor<33x23xf32>, tensor<33x23xf32>, tensor<33x23xf32>) {
  %0 = fusion.matmul %xa, %wa : (tensor<33x40xf8E4M3FN>, tensor<40x23xf8E4M3FN>) -> tensor<33x23xf32>
  %1 = fusion.matmul %xa, %wat {transpose_b} : (tensor<33x40xf8E4M3FN>, tensor<23x40xf8E4M3FN>) -> tensor<33x23xf32>
  %2 = fusion.matmul %xat, %wa {transpose_a} : (tensor<40x33xf8E4M3FN>, tensor<40x23xf8E4M3FN>) -> tensor<33x23xf32>
  %3 = fusion.matmul %xat, %wat {transpose_a, transpose_b} : (tensor<40x33xf8E4M3FN>, tensor<23x40xf8E4M3FN>) -> tensor<33x23xf32>
  %4 = fusion.matmul %xa, %wb : (tensor<33x40xf8E4M3FN>, tensor<40x23xf8E5M2>) -> tensor<33x23xf32>
  %5 = fusion.matmul %xa, %wbt {transpose_b} : (tensor<33x40xf8E4M3FN>, tensor<23x40xf8E5M2>) -> tensor<33x23xf32>
  %6 = fusion.matmul %xat, %wb {transpose_a} : (tensor<40x33xf8E4M3FN>, tensor<40x23xf8E5M2>) -> tensor<33x23xf32>
  %7 = fusion.matmul %xat, %wbt {transpose_a, transpose_b} : (tensor<40x33xf8E4M3FN>, tensor<23x40xf8E5M2>) -> tensor<33x23xf32>
  %8 = fusion.matmul %xb, %wa : (tensor<33x40xf8E5M2>, tensor<40x23xf8E4M3FN>) -> tensor<33x23xf32>
  %9 = fusion.matmul %xb, %wat {transpose_b} : (tensor<33x40xf8E5M2>, tensor<23x40xf8E4M3FN>) -> tensor<33x23xf32>
  %10 = fusion.matmul %xbt, %wa {transpose_a} : (tensor<40x33xf8E5M2>, tensor<40x23xf8E4M3FN>) -> tensor<33x23xf32>
  %11 = fusion.matmul %xbt, %wat {transpose_a, transpose_b} : (tensor<40x33xf8E5M2>, tensor<23x40xf8E4M3FN>) -> tensor<33x23xf32>
  %12 = fusion.matmul %xb, %wb : (tensor<33x40xf8E5M2>, tensor<40x23xf8E5M2>) -> tensor<33x23xf32>
  %13 = fusion.matmul %xb, %wbt {transpose_b} : (tensor<33x40xf8E5M2>, tensor<23x40xf8E5M2>) -> tensor<33x23xf32>
  %14 = fusion.matmul %xbt, %wb {transpose_a} : (tensor<40x33xf8E5M2>, tensor<40x23xf8E5M2>) -> tensor<33x23xf32>
  %15 = fusion.matmul %xbt, %wbt {transpose_a, transpose_b} : (tensor<40x33xf8E5M2>, tensor<23x40xf8E5M2>) -> tensor<33x23xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15
      : tensor<33x23xf32>, tensor<33x23xf32>, tensor<33x23xf32>, tensor<33x23xf32>,
        tensor<33x23xf32>, tensor<33x23xf32>, tensor<33x23xf32>, tensor<33x23xf32>,
        tensor<33x23xf32>, tensor<33x23xf32>, tensor<33x23xf32>, tensor<33x23xf32>,
        tensor<33x23xf32>, tensor<33x23xf32>, tensor<33x23xf32>, tensor<33x23xf32>
}

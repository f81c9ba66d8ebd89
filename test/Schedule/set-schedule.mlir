// RUN: fusion-opt %s --fusion-set-schedule='schedule={#fusion.schedule<family = sm80, tile = [64, 64, 32], warps = [2, 2], stages = 3>}' | FileCheck %s
// RUN: not fusion-opt %s --fusion-set-schedule='schedule={#fusion.numerics<strict>}' 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not fusion-opt %s --fusion-set-schedule 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: sed -n '/^func.func @of_rows/,/^}/p' %s > %t.mlir
// RUN: fusion-opt %t.mlir --fusion-attach-target=chip=sm_90a --fusion-set-schedule='schedule={#fusion.schedule<family = rows, tile = [2, 256, 4], warps = [2, 2]>}' | FileCheck %s --check-prefix=ROWS
// RUN: fusion-opt %t.mlir --fusion-attach-target=chip=sm_90a --fusion-set-schedule='schedule={#fusion.schedule<family = sm80, tile = [64, 64, 32], warps = [2, 2], stages = 3>}' | FileCheck %s --check-prefix=OTHER
// ERROR: error: expected a #fusion.schedule, but got '#fusion.numerics<strict>'
// NONE: error: expected a #fusion.schedule, but got ''

// Forms, which are those of another schedule, go.
// CHECK-LABEL: func @of_a_product_alone
// CHECK: fusion.kernel{{.*}} attributes {schedule = #fusion.schedule<family = sm80, tile = [64, 64, 32], warps = [2, 2], stages = 3>}
// CHECK-NEXT: fusion.matmul
// CHECK: fusion.kernel
// CHECK-NOT: schedule
func.func @of_a_product_alone(%x: tensor<64x64xf16>) -> tensor<64x64xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<64x64xf16>) -> tensor<64x64xf32> attributes {variants = [#fusion.variant<"_other">]} {
    %1 = fusion.matmul %a, %a : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf32>
    fusion.yield %1 : tensor<64x64xf32>
  }
  %2 = fusion.kernel(%a = %0) : (tensor<64x64xf32>) -> tensor<64x64xf32> {
    %3 = fusion.relu %a : tensor<64x64xf32>
    fusion.yield %3 : tensor<64x64xf32>
  }
  return %2 : tensor<64x64xf32>
}

// Where there is no product, kernels that the schedule's family takes have it.
// ROWS-LABEL: @of_rows
// ROWS: schedule = #fusion.schedule<family = rows
// ROWS: fusion.kernel
// ROWS-NOT: schedule
// OTHER-NOT: schedule
// OTHER-LABEL: @of_rows
// OTHER-NOT: schedule
// CHECK-LABEL: func @of_rows
// CHECK-NOT: schedule
func.func @of_rows(%x: tensor<64x768xf32>) -> tensor<64x1xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<64x768xf32>) -> tensor<64x1xf32> {
    %1 = fusion.reduce addf %a along [1] : tensor<64x768xf32> -> tensor<64x1xf32>
    fusion.yield %1 : tensor<64x1xf32>
  }
  %2 = fusion.kernel(%a = %0) : (tensor<64x1xf32>) -> tensor<64x1xf32> {
    %3 = fusion.relu %a : tensor<64x1xf32>
    fusion.yield %3 : tensor<64x1xf32>
  }
  return %2 : tensor<64x1xf32>
}

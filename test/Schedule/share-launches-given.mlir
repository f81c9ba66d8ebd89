// RUN: fusion-opt %s -fusion-attach-target=chip=sm_90a -fusion-select-schedule -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: fusion-opt %t.mlir -fusion-select-schedule | FileCheck %s

// A schedule that a product has already is kept, and so is its launch. The others share one. What was decided
// stays so where it is read again.
// CHECK-LABEL: func.func @given
// CHECK: fusion.kernel{{.*}}launch_group = 0
// CHECK: fusion.kernel{{.*}}launch_group = 0
// CHECK: fusion.kernel{{.*}}fusion.own_launch = "the schedule of one is from a tuning file, or given by hand"
// CHECK-NOT: launch_group
func.func @given(%x: tensor<64x256xbf16>, %w: tensor<256x128xbf16>, %u: tensor<256x128xbf16>, %v: tensor<256x128xbf16>) -> (tensor<64x128xbf16>, tensor<64x128xbf16>, tensor<64x128xbf16>) {
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> {
    %3 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %3 : tensor<64x128xbf16>
  }
  %1 = fusion.kernel(%a = %x, %b = %u) : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 4>} {
    %3 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %3 : tensor<64x128xbf16>
  }
  %2 = fusion.kernel(%a = %x, %b = %v) : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16> {
    %3 = fusion.matmul %a, %b : (tensor<64x256xbf16>, tensor<256x128xbf16>) -> tensor<64x128xbf16>
    fusion.yield %3 : tensor<64x128xbf16>
  }
  return %0, %1, %2 : tensor<64x128xbf16>, tensor<64x128xbf16>, tensor<64x128xbf16>
}

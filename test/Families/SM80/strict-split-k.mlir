// Under strict numerics a measured schedule that splits K between blocks, or between groups of warps, is not used, with a remark.

// RUN: %unittests/schedule-files write %s sm_80 %t.json
// RUN: sed 's/ attributes {schedule = .*>} {/ {/' %s > %t.mlir
// RUN: fusion-opt %t.mlir -fusion-attach-target=chip=sm_80 -fusion-select-schedule=tuning-db=%t.json -remarks-filter='fusion.schedule' 2>&1 | FileCheck %s

// CHECK-COUNT-2: remark: [Missed] reordered-sums | {{.*}}the measured schedule is not used: it splits K
// CHECK-LABEL: @split
// CHECK: family = sm80
// CHECK-NOT: split_k
module attributes {fusion.numerics = #fusion.numerics<strict>} {
  func.func @split(%x: tensor<64x8192xbf16>, %w: tensor<256x8192xbf16>) -> tensor<64x256xbf16> {
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<64x8192xbf16>, tensor<256x8192xbf16>) -> tensor<64x256xbf16>
        attributes {schedule = #fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 4, sm80 = <split_k = 8>>} {
      %1 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<64x8192xbf16>, tensor<256x8192xbf16>) -> tensor<64x256xbf16>
      fusion.yield %1 : tensor<64x256xbf16>
    }
    return %0 : tensor<64x256xbf16>
  }

  // CHECK-LABEL: @groups
  // CHECK: family = sm80
  // CHECK-NOT: warps_k
  func.func @groups(%x: tensor<32x8192xbf16>, %w: tensor<256x8192xbf16>) -> tensor<32x256xbf16> {
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<32x8192xbf16>, tensor<256x8192xbf16>) -> tensor<32x256xbf16>
        attributes {schedule = #fusion.schedule<family = sm80, tile = [32, 64, 64], warps = [2, 2], stages = 4, sm80 = <warps_k = 2>>} {
      %1 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<32x8192xbf16>, tensor<256x8192xbf16>) -> tensor<32x256xbf16>
      fusion.yield %1 : tensor<32x256xbf16>
    }
    return %0 : tensor<32x256xbf16>
  }
}

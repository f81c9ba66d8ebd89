// Under strict numerics a measured schedule that adds sums in another order than the product alone is not used, with a remark; one that does not, and
// one that is written by hand, are.

// RUN: %unittests/schedule-files write %s sm_90a %t.json
// RUN: sed 's/ attributes {schedule = .*>} {/ {/' %s > %t.mlir
// RUN: fusion-opt %t.mlir -fusion-attach-target=chip=sm_90a -fusion-select-schedule=tuning-db=%t.json -remarks-filter='fusion.schedule' \
// RUN:   -o %t.out 2> %t.remarks
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_90a -fusion-select-schedule=tuning-db=%t.json | FileCheck %s --check-prefix=HAND

// HAND-LABEL: @split
// HAND: split_k = 2
module attributes {fusion.numerics = #fusion.numerics<strict>} {
  // REMARK: remark: [Missed] reordered-sums | Category:fusion.schedule | Function=split |
  // REMARK-SAME: the measured schedule is not used: it splits K
  // REMARK-SAME: tune under strict numerics
  // CHECK-LABEL: @split
  // CHECK: family = sm90
  // CHECK-NOT: split_k
  // CHECK: return
  func.func @split(%x: tensor<64x8192xbf16>, %w: tensor<256x8192xbf16>) -> tensor<64x256xbf16> {
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<64x8192xbf16>, tensor<256x8192xbf16>) -> tensor<64x256xbf16>
        attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <split_k = 2>>} {
      %1 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<64x8192xbf16>, tensor<256x8192xbf16>) -> tensor<64x256xbf16>
      fusion.yield %1 : tensor<64x256xbf16>
    }
    return %0 : tensor<64x256xbf16>
  }

  // REMARK: Function=tail |
  // REMARK-SAME: the measured schedule is not used: it splits K
  // CHECK-LABEL: @tail
  // CHECK: family = sm90
  // CHECK-NOT: stream_k_tail
  // CHECK: return
  func.func @tail(%x: tensor<64x4096xbf16>, %w: tensor<320x4096xbf16>) -> tensor<64x320xbf16> {
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<64x4096xbf16>, tensor<320x4096xbf16>) -> tensor<64x320xbf16>
        attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <stream_k_tail = 16>>} {
      %1 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<64x4096xbf16>, tensor<320x4096xbf16>) -> tensor<64x320xbf16>
      fusion.yield %1 : tensor<64x320xbf16>
    }
    return %0 : tensor<64x320xbf16>
  }

  // REMARK: Function=spread |
  // REMARK-SAME: the measured schedule is not used: it spreads K
  // CHECK-LABEL: @spread
  // CHECK: family = sm90
  // CHECK-NOT: spread_k
  // CHECK: return
  func.func @spread(%x: tensor<16x4096xbf16>, %w: tensor<14336x4096xbf16>) -> tensor<16x14336xbf16> {
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<16x4096xbf16>, tensor<14336x4096xbf16>) -> tensor<16x14336xbf16>
        attributes {schedule = #fusion.schedule<family = sm90, tile = [16, 128, 64], warps = [1, 8], stages = 4, sm90 = <swap = true, spread_k = true>>} {
      %1 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<16x4096xbf16>, tensor<14336x4096xbf16>) -> tensor<16x14336xbf16>
      fusion.yield %1 : tensor<16x14336xbf16>
    }
    return %0 : tensor<16x14336xbf16>
  }

  // REMARK: Function=family |
  // REMARK-SAME: the measured schedule is not used: it is of family sm80, not sm90
  // CHECK-LABEL: @family
  // CHECK: family = sm90
  func.func @family(%x: tensor<64x512xbf16>, %w: tensor<256x512xbf16>) -> tensor<64x256xbf16> {
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<64x512xbf16>, tensor<256x512xbf16>) -> tensor<64x256xbf16>
        attributes {schedule = #fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3>} {
      %1 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<64x512xbf16>, tensor<256x512xbf16>) -> tensor<64x256xbf16>
      fusion.yield %1 : tensor<64x256xbf16>
    }
    return %0 : tensor<64x256xbf16>
  }

  // REMARK-NOT: reordered-sums
  // CHECK-LABEL: @in_order
  // CHECK: tile = [64, 32, 64]
  // CHECK-SAME: stages = 3
  func.func @in_order(%x: tensor<64x512xbf16>, %w: tensor<512x512xbf16>) -> tensor<64x512xbf16> {
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<64x512xbf16>, tensor<512x512xbf16>) -> tensor<64x512xbf16>
        attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 32, 64], warps = [4, 1], stages = 3>} {
      %1 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<64x512xbf16>, tensor<512x512xbf16>) -> tensor<64x512xbf16>
      fusion.yield %1 : tensor<64x512xbf16>
    }
    return %0 : tensor<64x512xbf16>
  }
}

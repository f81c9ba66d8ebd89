// RUN: fusion-opt --fusion-attach-target=chip=sm_90a --fusion-select-schedule %s | FileCheck %s

// Under strict numerics sums are added in one order, so that results do not depend on what is fused: K is neither split
// nor spread, and an epilogue does not change the family.
module {
  // CHECK-LABEL: @long_k
  // CHECK: family = sm90
  // CHECK-SAME: {{split_k = [2-8]|stream_k_tail = [1-9]}}
  func.func @long_k(%x: tensor<64x8192xbf16>, %w: tensor<256x8192xbf16>) -> tensor<64x256xbf16> {
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<64x8192xbf16>, tensor<256x8192xbf16>) -> tensor<64x256xbf16> {
      %1 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<64x8192xbf16>, tensor<256x8192xbf16>) -> tensor<64x256xbf16>
      fusion.yield %1 : tensor<64x256xbf16>
    }
    return %0 : tensor<64x256xbf16>
  }

  // CHECK-LABEL: @long_k_strict
  // CHECK: family = sm90
  // CHECK-NOT: {{split_k|stream_k_tail|spread_k}}
  // CHECK: return
  func.func @long_k_strict(%x: tensor<64x8192xbf16>, %w: tensor<256x8192xbf16>) -> tensor<64x256xbf16>
      attributes {fusion.numerics = #fusion.numerics<strict>} {
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<64x8192xbf16>, tensor<256x8192xbf16>) -> tensor<64x256xbf16> {
      %1 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<64x8192xbf16>, tensor<256x8192xbf16>) -> tensor<64x256xbf16>
      fusion.yield %1 : tensor<64x256xbf16>
    }
    return %0 : tensor<64x256xbf16>
  }

  // CHECK-LABEL: @few_rows
  // CHECK-SAME: -> tensor<16x14336xbf16> {
  // CHECK: swap = true
  // CHECK-SAME: spread_k = true
  func.func @few_rows(%x: tensor<16x4096xbf16>, %w: tensor<14336x4096xbf16>) -> tensor<16x14336xbf16> {
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<16x4096xbf16>, tensor<14336x4096xbf16>) -> tensor<16x14336xbf16> {
      %1 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<16x4096xbf16>, tensor<14336x4096xbf16>) -> tensor<16x14336xbf16>
      fusion.yield %1 : tensor<16x14336xbf16>
    }
    return %0 : tensor<16x14336xbf16>
  }

  // CHECK-LABEL: @few_rows_strict
  // CHECK: swap = true
  // CHECK-NOT: spread_k
  // CHECK: return
  func.func @few_rows_strict(%x: tensor<16x4096xbf16>, %w: tensor<14336x4096xbf16>) -> tensor<16x14336xbf16>
      attributes {fusion.numerics = #fusion.numerics<strict>} {
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<16x4096xbf16>, tensor<14336x4096xbf16>) -> tensor<16x14336xbf16> {
      %1 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<16x4096xbf16>, tensor<14336x4096xbf16>) -> tensor<16x14336xbf16>
      fusion.yield %1 : tensor<16x14336xbf16>
    }
    return %0 : tensor<16x14336xbf16>
  }
}

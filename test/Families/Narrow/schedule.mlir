// RUN: fusion-opt %s -fusion-import -fusion-fuse=chip=sm_90a -fusion-select-schedule -split-input-file | FileCheck %s

// One row: tiles of the weight for as many blocks as there are multiprocessors, k spread over warps, and nobody to share a
// weight with.
// CHECK-LABEL: func @one_row
// CHECK: #fusion.schedule<family = narrow, tile = [1, 64, {{[0-9]+}}], warps = [1, 4], stages = {{[0-9]}}, narrow = <warps_k = 4>>
func.func @one_row(%x: tensor<1x8192xbf16>, %w: tensor<8192x8192xi4>, %s: tensor<8192x64xbf16>) -> tensor<1x8192xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<8192x8192xi4>, tensor<8192x64xbf16>) -> tensor<8192x8192xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<1x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<1x8192xf32>
  return %1 : tensor<1x8192xf32>
}

// -----

// Sixteen rows in one tile: the weight is dequantised once.
// CHECK-LABEL: func @sixteen_rows
// CHECK: #fusion.schedule<family = narrow, tile = [16, 64,
func.func @sixteen_rows(%x: tensor<16x8192xbf16>, %w: tensor<8192x8192xi8>, %s: tensor<8192x1xf32>)
    -> tensor<16x8192xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<8192x8192xi8>, tensor<8192x1xf32>) -> tensor<8192x8192xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<16x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<16x8192xf32>
  return %1 : tensor<16x8192xf32>
}

// -----

// Sixty-four rows in one tile: warps share the weight, and two blocks a tile's k.
// CHECK-LABEL: func @rows_of_many_warps
// CHECK: #fusion.schedule<family = narrow, tile = [64, 128, {{[0-9]+}}], warps = [1, 4], stages = {{[0-9]}}, narrow = <cluster = 2>>
func.func @rows_of_many_warps(%x: tensor<64x8192xbf16>, %w: tensor<8192x8192xi8>, %s: tensor<8192x64xbf16>)
    -> tensor<64x8192xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<8192x8192xi8>, tensor<8192x64xbf16>) -> tensor<8192x8192xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<64x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<64x8192xf32>
  return %1 : tensor<64x8192xf32>
}

// -----

// Rows that are no multiple of 16 bytes have the small schedule alone.
// CHECK-LABEL: func @not_aligned
// CHECK-SAME: tensor<4x33xbf16>
// CHECK: variants = [#fusion.variant<"", schedule = <family = narrow, tile = [16, 64, 128], warps = [1, 4], stages = 2>>]
func.func @not_aligned(%x: tensor<4x33xbf16>, %w: tensor<64x33xi8>) -> tensor<4x64xf32> {
  %0 = fusion.cast %w : tensor<64x33xi8> to tensor<64x33xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<4x33xbf16>, tensor<64x33xbf16>) -> tensor<4x64xf32>
  return %1 : tensor<4x64xf32>
}

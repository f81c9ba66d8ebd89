// Constant weights of small integers are kept as they are where a product dequantises them, and as floats where none does.
// RUN: fusion-opt %s -fusion-import -fusion-fuse=chip=sm_90a -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @few_rows(
// CHECK-SAME: %{{.*}}: tensor<8x512xbf16>, %[[W:.*]]: tensor<64x256xi8> {fusion.constant}, %[[S:.*]]: tensor<64x4xbf16> {fusion.constant})
// CHECK-COUNT-1: fusion.kernel
// CHECK: fusion.matmul
// CHECK-NOT: fusion.kernel
// CHECK: return
// CHECK-NOT: func.func @few_rows.initialize
func.func @few_rows(%x: tensor<8x512xbf16>, %w: tensor<64x512xi4> {fusion.constant},
                    %s: tensor<64x4xbf16> {fusion.constant}) -> tensor<8x64xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<64x512xi4>, tensor<64x4xbf16>) -> tensor<64x512xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<8x512xbf16>, tensor<64x512xbf16>) -> tensor<8x64xf32>
  return %1 : tensor<8x64xf32>
}

// -----

// CHECK-LABEL: func.func @many_rows(
// CHECK-SAME: %{{.*}}: tensor<4096x512xbf16> {fusion.constant, fusion.initialized})
// CHECK: fusion.matmul
// CHECK: func.func @many_rows.initialize(
// CHECK: return %{{.*}} : tensor<4096x512xbf16>
func.func @many_rows(%x: tensor<4096x512xbf16>, %w: tensor<4096x512xi8> {fusion.constant},
                     %s: tensor<4096x4xbf16> {fusion.constant}) -> tensor<4096x4096xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<4096x512xi8>, tensor<4096x4xbf16>) -> tensor<4096x512xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<4096x512xbf16>, tensor<4096x512xbf16>) -> tensor<4096x4096xf32>
  return %1 : tensor<4096x4096xf32>
}

// -----

// So many rows that floats, which are written once, are faster: fewer than where they are written at each call.
// CHECK-LABEL: func.func @some_rows(
// CHECK: func.func @some_rows.initialize(
// CHECK-LABEL: func.func @some_rows_of_no_constant(
// CHECK-COUNT-1: fusion.kernel
// CHECK: fusion.matmul
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @some_rows(%x: tensor<160x8192xbf16>, %w: tensor<8192x8192xi8> {fusion.constant}) -> tensor<160x8192xf32> {
  %0 = fusion.cast %w : tensor<8192x8192xi8> to tensor<8192x8192xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<160x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<160x8192xf32>
  return %1 : tensor<160x8192xf32>
}
func.func @some_rows_of_no_constant(%x: tensor<160x8192xbf16>, %w: tensor<8192x8192xi8>) -> tensor<160x8192xf32> {
  %0 = fusion.cast %w : tensor<8192x8192xi8> to tensor<8192x8192xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<160x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<160x8192xf32>
  return %1 : tensor<160x8192xf32>
}

// -----

// Two products read the floats: neither can have them to itself.
// CHECK-LABEL: func.func @two_products(
// CHECK: func.func @two_products.initialize(
func.func @two_products(%x: tensor<8x512xbf16>, %y: tensor<8x512xbf16>, %w: tensor<64x512xi8> {fusion.constant})
    -> (tensor<8x64xf32>, tensor<8x64xf32>) {
  %0 = fusion.cast %w : tensor<64x512xi8> to tensor<64x512xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<8x512xbf16>, tensor<64x512xbf16>) -> tensor<8x64xf32>
  %2 = fusion.matmul %y, %0 {transpose_b} : (tensor<8x512xbf16>, tensor<64x512xbf16>) -> tensor<8x64xf32>
  return %1, %2 : tensor<8x64xf32>, tensor<8x64xf32>
}

// -----

// Of rows that the launch alone knows, few read integers: they are kept, and many rows write floats at each call.
// CHECK-LABEL: func.func @open_rows(
// CHECK-SAME: tensor<8192x8192xi8> {fusion.constant})
// CHECK-COUNT-1: fusion.kernel
// CHECK: fusion.matmul
// CHECK-NOT: fusion.kernel
// CHECK: return
// CHECK-NOT: func.func @open_rows.initialize
func.func @open_rows(%x: tensor<?x8192xbf16>, %w: tensor<8192x8192xi8> {fusion.constant}) -> tensor<?x8192xf32> {
  %0 = fusion.cast %w : tensor<8192x8192xi8> to tensor<8192x8192xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<?x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<?x8192xf32>
  return %1 : tensor<?x8192xf32>
}

// -----

// Words of eight integers stay words.
// CHECK-LABEL: func.func @words(
// CHECK-SAME: %{{.*}}: tensor<8x512xbf16>, %[[W:.*]]: tensor<64x64xi32> {fusion.constant})
// CHECK-COUNT-1: fusion.kernel
// CHECK: fusion.matmul
// CHECK-NOT: fusion.kernel
// CHECK: return
// CHECK-NOT: func.func @words.initialize
func.func @words(%x: tensor<8x512xbf16>, %w: tensor<64x64xi32> {fusion.constant}) -> tensor<8x64xf32> {
  %shifts = arith.constant dense<[[0], [4], [8], [12], [16], [20], [24], [28]]> : tensor<8x1xi32>
  %mask = arith.constant dense<15> : tensor<i32>
  %0 = tensor.expand_shape %w [[0], [1, 2]] output_shape [64, 1, 64] : tensor<64x64xi32> into tensor<64x1x64xi32>
  %1 = fusion.map(%b = %0, %n = %shifts, %m = %mask)
      : (tensor<64x1x64xi32>, tensor<8x1xi32>, tensor<i32>) -> tensor<64x8x64xi32> {
    %shifted = arith.shrui %b, %n : i32
    %part = arith.andi %shifted, %m : i32
    fusion.yield %part : i32
  }
  %2 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<64x8x64xi32> into tensor<512x64xi32>
  %3 = fusion.cast %2 : tensor<512x64xi32> to tensor<512x64xbf16>
  %4 = fusion.matmul %x, %3 : (tensor<8x512xbf16>, tensor<512x64xbf16>) -> tensor<8x64xf32>
  return %4 : tensor<8x64xf32>
}

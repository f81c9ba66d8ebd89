// RUN: fusion-opt %s -fusion-free-factors -split-input-file -mlir-print-local-scope | FileCheck %s

// An f32 product of factors that are dequantised from bytes is one of the bytes: scales stand behind it.
// CHECK-LABEL: func @scales(
// CHECK-SAME: %[[X:.*]]: tensor<?x64xi8>, %[[W:.*]]: tensor<24x64xi8>, %[[S:.*]]: tensor<?x1xf32>, %[[T:.*]]: tensor<24x1xf32>
// CHECK: %[[SUMS:.*]] = fusion.matmul %[[X]], %[[W]] {transpose_b, unsigned_a} : (tensor<?x64xi8>, tensor<24x64xi8>) -> tensor<?x24xi32>
// CHECK: %[[FLOATS:.*]] = fusion.cast %[[SUMS]] : tensor<?x24xi32> to tensor<?x24xf32>
// CHECK: %[[OFROWS:.*]] = fusion.mul %[[FLOATS]], %[[S]] : (tensor<?x24xf32>, tensor<?x1xf32>) -> tensor<?x24xf32>
// CHECK: fusion.mul %[[OFROWS]], %{{.*}} -> tensor<?x24xf32>
func.func @scales(%x: tensor<?x64xi8>, %w: tensor<24x64xi8>, %s: tensor<?x1xf32>, %t: tensor<24x1xf32>)
    -> tensor<?x24xf32> {
  %0 = fusion.cast %x {is_unsigned} : tensor<?x64xi8> to tensor<?x64xf32>
  %1 = fusion.mul %0, %s : (tensor<?x64xf32>, tensor<?x1xf32>) -> tensor<?x64xf32>
  %2 = fusion.cast %w : tensor<24x64xi8> to tensor<24x64xf32>
  %3 = fusion.mul %2, %t : (tensor<24x64xf32>, tensor<24x1xf32>) -> tensor<24x64xf32>
  %4 = fusion.matmul %1, %3 {transpose_b} : (tensor<?x64xf32>, tensor<24x64xf32>) -> tensor<?x24xf32>
  return %4 : tensor<?x24xf32>
}

// -----

// A zero point of the left factor takes the sums of columns of the right one.
// CHECK-LABEL: func @zero_point(
// CHECK: %[[SUMS:.*]] = fusion.matmul
// CHECK: %[[ZERO:.*]] = arith.constant dense<3> : tensor<i32>
// CHECK: fusion.reduce addi %{{.*}} along [0] : tensor<64x24xi32> -> tensor<1x24xi32>
// CHECK: fusion.map(%[[SUM:.*]] = %[[SUMS]], %[[Z:.*]] = %[[ZERO]], %[[COLUMN:.*]] = %{{.*}})
// CHECK: %[[TERM:.*]] = arith.muli %[[Z]], %[[COLUMN]] : i32
// CHECK: arith.subi %[[SUM]], %[[TERM]] : i32
func.func @zero_point(%x: tensor<9x64xi8>, %w: tensor<64x24xi8>) -> tensor<9x24xf32> {
  %three = arith.constant dense<3.0> : tensor<f32>
  %0 = fusion.cast %x : tensor<9x64xi8> to tensor<9x64xf32>
  %1 = fusion.sub %0, %three : (tensor<9x64xf32>, tensor<f32>) -> tensor<9x64xf32>
  %2 = fusion.cast %w : tensor<64x24xi8> to tensor<64x24xf32>
  %3 = fusion.matmul %1, %2 : (tensor<9x64xf32>, tensor<64x24xf32>) -> tensor<9x24xf32>
  return %3 : tensor<9x24xf32>
}

// -----

// Zero points that are not of bytes are subtracted in 64 bits.
// CHECK-LABEL: func @wide_zero_points(
// CHECK: fusion.map({{.*}}) : (tensor<9x24xi32>, {{.*}}) -> tensor<9x24xi64> {
// CHECK: fusion.cast %{{.*}} : tensor<9x24xi64> to tensor<9x24xf32>
func.func @wide_zero_points(%x: tensor<9x64xi8>, %w: tensor<64x24xi8>, %z: tensor<24xi64>) -> tensor<9x24xf32> {
  %0 = fusion.cast %x : tensor<9x64xi8> to tensor<9x64xf32>
  %1 = fusion.cast %w : tensor<64x24xi8> to tensor<64x24xf32>
  %2 = fusion.cast %z : tensor<24xi64> to tensor<24xf32>
  %3 = fusion.sub %1, %2 : (tensor<64x24xf32>, tensor<24xf32>) -> tensor<64x24xf32>
  %4 = fusion.matmul %0, %3 : (tensor<9x64xf32>, tensor<64x24xf32>) -> tensor<9x24xf32>
  return %4 : tensor<9x24xf32>
}

// -----

// A scale for each 32 along K, a zero point that is no whole number, one factor of floats, 16 bits in between: products of
// floats.
// CHECK-LABEL: func @groups(
// CHECK: fusion.matmul {{.*}} : (tensor<9x64xf32>, tensor<64x24xf32>)
// CHECK-LABEL: func @broken_zero_point(
// CHECK: fusion.matmul {{.*}} : (tensor<9x64xf32>, tensor<64x24xf32>)
// CHECK-LABEL: func @of_floats(
// CHECK: fusion.matmul {{.*}} : (tensor<9x64xf32>, tensor<64x24xf32>)
// CHECK-LABEL: func @rounded(
// CHECK-NOT: tensor<9x24xi32>
func.func @groups(%x: tensor<9x64xi8>, %w: tensor<64x24xi8>, %s: tensor<9x64xf32>) -> tensor<9x24xf32> {
  %0 = fusion.cast %x : tensor<9x64xi8> to tensor<9x64xf32>
  %1 = fusion.mul %0, %s : (tensor<9x64xf32>, tensor<9x64xf32>) -> tensor<9x64xf32>
  %2 = fusion.cast %w : tensor<64x24xi8> to tensor<64x24xf32>
  %3 = fusion.matmul %1, %2 : (tensor<9x64xf32>, tensor<64x24xf32>) -> tensor<9x24xf32>
  return %3 : tensor<9x24xf32>
}
func.func @broken_zero_point(%x: tensor<9x64xi8>, %w: tensor<64x24xi8>) -> tensor<9x24xf32> {
  %half = arith.constant dense<0.5> : tensor<f32>
  %0 = fusion.cast %x : tensor<9x64xi8> to tensor<9x64xf32>
  %1 = fusion.sub %0, %half : (tensor<9x64xf32>, tensor<f32>) -> tensor<9x64xf32>
  %2 = fusion.cast %w : tensor<64x24xi8> to tensor<64x24xf32>
  %3 = fusion.matmul %1, %2 : (tensor<9x64xf32>, tensor<64x24xf32>) -> tensor<9x24xf32>
  return %3 : tensor<9x24xf32>
}
func.func @of_floats(%x: tensor<9x64xf32>, %w: tensor<64x24xi8>) -> tensor<9x24xf32> {
  %0 = fusion.cast %w : tensor<64x24xi8> to tensor<64x24xf32>
  %1 = fusion.matmul %x, %0 : (tensor<9x64xf32>, tensor<64x24xf32>) -> tensor<9x24xf32>
  return %1 : tensor<9x24xf32>
}
func.func @rounded(%x: tensor<9x64xi8>, %w: tensor<64x24xi8>, %s: tensor<9x1xf32>) -> tensor<9x24xf32> {
  %0 = fusion.cast %x : tensor<9x64xi8> to tensor<9x64xf32>
  %1 = fusion.mul %0, %s : (tensor<9x64xf32>, tensor<9x1xf32>) -> tensor<9x64xbf16>
  %2 = fusion.cast %w : tensor<64x24xi8> to tensor<64x24xbf16>
  %3 = fusion.matmul %1, %2 : (tensor<9x64xbf16>, tensor<64x24xbf16>) -> tensor<9x24xf32>
  return %3 : tensor<9x24xf32>
}

// -----

// Sums of differences up to 255 fit 32 bits for 33025 terms, of bytes with signs for 131071; how many there are must be
// known.
// CHECK-LABEL: func @most_terms(
// CHECK: fusion.matmul {{.*}} -> tensor<9x24xi32>
// CHECK-LABEL: func @more_terms(
// CHECK: fusion.matmul {{.*}} : (tensor<9x33026xf32>, tensor<33026x24xf32>)
// CHECK-LABEL: func @with_signs(
// CHECK: fusion.matmul {{.*}} -> tensor<9x24xi32>
// CHECK-LABEL: func @open_terms(
// CHECK: fusion.matmul {{.*}} : (tensor<9x?xf32>, tensor<?x24xf32>)
func.func @most_terms(%x: tensor<9x33025xi8>, %w: tensor<33025x24xi8>) -> tensor<9x24xf32> {
  %0 = fusion.cast %x {is_unsigned} : tensor<9x33025xi8> to tensor<9x33025xf32>
  %1 = fusion.cast %w {is_unsigned} : tensor<33025x24xi8> to tensor<33025x24xf32>
  %2 = fusion.matmul %0, %1 : (tensor<9x33025xf32>, tensor<33025x24xf32>) -> tensor<9x24xf32>
  return %2 : tensor<9x24xf32>
}
func.func @more_terms(%x: tensor<9x33026xi8>, %w: tensor<33026x24xi8>) -> tensor<9x24xf32> {
  %0 = fusion.cast %x {is_unsigned} : tensor<9x33026xi8> to tensor<9x33026xf32>
  %1 = fusion.cast %w {is_unsigned} : tensor<33026x24xi8> to tensor<33026x24xf32>
  %2 = fusion.matmul %0, %1 : (tensor<9x33026xf32>, tensor<33026x24xf32>) -> tensor<9x24xf32>
  return %2 : tensor<9x24xf32>
}
func.func @with_signs(%x: tensor<9x131071xi8>, %w: tensor<131071x24xi8>) -> tensor<9x24xf32> {
  %0 = fusion.cast %x : tensor<9x131071xi8> to tensor<9x131071xf32>
  %1 = fusion.cast %w : tensor<131071x24xi8> to tensor<131071x24xf32>
  %2 = fusion.matmul %0, %1 : (tensor<9x131071xf32>, tensor<131071x24xf32>) -> tensor<9x24xf32>
  return %2 : tensor<9x24xf32>
}
func.func @open_terms(%x: tensor<9x?xi8>, %w: tensor<?x24xi8>) -> tensor<9x24xf32> {
  %0 = fusion.cast %x : tensor<9x?xi8> to tensor<9x?xf32>
  %1 = fusion.cast %w : tensor<?x24xi8> to tensor<?x24xf32>
  %2 = fusion.matmul %0, %1 : (tensor<9x?xf32>, tensor<?x24xf32>) -> tensor<9x24xf32>
  return %2 : tensor<9x24xf32>
}

// -----

// Strict numerics round each element before it is multiplied.
// CHECK-LABEL: func @strict(
// CHECK: fusion.matmul {{.*}} : (tensor<9x64xf32>, tensor<64x24xf32>)
func.func @strict(%x: tensor<9x64xi8>, %w: tensor<64x24xi8>) -> tensor<9x24xf32>
    attributes {fusion.numerics = #fusion.numerics<strict>} {
  %0 = fusion.cast %x : tensor<9x64xi8> to tensor<9x64xf32>
  %1 = fusion.cast %w : tensor<64x24xi8> to tensor<64x24xf32>
  %2 = fusion.matmul %0, %1 : (tensor<9x64xf32>, tensor<64x24xf32>) -> tensor<9x24xf32>
  return %2 : tensor<9x24xf32>
}

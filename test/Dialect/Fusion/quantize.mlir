// RUN: fusion-opt %s | fusion-opt | FileCheck %s --check-prefix=PRINT
// RUN: fusion-opt %s --convert-linalg-to-fusion | FileCheck %s

// PRINT-LABEL: @per_tensor
// PRINT: fusion.quantize %{{.*}}, %{{.*}} : (tensor<?x8xbf16>, tensor<f32>) -> tensor<?x8xi8>
// CHECK-LABEL: @per_tensor
// CHECK-SAME: (%[[X:.*]]: tensor<?x8xbf16>, %[[S:.*]]: tensor<f32>)
// CHECK-NEXT: %[[D:.*]] = fusion.div %[[X]], %[[S]] : (tensor<?x8xbf16>, tensor<f32>) -> tensor<?x8xf32>
// CHECK-NEXT: %[[R:.*]] = fusion.roundeven %[[D]]
// CHECK-NEXT: %[[Q:.*]] = fusion.cast %[[R]] {saturate} : tensor<?x8xf32> to tensor<?x8xi8>
// CHECK-NEXT: return %[[Q]]
func.func @per_tensor(%x: tensor<?x8xbf16>, %s: tensor<f32>) -> tensor<?x8xi8> {
  %0 = fusion.quantize %x, %s : (tensor<?x8xbf16>, tensor<f32>) -> tensor<?x8xi8>
  return %0 : tensor<?x8xi8>
}

// PRINT-LABEL: @zero_point_without_sign
// PRINT: fusion.quantize %{{.*}}, %{{.*}}, %{{.*}} {is_unsigned} :
// CHECK-LABEL: @zero_point_without_sign
// CHECK: %[[R:.*]] = fusion.roundeven
// CHECK-NEXT: %[[Z:.*]] = fusion.cast %{{.*}} {is_unsigned} : tensor<8xi8> to tensor<8xf32>
// CHECK-NEXT: %[[A:.*]] = fusion.add %[[R]], %[[Z]]
// CHECK-NEXT: fusion.cast %[[A]] {is_unsigned, saturate} : tensor<?x8xf32> to tensor<?x8xi8>
func.func @zero_point_without_sign(%x: tensor<?x8xf32>, %s: tensor<8xf32>, %z: tensor<8xi8>) -> tensor<?x8xi8> {
  %0 = fusion.quantize %x, %s, %z {is_unsigned} : (tensor<?x8xf32>, tensor<8xf32>, tensor<8xi8>) -> tensor<?x8xi8>
  return %0 : tensor<?x8xi8>
}

// A zero point of i32 has a sign, whatever the integer is.
// CHECK-LABEL: @wide_zero_point
// CHECK: fusion.cast %{{.*}} : tensor<i32> to tensor<f32>
func.func @wide_zero_point(%x: tensor<?x8xf32>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<?x8xi8> {
  %0 = fusion.quantize %x, %s, %z {is_unsigned} : (tensor<?x8xf32>, tensor<f32>, tensor<i32>) -> tensor<?x8xi8>
  return %0 : tensor<?x8xi8>
}

// Floats are rounded by the cast alone.
// CHECK-LABEL: @to_float8
// CHECK: %[[D:.*]] = fusion.div
// CHECK-NEXT: fusion.cast %[[D]] {saturate} : tensor<?x8xf32> to tensor<?x8xf8E4M3FN>
func.func @to_float8(%x: tensor<?x8xf32>, %s: tensor<?x1xf32>) -> tensor<?x8xf8E4M3FN> {
  %0 = fusion.quantize %x, %s : (tensor<?x8xf32>, tensor<?x1xf32>) -> tensor<?x8xf8E4M3FN>
  return %0 : tensor<?x8xf8E4M3FN>
}

// CHECK-LABEL: @in_f64
// CHECK: fusion.div %{{.*}}, %{{.*}} : (tensor<8xf64>, tensor<f32>) -> tensor<8xf64>
func.func @in_f64(%x: tensor<8xf64>, %s: tensor<f32>) -> tensor<8xi8> {
  %0 = fusion.quantize %x, %s : (tensor<8xf64>, tensor<f32>) -> tensor<8xi8>
  return %0 : tensor<8xi8>
}

// Each number of a scale per group is looked up by the elements of its group.
// CHECK-LABEL: @per_group
// CHECK: %[[SIZE:.*]] = tensor.empty(%{{.*}}) : tensor<?x1xi1>
// CHECK-NEXT: %[[S:.*]] = fusion.map(%{{.*}} = %[[SIZE]]) tables(%[[T:.*]] = %{{.*}}) at(%[[I:.*]], %[[J:.*]]) : (tensor<?x1xi1>, tensor<?x4xf32>) -> tensor<?x512xf32> {
// CHECK: %[[G:.*]] = arith.divui %[[J]], %c128
// CHECK-NEXT: fusion.lookup %[[T]][%[[I]], %[[G]]]
// CHECK: fusion.div %{{.*}}, %[[S]]
func.func @per_group(%x: tensor<?x512xbf16>, %s: tensor<?x4xf32>) -> tensor<?x512xf8E4M3FN> {
  %0 = fusion.quantize %x, %s : (tensor<?x512xbf16>, tensor<?x4xf32>) -> tensor<?x512xf8E4M3FN>
  return %0 : tensor<?x512xf8E4M3FN>
}

// CHECK-LABEL: @per_block
// CHECK: fusion.map() tables(%{{.*}} = %{{.*}}) at(%[[I:.*]], %[[J:.*]]) : (tensor<2x1xf32>) -> tensor<256x1xf32> {
// CHECK: arith.divui %[[I]], %c128
func.func @per_block(%q: tensor<3x256x256xi8>, %s: tensor<2x1xf32>) -> tensor<3x256x256xbf16> {
  %0 = fusion.dequantize %q, %s : (tensor<3x256x256xi8>, tensor<2x1xf32>) -> tensor<3x256x256xbf16>
  return %0 : tensor<3x256x256xbf16>
}

// PRINT-LABEL: @back
// PRINT: fusion.dequantize %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8xi8>, tensor<f32>, tensor<i8>) -> tensor<4x8xbf16>
// CHECK-LABEL: @back
// CHECK-SAME: (%[[Q:.*]]: tensor<4x8xi8>, %[[S:.*]]: tensor<f32>, %[[Z:.*]]: tensor<i8>)
// CHECK-NEXT: %[[W:.*]] = fusion.cast %[[Q]] : tensor<4x8xi8> to tensor<4x8xf32>
// CHECK-NEXT: %[[F:.*]] = fusion.cast %[[Z]] : tensor<i8> to tensor<f32>
// CHECK-NEXT: %[[D:.*]] = fusion.sub %[[W]], %[[F]]
// CHECK-NEXT: fusion.mul %[[D]], %[[S]] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xbf16>
func.func @back(%q: tensor<4x8xi8>, %s: tensor<f32>, %z: tensor<i8>) -> tensor<4x8xbf16> {
  %0 = fusion.dequantize %q, %s, %z : (tensor<4x8xi8>, tensor<f32>, tensor<i8>) -> tensor<4x8xbf16>
  return %0 : tensor<4x8xbf16>
}

// What has to be fused is all of it.
// CHECK-LABEL: @must_fuse
// CHECK: fusion.cast %{{.*}} {fusion.must_fuse}
// CHECK: fusion.mul %{{.*}}, %{{.*}} {fusion.must_fuse}
func.func @must_fuse(%q: tensor<4x8xi32>, %s: tensor<f32>) -> tensor<4x8xf32> {
  %0 = fusion.dequantize %q, %s {fusion.must_fuse} : (tensor<4x8xi32>, tensor<f32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

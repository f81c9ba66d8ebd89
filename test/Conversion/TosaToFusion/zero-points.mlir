// RUN: fusion-opt %s --convert-tosa-to-fusion --remarks-filter='fusion.import' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// A zero point that only a run tells.
// REMARK: not-imported{{.*}}Function=zero_point{{.*}}its zero points are not the constant 0
func.func @zero_point(%a: tensor<1x4x8xf32>, %b: tensor<1x8x4xf32>, %bzp: tensor<1xf32>) -> tensor<1x4x4xf32> {
  %azp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.matmul %a, %b, %azp, %bzp : (tensor<1x4x8xf32>, tensor<1x8x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4xf32>
  return %0 : tensor<1x4x4xf32>
}

// RUN: fusion-opt %s --convert-tosa-to-fusion | FileCheck %s
// CHECK-LABEL: @bytes
// CHECK: fusion.matmul %{{.*}}, %{{.*}} : (tensor<1x4x8xi8>, tensor<1x8x4xi8>) -> tensor<1x4x4xi32>
func.func @bytes(%a: tensor<1x4x8xi8>, %b: tensor<1x8x4xi8>) -> tensor<1x4x4xi32> {
  %zp = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.matmul %a, %b, %zp, %zp : (tensor<1x4x8xi8>, tensor<1x8x4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4xi32>
  return %0 : tensor<1x4x4xi32>
}

// Of bytes they go to the import of linalg, which takes them out of the product; also those that only a run tells.
// CHECK-LABEL: @zero_points_of_bytes
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<?x4x8xi8>, tensor<?x8x4xi8>, tensor<1xi8>, tensor<1xi8>)
// CHECK: arith.subi
func.func @zero_points_of_bytes(%a: tensor<?x4x8xi8>, %b: tensor<?x8x4xi8>, %bzp: tensor<1xi8>) -> tensor<?x4x4xi32> {
  %azp = "tosa.const"() {values = dense<-5> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.matmul %a, %b, %azp, %bzp : (tensor<?x4x8xi8>, tensor<?x8x4xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<?x4x4xi32>
  return %0 : tensor<?x4x4xi32>
}

// CHECK-LABEL: @floats_of_8_bits
// CHECK: fusion.matmul %{{.*}}, %{{.*}} : (tensor<1x4x8xf8E5M2>, tensor<1x8x4xf8E5M2>) -> tensor<1x4x4xf16>
func.func @floats_of_8_bits(%a: tensor<1x4x8xf8E5M2>, %b: tensor<1x8x4xf8E5M2>) -> tensor<1x4x4xf16> {
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf8E5M2>} : () -> tensor<1xf8E5M2>
  %0 = tosa.matmul %a, %b, %zp, %zp : (tensor<1x4x8xf8E5M2>, tensor<1x8x4xf8E5M2>, tensor<1xf8E5M2>, tensor<1xf8E5M2>) -> tensor<1x4x4xf16>
  return %0 : tensor<1x4x4xf16>
}

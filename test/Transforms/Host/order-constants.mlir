// RUN: fusion-opt %s --fusion-kernels-to-destinations --fusion-results-to-outputs --fusion-write-to-outputs \
// RUN:   --fusion-bufferize | FileCheck %s

// Constants stand, and are numbered, in the order of those who read them: the same in each run.

// CHECK: memref.global "private" constant @__constant_2xf32 : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
// CHECK-NEXT: memref.global "private" constant @__constant_2xf32_0 : memref<2xf32> = dense<[3.000000e+00, 4.000000e+00]>
// CHECK-NEXT: memref.global "private" constant @__constant_2xf32_1 : memref<2xf32> = dense<[5.000000e+00, 6.000000e+00]>
// CHECK-NEXT: memref.global "private" constant @__constant_2xf32_2 : memref<2xf32> = dense<[7.000000e+00, 8.000000e+00]>
// CHECK-LABEL: func @first
// CHECK: memref.get_global @__constant_2xf32 :
func.func @first() -> tensor<2xf32> {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: func @two_of_one_type
// CHECK: memref.get_global @__constant_2xf32_0 :
// CHECK: memref.get_global @__constant_2xf32_1 :
func.func @two_of_one_type() -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = arith.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %1 = arith.constant dense<[5.0, 6.0]> : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
// CHECK-LABEL: func @last
// CHECK: memref.get_global @__constant_2xf32_2 :
func.func @last() -> tensor<2xf32> {
  %0 = arith.constant dense<[7.0, 8.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

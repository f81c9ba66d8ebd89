// RUN: %unittests/fusion-reference-run %s --split-input-file --input=list:-128,-1,2,127 | FileCheck %s

// Products of bytes are exact in i32: x is [-128 -1; 2 127], with signs or as [128 255; 2 127].

// CHECK: : 16382 1 -2 16127
// CHECK: : -15874 32257 -2 16127
// CHECK: : -16386 -32767 510 16639
// CHECK: : 16894 65025 510 16639
func.func @signs(%x: tensor<2x2xi8>) -> (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>) {
  %0 = fusion.matmul %x, %x : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2xi32>
  %1 = fusion.matmul %x, %x {unsigned_a} : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2xi32>
  %2 = fusion.matmul %x, %x {unsigned_b} : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2xi32>
  %3 = fusion.matmul %x, %x {unsigned_a, unsigned_b} : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2xi32>
  return %0, %1, %2, %3 : tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>
}

// -----

// Sums of i32 wrap: 131072 times -128 times -128 is 2^31.
// CHECK: : -2147483648
func.func @wraps(%x: tensor<4xi8>) -> tensor<1x1xi32> {
  %a = arith.constant dense<-128> : tensor<1x131072xi8>
  %0 = fusion.matmul %a, %a {transpose_b} : (tensor<1x131072xi8>, tensor<1x131072xi8>) -> tensor<1x1xi32>
  return %0 : tensor<1x1xi32>
}

// -----

// No terms at all.
// CHECK: : 0 0
func.func @empty(%x: tensor<4xi8>) -> tensor<2x1xi32> {
  %a = arith.constant dense<> : tensor<2x0xi8>
  %b = arith.constant dense<> : tensor<0x1xi8>
  %0 = fusion.matmul %a, %b : (tensor<2x0xi8>, tensor<0x1xi8>) -> tensor<2x1xi32>
  return %0 : tensor<2x1xi32>
}

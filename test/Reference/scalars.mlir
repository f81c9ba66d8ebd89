// RUN: %unittests/fusion-reference-run %s --split-input-file | FileCheck %s

// Integers: wrapping, signs, i1.
// CHECK: tensor<4xi8>: -128 -1 0 126
// CHECK: tensor<4xi8>: -64 0 0 63
// CHECK: tensor<4xi8>: 63 127 127 62
// CHECK: tensor<4xi32>: 127 254 -1 125
// CHECK: tensor<4xi32>: 1 -1 0 1
// CHECK: tensor<4xi1>: 1 1 0 0
// CHECK: tensor<4xi1>: 0 0 1 1
// CHECK: tensor<4xf32>: -1 -1 0 0
// CHECK: tensor<4xf32>: 1 1 0 0
// CHECK: tensor<4xi8>: -1 -1 -1 -1
func.func @integers(%unused: tensor<1xf32>) -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi32>, tensor<4xi32>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xi8>) {
  %x = arith.constant dense<[127, -2, -1, 125]> : tensor<4xi8>
  %one = arith.constant dense<1> : tensor<4xi8>
  %two = arith.constant dense<2> : tensor<4xi8>
  %sum = arith.addi %x, %one : tensor<4xi8>
  %div = arith.divsi %sum, %two : tensor<4xi8>
  %udiv = arith.shrui %x, %one : tensor<4xi8>
  %wide = arith.extui %sum : tensor<4xi8> to tensor<4xi32>
  %one32 = arith.constant dense<1> : tensor<4xi32>
  %sub = arith.subi %wide, %one32 : tensor<4xi32>
  %hundred = arith.constant dense<[-128, 100, 100, 100]> : tensor<4xi32>
  %swide = arith.extsi %sum : tensor<4xi8> to tensor<4xi32>
  %rem = arith.floordivsi %swide, %hundred : tensor<4xi32>
  %zero = arith.constant dense<0> : tensor<4xi8>
  %neg = arith.cmpi slt, %sum, %zero : tensor<4xi8>
  %t = arith.constant dense<true> : tensor<4xi1>
  %not = arith.xori %neg, %t : tensor<4xi1>
  %signed = arith.sitofp %neg : tensor<4xi1> to tensor<4xf32>
  %unsigned = arith.uitofp %neg : tensor<4xi1> to tensor<4xf32>
  %by_zero = arith.divsi %one, %zero : tensor<4xi8>
  return %sum, %div, %udiv, %sub, %rem, %neg, %not, %signed, %unsigned, %by_zero : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi32>, tensor<4xi32>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xi8>
}

// -----

// Functions of math, and conversions.
// CHECK: tensor<3xf32> (bounded): 2.25 0.25 9
// CHECK: tensor<3xf32> (bounded): 0.405465 -0.693147 1.09861
// CHECK: tensor<3xf32>: 1 0 3
// CHECK: tensor<3xf32>: 2 1 3
// CHECK: tensor<3xf32>: 3.25 1.25 10
// CHECK: tensor<3xi32>: 1 0 3
// CHECK: tensor<3xi32>: 1069547520 1056964608 1077936128
// CHECK: tensor<3xf32>: 1.5 0.5 3
// CHECK: tensor<3xf16>: 1.5 0.5 3
// CHECK: tensor<3xf32>: 0.5 0.5 0
func.func @floats(%unused: tensor<1xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xf32>, tensor<3xf16>, tensor<3xf32>) {
  %x = arith.constant dense<[1.5, 0.5, 3.0]> : tensor<3xf32>
  %one = arith.constant dense<1.0> : tensor<3xf32>
  %n = arith.constant dense<2> : tensor<3xi32>
  %pow = math.fpowi %x, %n : tensor<3xf32>, tensor<3xi32>
  %log = math.log %x : tensor<3xf32>
  %floor = math.floor %x : tensor<3xf32>
  %ceil = math.ceil %x : tensor<3xf32>
  %fma = math.fma %x, %x, %one : tensor<3xf32>
  %int = arith.fptosi %x : tensor<3xf32> to tensor<3xi32>
  %bits = arith.bitcast %x : tensor<3xf32> to tensor<3xi32>
  %back = arith.bitcast %bits : tensor<3xi32> to tensor<3xf32>
  %half = arith.truncf %x : tensor<3xf32> to tensor<3xf16>
  %rem = arith.remf %x, %one : tensor<3xf32>
  return %pow, %log, %floor, %ceil, %fma, %int, %bits, %back, %half, %rem : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xi32>, tensor<3xi32>, tensor<3xf32>, tensor<3xf16>, tensor<3xf32>
}

// The interpreter's random numbers: known answers, and rounding by bits.
// RUN: %unittests/fusion-reference-run %s --entry=known_answers | FileCheck %s
// RUN: %unittests/fusion-reference-run %s --entry=round --input=list:-3,-1.00390625,2.98023223876953125e-08,2.98023223876953125e-08,65519.5,65520,nan,inf --input=list:0,-1,2147483647,-2147483648,-2147483648,-1,7,7 | FileCheck %s --check-prefix=ROUND

// Known answers of Philox-4x32-10, as Random123 has them (kat_vectors), of counters and keys of zeros, of ones and of
// pi's digits: 6627e8d5 e169c58d bc57ac4c 9b00dbd8, 408f276d 41c83b0e a20bc7c6 6d5451fd and d16cfe09 94fdcceb 5001e420
// 24126ea1.
// CHECK: : 1713891541 -513161843 -1135104948 -1694442536
// CHECK: : 1083123565 1103641358 -1576286266 1834242557
// CHECK: : -781386231 -1795306261 1342301216 605187745
func.func @known_answers() -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %0 = fusion.map() at(%i) : () -> tensor<4xi32> {
    %counter = arith.constant 0 : i64
    %seed = arith.constant 0 : i64
    %offset = arith.constant 0 : i64
    %w:4 = fusion.philox %counter, %seed, %offset
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %low = arith.andi %i, %one : index
    %high = arith.cmpi uge, %i, %two : index
    %odd = arith.cmpi ne, %low, %one : index
    %01 = arith.select %odd, %w#0, %w#1 : i32
    %23 = arith.select %odd, %w#2, %w#3 : i32
    %word = arith.select %high, %23, %01 : i32
    fusion.yield %word : i32
  }
  %1 = fusion.map() at(%i) : () -> tensor<4xi32> {
    %counter = arith.constant -1 : i64
    %seed = arith.constant -1 : i64
    %offset = arith.constant -1 : i64
    %w:4 = fusion.philox %counter, %seed, %offset
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %low = arith.andi %i, %one : index
    %high = arith.cmpi uge, %i, %two : index
    %odd = arith.cmpi ne, %low, %one : index
    %01 = arith.select %odd, %w#0, %w#1 : i32
    %23 = arith.select %odd, %w#2, %w#3 : i32
    %word = arith.select %high, %23, %01 : i32
    fusion.yield %word : i32
  }
  %2 = fusion.map() at(%i) : () -> tensor<4xi32> {
    %counter = arith.constant -8817193942522041720 : i64
    %seed = arith.constant 2999170649027065890 : i64
    %offset = arith.constant 247824715720788526 : i64
    %w:4 = fusion.philox %counter, %seed, %offset
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %low = arith.andi %i, %one : index
    %high = arith.cmpi uge, %i, %two : index
    %odd = arith.cmpi ne, %low, %one : index
    %01 = arith.select %odd, %w#0, %w#1 : i32
    %23 = arith.select %odd, %w#2, %w#3 : i32
    %word = arith.select %high, %23, %01 : i32
    fusion.yield %word : i32
  }
  return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// What is a number of the type stays. One and a half of bf16's distances is rounded up by all bits; half of the least
// f16 by the half of them that are large; 65519.5 to the largest f16, and 65520 by large bits beyond it.
// ROUND: : -3 -1.00781 2.98023e-08 2.98023e-08 65536 65536 nan inf
// ROUND: : -3 -1.00391 0 5.96046e-08 65504 inf nan inf
func.func @round(%x: tensor<8xf32>, %bits: tensor<8xi32>) -> (tensor<8xbf16>, tensor<8xf16>) {
  %0 = fusion.map(%e = %x, %b = %bits) : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xbf16> {
    %1 = fusion.stochastic_round %e, %b : bf16
    fusion.yield %1 : bf16
  }
  %2 = fusion.map(%e = %x, %b = %bits) : (tensor<8xf32>, tensor<8xi32>) -> tensor<8xf16> {
    %3 = fusion.stochastic_round %e, %b : f16
    fusion.yield %3 : f16
  }
  return %0, %2 : tensor<8xbf16>, tensor<8xf16>
}

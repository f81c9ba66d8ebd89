// The interpreter's random numbers: known answers, and rounding by bits.
// RUN: %unittests/fusion-reference-run %s --entry=known_answers | FileCheck %s
// RUN: %unittests/fusion-reference-run %s --entry=round --input=list:-3,-1.00390625,2.98023223876953125e-08,2.98023223876953125e-08,65519.5,65520,nan,inf --input=list:0,-1,2147483647,-2147483648,-2147483648,-1,7,7 | FileCheck %s --check-prefix=ROUND
// RUN: %unittests/fusion-reference-run %s --entry=round_to_8_bits --bounds --input=list:-3,1.03125,0.0009765625,0.0009765625,449,-479,nan,inf,61440,-70000 --input=list:0,-1,2147483647,-2147483648,0,-1,7,7,-1,0 | FileCheck %s --check-prefix=BYTE
// RUN: %unittests/fusion-reference-run %s --entry=uncertain_beyond --bounds --input=list:448 | FileCheck %s --check-prefix=UNCERTAIN

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

// Half of the least f8E4M3FN goes up by the half of the bits that are large. 449 stays at 448 by small bits, and what is
// rounded beyond it is NaN; beyond 57344 it is an infinity in f8E5M2. With `saturate` both are the largest number.
// BYTE: tensor<10xf8E4M3FN>: -3 1.125 0 0.00195312 448 nan nan nan nan nan
// BYTE: tensor<10xf8E5M2>: -3 1.25 0.000976562 0.000976562 448 -512 nan inf inf -inf
// BYTE: tensor<10xf8E4M3FN>: -3 1.125 0 0.00195312 448 -448 nan 448 448 -448
// BYTE: tensor<10xf8E5M2>: -3 1.25 0.000976562 0.000976562 448 -512 nan 57344 57344 -57344
func.func @round_to_8_bits(%x: tensor<10xf32>, %bits: tensor<10xi32>) -> (tensor<10xf8E4M3FN>, tensor<10xf8E5M2>, tensor<10xf8E4M3FN>, tensor<10xf8E5M2>) {
  %0 = fusion.map(%e = %x, %b = %bits) : (tensor<10xf32>, tensor<10xi32>) -> tensor<10xf8E4M3FN> {
    %r = fusion.stochastic_round %e, %b : f8E4M3FN
    fusion.yield %r : f8E4M3FN
  }
  %1 = fusion.map(%e = %x, %b = %bits) : (tensor<10xf32>, tensor<10xi32>) -> tensor<10xf8E5M2> {
    %r = fusion.stochastic_round %e, %b : f8E5M2
    fusion.yield %r : f8E5M2
  }
  %2 = fusion.map(%e = %x, %b = %bits) : (tensor<10xf32>, tensor<10xi32>) -> tensor<10xf8E4M3FN> {
    %r = fusion.stochastic_round %e, %b {saturate} : f8E4M3FN
    fusion.yield %r : f8E4M3FN
  }
  %3 = fusion.map(%e = %x, %b = %bits) : (tensor<10xf32>, tensor<10xi32>) -> tensor<10xf8E5M2> {
    %r = fusion.stochastic_round %e, %b {saturate} : f8E5M2
    fusion.yield %r : f8E5M2
  }
  return %0, %1, %2, %3 : tensor<10xf8E4M3FN>, tensor<10xf8E5M2>, tensor<10xf8E4M3FN>, tensor<10xf8E5M2>
}

// Of a number that is not certain, 448 or more by its rounding, NaN is possible beside the largest one; with `saturate`
// it is that for certain.
// UNCERTAIN: tensor<1xf8E4M3FN> (bounded): {{.*}}nan
// UNCERTAIN: tensor<1xf8E4M3FN>: 448
func.func @uncertain_beyond(%x: tensor<1xf32>) -> (tensor<1xf8E4M3FN>, tensor<1xf8E4M3FN>) {
  %three = arith.constant dense<3.0> : tensor<1xf32>
  %all = arith.constant dense<-1> : tensor<1xi32>
  %third = fusion.div %x, %three : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %near = fusion.mul %third, %three : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %0 = fusion.map(%e = %near, %b = %all) : (tensor<1xf32>, tensor<1xi32>) -> tensor<1xf8E4M3FN> {
    %r = fusion.stochastic_round %e, %b : f8E4M3FN
    fusion.yield %r : f8E4M3FN
  }
  %1 = fusion.map(%e = %near, %b = %all) : (tensor<1xf32>, tensor<1xi32>) -> tensor<1xf8E4M3FN> {
    %r = fusion.stochastic_round %e, %b {saturate} : f8E4M3FN
    fusion.yield %r : f8E4M3FN
  }
  return %0, %1 : tensor<1xf8E4M3FN>, tensor<1xf8E4M3FN>
}

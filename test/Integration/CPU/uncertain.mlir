// What verification says of integers that the graph leaves open.
// RUN: not fusion-run %s --device=cpu --random=1 --verify --entry=last_bit | FileCheck %s --check-prefix=BIT

// The last bit of an integer that hangs on a comparison at its edge may be either.
// BIT: verify output 0: inconclusive, {{.*}}0 of 16 elements differ too much, 16 not bounded
func.func @last_bit(%x: tensor<16xf32>) -> tensor<16xi1> {
  %h = arith.constant dense<0.1> : tensor<16xf32>
  %a = arith.addf %x, %h : tensor<16xf32>
  %s = arith.subf %a, %h : tensor<16xf32>
  %c = arith.cmpf ole, %s, %x : tensor<16xf32>
  %e = arith.extui %c : tensor<16xi1> to tensor<16xi32>
  %d = arith.addi %e, %e : tensor<16xi32>
  %b = arith.trunci %d : tensor<16xi32> to tensor<16xi1>
  %t = arith.constant dense<true> : tensor<16xi1>
  %n = arith.xori %b, %t : tensor<16xi1>
  return %n : tensor<16xi1>
}

// A formula of constants alone may have been rounded to f16, where it is infinite and its difference NaN, or not: with
// a table of constants too, whose element counts for nothing here.
// RUN: not fusion-run %s --device=cpu --random=1 --verify=graph --entry=overflow | FileCheck %s --check-prefix=OVERFLOW
// OVERFLOW: verify output 0: inconclusive, {{.*}}1 not bounded
func.func @overflow() -> tensor<f16> {
  %zeros = arith.constant dense<0> : tensor<2xi8>
  %0 = fusion.map() tables(%t = %zeros) : (tensor<2xi8>) -> tensor<f16> {
    %c0 = arith.constant 0 : index
    %c0_i8 = arith.constant 0 : i8
    %true = arith.constant true
    %element = fusion.lookup %t[%c0] : tensor<2xi8>
    %some = arith.cmpi ne, %element, %c0_i8 : i8
    %zero = arith.remui %some, %true : i1
    %wide = arith.extui %zero : i1 to i64
    %large = arith.constant 8000000000000000000 : i64
    %sum = arith.addi %large, %wide : i64
    %float = arith.sitofp %sum : i64 to f16
    fusion.yield %float : f16
  }
  %1 = fusion.sub %0, %0 : (tensor<f16>, tensor<f16>) -> tensor<f16>
  return %1 : tensor<f16>
}

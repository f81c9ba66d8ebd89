// Absolute values, counts of bits, powers and rescaling of integers, which have no operations of their own.

// RUN: fusion-run %s --device=cpu --random=1 --verify
// RUN: fusion-run %s --device=cuda --random=1 --verify
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify

// RUN: fusion-compile %s --target=sm_80 | FileCheck %s
// CHECK-NOT: .extern .func
func.func @integers(%a: tensor<2x50xi8>, %b: tensor<2x50xi32>, %c: tensor<2x50xi64>, %x: tensor<1x4x8xi8>, %w: tensor<1x8x6xi8>)
    -> (tensor<2x50xi8>, tensor<2x50xi8>, tensor<2x50xi8>, tensor<2x50xi8>, tensor<2x50xi32>, tensor<2x50xi32>, tensor<2x50xi32>, tensor<2x50xi32>, tensor<2x50xi64>, tensor<2x50xi64>, tensor<2x50xi64>, tensor<2x50xi64>, tensor<2x50xi32>, tensor<1x4x6xi8>, tensor<2x50xi8>, tensor<2x50xi32>, tensor<2x50xi64>, tensor<2x50xi32>) {
  %a_absi = math.absi %a : tensor<2x50xi8>
  %a_ctlz = math.ctlz %a : tensor<2x50xi8>
  %a_cttz = math.cttz %a : tensor<2x50xi8>
  %a_ctpop = math.ctpop %a : tensor<2x50xi8>
  %b_absi = math.absi %b : tensor<2x50xi32>
  %b_ctlz = math.ctlz %b : tensor<2x50xi32>
  %b_cttz = math.cttz %b : tensor<2x50xi32>
  %b_ctpop = math.ctpop %b : tensor<2x50xi32>
  %c_absi = math.absi %c : tensor<2x50xi64>
  %c_ctlz = math.ctlz %c : tensor<2x50xi64>
  %c_cttz = math.cttz %c : tensor<2x50xi64>
  %c_ctpop = math.ctpop %c : tensor<2x50xi64>
  %n = tosa.abs %b : (tensor<2x50xi32>) -> tensor<2x50xi32>
  %three = "tosa.const"() {values = dense<3> : tensor<1xi8>} : () -> tensor<1xi8>
  %product = tosa.matmul %x, %w, %three, %three : (tensor<1x4x8xi8>, tensor<1x8x6xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x6xi32>
  %multiplier = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %shift = "tosa.const"() {values = dense<34> : tensor<1xi8>} : () -> tensor<1xi8>
  %zero = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %scaled = tosa.rescale %product, %multiplier, %shift, %zero, %three
      {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
      : (tensor<1x4x6xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x4x6xi8>
  %a_bases = arith.constant dense<[[-4, -3, -2, -1, 0, 1, 2, 3, 7, -1, 1, 5, 3, 0, 7, -1, -1, 5, 3, 7, 7, 3, 2, 1, -2, -1, 1, -2, 7, 2, 5, -4, 1, -3, -2, -1, -4, 0, -4, 0, 3, -1, 5, 2, 5, 2, 2, 5, -1, 3], [-2, 1, -3, -4, -2, 3, -1, 0, 1, 2, 1, 0, 2, 7, 2, -1, 1, 7, -1, 2, -1, -1, 1, 1, -4, 0, -1, 1, 5, -2, 5, 1, 7, -1, -1, -3, 5, 1, -1, 1, -1, 0, 0, -3, -3, 3, 1, 3, -3, 1]]> : tensor<2x50xi8>
  %a_exponents = arith.constant dense<[[-2, -1, -2, -1, -2, -1, -2, -1, -2, -1, -2, -1, 7, 7, 62, -3, 3, 31, 7, 2, 5, 1, 5, 0, -3, 1, -3, -2, -2, 7, 5, -3, 0, 3, 1, 7, 1, -1, 31, -3, 33, 2, 2, 2, -1, 33, 3, 3, 4, 33], [5, 3, 13, 33, 7, 13, 5, -2, 7, 62, 5, 1, 3, 13, 31, 31, 0, 1, 3, 1, 5, 1, 5, 2, -3, 62, 3, 7, 2, -3, 3, 7, 7, 13, -1, -3, 13, 13, 2, 4, 2, 13, 2, 7, 31, 1, 31, 4, -3, 7]]> : tensor<2x50xi8>
  %a_base = arith.addi %a_bases, %a : tensor<2x50xi8>
  %a_exponent = arith.addi %a_exponents, %a : tensor<2x50xi8>
  %a_ipowi = math.ipowi %a_base, %a_exponent : tensor<2x50xi8>
  %b_bases = arith.constant dense<[[-4, -3, -2, -1, 0, 1, 2, 3, 7, -1, 1, 5, 3, 0, 7, -1, -1, 5, 3, 7, 7, 3, 2, 1, -2, -1, 1, -2, 7, 2, 5, -4, 1, -3, -2, -1, -4, 0, -4, 0, 3, -1, 5, 2, 5, 2, 2, 5, -1, 3], [-2, 1, -3, -4, -2, 3, -1, 0, 1, 2, 1, 0, 2, 7, 2, -1, 1, 7, -1, 2, -1, -1, 1, 1, -4, 0, -1, 1, 5, -2, 5, 1, 7, -1, -1, -3, 5, 1, -1, 1, -1, 0, 0, -3, -3, 3, 1, 3, -3, 1]]> : tensor<2x50xi32>
  %b_exponents = arith.constant dense<[[-2, -1, -2, -1, -2, -1, -2, -1, -2, -1, -2, -1, 7, 7, 62, -3, 3, 31, 7, 2, 5, 1, 5, 0, -3, 1, -3, -2, -2, 7, 5, -3, 0, 3, 1, 7, 1, -1, 31, -3, 33, 2, 2, 2, -1, 33, 3, 3, 4, 33], [5, 3, 13, 33, 7, 13, 5, -2, 7, 62, 5, 1, 3, 13, 31, 31, 0, 1, 3, 1, 5, 1, 5, 2, -3, 62, 3, 7, 2, -3, 3, 7, 7, 13, -1, -3, 13, 13, 2, 4, 2, 13, 2, 7, 31, 1, 31, 4, -3, 7]]> : tensor<2x50xi32>
  %b_base = arith.addi %b_bases, %b : tensor<2x50xi32>
  %b_exponent = arith.addi %b_exponents, %b : tensor<2x50xi32>
  %b_ipowi = math.ipowi %b_base, %b_exponent : tensor<2x50xi32>
  %c_bases = arith.constant dense<[[-4, -3, -2, -1, 0, 1, 2, 3, 7, -1, 1, 5, 3, 0, 7, -1, -1, 5, 3, 7, 7, 3, 2, 1, -2, -1, 1, -2, 7, 2, 5, -4, 1, -3, -2, -1, -4, 0, -4, 0, 3, -1, 5, 2, 5, 2, 2, 5, -1, 3], [-2, 1, -3, -4, -2, 3, -1, 0, 1, 2, 1, 0, 2, 7, 2, -1, 1, 7, -1, 2, -1, -1, 1, 1, -4, 0, -1, 1, 5, -2, 5, 1, 7, -1, -1, -3, 5, 1, -1, 1, -1, 0, 0, -3, -3, 3, 1, 3, -3, 1]]> : tensor<2x50xi64>
  %c_exponents = arith.constant dense<[[-2, -1, -2, -1, -2, -1, -2, -1, -2, -1, -2, -1, 7, 7, 62, -3, 3, 31, 7, 2, 5, 1, 5, 0, -3, 1, -3, -2, -2, 7, 5, -3, 0, 3, 1, 7, 1, -1, 31, -3, 33, 2, 2, 2, -1, 33, 3, 3, 4, 33], [5, 3, 13, 33, 7, 13, 5, -2, 7, 62, 5, 1, 3, 13, 31, 31, 0, 1, 3, 1, 5, 1, 5, 2, -3, 62, 3, 7, 2, -3, 3, 7, 7, 13, -1, -3, 13, 13, 2, 4, 2, 13, 2, 7, 31, 1, 31, 4, -3, 7]]> : tensor<2x50xi64>
  %c_base = arith.addi %c_bases, %c : tensor<2x50xi64>
  %c_exponent = arith.addi %c_exponents, %c : tensor<2x50xi64>
  %c_ipowi = math.ipowi %c_base, %c_exponent : tensor<2x50xi64>
  %five = arith.constant dense<5> : tensor<2x50xi32>
  %fifth = math.ipowi %b_base, %five : tensor<2x50xi32>
  return %a_absi, %a_ctlz, %a_cttz, %a_ctpop, %b_absi, %b_ctlz, %b_cttz, %b_ctpop, %c_absi, %c_ctlz, %c_cttz, %c_ctpop, %n, %scaled, %a_ipowi, %b_ipowi, %c_ipowi, %fifth
      : tensor<2x50xi8>, tensor<2x50xi8>, tensor<2x50xi8>, tensor<2x50xi8>, tensor<2x50xi32>, tensor<2x50xi32>, tensor<2x50xi32>, tensor<2x50xi32>, tensor<2x50xi64>, tensor<2x50xi64>, tensor<2x50xi64>, tensor<2x50xi64>, tensor<2x50xi32>, tensor<1x4x6xi8>, tensor<2x50xi8>, tensor<2x50xi32>, tensor<2x50xi64>, tensor<2x50xi32>
}

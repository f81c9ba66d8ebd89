// Absolute values, counts of bits and rescaling of integers, which have no operations of their own.

// RUN: fusion-run %s --device=cpu --random=1 --verify
// RUN: fusion-run %s --device=cuda --random=1 --verify
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify

// RUN: fusion-compile %s --target=sm_80 | FileCheck %s
// CHECK-NOT: .extern .func
func.func @integers(%a: tensor<2x50xi8>, %b: tensor<2x50xi32>, %c: tensor<2x50xi64>, %x: tensor<1x4x8xi8>, %w: tensor<1x8x6xi8>)
    -> (tensor<2x50xi8>, tensor<2x50xi8>, tensor<2x50xi8>, tensor<2x50xi8>, tensor<2x50xi32>, tensor<2x50xi32>, tensor<2x50xi32>, tensor<2x50xi32>, tensor<2x50xi64>, tensor<2x50xi64>, tensor<2x50xi64>, tensor<2x50xi64>, tensor<2x50xi32>, tensor<1x4x6xi8>) {
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
  return %a_absi, %a_ctlz, %a_cttz, %a_ctpop, %b_absi, %b_ctlz, %b_cttz, %b_ctpop, %c_absi, %c_ctlz, %c_cttz, %c_ctpop, %n, %scaled
      : tensor<2x50xi8>, tensor<2x50xi8>, tensor<2x50xi8>, tensor<2x50xi8>, tensor<2x50xi32>, tensor<2x50xi32>, tensor<2x50xi32>, tensor<2x50xi32>, tensor<2x50xi64>, tensor<2x50xi64>, tensor<2x50xi64>, tensor<2x50xi64>, tensor<2x50xi32>, tensor<1x4x6xi8>
}

// Casts of TOSA to and from booleans, of constants, which upstream's folder gets wrong: true is 1, and true is what is not 0.
// RUN: fusion-run %s --device=cpu --random=1 --verify | FileCheck %s --check-prefixes=CHECK,VERIFY
// RUN: fusion-run %s --device=reference --random=1 | FileCheck %s
// RUN: env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify | FileCheck %s --check-prefixes=CHECK,VERIFY
// CHECK: output 0: 4xf32, min 1, max 1
// CHECK: output 1: 4xi32, min 1, max 1
// CHECK: output 2: 1xi1, min 1, max 1
// CHECK: output 3: 4xi1, min 0, max 1, mean 0.75
// CHECK: output 4: 1xi1, min 1, max 1
// CHECK: output 5: 1xf16, min 1, max 1
// CHECK: output 6: 4xi1, min 1, max 1
// VERIFY-COUNT-7: good, error 0,
func.func @graph(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi32>, tensor<1xi1>, tensor<4xi1>, tensor<1xi1>, tensor<1xf16>, tensor<4xi1>) {
  %t = "tosa.const"() <{values = dense<true> : tensor<4xi1>}> : () -> tensor<4xi1>
  %0 = tosa.cast %t : (tensor<4xi1>) -> tensor<4xf32>
  %1 = tosa.cast %t : (tensor<4xi1>) -> tensor<4xi32>
  %two = "tosa.const"() <{values = dense<2.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.cast %two : (tensor<1xf32>) -> tensor<1xi1>
  %a = "tosa.const"() <{values = dense<[0.0, 1.0, 0.25, -3.0]> : tensor<4xf32>}> : () -> tensor<4xf32>
  %3 = tosa.cast %a : (tensor<4xf32>) -> tensor<4xi1>
  %i = "tosa.const"() <{values = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %4 = tosa.cast %i : (tensor<1xi32>) -> tensor<1xi1>
  %5 = tosa.cast %2 : (tensor<1xi1>) -> tensor<1xf16>
  %6 = tosa.cast %x : (tensor<4xf32>) -> tensor<4xi1>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4xf32>, tensor<4xi32>, tensor<1xi1>, tensor<4xi1>, tensor<1xi1>, tensor<1xf16>, tensor<4xi1>
}

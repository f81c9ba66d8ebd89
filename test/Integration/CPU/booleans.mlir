// Conversions between i1 and floats: true is -1 as a signed integer and 1 as an unsigned one. A float becomes the nearest
// of the two integers that the i1 holds.
// RUN: fusion-run %s --device=cpu --random=1 --verify | FileCheck %s
// RUN: env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify | FileCheck %s
// CHECK: output 0: 16xf32, min -1, max 0
// CHECK: output 1: 16xf32, min 0, max 1
// CHECK: output 2: 3xi32, min 0, max 1, mean 0.3333
// CHECK: output 3: 3xi32, min 0, max 1, mean 0.3333
// CHECK-COUNT-4: good, error 0,
func.func @graph(%b: tensor<16xi1>) -> (tensor<16xf32>, tensor<16xf32>, tensor<3xi32>, tensor<3xi32>) {
  %0 = arith.sitofp %b : tensor<16xi1> to tensor<16xf32>
  %1 = arith.uitofp %b : tensor<16xi1> to tensor<16xf32>
  %x = arith.constant dense<[0.3, 1.9, -0.9]> : tensor<3xf32>
  %2 = arith.fptoui %x : tensor<3xf32> to tensor<3xi1>
  %3 = arith.extui %2 : tensor<3xi1> to tensor<3xi32>
  %y = arith.constant dense<[0.3, -1.9, -0.9]> : tensor<3xf32>
  %4 = arith.fptosi %y : tensor<3xf32> to tensor<3xi1>
  %5 = arith.extui %4 : tensor<3xi1> to tensor<3xi32>
  return %0, %1, %3, %5 : tensor<16xf32>, tensor<16xf32>, tensor<3xi32>, tensor<3xi32>
}

// Globals that keep their value are constants: a product reads them like any weight, on all devices and in the interpreter.
// RUN: fusion-run %s --device=cpu --random=1 --verify | FileCheck %s
// RUN: env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify | FileCheck %s
// RUN: fusion-opt %s --fusion-check-graph | FileCheck %s --check-prefix=IR
// CHECK: verify output 0: good
// CHECK: verify output 1: good
// IR-NOT: global_load
// IR-COUNT-2: arith.constant dense<{{\[\[}}1.0
// IR-NOT: global_load
ml_program.global private @w(dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>) : tensor<2x2xf32>
func.func @main(%x: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %w = ml_program.global_load_const @w : tensor<2x2xf32>
  %v = ml_program.global_load @w : tensor<2x2xf32>
  %z = arith.constant dense<0.0> : tensor<3x2xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%z : tensor<3x2xf32>) -> tensor<3x2xf32>
  %1 = linalg.matmul ins(%0, %v : tensor<3x2xf32>, tensor<2x2xf32>) outs(%z : tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0, %1 : tensor<3x2xf32>, tensor<3x2xf32>
}

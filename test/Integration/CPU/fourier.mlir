// Fourier transforms of TOSA are loops, also on GPUs: upstream's lowering computes their angles by the index dialect.
// RUN: fusion-run %s --device=cpu --random=1 --verify | FileCheck %s
// RUN: env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify | FileCheck %s
// CHECK: verify output 0: good
// CHECK: verify output 1: good

func.func @f(%x: tensor<1x4x8xf32>, %y: tensor<1x4x8xf32>) -> (tensor<1x4x8xf32>, tensor<1x4x8xf32>) {
  %0, %1 = tosa.fft2d %x, %y {inverse = false} : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> (tensor<1x4x8xf32>, tensor<1x4x8xf32>)
  return %0, %1 : tensor<1x4x8xf32>, tensor<1x4x8xf32>
}

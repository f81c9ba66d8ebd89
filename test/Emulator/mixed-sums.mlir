// On sm_120 a 16-bit operand is added to a sum of f32 as it is (add.f32.bf16, fma.f32.f16).
// RUN: env FAKE_DRIVER_CHIP=120 fusion-run %s --entry=bf16 --device=cuda --random=1 --verify | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=120 fusion-run %s --entry=f16 --device=cuda --random=1 --verify | FileCheck %s
// RUN: fusion-compile %s --target=sm_120 --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// CHECK: verify output 0: good
// PTX-DAG: add.rn.f32.bf16
// PTX-DAG: sub.rn.f32.f16
// PTX-DAG: fma.rn.f32.f16
func.func @bf16(%x: tensor<5x64xbf16>, %w: tensor<64x40xbf16>, %b: tensor<40xbf16>) -> tensor<5x40xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<5x64xbf16>, tensor<64x40xbf16>) -> tensor<5x40xbf16>
  %1 = fusion.add %0, %b : (tensor<5x40xbf16>, tensor<40xbf16>) -> tensor<5x40xbf16>
  return %1 : tensor<5x40xbf16>
}
func.func @f16(%x: tensor<5x64xf16>, %w: tensor<64x40xf16>, %b: tensor<40xf16>, %c: tensor<40xf16>) -> tensor<5x40xf32> {
  %0 = fusion.matmul %x, %w : (tensor<5x64xf16>, tensor<64x40xf16>) -> tensor<5x40xf32>
  %1 = fusion.sub %b, %0 : (tensor<40xf16>, tensor<5x40xf32>) -> tensor<5x40xf32>
  %2 = fusion.mul %b, %c : (tensor<40xf16>, tensor<40xf16>) -> tensor<40xf16>
  %3 = fusion.add %1, %2 : (tensor<5x40xf32>, tensor<40xf16>) -> tensor<5x40xf32>
  return %3 : tensor<5x40xf32>
}

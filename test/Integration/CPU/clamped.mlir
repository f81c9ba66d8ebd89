// math.clampf on tensors, which no dialect of the CPU has: NaN, and limits that cross, as max and min one after the other.
// RUN: fusion-run %s --device=cpu --random=1 --verify | FileCheck %s
// RUN: env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify | FileCheck %s
// CHECK: verify output 0: good, error 0,
func.func @clamped(%x: tensor<9x7xf32>, %low: tensor<9x7xf32>, %high: tensor<9x7xf32>) -> tensor<9x7xf32> {
  %0 = math.clampf %x to [%low, %high] : tensor<9x7xf32>
  return %0 : tensor<9x7xf32>
}

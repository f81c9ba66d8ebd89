// x/2 (1 + erf(x / sqrt 2)) of -9 is -1.02e-18, and 0 in float64, whose erf is -1 there: both are right.
// RUN: fusion-run %s --device=cpu --random=1 --verify | FileCheck %s
// RUN: env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver fusion-run %s --device=cuda --random=1 --verify | FileCheck %s
// CHECK: verify output 0: good
func.func @tail(%x: tensor<16xf32>) -> tensor<16xf32> {
  %half = arith.constant dense<0.5> : tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %root = arith.constant dense<0.707106769> : tensor<f32>
  %n = fusion.map() at(%i) : () -> tensor<16xf32> {
    %0 = arith.index_cast %i : index to i32
    %1 = arith.sitofp %0 : i32 to f32
    %2 = arith.negf %1 : f32
    fusion.yield %2 : f32
  }
  %z = fusion.min %n, %x : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  %0 = fusion.mul %z, %root : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  %1 = fusion.erf %0 : tensor<16xf32>
  %2 = fusion.add %1, %one : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  %3 = fusion.mul %z, %half : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  %4 = fusion.mul %3, %2 : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  return %4 : tensor<16xf32>
}

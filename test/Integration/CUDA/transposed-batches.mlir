// Operands of f32 that a copy transposes, with batches: of one operand and of both, of odd sizes, several tiles each.
// REQUIRES: cuda-9.0
// RUN: fusion-run %s --entry=one --device=cuda --verify --random=1 --f32-precision=tf32 | FileCheck %s
// RUN: fusion-run %s --entry=both --device=cuda --verify --random=1 --f32-precision=tf32 | FileCheck %s
// CHECK: on cuda
// CHECK: verify output 0: good

func.func @one(%x: tensor<130x100xf32>, %w: tensor<3x100x68xf32>) -> tensor<3x130x68xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<130x100xf32>, tensor<3x100x68xf32>) -> tensor<3x130x68xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 32], warps = [8, 1], stages = 3, sm90 = <copy_b = true>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<130x100xf32>, tensor<3x100x68xf32>) -> tensor<3x130x68xf32>
    fusion.yield %0 : tensor<3x130x68xf32>
  }
  return %y : tensor<3x130x68xf32>
}

func.func @both(%x: tensor<2x3x101x131xf32>, %w: tensor<2x3x101x67xf32>) -> tensor<2x3x131x67xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<2x3x101x131xf32>, tensor<2x3x101x67xf32>) -> tensor<2x3x131x67xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 32], warps = [8, 1], stages = 3, sm90 = <copy_a = true, copy_b = true>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_a} : (tensor<2x3x101x131xf32>, tensor<2x3x101x67xf32>) -> tensor<2x3x131x67xf32>
    fusion.yield %0 : tensor<2x3x131x67xf32>
  }
  return %y : tensor<2x3x131x67xf32>
}

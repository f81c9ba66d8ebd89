// TOSA that becomes loops, branches and other operations of its own.
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=scatter | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=branches | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=transposed_convolution | FileCheck %s
// CHECK: verify output 0: good
func.func @scatter(%values: tensor<2x9x6xf32>, %updates: tensor<2x2x6xf32>) -> tensor<2x9x6xf32> {
  %at = "tosa.const"() <{values = dense<[[0, 3], [8, 1]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %0 = tosa.scatter %values, %at, %updates : (tensor<2x9x6xf32>, tensor<2x2xi32>, tensor<2x2x6xf32>) -> tensor<2x9x6xf32>
  return %0 : tensor<2x9x6xf32>
}

func.func @branches(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.cond_if %c (%a = %x) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %1 = tosa.exp %a : (tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %1 : tensor<4xf32>
  } else {
  ^bb0(%a: tensor<4xf32>):
    tosa.yield %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

func.func @transposed_convolution(%x: tensor<1x4x4x3xf32>, %w: tensor<5x3x3x3xf32>, %b: tensor<5xf32>) -> tensor<1x9x9x5xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>}
      : (tensor<1x4x4x3xf32>, tensor<5x3x3x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x9x9x5xf32>
  return %r : tensor<1x9x9x5xf32>
}

// Loops in loops that carry tensors: in place, with a read of the old value beside or behind the inner loop, two that
// change places; and what makes such loops.
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=nested | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=read_behind | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=swapped | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=scatter | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=branches | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=transposed_convolution | FileCheck %s
// CHECK: verify output 0: good
func.func @nested(%x: tensor<4x8xf32>, %w: tensor<f32>) -> tensor<4x8xf32> {
  %v = tensor.extract %w[] : tensor<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> tensor<4x8xf32> {
    %e = tensor.extract %a[%i, %c1] : tensor<4x8xf32>
    %0 = scf.for %j = %c0 to %c8 step %c1 iter_args(%b = %a) -> tensor<4x8xf32> {
      %s = arith.addf %e, %v : f32
      %t = tensor.insert %s into %b[%i, %j] : tensor<4x8xf32>
      scf.yield %t : tensor<4x8xf32>
    }
    scf.yield %0 : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

func.func @read_behind(%x: tensor<4x8xf32>, %w: tensor<f32>) -> tensor<4x8xf32> {
  %v = tensor.extract %w[] : tensor<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> tensor<4x8xf32> {
    %0 = scf.for %j = %c0 to %c8 step %c1 iter_args(%b = %a) -> tensor<4x8xf32> {
      %t = tensor.insert %v into %b[%i, %j] : tensor<4x8xf32>
      scf.yield %t : tensor<4x8xf32>
    }
    %e = tensor.extract %a[%i, %c1] : tensor<4x8xf32>
    %s = arith.addf %e, %v : f32
    %1 = tensor.insert %s into %0[%i, %c0] : tensor<4x8xf32>
    scf.yield %1 : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

func.func @swapped(%x: tensor<4x8xf32>, %z: tensor<4x8xf32>, %w: tensor<f32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %v = tensor.extract %w[] : tensor<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %z) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    %0:2 = scf.for %j = %c0 to %c3 step %c1 iter_args(%c = %a, %d = %b) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
      %t = tensor.insert %v into %c[%i, %j] : tensor<4x8xf32>
      %s = arith.addf %d, %t : tensor<4x8xf32>
      scf.yield %t, %s : tensor<4x8xf32>, tensor<4x8xf32>
    }
    scf.yield %0#1, %0#0 : tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %r#0, %r#1 : tensor<4x8xf32>, tensor<4x8xf32>
}

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

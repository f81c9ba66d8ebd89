// Loops in loops that carry tensors: in place, with a read of the old value beside or behind the inner loop, two that
// change places.
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=nested | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=read_behind | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=swapped | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=twice | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=while_inside | FileCheck %s
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

// An inner loop that starts from the same value twice, and one that is no for loop.
func.func @twice(%x: tensor<8xf32>, %w: tensor<f32>) -> tensor<8xf32> {
  %v = tensor.extract %w[] : tensor<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> tensor<8xf32> {
    %0:2 = scf.for %j = %c0 to %c3 step %c1 iter_args(%b = %a, %c = %a) -> (tensor<8xf32>, tensor<8xf32>) {
      %t = tensor.insert %v into %b[%j] : tensor<8xf32>
      %s = arith.addf %c, %t : tensor<8xf32>
      scf.yield %t, %s : tensor<8xf32>, tensor<8xf32>
    }
    scf.yield %0#1 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

func.func @while_inside(%x: tensor<4x8xf32>, %w: tensor<f32>) -> tensor<4x8xf32> {
  %v = tensor.extract %w[] : tensor<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> tensor<4x8xf32> {
    %0:2 = scf.while (%j = %c0, %b = %a) : (index, tensor<4x8xf32>) -> (index, tensor<4x8xf32>) {
      %more = arith.cmpi ult, %j, %c4 : index
      scf.condition(%more) %j, %b : index, tensor<4x8xf32>
    } do {
    ^bb0(%j: index, %b: tensor<4x8xf32>):
      %t = tensor.insert %v into %b[%i, %j] : tensor<4x8xf32>
      %n = arith.addi %j, %c1 : index
      scf.yield %n, %t : index, tensor<4x8xf32>
    }
    scf.yield %0#1 : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

// RUN: %unittests/fusion-reference-run %s --split-input-file --input=splat:3 --entry=main | FileCheck %s

ml_program.global private mutable @global_seed(dense<0> : tensor<i64>) : tensor<i64>
func.func private @double(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = arith.addf %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK: tensor<2xf32>: 12 12
// CHECK: tensor<2xf32>: 24 24
// CHECK: tensor<2xf32>: -1 -1
// CHECK: tensor<index>: 8
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %minus = arith.constant dense<-1.0> : tensor<2xf32>
  %0 = func.call @double(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = func.call @double(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> tensor<2xf32> {
    %n = func.call @double(%a) : (tensor<2xf32>) -> tensor<2xf32>
    scf.yield %n : tensor<2xf32>
  }
  %c = arith.cmpi eq, %c1, %c3 : index
  %3 = scf.if %c -> tensor<2xf32> {
    scf.yield %x : tensor<2xf32>
  } else {
    scf.yield %minus : tensor<2xf32>
  }
  %4 = scf.while (%i = %c1) : (index) -> index {
    %less = arith.cmpi slt, %i, %c5 : index
    scf.condition(%less) %i : index
  } do {
  ^bb0(%i: index):
    %n = arith.muli %i, %c2 : index
    scf.yield %n : index
  }
  return %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, index
}

// -----

// scf.if inside a body becomes a choice.
// CHECK: tensor<2xf32>: 6 6
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %0 = linalg.map ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) (%a: f32, %o: f32) {
    %c = arith.cmpf ogt, %a, %zero : f32
    %r = scf.if %c -> f32 {
      %d = arith.addf %a, %a : f32
      scf.yield %d : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %r : f32
  }
  return %0 : tensor<2xf32>
}

// -----

// CHECK: tensor<index>: 7
func.func @main(%x: tensor<2xf32>) -> index {
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 * s0 + 1)>(%c3)[%c2]
  return %0 : index
}

// -----

// A case, the default, and a region.
// CHECK: tensor<2xf32>: 6 6
// CHECK: tensor<2xf32>: 3 3
// CHECK: tensor<2xf32>: 9 9
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %0 = scf.index_switch %c4 -> tensor<2xf32>
  case 2 {
    scf.yield %x : tensor<2xf32>
  }
  case 4 {
    %twice = arith.addf %x, %x : tensor<2xf32>
    scf.yield %twice : tensor<2xf32>
  }
  default {
    scf.yield %x : tensor<2xf32>
  }
  %1 = scf.index_switch %c7 -> tensor<2xf32>
  case 4 {
    %twice = arith.addf %x, %x : tensor<2xf32>
    scf.yield %twice : tensor<2xf32>
  }
  default {
    scf.yield %x : tensor<2xf32>
  }
  %2 = scf.execute_region -> tensor<2xf32> {
    %square = arith.mulf %x, %x : tensor<2xf32>
    scf.yield %square : tensor<2xf32>
  }
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

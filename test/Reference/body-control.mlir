// RUN: %unittests/fusion-reference-run %s --split-input-file --entry=main --input=list:1,2,3,4 | FileCheck %s
// RUN: %unittests/fusion-reference-run %s --split-input-file --entry=main --input=list:1,2,3,4 --bounds | FileCheck %s --check-prefix=BOUNDS

// A branch that is not taken reads nothing: a concatenation as bodies spell it, with positions that are only valid on
// their own side, and a nested branch.
// CHECK: tensor<8xf32>: 1 2 3 4 1 2 3 4
// CHECK: tensor<8xf32>: 1 2 3 4 1 4 -1 -1
func.func @main(%x: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %minus = arith.constant -1.0 : f32
  %c3 = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<8xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %n = tensor.dim %x, %c0 : tensor<4xf32>
    %first = arith.cmpi ult, %i, %n : index
    %r = scf.if %first -> f32 {
      %v = tensor.extract %x[%i] : tensor<4xf32>
      scf.yield %v : f32
    } else {
      %j = arith.subi %i, %n : index
      %v = tensor.extract %x[%j] : tensor<4xf32>
      scf.yield %v : f32
    }
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<8xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %first = arith.cmpi ule, %i, %c3 : index
    %r = scf.if %first -> f32 {
      %v = tensor.extract %x[%i] : tensor<4xf32>
      scf.yield %v : f32
    } else {
      %j = affine.apply affine_map<(i) -> (i * 3 - 12)>(%i)
      %second = arith.cmpi ule, %j, %c3 : index
      %v = scf.if %second -> f32 {
        %w = tensor.extract %x[%j] : tensor<4xf32>
        scf.yield %w : f32
      } else {
        scf.yield %minus : f32
      }
      scf.yield %v : f32
    }
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// Loops in bodies go round as often as each element asks: sums up to its position, and halvings.
// CHECK: tensor<4xf32>: 0 1 3 6
// CHECK: tensor<4xi32>: 0 1 2 2
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %e = tensor.empty() : tensor<4xf32>
  %n = tensor.empty() : tensor<4xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<4xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %sum = scf.for %j = %c0 to %i step %c1 iter_args(%s = %zero) -> f32 {
      %v = tensor.extract %x[%j] : tensor<4xf32>
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    linalg.yield %sum : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%n : tensor<4xi32>) {
  ^bb0(%a: f32, %o: i32):
    %none = arith.constant 0 : i32
    %one32 = arith.constant 1 : i32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %r:2 = scf.while (%v = %a, %k = %none) : (f32, i32) -> (f32, i32) {
      %more = arith.cmpf ogt, %v, %one : f32
      scf.condition(%more) %v, %k : f32, i32
    } do {
    ^bb0(%v: f32, %k: i32):
      %h = arith.mulf %v, %half : f32
      %k1 = arith.addi %k, %one32 : i32
      scf.yield %h, %k1 : f32, i32
    }
    linalg.yield %r#1 : i32
  } -> tensor<4xi32>
  return %0, %1 : tensor<4xf32>, tensor<4xi32>
}

// -----

// Values that a loop exchanges change places at once.
// CHECK: tensor<4xi64>: 0 1 1 2
func.func @main(%x: tensor<4xf32>) -> tensor<4xi64> {
  %e = tensor.empty() : tensor<4xi64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0 : i64
  %f1 = arith.constant 1 : i64
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<4xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %r:2 = scf.for %j = %c0 to %i step %c1 iter_args(%a = %f0, %b = %f1) -> (i64, i64) {
      %s = arith.addi %a, %b : i64
      scf.yield %b, %s : i64, i64
    }
    linalg.yield %r#0 : i64
  } -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

// Errors add up round by round; how often a loop goes round on an uncertain value is not known, nor what a branch on one
// gives beside what both sides have.
// BOUNDS: tensor<4xf32> (bounded): 0 in [0, 0] 0.333333 in [0.333333{{.*}}, 0.333333{{.*}}] 1 in [0.99999{{.*}}, 1.00000{{.*}}]
// BOUNDS: tensor<4xi32> (bounded): {{[0-9]}} in [-9223372036854775808, 9223372036854775807]
// BOUNDS: tensor<4xf32> (bounded): 5 in [5, 5] {{[57]}} in [5, 7] 7 in [7, 7]
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %n = tensor.empty() : tensor<4xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %three = arith.constant 3.0 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<4xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %sum = scf.for %j = %c0 to %i step %c1 iter_args(%s = %zero) -> f32 {
      %v = tensor.extract %x[%j] : tensor<4xf32>
      %third = arith.divf %v, %three : f32
      %t = arith.addf %s, %third : f32
      scf.yield %t : f32
    }
    linalg.yield %sum : f32
  } -> tensor<4xf32>
  %1:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%n, %e : tensor<4xi32>, tensor<4xf32>) {
  ^bb0(%a: f32, %o: i32, %p: f32):
    %none = arith.constant 0 : i32
    %one32 = arith.constant 1 : i32
    %five = arith.constant 5.0 : f32
    %seven = arith.constant 7.0 : f32
    %log = math.log %a : f32
    %near = math.exp %log : f32
    %r = scf.while (%k = %none) : (i32) -> i32 {
      %f = arith.sitofp %k : i32 to f32
      %g = arith.addf %f, %one : f32
      %more = arith.cmpf olt, %g, %near : f32
      scf.condition(%more) %k : i32
    } do {
    ^bb0(%k: i32):
      %k1 = arith.addi %k, %one32 : i32
      scf.yield %k1 : i32
    }
    %two = arith.addf %one, %one : f32
    %large = arith.cmpf oge, %near, %two : f32
    %q = scf.if %large -> f32 {
      scf.yield %seven : f32
    } else {
      scf.yield %five : f32
    }
    linalg.yield %r, %q : i32, f32
  } -> (tensor<4xi32>, tensor<4xf32>)
  return %0, %1#0, %1#1 : tensor<4xf32>, tensor<4xi32>, tensor<4xf32>
}

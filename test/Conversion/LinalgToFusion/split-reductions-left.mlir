// RUN: fusion-opt %s --convert-linalg-to-fusion | FileCheck %s

// Reductions that stay whole.

#all = affine_map<(a, b) -> (a, b)>
#rows = affine_map<(a, b) -> (a)>

// What is computed would have more elements than what is read.
// CHECK-LABEL: func @distances
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.subf
// CHECK-NEXT: math.absf
// CHECK-NEXT: arith.addf
func.func @distances(%x: tensor<64x8xf32>, %y: tensor<32x8xf32>) -> tensor<64x32xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, c)>, affine_map<(a, b, c) -> (b, c)>,
                                        affine_map<(a, b, c) -> (a, b)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x8xf32>, tensor<32x8xf32>) outs(%zero : tensor<64x32xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %d = arith.subf %p, %q : f32
    %a = math.absf %d : f32
    %s = arith.addf %out, %a : f32
    linalg.yield %s : f32
  } -> tensor<64x32xf32>
  return %r : tensor<64x32xf32>
}

// A product of integers, and windows.
// CHECK-LABEL: func @products_and_windows
// CHECK: linalg.generic
// CHECK: arith.muli
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.mulf
func.func @products_and_windows(%x: tensor<4x8xi32>, %y: tensor<8x5xi32>, %z: tensor<12xf32>)
    -> (tensor<4x5xi32>, tensor<10xf32>) {
  %none = arith.constant dense<0> : tensor<4x5xi32>
  %zero = arith.constant dense<0.0> : tensor<10xf32>
  %window = tensor.empty() : tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, c)>, affine_map<(a, b, c) -> (c, b)>,
                                        affine_map<(a, b, c) -> (a, b)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<4x8xi32>, tensor<8x5xi32>) outs(%none : tensor<4x5xi32>) {
  ^bb0(%p: i32, %q: i32, %out: i32):
    %m = arith.muli %p, %q : i32
    %s = arith.addi %out, %m : i32
    linalg.yield %s : i32
  } -> tensor<4x5xi32>
  %1 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a + b)>, affine_map<(a, b) -> (b)>, #rows],
                       iterator_types = ["parallel", "reduction"]}
      ins(%z, %window : tensor<12xf32>, tensor<3xf32>) outs(%zero : tensor<10xf32>) {
  ^bb0(%in: f32, %w: f32, %out: f32):
    %m = arith.mulf %in, %in : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<10xf32>
  return %0, %1 : tensor<4x5xi32>, tensor<10xf32>
}

// No fusion.reduce comes of them: one result is in the other's terms, -0.0 shows, and the body asserts something.
// CHECK-LABEL: func @no_reductions
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.addf
// CHECK-NEXT: arith.mulf
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0
// CHECK-NEXT: math.absf
// CHECK: linalg.generic
// CHECK: cf.assert
func.func @no_reductions(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %minus = arith.constant dense<-0.0> : tensor<4xf32>
  %0:2 = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%zero, %zero : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%in: f32, %first: f32, %second: f32):
    %a = arith.addf %first, %in : f32
    %m = arith.mulf %a, %in : f32
    %b = arith.addf %second, %m : f32
    linalg.yield %a, %b : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  %1 = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%minus : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = math.absf %in : f32
    %s = arith.addf %out, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%zero : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %c = arith.constant 1.0 : f32
    %p = arith.cmpf olt, %in, %c : f32
    cf.assert %p, "too large"
    %a = math.absf %in : f32
    %s = arith.addf %out, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0#0, %0#1, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

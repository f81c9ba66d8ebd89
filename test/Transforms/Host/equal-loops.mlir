// RUN: fusion-opt %s --fusion-outline-linalg | FileCheck %s

#id = affine_map<(d) -> (d)>

// Operations that differ in a constant alone have functions of their own, wherever the constant stands.

// CHECK-LABEL: func.func @constants
// CHECK-SAME: %[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32>
// CHECK: call @[[TWICE:.*]](%[[A]], %[[B]])
// CHECK: call @[[THRICE:.*]](%[[A]], %[[B]])
// CHECK: call @[[TWICE]](%[[B]], %[[A]])
// CHECK: return
func.func @constants(%a: memref<4xf32>, %b: memref<4xf32>) {
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.mulf %in, %two : f32
    linalg.yield %r : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.mulf %in, %three : f32
    linalg.yield %r : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%b : memref<4xf32>) outs(%a : memref<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.mulf %in, %two : f32
    linalg.yield %r : f32
  }
  return
}

// Copies to parts that begin elsewhere are one function.

// CHECK-LABEL: func.func @parts
// CHECK: call @[[COPY:.*]](%{{.*}}, %{{.*}}) : (memref<2xf32>, memref<2xf32, strided<[1], offset: ?>>) -> ()
// CHECK: call @[[COPY]](
// CHECK: call @[[COPY]](
// CHECK: return
func.func @parts(%a: memref<2xf32>, %all: memref<6xf32>) {
  %0 = memref.subview %all[0] [2] [1] : memref<6xf32> to memref<2xf32, strided<[1]>>
  %1 = memref.subview %all[2] [2] [1] : memref<6xf32> to memref<2xf32, strided<[1], offset: 2>>
  %2 = memref.subview %all[4] [2] [1] : memref<6xf32> to memref<2xf32, strided<[1], offset: 4>>
  linalg.copy ins(%a : memref<2xf32>) outs(%0 : memref<2xf32, strided<[1]>>)
  linalg.copy ins(%a : memref<2xf32>) outs(%1 : memref<2xf32, strided<[1], offset: 2>>)
  linalg.copy ins(%a : memref<2xf32>) outs(%2 : memref<2xf32, strided<[1], offset: 4>>)
  return
}

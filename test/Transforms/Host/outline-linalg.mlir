// RUN: fusion-opt %s --fusion-outline-linalg | FileCheck %s

// Operations that are the same but for their operands share a function, and constants go along. What is used inside comes in
// as an argument.
// CHECK-LABEL: func.func @entry
// CHECK-SAME: %[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32>, %[[C:.*]]: memref<4xf32>, %[[S:.*]]: f32,
// CHECK: call @[[NEGATE:.*]](%[[A]], %[[B]]) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK: call @[[NEGATE]](%[[B]], %[[C]])
// CHECK: call @[[OTHER:.*]](%[[B]], %[[C]])
// CHECK: call @[[FILL:.*]](%[[A]]) : (memref<4xf32>) -> ()
// CHECK: scf.if
// CHECK:   call @[[SCALE:.*]](%[[A]], %[[B]], %[[S]]) : (memref<4xf32>, memref<4xf32>, f32) -> ()
// CHECK: cf.assert
// CHECK-NOT: linalg
// CHECK: return
#id = affine_map<(d) -> (d)>
func.func @entry(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>, %s: f32, %p: i1) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%b : memref<4xf32>) outs(%c : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = arith.negf %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%b : memref<4xf32>) outs(%c : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = math.absf %x : f32
    linalg.yield %0 : f32
  }
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%a : memref<4xf32>)
  scf.if %p {
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {
    ^bb0(%x: f32, %y: f32):
      %0 = arith.mulf %x, %s : f32
      linalg.yield %0 : f32
    }
  }
  cf.assert %p, "stays"
  return
}

// An assertion returns from the entry.
// CHECK-LABEL: func.func @asserts
// CHECK: linalg.generic
func.func @asserts(%a: memref<4xi1>, %b: memref<4xi1>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<4xi1>) outs(%b : memref<4xi1>) {
  ^bb0(%x: i1, %y: i1):
    cf.assert %x, "no"
    linalg.yield %x : i1
  }
  return
}

// CHECK: func.func private @[[NEGATE]](%[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>) attributes {passthrough = ["noinline"]}
// CHECK: linalg.generic {{.*}} ins(%[[X]] : memref<4xf32>) outs(%[[Y]] : memref<4xf32>)
// CHECK: arith.negf
// CHECK: func.func private @[[OTHER]](
// CHECK: math.absf
// CHECK: func.func private @[[FILL]](
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: linalg.fill ins(%[[ZERO]] : f32)
// CHECK: func.func private @[[SCALE]]({{.*}}: f32)
// CHECK-NOT: func.func

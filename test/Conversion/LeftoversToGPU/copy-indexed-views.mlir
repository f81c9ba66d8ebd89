// RUN: fusion-opt %s --fusion-copy-indexed-views | FileCheck %s

// What begins where a scalar of memory says is copied; what begins where an argument says is not.

// CHECK-LABEL: func.func @parts
// CHECK: %[[PART:.*]] = memref.subview %{{.*}}[%{{.*}}, 0] [4, 8]
// CHECK: %[[KNOWN:.*]] = memref.subview %{{.*}}[%{{.*}}, 0] [4, 8]
// CHECK: %[[TARGET:.*]] = memref.subview %{{.*}}[%{{.*}}, 0] [4, 8]
// CHECK: %[[IN:.*]] = memref.alloc() : memref<4x8xf32>
// CHECK: memref.copy %[[PART]], %[[IN]]
// CHECK: %[[OUT:.*]] = memref.alloc() : memref<4x8xf32>
// CHECK: fusion.kernel(%{{.*}} = %[[IN]], %{{.*}} = %[[KNOWN]]) outs(%[[OUT]] : memref<4x8xf32>)
// CHECK: memref.copy %[[OUT]], %[[TARGET]]
func.func @parts(%x: memref<12x8xf32>, %y: memref<12x8xf32>, %p: memref<i32>, %n: index) {
  %v = memref.load %p[] : memref<i32>
  %i = arith.index_cast %v : i32 to index
  %part = memref.subview %x[%i, 0] [4, 8] [1, 1] : memref<12x8xf32> to memref<4x8xf32, strided<[8, 1], offset: ?>>
  %known = memref.subview %x[%n, 0] [4, 8] [1, 1] : memref<12x8xf32> to memref<4x8xf32, strided<[8, 1], offset: ?>>
  %target = memref.subview %y[%i, 0] [4, 8] [1, 1] : memref<12x8xf32> to memref<4x8xf32, strided<[8, 1], offset: ?>>
  fusion.kernel(%a = %part, %b = %known) outs(%target : memref<4x8xf32, strided<[8, 1], offset: ?>>) : (memref<4x8xf32, strided<[8, 1], offset: ?>>, memref<4x8xf32, strided<[8, 1], offset: ?>>) -> () {
    %0 = fusion.add %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  return
}

// A kernel that works in place reads one copy, for all its operands, and writes another.

// CHECK-LABEL: func.func @in_place
// CHECK: %[[VIEW:.*]] = memref.subview
// CHECK: %[[IN:.*]] = memref.alloc() : memref<4x8xf32>
// CHECK: memref.copy %[[VIEW]], %[[IN]]
// CHECK: %[[OUT:.*]] = memref.alloc() : memref<4x8xf32>
// CHECK: fusion.kernel(%{{.*}} = %[[IN]], %{{.*}} = %[[IN]]) outs(%[[OUT]] : memref<4x8xf32>)
// CHECK: memref.copy %[[OUT]], %[[VIEW]]
func.func @in_place(%x: memref<12x8xf32>, %p: memref<index>) {
  %i = memref.load %p[] : memref<index>
  %part = memref.subview %x[%i, 0] [4, 8] [1, 1] : memref<12x8xf32> to memref<4x8xf32, strided<[8, 1], offset: ?>>
  fusion.kernel(%a = %part, %b = %part) outs(%part : memref<4x8xf32, strided<[8, 1], offset: ?>>) : (memref<4x8xf32, strided<[8, 1], offset: ?>>, memref<4x8xf32, strided<[8, 1], offset: ?>>) -> () {
    %0 = fusion.add %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    fusion.yield %0 : tensor<4x8xf32>
  }
  return
}

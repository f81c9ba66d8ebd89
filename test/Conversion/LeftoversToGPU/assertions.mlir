// RUN: fusion-opt %s --fusion-leftovers-to-gpu | FileCheck %s

// A position of data that is limited needs no check; of another one the GPU checks it. The views move into the launches.

// CHECK-LABEL: func.func @limited
// CHECK-NOT: cf.assert
// CHECK-NOT: memref.load
// CHECK: gpu.launch
// CHECK: memref.load
// CHECK: memref.subview
// CHECK-NOT: cf.assert
func.func @limited(%x: memref<12x8xf32>, %p: memref<i32>, %o: memref<1x8xf32>) {
  %c0 = arith.constant 0 : index
  %c11 = arith.constant 11 : index
  %v = memref.load %p[] : memref<i32>
  %i = arith.index_cast %v : i32 to index
  %low = arith.maxsi %i, %c0 : index
  %begin = arith.minsi %low, %c11 : index
  %inside = arith.cmpi sle, %begin, %c11 : index
  cf.assert %inside, "expects a part that lies inside"
  %part = memref.subview %x[%begin, 0] [1, 8] [1, 1] : memref<12x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
  memref.copy %part, %o : memref<1x8xf32, strided<[8, 1], offset: ?>> to memref<1x8xf32>
  return
}

// CHECK-LABEL: func.func @open
// CHECK-NOT: memref.load
// CHECK: gpu.launch
// CHECK: memref.load
// CHECK: cf.assert %{{.*}}, "expects a part that lies inside"
// CHECK: gpu.launch
// CHECK: memref.load
// CHECK: memref.subview
func.func @open(%x: memref<12x8xf32>, %p: memref<i32>, %o: memref<1x8xf32>) {
  %c11 = arith.constant 11 : index
  %v = memref.load %p[] : memref<i32>
  %i = arith.index_cast %v : i32 to index
  %inside = arith.cmpi ule, %i, %c11 : index
  cf.assert %inside, "expects a part that lies inside"
  %part = memref.subview %x[%i, 0] [1, 8] [1, 1] : memref<12x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
  memref.copy %part, %o : memref<1x8xf32, strided<[8, 1], offset: ?>> to memref<1x8xf32>
  return
}

// RUN: fusion-opt %s --fusion-hoist-asserts | FileCheck %s

// Before what is launched, in their order; not before what their conditions read.
// CHECK-LABEL: func.func @asserts(
// CHECK: memref.dim %arg0
// CHECK: cf.assert %{{.*}}, "first"
// CHECK: cf.assert %{{.*}}, "second"
// CHECK: linalg.fill
// CHECK: memref.load
// CHECK: cf.assert %{{.*}}, "third"
func.func @asserts(%x: memref<?xf32>, %y: memref<?xf32>, %n: memref<index>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%x : memref<?xf32>)
  %a = memref.dim %x, %c0 : memref<?xf32>
  %b = memref.dim %y, %c0 : memref<?xf32>
  %same = arith.cmpi eq, %a, %b : index
  cf.assert %same, "first"
  %some = arith.cmpi ne, %b, %c0 : index
  cf.assert %some, "second"
  %read = memref.load %n[] : memref<index>
  %known = arith.cmpi eq, %a, %read : index
  cf.assert %known, "third"
  return
}

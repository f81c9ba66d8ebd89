// RUN: fusion-opt %s --fusion-leftovers-to-gpu --canonicalize --split-input-file | FileCheck %s

// Vectors go into a part of memory where each of its rows begins at a multiple of one. Both memories are looked at.
// CHECK-LABEL: func.func @into_part(
// CHECK-SAME: %[[X:.*]]: memref<40x64xbf16>, %[[O:.*]]: memref<64x48xbf16>
// CHECK: %[[PART:.*]] = memref.subview
// CHECK: %[[CAST:.*]] = memref.cast %[[PART]]
// CHECK-DAG: %[[FROM:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
// CHECK-DAG: arith.andi %[[FROM]], %c7
// CHECK-DAG: memref.extract_aligned_pointer_as_index %[[CAST]]
// CHECK: %[[MISALIGNMENT:.*]] = arith.ori
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[MISALIGNMENT]], %c0
// CHECK: scf.if %[[ALIGNED]] {
// CHECK: gpu.launch {{.*}} workgroup(%{{.*}} : memref<4x16x68xbf16, #gpu.address_space<workgroup>>)
// CHECK: } else {
// CHECK: gpu.launch {{.*}} workgroup(%{{.*}} : memref<1x64x66xbf16, #gpu.address_space<workgroup>>)
func.func @into_part(%x: memref<40x64xbf16>, %o: memref<64x48xbf16>) {
  %part = memref.subview %o[0, 5] [64, 40] [1, 1] : memref<64x48xbf16> to memref<64x40xbf16, strided<[48, 1], offset: 5>>
  linalg.transpose ins(%x : memref<40x64xbf16>) outs(%part : memref<64x40xbf16, strided<[48, 1], offset: 5>>)
    permutation = [1, 0]
  return
}

// -----

// CHECK-LABEL: func.func @into_odd_rows(
// CHECK-NOT: scf.if
// CHECK: gpu.launch {{.*}} workgroup(%{{.*}} : memref<1x64x66xbf16, #gpu.address_space<workgroup>>)
// CHECK-NOT: gpu.launch
func.func @into_odd_rows(%x: memref<40x64xbf16>, %o: memref<64x47xbf16>) {
  %part = memref.subview %o[0, 0] [64, 40] [1, 1] : memref<64x47xbf16> to memref<64x40xbf16, strided<[47, 1]>>
  linalg.transpose ins(%x : memref<40x64xbf16>) outs(%part : memref<64x40xbf16, strided<[47, 1]>>)
    permutation = [1, 0]
  return
}

// -----

// Memory of the workspace begins at multiples of vectors: nothing is looked at.
// CHECK-LABEL: func.func @workspace(
// CHECK-NOT: scf.if
// CHECK: gpu.launch {{.*}} workgroup(%{{.*}} : memref<4x16x68xbf16, #gpu.address_space<workgroup>>)
// CHECK-NOT: gpu.launch
func.func @workspace(%o: memref<40x64xbf16>) attributes {fusion.aligned} {
  %x = memref.alloc() : memref<64x40xbf16>
  linalg.transpose ins(%x : memref<64x40xbf16>) outs(%o : memref<40x64xbf16>) permutation = [1, 0]
  return
}

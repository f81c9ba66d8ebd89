// RUN: fusion-opt %s --convert-fusion-to-linalg | FileCheck %s
// RUN: fusion-opt %s --convert-fusion-to-linalg --fusion-results-to-outputs --fusion-write-to-outputs \
// RUN:   --fusion-bufferize --canonicalize | FileCheck %s --check-prefix=MEMORY

// A row is tested once, and one whose index is out of range is not stored.

// CHECK-LABEL: @rows
// CHECK-SAME: (%[[X:.*]]: tensor<8x?xbf16>, %[[I:.*]]: tensor<8x1xi64>, %[[CACHE:.*]]: tensor<64x?xbf16>)
// CHECK: scf.for %[[ROW:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[ALL:.*]] = %[[CACHE]])
// CHECK: %[[INDEX:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK: %[[KNOWN:.*]] = arith.cmpi ult, %[[INDEX]], %{{.*}} : index
// CHECK: %[[TIMES:.*]] = arith.select %[[KNOWN]], %{{.*}}, %{{.*}} : index
// CHECK: scf.for %{{.*}} to %[[TIMES]] step %{{.*}} iter_args(%[[ONCE:.*]] = %[[ALL]])
// CHECK: scf.for %[[COLUMN:.*]] = %{{.*}} iter_args(%[[SOME:.*]] = %[[ONCE]])
// CHECK: %[[NUMBER:.*]] = tensor.extract %[[X]][%[[ROW]], %[[COLUMN]]]
// CHECK: tensor.insert %[[NUMBER]] into %[[SOME]][%[[INDEX]], %[[COLUMN]]]

// What is kept is not copied for each row.

// MEMORY-LABEL: func @rows(
// MEMORY: scf.for
// MEMORY-NOT: memref.alloc
// MEMORY-NOT: linalg.copy
// MEMORY: memref.store
// MEMORY-NOT: linalg.copy
// MEMORY: linalg.copy ins(%{{.*}}) outs(%{{.*}})
// MEMORY-NEXT: return
func.func @rows(%x: tensor<8x?xbf16>, %i: tensor<8x1xi64>, %cache: tensor<64x?xbf16>) -> tensor<64x?xbf16> {
  %0 = fusion.scatter %x at %i into %cache along 0 : (tensor<8x?xbf16>, tensor<8x1xi64>, tensor<64x?xbf16>) -> tensor<64x?xbf16>
  return %0 : tensor<64x?xbf16>
}

// Where it is an argument that the result is written into, nothing is copied; each element has an index of its own.

// CHECK-LABEL: @elements
// CHECK-COUNT-3: scf.for
// CHECK: tensor.insert

// MEMORY-LABEL: func @elements
// MEMORY-NOT: memref.alloc
// MEMORY-NOT: linalg.copy
// MEMORY: memref.store
// MEMORY-NOT: linalg.copy
// MEMORY: return
func.func @elements(%x: tensor<8x5xf32>, %i: tensor<8x5xi32>, %cache: tensor<64x5xf32> {fusion.aliases = 0 : i64}) -> tensor<64x5xf32> {
  %0 = fusion.scatter %x at %i into %cache along 0 : (tensor<8x5xf32>, tensor<8x5xi32>, tensor<64x5xf32>) -> tensor<64x5xf32>
  return %0 : tensor<64x5xf32>
}

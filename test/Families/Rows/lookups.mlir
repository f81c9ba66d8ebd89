// RUN: fusion-opt %s -fusion-select-schedule -split-input-file | FileCheck %s --check-prefix=GUARD
// RUN: fusion-opt %s -fusion-select-schedule -convert-fusion-to-gpu -canonicalize -split-input-file | FileCheck %s

// A row of an embedding is looked up by pieces: one test and one load for 8 elements. The table's address is tested.
// GUARD-LABEL: func @embedding
// GUARD: #fusion.variant<"", guards = [{{.*}}<aligned 1 to 16>{{.*}}]>
// CHECK-LABEL: gpu.func @embedding_k0(
// CHECK: llvm.intr.trap
// CHECK-NOT: -> bf16
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xbf16>
// CHECK-NOT: -> bf16
// CHECK-LABEL: gpu.func @embedding_k0_general(
// CHECK: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> bf16
func.func @embedding(%ids: memref<64x1xi32>, %t: memref<100x256xbf16>, %o: memref<64x1xf32>) {
  fusion.kernel(%i0 = %ids, %t0 = %t) outs(%o : memref<64x1xf32>) : (memref<64x1xi32>, memref<100x256xbf16>) -> () {
    %0 = fusion.map(%id = %i0) tables(%a = %t0) at(%i, %j) : (tensor<64x1xi32>, tensor<100x256xbf16>) -> tensor<64x256xf32> {
      %row = arith.index_cast %id : i32 to index
      %v = fusion.lookup %a[%row, %j] : tensor<100x256xbf16>
      %w = arith.extf %v : bf16 to f32
      fusion.yield %w : f32
    }
    %1 = fusion.reduce addf %0 along [1] : tensor<64x256xf32> -> tensor<64x1xf32>
    fusion.yield %1 : tensor<64x1xf32>
  }
  return
}

// RUN: fusion-opt %s -fusion-select-schedule -convert-fusion-to-gpu -split-input-file | FileCheck %s

// Eight columns per thread: f32 in two accesses of 16 bytes, bf16 in one. The row vector is read once per thread, the
// scalar as such.
// CHECK-LABEL: gpu.func @broadcast_k0(
// CHECK: scf.if
// CHECK: %[[S:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> f32
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xbf16>
// CHECK-COUNT-2: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK: arith.addf {{.*}} fastmath<contract,afn>
// CHECK: arith.truncf {{.*}} : vector<8xf32> to vector<8xbf16>
// CHECK: llvm.store {{.*}} {alignment = 16 : i64} : vector<8xbf16>, !llvm.ptr<1>
// The general variant: one element per thread.
// CHECK-LABEL: gpu.func @broadcast_k0_general(
// CHECK-NOT: vector
// CHECK: gpu.return
func.func @broadcast(%x: memref<?x64xf32>, %b: memref<64xbf16>, %s: memref<f32>, %o: memref<?x64xbf16>) {
  fusion.kernel(%s0 = %s, %b0 = %b, %x0 = %x) outs(%o : memref<?x64xbf16>)
      : (memref<f32>, memref<64xbf16>, memref<?x64xf32>) -> () {
    %0 = fusion.add %x0, %b0 : (tensor<?x64xf32>, tensor<64xbf16>) -> tensor<?x64xf32>
    %1 = fusion.mul %0, %s0 : (tensor<?x64xf32>, tensor<f32>) -> tensor<?x64xf32>
    %2 = fusion.cast %1 : tensor<?x64xf32> to tensor<?x64xbf16>
    fusion.yield %2 : tensor<?x64xbf16>
  }
  return
}

// -----

// Strict: each operation's value is rounded to its type, and nothing is contracted.
module attributes {fusion.numerics = #fusion.numerics<strict>} {
  // CHECK-LABEL: gpu.func @strict_k0(
  // CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %{{[^ ]*}} : f32
  // CHECK: %[[ROUNDED:.*]] = arith.truncf %[[SUM]] : f32 to f16
  // CHECK: arith.extf %[[ROUNDED]] : f16 to f32
  func.func @strict(%x: memref<3xf16>, %o: memref<3xf16>) {
    fusion.kernel(%x0 = %x) outs(%o : memref<3xf16>) : (memref<3xf16>) -> () {
      %0 = fusion.add %x0, %x0 : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
      %1 = fusion.mul %0, %x0 : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
      fusion.yield %1 : tensor<3xf16>
    }
    return
  }
}

// -----

// Predicates are bytes in memory; several outputs; rank 0.
// CHECK-LABEL: gpu.func @predicate_k0(
// CHECK: %[[BIT:.*]] = arith.cmpf ogt
// CHECK: %[[BYTE:.*]] = arith.extui %[[BIT]] : i1 to i8
// CHECK: llvm.store %[[BYTE]]
// CHECK: llvm.store %{{.*}} : f32
func.func @predicate(%x: memref<f32>, %p: memref<i1>, %o: memref<f32>) {
  fusion.kernel(%x0 = %x) outs(%p, %o : memref<i1>, memref<f32>) : (memref<f32>) -> () {
    %zero = arith.constant dense<0.0> : tensor<f32>
    %0 = fusion.compare ogt, %x0, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = fusion.select %0, %x0, %zero : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    fusion.yield %0, %1 : tensor<i1>, tensor<f32>
  }
  return
}

// -----

// More elements than 32 bits count: indices have 64.
// CHECK-LABEL: gpu.func @large_k0(
// CHECK: %[[TOTAL:.*]] = arith.constant 536870912 : i64
// CHECK: arith.cmpi ult, %{{.*}}, %[[TOTAL]] : i64
func.func @large(%x: memref<65536x65536xf32>, %o: memref<65536x65536xf32>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<65536x65536xf32>) : (memref<65536x65536xf32>) -> () {
    %0 = fusion.exp %x0 : tensor<65536x65536xf32>
    fusion.yield %0 : tensor<65536x65536xf32>
  }
  return
}

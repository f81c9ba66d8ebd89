// RUN: fusion-opt %s --fusion-results-to-outputs --fusion-write-to-outputs --fusion-bufferize --canonicalize | FileCheck %s
// RUN: %if pass-statistics %{ fusion-opt %s --fusion-results-to-outputs --fusion-write-to-outputs --fusion-bufferize \
// RUN:   --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS %}

// A memory that many operations change one after the other is analysed in pieces, and stays one memory; where a value
// from before the cut is read behind it, there is no cut.

// STATS: (S) 1 num-cuts

// CHECK-LABEL: func @insertions
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<8xf32>, %[[P:[a-z0-9]+]]: memref<2xf32>, %[[O:.*]]: memref<8xf32> {fusion.output}
func.func @insertions(%x: tensor<8xf32>, %p: tensor<2xf32>) -> tensor<8xf32> {
  // CHECK-NOT: memref.alloc
  // CHECK: linalg.copy ins(%[[X]] : {{.*}}) outs(%[[O]] :
  // CHECK-COUNT-10: linalg.copy ins(%[[P]] :
  // CHECK-NOT: linalg.copy
  // CHECK: return
  %0 = tensor.insert_slice %p into %x[0] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %1 = tensor.insert_slice %p into %0[1] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %2 = tensor.insert_slice %p into %1[2] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %3 = tensor.insert_slice %p into %2[3] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %4 = tensor.insert_slice %p into %3[4] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %5 = tensor.insert_slice %p into %4[5] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %6 = tensor.insert_slice %p into %5[6] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %7 = tensor.insert_slice %p into %6[5] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %8 = tensor.insert_slice %p into %7[4] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %9 = tensor.insert_slice %p into %8[3] [2] [1] : tensor<2xf32> into tensor<8xf32>
  return %9 : tensor<8xf32>
}

// CHECK-LABEL: func @read_later
func.func @read_later(%x: tensor<8xf32>, %p: tensor<2xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tensor.insert_slice %p into %x[0] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %1 = tensor.insert_slice %p into %0[1] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %2 = tensor.insert_slice %p into %1[2] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %3 = tensor.insert_slice %p into %2[3] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %4 = tensor.insert_slice %p into %3[4] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %5 = tensor.insert_slice %p into %4[5] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %6 = tensor.insert_slice %p into %5[6] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %7 = tensor.insert_slice %p into %6[5] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %8 = tensor.insert_slice %p into %7[4] [2] [1] : tensor<2xf32> into tensor<8xf32>
  return %8, %0 : tensor<8xf32>, tensor<8xf32>
}

// An argument that many only read stays where it is; each of them reads it there.

// CHECK-LABEL: func @many_readers
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<4xf32>
// CHECK-NOT: memref.alloc
// CHECK-COUNT-17: linalg.exp ins(%[[X]] :
// CHECK-NOT: linalg.copy
func.func @many_readers(%x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
        tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
        tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %e0 = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %1 = linalg.exp ins(%x : tensor<4xf32>) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %e2 = tensor.empty() : tensor<4xf32>
  %2 = linalg.exp ins(%x : tensor<4xf32>) outs(%e2 : tensor<4xf32>) -> tensor<4xf32>
  %e3 = tensor.empty() : tensor<4xf32>
  %3 = linalg.exp ins(%x : tensor<4xf32>) outs(%e3 : tensor<4xf32>) -> tensor<4xf32>
  %e4 = tensor.empty() : tensor<4xf32>
  %4 = linalg.exp ins(%x : tensor<4xf32>) outs(%e4 : tensor<4xf32>) -> tensor<4xf32>
  %e5 = tensor.empty() : tensor<4xf32>
  %5 = linalg.exp ins(%x : tensor<4xf32>) outs(%e5 : tensor<4xf32>) -> tensor<4xf32>
  %e6 = tensor.empty() : tensor<4xf32>
  %6 = linalg.exp ins(%x : tensor<4xf32>) outs(%e6 : tensor<4xf32>) -> tensor<4xf32>
  %e7 = tensor.empty() : tensor<4xf32>
  %7 = linalg.exp ins(%x : tensor<4xf32>) outs(%e7 : tensor<4xf32>) -> tensor<4xf32>
  %e8 = tensor.empty() : tensor<4xf32>
  %8 = linalg.exp ins(%x : tensor<4xf32>) outs(%e8 : tensor<4xf32>) -> tensor<4xf32>
  %e9 = tensor.empty() : tensor<4xf32>
  %9 = linalg.exp ins(%x : tensor<4xf32>) outs(%e9 : tensor<4xf32>) -> tensor<4xf32>
  %e10 = tensor.empty() : tensor<4xf32>
  %10 = linalg.exp ins(%x : tensor<4xf32>) outs(%e10 : tensor<4xf32>) -> tensor<4xf32>
  %e11 = tensor.empty() : tensor<4xf32>
  %11 = linalg.exp ins(%x : tensor<4xf32>) outs(%e11 : tensor<4xf32>) -> tensor<4xf32>
  %e12 = tensor.empty() : tensor<4xf32>
  %12 = linalg.exp ins(%x : tensor<4xf32>) outs(%e12 : tensor<4xf32>) -> tensor<4xf32>
  %e13 = tensor.empty() : tensor<4xf32>
  %13 = linalg.exp ins(%x : tensor<4xf32>) outs(%e13 : tensor<4xf32>) -> tensor<4xf32>
  %e14 = tensor.empty() : tensor<4xf32>
  %14 = linalg.exp ins(%x : tensor<4xf32>) outs(%e14 : tensor<4xf32>) -> tensor<4xf32>
  %e15 = tensor.empty() : tensor<4xf32>
  %15 = linalg.exp ins(%x : tensor<4xf32>) outs(%e15 : tensor<4xf32>) -> tensor<4xf32>
  %e16 = tensor.empty() : tensor<4xf32>
  %16 = linalg.exp ins(%x : tensor<4xf32>) outs(%e16 : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16
      : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
        tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
        tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

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

// RUN: fusion-opt %s --fusion-results-to-outputs --split-input-file --verify-diagnostics | FileCheck %s

// The producer of a reshaped result writes to the reshaped output.

// CHECK-LABEL: func @output_is_reshaped
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[X:.*]]: tensor<4x8xf32> {bufferization.writable = false}, %[[O:.*]]: tensor<1x4x8xf32> {fusion.output}) -> (i32, tensor<1x4x8xf32>)
func.func @output_is_reshaped(%x: tensor<4x8xf32>) -> tensor<1x4x8xf32> {
  // CHECK: %[[V:.*]] = tensor.collapse_shape %[[O]] {{.*}} : tensor<1x4x8xf32> into tensor<4x8xf32>
  // CHECK: %[[R:.*]] = fusion.relu %[[X]]
  // CHECK: %[[M:.*]] = bufferization.materialize_in_destination %[[R]] in %[[V]]
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK: %[[E:.*]] = tensor.expand_shape %[[M]]
  // CHECK: return %[[ZERO]], %[[E]] : i32, tensor<1x4x8xf32>
  %0 = fusion.relu %x : tensor<4x8xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [1, 4, 8] : tensor<4x8xf32> into tensor<1x4x8xf32>
  return %1 : tensor<1x4x8xf32>
}

// -----

// What is an output already is copied at the end; what reads it, reads the output in which it was made.

// CHECK-LABEL: func @twice
// CHECK-SAME: %[[O0:[a-z0-9]+]]: tensor<4xf32> {fusion.output}, %[[O1:[a-z0-9]+]]: tensor<4xf32> {fusion.output}, %[[O2:[a-z0-9]+]]: tensor<4xf32> {fusion.output})
func.func @twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[R:.*]] = fusion.relu
  // CHECK: %[[M0:.*]] = bufferization.materialize_in_destination %[[R]] in %[[O0]]
  // CHECK: %[[E:.*]] = fusion.exp %[[M0]]
  // CHECK: %[[M2:.*]] = bufferization.materialize_in_destination %[[E]] in %[[O2]]
  // CHECK: %[[M1:.*]] = bufferization.materialize_in_destination %[[M0]] in %[[O1]]
  // CHECK: return %{{.*}}, %[[M0]], %[[M1]], %[[M2]]
  %0 = fusion.relu %x : tensor<4xf32>
  %1 = fusion.exp %0 : tensor<4xf32>
  return %0, %0, %1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A constant that is an output too stays one for its readers.

// CHECK-LABEL: func @constant
func.func @constant(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[C:.*]] = arith.constant dense<
  // CHECK: fusion.add %{{.*}}, %[[C]]
  // CHECK: bufferization.materialize_in_destination %[[C]]
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = fusion.add %x, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %c, %0 : tensor<4xf32>, tensor<4xf32>
}

// A result whose type forgets a size is written where it is made.
// CHECK-LABEL: func.func @forgotten_size(
// CHECK-SAME: %[[OUT:[a-z0-9]+]]: tensor<?x8xf32>
// CHECK: %[[CAST:.*]] = tensor.cast %[[OUT]] : tensor<?x8xf32> to tensor<4x8xf32>
// CHECK: %[[Y:.*]] = fusion.relu
// CHECK: bufferization.materialize_in_destination %[[Y]] in %[[CAST]]
func.func @forgotten_size(%x: tensor<4x8xf32>) -> tensor<?x8xf32> {
  %0 = fusion.relu %x : tensor<4x8xf32>
  %1 = tensor.cast %0 : tensor<4x8xf32> to tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// -----

// expected-error @below {{function 'complex_argument' expects ranked tensors of f8E4M3FN, f8E5M2, f16, bf16, f32, f64 or signless integers of 1, 8, 16, 32 or 64 bits, but argument 0 is 'tensor<4xcomplex<f32>>'; convert it to one of these where the graph is made}}
func.func @complex_argument(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  return %x : tensor<4xcomplex<f32>>
}

// -----

// expected-error @below {{function 'f8_result' expects ranked tensors of f8E4M3FN, f8E5M2, f16, bf16, f32, f64 or signless integers of 1, 8, 16, 32 or 64 bits, but result 0 is 'tensor<4xf8E4M3>'; convert it to one of these where the graph is made}}
func.func @f8_result(%x: tensor<4xf32>) -> tensor<4xf8E4M3> {
  %0 = tensor.empty() : tensor<4xf8E4M3>
  return %0 : tensor<4xf8E4M3>
}

// -----

// expected-error @below {{function 'two_blocks' expects a body of one block}}
func.func @two_blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^end
^end:
  return %x : tensor<4xf32>
}

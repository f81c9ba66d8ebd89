// Constant factors of bytes that do not lie along k are transposed once, where mma.sync multiplies them: threads would turn
// them at each call.
// RUN: fusion-opt %s --fusion-form-kernels --fusion-attach-target=chip=sm_89 --fusion-initialize=transpose-factors --split-input-file | FileCheck %s
// RUN: fusion-opt %s --fusion-form-kernels --fusion-attach-target=chip=sm_80 --fusion-initialize=transpose-factors --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @weight(
// CHECK-SAME: tensor<256x128xf8E5M2> {fusion.constant, fusion.initialized}) ->
// CHECK: fusion.matmul {{.*}} {transpose_b} : (tensor<64x128xf8E4M3FN>, tensor<256x128xf8E5M2>)
// CHECK-LABEL: func.func @weight.initialize(
// CHECK: linalg.transpose {{.*}} permutation = [1, 0]
func.func @weight(%x: tensor<64x128xf8E4M3FN>, %w: tensor<128x256xf8E5M2> {fusion.constant}) -> tensor<64x256xf32> {
  %0 = fusion.matmul %x, %w : (tensor<64x128xf8E4M3FN>, tensor<128x256xf8E5M2>) -> tensor<64x256xf32>
  return %0 : tensor<64x256xf32>
}

// -----

// CHECK-LABEL: func.func @left(
// CHECK-SAME: tensor<96x128xi8> {fusion.constant, fusion.initialized}
// CHECK: fusion.matmul {{.*}} {transpose_b} : (tensor<96x128xi8>, tensor<256x128xi8>)
func.func @left(%w: tensor<128x96xi8> {fusion.constant}, %x: tensor<256x128xi8>) -> tensor<96x256xi32> {
  %0 = fusion.matmul %w, %x {transpose_a, transpose_b} : (tensor<128x96xi8>, tensor<256x128xi8>) -> tensor<96x256xi32>
  return %0 : tensor<96x256xi32>
}

// -----

// What is not constant stays, and so does what lies along k.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: fusion.initialized
// CHECK-NOT: func.func @{{.*}}initialize
func.func @others(%x: tensor<64x128xf8E4M3FN>, %w: tensor<128x256xf8E5M2>, %v: tensor<256x128xf8E5M2> {fusion.constant})
    -> (tensor<64x256xf32>, tensor<64x256xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<64x128xf8E4M3FN>, tensor<128x256xf8E5M2>) -> tensor<64x256xf32>
  %1 = fusion.matmul %x, %v {transpose_b} : (tensor<64x128xf8E4M3FN>, tensor<256x128xf8E5M2>) -> tensor<64x256xf32>
  return %0, %1 : tensor<64x256xf32>, tensor<64x256xf32>
}

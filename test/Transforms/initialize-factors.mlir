// Constant f32 factors are transposed once where a product's kernel would copy a factor transposed at each call.
// RUN: fusion-opt %s --fusion-form-kernels --fusion-attach-target=chip=sm_90a --fusion-initialize=transpose-factors --split-input-file | FileCheck %s
// RUN: fusion-opt %s --fusion-form-kernels --fusion-attach-target=chip=sm_80 --fusion-initialize=transpose-factors --split-input-file | FileCheck %s --check-prefix=OTHER
// OTHER-NOT: fusion.initialized

// Neither factor lies along K, and wgmma takes one of them from registers. Two products share the weight.
// CHECK-LABEL: func.func @neither_factor_along_k(
// CHECK-SAME: %[[T:[a-z0-9]+]]: tensor<256x64xf32> {fusion.constant, fusion.initialized}) ->
// CHECK: fusion.kernel({{.*}} = %[[T]])
// CHECK: fusion.matmul {{.*}} {transpose_a, transpose_b}
// CHECK: fusion.kernel({{.*}} = %[[T]])
// CHECK-LABEL: func.func @neither_factor_along_k.initialize(
// CHECK: linalg.transpose {{.*}} permutation = [1, 0]
func.func @neither_factor_along_k(%x: tensor<64x96xf32>, %y: tensor<64x128xf32>, %w: tensor<64x256xf32> {fusion.constant}) -> (tensor<96x256xf32>, tensor<128x256xf32>) {
  %0 = fusion.matmul %x, %w {transpose_a} : (tensor<64x96xf32>, tensor<64x256xf32>) -> tensor<96x256xf32>
  %1 = fusion.matmul %y, %w {transpose_a} : (tensor<64x128xf32>, tensor<64x256xf32>) -> tensor<128x256xf32>
  return %0, %1 : tensor<96x256xf32>, tensor<128x256xf32>
}

// -----

// The left factor, of a batch.
// CHECK-LABEL: func.func @left(
// CHECK-SAME: %{{[a-z0-9]+}}: tensor<3x96x64xf32> {fusion.constant, fusion.initialized}) ->
// CHECK: fusion.matmul %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (tensor<3x96x64xf32>, tensor<3x64x128xf32>)
// CHECK-LABEL: func.func @left.initialize(
// CHECK: linalg.transpose {{.*}} permutation = [0, 2, 1]
func.func @left(%w: tensor<3x64x96xf32> {fusion.constant}, %x: tensor<3x64x128xf32>) -> tensor<3x96x128xf32> {
  %0 = fusion.matmul %w, %x {transpose_a} : (tensor<3x64x96xf32>, tensor<3x64x128xf32>) -> tensor<3x96x128xf32>
  return %0 : tensor<3x96x128xf32>
}

// -----

// No copy is saved: of one factor alone, of 16 bits, of factors that are not constant, or whose rows would be no
// multiple of 16 bytes.
// CHECK-LABEL: func.func @one_factor_alone(
// CHECK-NOT: fusion.initialized
// CHECK-NOT: func.func @{{.*}}initialize
func.func @one_factor_alone(%x: tensor<96x64xf32>, %w: tensor<64x256xf32> {fusion.constant}) -> tensor<96x256xf32> {
  %0 = fusion.matmul %x, %w : (tensor<96x64xf32>, tensor<64x256xf32>) -> tensor<96x256xf32>
  return %0 : tensor<96x256xf32>
}
func.func @narrow(%x: tensor<64x96xbf16>, %w: tensor<64x256xbf16> {fusion.constant}) -> tensor<96x256xf32> {
  %0 = fusion.matmul %x, %w {transpose_a} : (tensor<64x96xbf16>, tensor<64x256xbf16>) -> tensor<96x256xf32>
  return %0 : tensor<96x256xf32>
}
func.func @open(%x: tensor<64x96xf32>, %w: tensor<64x256xf32>) -> tensor<96x256xf32> {
  %0 = fusion.matmul %x, %w {transpose_a} : (tensor<64x96xf32>, tensor<64x256xf32>) -> tensor<96x256xf32>
  return %0 : tensor<96x256xf32>
}
func.func @odd(%x: tensor<63x96xf32>, %w: tensor<63x256xf32> {fusion.constant}) -> tensor<96x256xf32> {
  %0 = fusion.matmul %x, %w {transpose_a} : (tensor<63x96xf32>, tensor<63x256xf32>) -> tensor<96x256xf32>
  return %0 : tensor<96x256xf32>
}

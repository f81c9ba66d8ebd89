// RUN: fusion-opt %s --fusion-form-kernels --fusion-fuse-epilogue --split-input-file --verify-diagnostics | FileCheck %s

// The product's kernel stores its rows.
// CHECK-LABEL: func.func @behind_product
// CHECK: fusion.kernel
// CHECK: fusion.matmul
// CHECK: fusion.scatter
// CHECK-NOT: fusion.kernel
func.func @behind_product(%c: tensor<96x48xf32>, %x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %i: tensor<40x1xi32>) -> tensor<96x48xf32> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.scatter %0 at %i into %c along 0 : (tensor<40x48xf32>, tensor<40x1xi32>, tensor<96x48xf32>) -> tensor<96x48xf32>
  return %1 : tensor<96x48xf32>
}

// -----

// What is scattered into is memory by then, also where the updates come from the same kernel.
// CHECK-LABEL: func.func @into_product
// CHECK: fusion.kernel
// CHECK: fusion.matmul
// CHECK: fusion.relu
// CHECK: fusion.yield
// CHECK: fusion.kernel
// CHECK-NEXT: fusion.scatter
func.func @into_product(%x: tensor<40x64xbf16>, %w: tensor<64x48xbf16>, %i: tensor<40x1xi32>) -> tensor<40x48xf32> {
  %0 = fusion.matmul %x, %w : (tensor<40x64xbf16>, tensor<64x48xbf16>) -> tensor<40x48xf32>
  %1 = fusion.relu %0 : tensor<40x48xf32>
  %2 = fusion.scatter %1 at %i into %0 along 0 : (tensor<40x48xf32>, tensor<40x1xi32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  return %2 : tensor<40x48xf32>
}

// -----

// A kernel that reads the tensor elsewhere than it writes it would need a copy of it.
// CHECK-LABEL: func.func @of_itself
// CHECK: fusion.kernel
// CHECK-NEXT: fusion.exp
// CHECK: fusion.kernel
// CHECK-NEXT: fusion.scatter
func.func @of_itself(%c: tensor<40x48xf32>, %i: tensor<40x1xi32>) -> tensor<40x48xf32> {
  %0 = fusion.exp %c : tensor<40x48xf32>
  %1 = fusion.scatter %0 at %i into %c along 0 : (tensor<40x48xf32>, tensor<40x1xi32>, tensor<40x48xf32>) -> tensor<40x48xf32>
  return %1 : tensor<40x48xf32>
}

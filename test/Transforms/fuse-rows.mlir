// RUN: fusion-opt %s --fusion-form-kernels --fusion-fuse-epilogue --split-input-file | FileCheck %s

// CHECK-LABEL: func @softmax
// CHECK: fusion.kernel
// CHECK-NOT: fusion.kernel
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %m = fusion.reduce maximumf %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
  %d = fusion.sub %x, %m : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %e = fusion.exp %d : tensor<4x8xf32>
  %s = fusion.reduce addf %e along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
  %r = fusion.div %e, %s : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// The sum goes to the product that is before it, not to the rows behind it; what is computed of weights for each column
// goes in, since nobody else reads it.
// CHECK-LABEL: func @behind_product
// CHECK: fusion.kernel
// CHECK-NEXT: fusion.matmul
// CHECK-NEXT: fusion.add
// CHECK: fusion.kernel
// CHECK: fusion.exp
// CHECK: fusion.reduce
// CHECK: fusion.mul
// CHECK-NOT: fusion.kernel
func.func @behind_product(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %h: tensor<4x16xf32>, %g: tensor<16xf32>)
    -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %p = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %a = fusion.add %p, %h : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  %c = fusion.exp %g : tensor<16xf32>
  %s = fusion.reduce addf %a along [1] : tensor<4x16xf32> -> tensor<4x1xf32>
  %d = fusion.mul %a, %s : (tensor<4x16xf32>, tensor<4x1xf32>) -> tensor<4x16xf32>
  %r = fusion.mul %d, %c : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  return %a, %r : tensor<4x16xf32>, tensor<4x16xf32>
}

// -----

// What is widened to be reduced is stored narrow.
// CHECK-LABEL: func @widened
// CHECK: fusion.kernel{{.*}} -> tensor<4x16xbf16> {
// CHECK-NEXT: fusion.matmul
// CHECK: fusion.kernel{{.*}} -> tensor<4x16xf32> {
// CHECK-NEXT: fusion.cast
// CHECK: fusion.reduce
// CHECK: fusion.sub
// CHECK-NOT: fusion.kernel
func.func @widened(%x: tensor<4x8xbf16>, %w: tensor<8x16xbf16>) -> tensor<4x16xf32> {
  %p = fusion.matmul %x, %w : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xbf16>
  %c = fusion.cast %p : tensor<4x16xbf16> to tensor<4x16xf32>
  %s = fusion.reduce maximumf %c along [1] : tensor<4x16xf32> -> tensor<4x1xf32>
  %d = fusion.sub %c, %s : (tensor<4x16xf32>, tensor<4x1xf32>) -> tensor<4x16xf32>
  return %d : tensor<4x16xf32>
}

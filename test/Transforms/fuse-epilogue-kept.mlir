// RUN: fusion-opt %s --fusion-fuse-epilogue --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// What a merged kernel has of the two: the attributes of both, the consumer's where they differ.

// CHECK-LABEL: @attributes
// CHECK: fusion.kernel
// CHECK-SAME: attributes {both = "consumer", first, second}
func.func @attributes(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
      attributes {both = "producer", first} {
    %p = fusion.matmul %x0, %w0 : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    fusion.yield %p : tensor<4x16xf32>
  }
  %1 = fusion.kernel(%p0 = %0) : (tensor<4x16xf32>) -> tensor<4x16xf32> attributes {both = "consumer", second} {
    %r = fusion.relu %p0 : tensor<4x16xf32>
    fusion.yield %r : tensor<4x16xf32>
  }
  return %1 : tensor<4x16xf32>
}

// The location of a kernel is its product's, else all of its parts'; operations keep theirs.

// CHECK-LABEL: @product
// CHECK: fusion.kernel
// CHECK: fusion.neg {{.*}} loc("before")
// CHECK: fusion.relu {{.*}} loc("behind")
// CHECK-NEXT: fusion.yield {{.*}} loc("product")
// CHECK-NEXT: } loc("product")
func.func @product(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = fusion.kernel(%b0 = %b) : (tensor<4x16xf32>) -> tensor<4x16xf32> {
    %n = fusion.neg %b0 : tensor<4x16xf32> loc("before")
    fusion.yield %n : tensor<4x16xf32> loc("before")
  } loc("before")
  %1 = fusion.kernel(%x0 = %x, %w0 = %w, %n0 = %0) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32> {
    %p = fusion.matmul %x0, %w0 : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32> loc("product")
    %a = fusion.add %p, %n0 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32> loc("sum")
    fusion.yield %a : tensor<4x16xf32> loc("product")
  } loc("product")
  %2 = fusion.kernel(%a0 = %1) : (tensor<4x16xf32>) -> tensor<4x16xf32> {
    %r = fusion.relu %a0 : tensor<4x16xf32> loc("behind")
    fusion.yield %r : tensor<4x16xf32> loc("behind")
  } loc("behind")
  return %2 : tensor<4x16xf32>
}

// CHECK-LABEL: @elementwise
// CHECK: fusion.kernel
// CHECK: } loc(fused["first", "second"])
func.func @elementwise(%x: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<4x16xf32>) -> tensor<4x16xf32> {
    %n = fusion.neg %x0 : tensor<4x16xf32> loc("first")
    fusion.yield %n : tensor<4x16xf32> loc("first")
  } loc("first")
  %1 = fusion.kernel(%n0 = %0) : (tensor<4x16xf32>) -> tensor<4x16xf32> {
    %r = fusion.relu %n0 : tensor<4x16xf32> loc("second")
    fusion.yield %r : tensor<4x16xf32> loc("second")
  } loc("second")
  return %1 : tensor<4x16xf32>
}

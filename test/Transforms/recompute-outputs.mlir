// RUN: fusion-opt %s --fusion-fuse-epilogue --split-input-file | FileCheck %s
// RUN: fusion-opt %s --fusion-fuse-epilogue --split-input-file --remarks-filter='fusion.epilogue' -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// A gradient reads what an activation has stored of its argument: it computes that of the argument, which is stored
// too. Then the activation itself, which found no place for want of outputs, joins its product.
// REMARK: remark: [Passed] recomputed{{.*}}computes an output of the kernel before again

// CHECK-LABEL: func @derivative
// CHECK: %[[A:.*]]:2 = fusion.kernel(%[[X:[a-z0-9]+]] = %arg0, %[[W:[a-z0-9]+]] = %arg1)
// CHECK: %[[P:.*]] = fusion.matmul %[[X]], %[[W]]
// CHECK: %[[R:.*]] = fusion.relu %[[P]]
// CHECK: fusion.yield %[[P]], %[[R]]
// CHECK: fusion.kernel(%[[AGAIN:[a-z0-9]+]] = %[[A]]#0, %[[R1:[a-z0-9]+]] = %[[A]]#1, %[[V:[a-z0-9]+]] = %arg2)
// CHECK-DAG: %[[Q:.*]] = fusion.matmul %[[R1]], %[[V]]
// CHECK-DAG: %[[S:.*]] = fusion.mul %[[AGAIN]], %[[AGAIN]]
// CHECK-DAG: %[[T:.*]] = fusion.add %[[S]], %[[AGAIN]]
// CHECK: fusion.mul %[[Q]], %[[T]]
func.func @derivative(%x: tensor<32x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>) -> tensor<32x64xf32> {
  %k:2 = fusion.kernel(%a = %x, %b = %w) : (tensor<32x64xf32>, tensor<64x64xf32>) -> (tensor<32x64xf32>, tensor<32x64xf32>) {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %s = fusion.mul %0, %0 : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %t = fusion.add %s, %0 : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    fusion.yield %0, %t : tensor<32x64xf32>, tensor<32x64xf32>
  }
  %r = fusion.kernel(%a = %k#0) : (tensor<32x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.relu %a : tensor<32x64xf32>
    fusion.yield %0 : tensor<32x64xf32>
  }
  %y = fusion.kernel(%a = %r, %b = %v, %c = %k#1, %d = %k#0) : (tensor<32x64xf32>, tensor<64x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %1 = fusion.mul %0, %c : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %2 = fusion.add %1, %d : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    fusion.yield %2 : tensor<32x64xf32>
  }
  return %y : tensor<32x64xf32>
}

// -----

// Two kernels that could be neither's share a cheap function of what both read: it is in neither memory nor launch.
// CHECK-LABEL: func @shared_function
// CHECK-COUNT-2: fusion.kernel({{.*}} = %arg0
// CHECK-NOT: fusion.kernel(
func.func @shared_function(%x: tensor<32x64xf32>, %w: tensor<64x64xf32>, %v: tensor<32x64xf32>) -> (tensor<32x64xf32>, tensor<32x64xf32>) {
  %n = fusion.kernel(%a = %x) : (tensor<32x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.neg %a : tensor<32x64xf32>
    fusion.yield %0 : tensor<32x64xf32>
  }
  %p = fusion.kernel(%a = %x, %b = %w, %c = %n) : (tensor<32x64xf32>, tensor<64x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %1 = fusion.add %0, %c : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    fusion.yield %1 : tensor<32x64xf32>
  }
  %q = fusion.kernel(%a = %v, %b = %w, %c = %n, %d = %x) : (tensor<32x64xf32>, tensor<64x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %1 = fusion.mul %0, %c : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %2 = fusion.add %1, %d : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    fusion.yield %2 : tensor<32x64xf32>
  }
  return %p, %q : tensor<32x64xf32>, tensor<32x64xf32>
}

// -----

// What a caller wants is stored anyway.
// CHECK-LABEL: func @returned
// CHECK: %[[A:.*]]:2 = fusion.kernel
// CHECK: fusion.kernel({{.*}} = %[[A]]#1
func.func @returned(%x: tensor<32x64xf32>, %w: tensor<64x64xf32>, %v: tensor<32x64xf32>) -> (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) {
  %k:2 = fusion.kernel(%a = %x, %b = %w) : (tensor<32x64xf32>, tensor<64x64xf32>) -> (tensor<32x64xf32>, tensor<32x64xf32>) {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %t = fusion.neg %0 : tensor<32x64xf32>
    fusion.yield %0, %t : tensor<32x64xf32>, tensor<32x64xf32>
  }
  %y = fusion.kernel(%a = %v, %b = %w, %c = %k#1) : (tensor<32x64xf32>, tensor<64x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %1 = fusion.mul %0, %c : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    fusion.yield %1 : tensor<32x64xf32>
  }
  return %k#0, %k#1, %y : tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>
}

// -----

// Reading two values in the place of their sum takes as long as storing and reading the sum.
// CHECK-LABEL: func @more_sources
// CHECK: %[[A:.*]]:4 = fusion.kernel
// CHECK: %[[S:.*]] = fusion.add %{{.*}}, %{{.*}}
// CHECK: fusion.yield %[[S]], %
// CHECK: fusion.kernel({{.*}} = %[[A]]#0
func.func @more_sources(%x: tensor<32x64xf32>, %z: tensor<32x64xf32>, %w: tensor<64x64xf32>, %v: tensor<32x64xf32>) -> (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) {
  %n = fusion.kernel(%a = %x, %b = %z) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.add %a, %b : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    fusion.yield %0 : tensor<32x64xf32>
  }
  %p:3 = fusion.kernel(%b = %w, %c = %n, %d = %v) : (tensor<64x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) {
    %0 = fusion.matmul %d, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %1 = fusion.add %0, %c : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %2 = fusion.mul %0, %c : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %3 = fusion.sub %0, %c : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    fusion.yield %1, %2, %3 : tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>
  }
  %q = fusion.kernel(%a = %p#0, %b = %w, %c = %n) : (tensor<32x64xf32>, tensor<64x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %1 = fusion.mul %0, %c : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    fusion.yield %1 : tensor<32x64xf32>
  }
  return %p#1, %p#2, %q : tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>
}

// -----

// A product contracts whole rows of the value.
// CHECK-LABEL: func @factor
// CHECK: %[[A:.*]]:2 = fusion.kernel
// CHECK: fusion.kernel({{.*}} = %[[A]]#1
func.func @factor(%x: tensor<32x64xf32>, %w: tensor<64x64xf32>) -> (tensor<32x64xf32>, tensor<32x64xf32>) {
  %k:2 = fusion.kernel(%a = %x, %b = %w) : (tensor<32x64xf32>, tensor<64x64xf32>) -> (tensor<32x64xf32>, tensor<32x64xf32>) {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %t = fusion.neg %0 : tensor<32x64xf32>
    fusion.yield %0, %t : tensor<32x64xf32>, tensor<32x64xf32>
  }
  %y = fusion.kernel(%a = %k#1, %b = %w) : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    fusion.yield %0 : tensor<32x64xf32>
  }
  return %k#0, %y : tensor<32x64xf32>, tensor<32x64xf32>
}

// -----

// A power of f32 takes longer than storing and reading it.
// CHECK-LABEL: func @dear
// CHECK: %[[A:.*]]:2 = fusion.kernel
// CHECK: fusion.kernel({{.*}} = %[[A]]#1
func.func @dear(%x: tensor<32x64xf32>, %w: tensor<64x64xf32>, %v: tensor<32x64xf32>) -> (tensor<32x64xf32>, tensor<32x64xf32>) {
  %k:2 = fusion.kernel(%a = %x, %b = %w) : (tensor<32x64xf32>, tensor<64x64xf32>) -> (tensor<32x64xf32>, tensor<32x64xf32>) {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %t = fusion.pow %0, %0 : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    fusion.yield %0, %t : tensor<32x64xf32>, tensor<32x64xf32>
  }
  %y = fusion.kernel(%a = %v, %b = %w, %c = %k#1, %d = %k#0) : (tensor<32x64xf32>, tensor<64x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %1 = fusion.mul %0, %c : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %2 = fusion.add %1, %d : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    fusion.yield %2 : tensor<32x64xf32>
  }
  return %k#0, %y : tensor<32x64xf32>, tensor<32x64xf32>
}

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

// -----

// A kernel reads two outputs behind a reshape, of which one is the other one in f32: it widens what it reads anyway.
// CHECK-LABEL: func @widened_behind_reshape
// CHECK: %[[A:.*]] = fusion.kernel(%{{.*}} = %arg0, %{{.*}} = %arg1) : {{.*}} -> tensor<32x64xbf16>
// CHECK: %[[E:.*]] = tensor.expand_shape %[[A]]
// CHECK-NOT: tensor.expand_shape
// CHECK: fusion.kernel(%[[X:[a-z0-9]+]] = %[[E]], %{{.*}} = %arg2)
// CHECK: fusion.cast %[[X]] : tensor<32x4x16xbf16> to tensor<32x4x16xf32>
// CHECK: fusion.map() tables(%{{.*}} = %[[X]])
func.func @widened_behind_reshape(%x: tensor<32x64xbf16>, %w: tensor<64x64xbf16>, %v: tensor<32x4x16xf32>) -> tensor<32x4x16xf32> {
  %k:2 = fusion.kernel(%a = %x, %b = %w) : (tensor<32x64xbf16>, tensor<64x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x64xf32>) {
    %0 = fusion.matmul %a, %b : (tensor<32x64xbf16>, tensor<64x64xbf16>) -> tensor<32x64xf32>
    %1 = fusion.cast %0 : tensor<32x64xf32> to tensor<32x64xbf16>
    %2 = fusion.cast %1 : tensor<32x64xbf16> to tensor<32x64xf32>
    fusion.yield %1, %2 : tensor<32x64xbf16>, tensor<32x64xf32>
  }
  %narrow = tensor.expand_shape %k#0 [[0], [1, 2]] output_shape [32, 4, 16] : tensor<32x64xbf16> into tensor<32x4x16xbf16>
  %wide = tensor.expand_shape %k#1 [[0], [1, 2]] output_shape [32, 4, 16] : tensor<32x64xf32> into tensor<32x4x16xf32>
  %y = fusion.kernel(%a = %wide, %b = %narrow, %c = %v) : (tensor<32x4x16xf32>, tensor<32x4x16xbf16>, tensor<32x4x16xf32>) -> tensor<32x4x16xf32> {
    %0 = fusion.map() tables(%t = %b) at(%i, %h, %j) : (tensor<32x4x16xbf16>) -> tensor<32x4x16xbf16> {
      %last = arith.constant 15 : index
      %mirrored = arith.subi %last, %j : index
      %e = fusion.lookup %t[%i, %h, %mirrored] : tensor<32x4x16xbf16>
      fusion.yield %e : bf16
    }
    %1 = fusion.cast %0 : tensor<32x4x16xbf16> to tensor<32x4x16xf32>
    %2 = fusion.mul %1, %c : (tensor<32x4x16xf32>, tensor<32x4x16xf32>) -> tensor<32x4x16xf32>
    %3 = fusion.add %2, %a : (tensor<32x4x16xf32>, tensor<32x4x16xf32>) -> tensor<32x4x16xf32>
    fusion.yield %3 : tensor<32x4x16xf32>
  }
  return %y : tensor<32x4x16xf32>
}

// -----

// A formula of positions is another one in another shape.
// CHECK-LABEL: func @position_behind_reshape
// CHECK: %[[A:.*]]:2 = fusion.kernel
// CHECK: tensor.expand_shape %[[A]]#1
func.func @position_behind_reshape(%x: tensor<32x64xf32>, %w: tensor<64x64xf32>) -> (tensor<32x64xf32>, tensor<32x4x16xf32>) {
  %k:2 = fusion.kernel(%a = %x, %b = %w) : (tensor<32x64xf32>, tensor<64x64xf32>) -> (tensor<32x64xf32>, tensor<32x64xf32>) {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %1 = fusion.map(%v = %0) at(%i, %j) : (tensor<32x64xf32>) -> tensor<32x64xf32> {
      %c = arith.cmpi ult, %i, %j : index
      %z = arith.constant 0.0 : f32
      %s = arith.select %c, %v, %z : f32
      fusion.yield %s : f32
    }
    fusion.yield %0, %1 : tensor<32x64xf32>, tensor<32x64xf32>
  }
  %e = tensor.expand_shape %k#1 [[0], [1, 2]] output_shape [32, 4, 16] : tensor<32x64xf32> into tensor<32x4x16xf32>
  %y = fusion.kernel(%a = %e) : (tensor<32x4x16xf32>) -> tensor<32x4x16xf32> {
    %0 = fusion.relu %a : tensor<32x4x16xf32>
    fusion.yield %0 : tensor<32x4x16xf32>
  }
  return %k#0, %y : tensor<32x64xf32>, tensor<32x4x16xf32>
}

// -----

// The gradient of a norm behind a product in bf16, of which two values in f32 are read by others. The product is stored
// as it is, and read instead of these; the sum of the rows joins what reads it.
// CHECK-LABEL: func @narrow_product
// CHECK: %[[P:.*]] = fusion.kernel(
// CHECK: %[[M:.*]] = fusion.matmul
// CHECK-NEXT: fusion.yield %[[M]] : tensor<32x64xbf16>
// CHECK: fusion.kernel({{.*}} = %[[P]]
// CHECK-DAG: fusion.cast
// CHECK-DAG: fusion.reduce
// CHECK-NOT: fusion.kernel(
func.func @narrow_product(%x: tensor<32x64xbf16>, %w: tensor<64x64xbf16>, %n: tensor<32x64xbf16>, %s: tensor<32x1xf32>) -> tensor<32x64xbf16> {
  %k:2 = fusion.kernel(%a = %x, %b = %w, %c = %n, %d = %s) : (tensor<32x64xbf16>, tensor<64x64xbf16>, tensor<32x64xbf16>, tensor<32x1xf32>) -> (tensor<32x64xf32>, tensor<32x64xf32>) {
    %0 = fusion.matmul %a, %b : (tensor<32x64xbf16>, tensor<64x64xbf16>) -> tensor<32x64xbf16>
    %1 = fusion.cast %0 : tensor<32x64xbf16> to tensor<32x64xf32>
    %2 = fusion.cast %c : tensor<32x64xbf16> to tensor<32x64xf32>
    %3 = fusion.mul %1, %2 : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %4 = fusion.mul %1, %d : (tensor<32x64xf32>, tensor<32x1xf32>) -> tensor<32x64xf32>
    fusion.yield %3, %4 : tensor<32x64xf32>, tensor<32x64xf32>
  }
  %r = fusion.kernel(%a = %k#0, %b = %k#1, %c = %n) : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xbf16>) -> tensor<32x64xbf16> {
    %0 = fusion.reduce addf %a along [1] : tensor<32x64xf32> -> tensor<32x1xf32>
    %1 = fusion.cast %c : tensor<32x64xbf16> to tensor<32x64xf32>
    %2 = fusion.mul %1, %0 : (tensor<32x64xf32>, tensor<32x1xf32>) -> tensor<32x64xf32>
    %3 = fusion.add %2, %b : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %4 = fusion.cast %3 : tensor<32x64xf32> to tensor<32x64xbf16>
    fusion.yield %4 : tensor<32x64xbf16>
  }
  return %r : tensor<32x64xbf16>
}

// -----

// A caller reads the wide value, which is stored then; the product is not stored beside it.
// CHECK-LABEL: func @returned_value
// CHECK: fusion.matmul
// CHECK: fusion.yield %{{.*}} : tensor<32x64xf32>
// CHECK: return
func.func @returned_value(%x: tensor<32x64xbf16>, %w: tensor<64x64xbf16>) -> tensor<32x64xf32> {
  %k = fusion.kernel(%a = %x, %b = %w) : (tensor<32x64xbf16>, tensor<64x64xbf16>) -> tensor<32x64xf32> {
    %0 = fusion.matmul %a, %b : (tensor<32x64xbf16>, tensor<64x64xbf16>) -> tensor<32x64xbf16>
    %1 = fusion.cast %0 : tensor<32x64xbf16> to tensor<32x64xf32>
    fusion.yield %1 : tensor<32x64xf32>
  }
  return %k : tensor<32x64xf32>
}

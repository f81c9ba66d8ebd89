// RUN: fusion-opt %s --fusion-fuse-epilogue --split-input-file | FileCheck %s
// RUN: fusion-opt %s --fusion-fuse-epilogue --split-input-file --remarks-filter='fusion.epilogue' -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// Elementwise kernels read the same tensor, and not each other: they become one, at the place of the later one.
// REMARK: remark: [Passed] joined{{.*}}computes what two kernels did that read the same, and not each other{{.*}}bytes_saved=256

// CHECK-LABEL: func @same_table
// CHECK: %[[R:.*]]:2 = fusion.kernel(%[[X:[a-z0-9]+]] = %arg0, %[[C:[a-z0-9]+]] = %arg2, %[[Y:[a-z0-9]+]] = %arg1)
// CHECK-DAG: %[[P:.*]] = fusion.mul %[[X]], %[[C]]
// CHECK-DAG: %[[Q:.*]] = fusion.mul %[[Y]], %[[C]]
// CHECK: fusion.yield %[[P]], %[[Q]]
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @same_table(%x: tensor<32x4x16xf32>, %y: tensor<32x4x16xf32>, %c: tensor<4x16xf32>) -> (tensor<32x4x16xf32>, tensor<32x4x16xf32>) {
  %p = fusion.kernel(%a = %x, %b = %c) : (tensor<32x4x16xf32>, tensor<4x16xf32>) -> tensor<32x4x16xf32> {
    %0 = fusion.mul %a, %b : (tensor<32x4x16xf32>, tensor<4x16xf32>) -> tensor<32x4x16xf32>
    fusion.yield %0 : tensor<32x4x16xf32>
  }
  %q = fusion.kernel(%a = %y, %b = %c) : (tensor<32x4x16xf32>, tensor<4x16xf32>) -> tensor<32x4x16xf32> {
    %0 = fusion.mul %a, %b : (tensor<32x4x16xf32>, tensor<4x16xf32>) -> tensor<32x4x16xf32>
    fusion.yield %0 : tensor<32x4x16xf32>
  }
  return %p, %q : tensor<32x4x16xf32>, tensor<32x4x16xf32>
}

// -----

// What reads the first one moves behind both.
// CHECK-LABEL: func @reader_between
// CHECK: fusion.matmul
// CHECK: %[[Q:.*]] = tensor.concat
// CHECK: %[[R:.*]]:2 = fusion.kernel({{.*}} = %arg0, {{.*}} = %arg2, {{.*}} = %[[Q]])
// CHECK: tensor.extract_slice %[[R]]#0
func.func @reader_between(%x: tensor<32x64xf32>, %w: tensor<64x64xf32>, %c: tensor<64xf32>) -> (tensor<4x64xf32>, tensor<32x64xf32>) {
  %p = fusion.kernel(%a = %x, %b = %c) : (tensor<32x64xf32>, tensor<64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.mul %a, %b : (tensor<32x64xf32>, tensor<64xf32>) -> tensor<32x64xf32>
    fusion.yield %0 : tensor<32x64xf32>
  }
  %s = tensor.extract_slice %p[0, 0] [4, 64] [1, 1] : tensor<32x64xf32> to tensor<4x64xf32>
  %m = fusion.kernel(%a = %x, %b = %w) : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    fusion.yield %0 : tensor<32x64xf32>
  }
  %t = tensor.extract_slice %m[0, 0] [16, 64] [1, 1] : tensor<32x64xf32> to tensor<16x64xf32>
  %e = tensor.concat dim(0) %t, %t : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
  %q = fusion.kernel(%a = %e, %b = %c) : (tensor<32x64xf32>, tensor<64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.mul %a, %b : (tensor<32x64xf32>, tensor<64xf32>) -> tensor<32x64xf32>
    fusion.yield %0 : tensor<32x64xf32>
  }
  return %s, %q : tensor<4x64xf32>, tensor<32x64xf32>
}

// -----

// One depends on the other through a product.
// CHECK-LABEL: func @depends
// CHECK-COUNT-3: fusion.kernel(
func.func @depends(%x: tensor<32x64xf32>, %w: tensor<64x64xf32>, %c: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %p = fusion.kernel(%a = %x, %b = %c) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.mul %a, %b : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    fusion.yield %0 : tensor<32x64xf32>
  }
  %m = fusion.kernel(%a = %p, %b = %w) : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    fusion.yield %0 : tensor<32x64xf32>
  }
  %t = tensor.extract_slice %m[0, 0] [16, 64] [1, 1] : tensor<32x64xf32> to tensor<16x64xf32>
  %e = tensor.concat dim(0) %t, %t : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
  %q = fusion.kernel(%a = %e, %b = %c) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.sub %a, %b : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    fusion.yield %0 : tensor<32x64xf32>
  }
  return %q : tensor<32x64xf32>
}

// -----

// Other shapes; a scalar in common; nothing in common.
// CHECK-LABEL: func @strangers
// CHECK-COUNT-4: fusion.kernel(
func.func @strangers(%x: tensor<32x16xf32>, %y: tensor<8x16xf32>, %z: tensor<8x16xf32>, %v: tensor<8x16xf32>, %c: tensor<16xf32>, %s: tensor<1xf32>)
    -> (tensor<32x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
  %p = fusion.kernel(%a = %x, %b = %c) : (tensor<32x16xf32>, tensor<16xf32>) -> tensor<32x16xf32> {
    %0 = fusion.mul %a, %b : (tensor<32x16xf32>, tensor<16xf32>) -> tensor<32x16xf32>
    fusion.yield %0 : tensor<32x16xf32>
  }
  %q = fusion.kernel(%a = %y, %b = %c, %d = %s) : (tensor<8x16xf32>, tensor<16xf32>, tensor<1xf32>) -> tensor<8x16xf32> {
    %0 = fusion.mul %a, %b : (tensor<8x16xf32>, tensor<16xf32>) -> tensor<8x16xf32>
    %1 = fusion.mul %0, %d : (tensor<8x16xf32>, tensor<1xf32>) -> tensor<8x16xf32>
    fusion.yield %1 : tensor<8x16xf32>
  }
  %r = fusion.kernel(%a = %z, %d = %s) : (tensor<8x16xf32>, tensor<1xf32>) -> tensor<8x16xf32> {
    %0 = fusion.mul %a, %d : (tensor<8x16xf32>, tensor<1xf32>) -> tensor<8x16xf32>
    fusion.yield %0 : tensor<8x16xf32>
  }
  %t = fusion.kernel(%a = %v) : (tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = fusion.relu %a : tensor<8x16xf32>
    fusion.yield %0 : tensor<8x16xf32>
  }
  return %p, %q, %r, %t : tensor<32x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
}

// -----

// Of open sizes a tensor tells that they are the same, if both read it; a row does not tell how many rows there are.
// CHECK-LABEL: func @open_rows
// CHECK: %{{.*}}:2 = fusion.kernel({{.*}} = %arg0, {{.*}} = %arg1, {{.*}} = %arg2)
// CHECK: fusion.kernel({{.*}} = %arg3, {{.*}} = %arg1)
func.func @open_rows(%x: tensor<?x16xf32>, %c: tensor<16xf32>, %z: tensor<16xf32>, %y: tensor<?x16xf32>) -> (tensor<?x16xf32>, tensor<?x16xf32>, tensor<?x16xf32>) {
  %p = fusion.kernel(%a = %x, %b = %c) : (tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32> {
    %0 = fusion.mul %a, %b : (tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
    fusion.yield %0 : tensor<?x16xf32>
  }
  %q = fusion.kernel(%a = %x, %b = %z) : (tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32> {
    %0 = fusion.sub %a, %b : (tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
    fusion.yield %0 : tensor<?x16xf32>
  }
  %r = fusion.kernel(%a = %y, %b = %c) : (tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32> {
    %0 = fusion.mul %a, %b : (tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
    fusion.yield %0 : tensor<?x16xf32>
  }
  return %p, %q, %r : tensor<?x16xf32>, tensor<?x16xf32>, tensor<?x16xf32>
}

// -----

// They look up the same table.
// CHECK-LABEL: func @same_lookups
// CHECK: %{{.*}}:2 = fusion.kernel({{.*}} = %arg0, {{.*}} = %arg2, {{.*}} = %arg1)
func.func @same_lookups(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>, %t: tensor<8x8xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %p = fusion.kernel(%a = %x, %b = %t) : (tensor<8x16xf32>, tensor<8x8xf32>) -> tensor<8x16xf32> {
    %0 = fusion.map(%e = %a) tables(%u = %b) at(%i, %j) : (tensor<8x16xf32>, tensor<8x8xf32>) -> tensor<8x16xf32> {
      %two = arith.constant 2 : index
      %half = arith.divui %j, %two : index
      %v = fusion.lookup %u[%i, %half] : tensor<8x8xf32>
      %r = arith.mulf %e, %v : f32
      fusion.yield %r : f32
    }
    fusion.yield %0 : tensor<8x16xf32>
  }
  %q = fusion.kernel(%a = %y, %b = %t) : (tensor<8x16xf32>, tensor<8x8xf32>) -> tensor<8x16xf32> {
    %0 = fusion.map(%e = %a) tables(%u = %b) at(%i, %j) : (tensor<8x16xf32>, tensor<8x8xf32>) -> tensor<8x16xf32> {
      %two = arith.constant 2 : index
      %half = arith.divui %j, %two : index
      %v = fusion.lookup %u[%i, %half] : tensor<8x8xf32>
      %r = arith.mulf %e, %v : f32
      fusion.yield %r : f32
    }
    fusion.yield %0 : tensor<8x16xf32>
  }
  return %p, %q : tensor<8x16xf32>, tensor<8x16xf32>
}

// -----

// Sums of the same columns, as the gradients of a gain and a bias are, read the rows once. Sums of rows hold what they
// read in registers, and stay.
// CHECK-LABEL: func @columns
// CHECK: %[[R:.*]]:2 = fusion.kernel
// CHECK-DAG: fusion.reduce addf %{{.*}} along [0]
// CHECK-DAG: fusion.reduce addf %{{.*}} along [0]
// CHECK: return %[[R]]#0, %[[R]]#1
// CHECK-LABEL: func @other_columns
// CHECK-COUNT-2: fusion.kernel
// CHECK-LABEL: func @rows
// CHECK-COUNT-2: fusion.kernel
func.func @columns(%x: tensor<32x64xf32>, %g: tensor<32x64xf32>) -> (tensor<1x64xf32>, tensor<1x64xf32>) {
  %p = fusion.kernel(%a = %x, %b = %g) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<1x64xf32> {
    %0 = fusion.mul %a, %b : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %1 = fusion.reduce addf %0 along [0] : tensor<32x64xf32> -> tensor<1x64xf32>
    fusion.yield %1 : tensor<1x64xf32>
  }
  %q = fusion.kernel(%b = %g) : (tensor<32x64xf32>) -> tensor<1x64xf32> {
    %0 = fusion.reduce addf %b along [0] : tensor<32x64xf32> -> tensor<1x64xf32>
    fusion.yield %0 : tensor<1x64xf32>
  }
  return %p, %q : tensor<1x64xf32>, tensor<1x64xf32>
}
func.func @other_columns(%x: tensor<4x32x64xf32>) -> (tensor<1x32x64xf32>, tensor<4x1x64xf32>) {
  %p = fusion.kernel(%a = %x) : (tensor<4x32x64xf32>) -> tensor<1x32x64xf32> {
    %0 = fusion.reduce addf %a along [0] : tensor<4x32x64xf32> -> tensor<1x32x64xf32>
    fusion.yield %0 : tensor<1x32x64xf32>
  }
  %q = fusion.kernel(%a = %x) : (tensor<4x32x64xf32>) -> tensor<4x1x64xf32> {
    %0 = fusion.reduce addf %a along [1] : tensor<4x32x64xf32> -> tensor<4x1x64xf32>
    fusion.yield %0 : tensor<4x1x64xf32>
  }
  return %p, %q : tensor<1x32x64xf32>, tensor<4x1x64xf32>
}
func.func @rows(%x: tensor<32x64xf32>) -> (tensor<32x1xf32>, tensor<32x1xf32>) {
  %p = fusion.kernel(%a = %x) : (tensor<32x64xf32>) -> tensor<32x1xf32> {
    %0 = fusion.reduce addf %a along [1] : tensor<32x64xf32> -> tensor<32x1xf32>
    fusion.yield %0 : tensor<32x1xf32>
  }
  %q = fusion.kernel(%a = %x) : (tensor<32x64xf32>) -> tensor<32x1xf32> {
    %0 = fusion.reduce maximumf %a along [1] : tensor<32x64xf32> -> tensor<32x1xf32>
    fusion.yield %0 : tensor<32x1xf32>
  }
  return %p, %q : tensor<32x1xf32>, tensor<32x1xf32>
}

// -----

// Kernels that look up what products computed of the same are one launch, although they read nothing in common: keys and
// values that are stored for a cache.
// CHECK-LABEL: func @behind_products_of_the_same
// CHECK: %[[K:.*]] = fusion.kernel({{.*}} = %arg0, {{.*}} = %arg1)
// CHECK: %[[V:.*]] = fusion.kernel({{.*}} = %arg0, {{.*}} = %arg2)
// CHECK: %[[R:.*]]:2 = fusion.kernel({{.*}} = %[[K]], {{.*}} = %[[V]])
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @behind_products_of_the_same(%x: tensor<32x64xf32>, %wk: tensor<64x64xf32>, %wv: tensor<64x64xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
  %k = fusion.kernel(%a = %x, %b = %wk) : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    fusion.yield %0 : tensor<32x64xf32>
  }
  %v = fusion.kernel(%a = %x, %b = %wv) : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    fusion.yield %0 : tensor<32x64xf32>
  }
  %kt = fusion.kernel(%a = %k) : (tensor<32x64xf32>) -> tensor<64x32xf32> {
    %0 = fusion.map() tables(%t = %a) at(%i, %j) : (tensor<32x64xf32>) -> tensor<64x32xf32> {
      %1 = fusion.lookup %t[%j, %i] : tensor<32x64xf32>
      fusion.yield %1 : f32
    }
    fusion.yield %0 : tensor<64x32xf32>
  }
  %vt = fusion.kernel(%a = %v) : (tensor<32x64xf32>) -> tensor<64x32xf32> {
    %0 = fusion.map() tables(%t = %a) at(%i, %j) : (tensor<32x64xf32>) -> tensor<64x32xf32> {
      %1 = fusion.lookup %t[%j, %i] : tensor<32x64xf32>
      fusion.yield %1 : f32
    }
    fusion.yield %0 : tensor<64x32xf32>
  }
  return %kt, %vt : tensor<64x32xf32>, tensor<64x32xf32>
}

// -----

// The same behind layers with adapters.
// CHECK-LABEL: func @behind_sums_of_the_same
// CHECK: %[[K:.*]] = fusion.kernel({{.*}} = %arg0, {{.*}} = %arg1,
// CHECK: %[[V:.*]] = fusion.kernel({{.*}} = %arg0, {{.*}} = %arg2,
// CHECK: %[[R:.*]]:2 = fusion.kernel({{.*}} = %[[K]], {{.*}} = %[[V]])
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @behind_sums_of_the_same(%x: tensor<32x64xf32>, %wk: tensor<64x64xf32>, %wv: tensor<64x64xf32>, %tk: tensor<32x8xf32>, %bk: tensor<8x64xf32>, %tv: tensor<32x8xf32>, %bv: tensor<8x64xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
  %k = fusion.kernel(%a = %x, %b = %wk, %c = %tk, %d = %bk) : (tensor<32x64xf32>, tensor<64x64xf32>, tensor<32x8xf32>, tensor<8x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %1 = fusion.matmul %c, %d : (tensor<32x8xf32>, tensor<8x64xf32>) -> tensor<32x64xf32>
    %2 = fusion.add %0, %1 : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    fusion.yield %2 : tensor<32x64xf32>
  }
  %v = fusion.kernel(%a = %x, %b = %wv, %c = %tv, %d = %bv) : (tensor<32x64xf32>, tensor<64x64xf32>, tensor<32x8xf32>, tensor<8x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %1 = fusion.matmul %c, %d : (tensor<32x8xf32>, tensor<8x64xf32>) -> tensor<32x64xf32>
    %2 = fusion.add %0, %1 : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    fusion.yield %2 : tensor<32x64xf32>
  }
  %kt = fusion.kernel(%a = %k) : (tensor<32x64xf32>) -> tensor<64x32xf32> {
    %0 = fusion.map() tables(%t = %a) at(%i, %j) : (tensor<32x64xf32>) -> tensor<64x32xf32> {
      %1 = fusion.lookup %t[%j, %i] : tensor<32x64xf32>
      fusion.yield %1 : f32
    }
    fusion.yield %0 : tensor<64x32xf32>
  }
  %vt = fusion.kernel(%a = %v) : (tensor<32x64xf32>) -> tensor<64x32xf32> {
    %0 = fusion.map() tables(%t = %a) at(%i, %j) : (tensor<32x64xf32>) -> tensor<64x32xf32> {
      %1 = fusion.lookup %t[%j, %i] : tensor<32x64xf32>
      fusion.yield %1 : f32
    }
    fusion.yield %0 : tensor<64x32xf32>
  }
  return %kt, %vt : tensor<64x32xf32>, tensor<64x32xf32>
}

// -----

// So are they behind reshapes of products, and behind norms of them.
// CHECK-LABEL: func @behind_norms
// CHECK: %[[N:.*]] = fusion.kernel({{.*}}) : (tensor<32x4x16xf32>)
// CHECK: fusion.reduce
// CHECK: %[[V:.*]] = tensor.expand_shape
// CHECK: %[[R:.*]]:2 = fusion.kernel({{.*}} = %[[N]], {{.*}} = %[[V]])
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @behind_norms(%x: tensor<32x64xf32>, %wk: tensor<64x64xf32>, %wv: tensor<64x64xf32>) -> (tensor<4x32x16xf32>, tensor<4x32x16xf32>) {
  %k = fusion.kernel(%a = %x, %b = %wk) : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    fusion.yield %0 : tensor<32x64xf32>
  }
  %v = fusion.kernel(%a = %x, %b = %wv) : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32> {
    %0 = fusion.matmul %a, %b : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    fusion.yield %0 : tensor<32x64xf32>
  }
  %kh = tensor.expand_shape %k [[0], [1, 2]] output_shape [32, 4, 16] : tensor<32x64xf32> into tensor<32x4x16xf32>
  %kn = fusion.kernel(%a = %kh) : (tensor<32x4x16xf32>) -> tensor<32x4x16xf32> {
    %0 = fusion.reduce addf %a along [2] : tensor<32x4x16xf32> -> tensor<32x4x1xf32>
    %1 = fusion.sub %a, %0 : (tensor<32x4x16xf32>, tensor<32x4x1xf32>) -> tensor<32x4x16xf32>
    fusion.yield %1 : tensor<32x4x16xf32>
  }
  %kt = fusion.kernel(%a = %kn) : (tensor<32x4x16xf32>) -> tensor<4x32x16xf32> {
    %0 = fusion.map() tables(%t = %a) at(%i, %j, %l) : (tensor<32x4x16xf32>) -> tensor<4x32x16xf32> {
      %1 = fusion.lookup %t[%j, %i, %l] : tensor<32x4x16xf32>
      fusion.yield %1 : f32
    }
    fusion.yield %0 : tensor<4x32x16xf32>
  }
  %vh = tensor.expand_shape %v [[0], [1, 2]] output_shape [32, 4, 16] : tensor<32x64xf32> into tensor<32x4x16xf32>
  %vt = fusion.kernel(%a = %vh) : (tensor<32x4x16xf32>) -> tensor<4x32x16xf32> {
    %0 = fusion.map() tables(%t = %a) at(%i, %j, %l) : (tensor<32x4x16xf32>) -> tensor<4x32x16xf32> {
      %1 = fusion.lookup %t[%j, %i, %l] : tensor<32x4x16xf32>
      fusion.yield %1 : f32
    }
    fusion.yield %0 : tensor<4x32x16xf32>
  }
  return %kt, %vt : tensor<4x32x16xf32>, tensor<4x32x16xf32>
}

// -----

// Weights that are moved, or biases, of each layer: kernels that look up little in inputs of the graph alone are one, where
// the sizes are the same. What is large, or looks up what is computed, is not.
// CHECK-LABEL: func.func @early
// CHECK: %[[A:.*]]:2 = fusion.kernel(%{{.*}} = %arg0, %{{.*}} = %arg1)
// CHECK: fusion.kernel(%{{.*}} = %[[A]]#0)
// CHECK: fusion.kernel(%{{.*}} = %arg2)
// CHECK: fusion.kernel(%{{.*}} = %arg3)
func.func @early(%w0: tensor<64x48xf32>, %w1: tensor<64x48xf32>, %l0: tensor<1024x512xf32>, %l1: tensor<1024x512xf32>)
    -> (tensor<64x48xf32>, tensor<48x64xf32>, tensor<512x1024xf32>, tensor<512x1024xf32>) {
  %0 = fusion.kernel(%a = %w0) : (tensor<64x48xf32>) -> tensor<48x64xf32> {
    %4 = fusion.map() tables(%t = %a) at(%i, %j) : (tensor<64x48xf32>) -> tensor<48x64xf32> {
      %5 = fusion.lookup %t[%j, %i] : tensor<64x48xf32>
      fusion.yield %5 : f32
    }
    fusion.yield %4 : tensor<48x64xf32>
  }
  %1 = fusion.kernel(%a = %w1) : (tensor<64x48xf32>) -> tensor<48x64xf32> {
    %4 = fusion.map() tables(%t = %a) at(%i, %j) : (tensor<64x48xf32>) -> tensor<48x64xf32> {
      %5 = fusion.lookup %t[%j, %i] : tensor<64x48xf32>
      fusion.yield %5 : f32
    }
    fusion.yield %4 : tensor<48x64xf32>
  }
  %2 = fusion.kernel(%a = %0) : (tensor<48x64xf32>) -> tensor<64x48xf32> {
    %4 = fusion.map() tables(%t = %a) at(%i, %j) : (tensor<48x64xf32>) -> tensor<64x48xf32> {
      %5 = fusion.lookup %t[%j, %i] : tensor<48x64xf32>
      fusion.yield %5 : f32
    }
    fusion.yield %4 : tensor<64x48xf32>
  }
  %6 = fusion.kernel(%a = %l0) : (tensor<1024x512xf32>) -> tensor<512x1024xf32> {
    %4 = fusion.map() tables(%t = %a) at(%i, %j) : (tensor<1024x512xf32>) -> tensor<512x1024xf32> {
      %5 = fusion.lookup %t[%j, %i] : tensor<1024x512xf32>
      fusion.yield %5 : f32
    }
    fusion.yield %4 : tensor<512x1024xf32>
  }
  %7 = fusion.kernel(%a = %l1) : (tensor<1024x512xf32>) -> tensor<512x1024xf32> {
    %4 = fusion.map() tables(%t = %a) at(%i, %j) : (tensor<1024x512xf32>) -> tensor<512x1024xf32> {
      %5 = fusion.lookup %t[%j, %i] : tensor<1024x512xf32>
      fusion.yield %5 : f32
    }
    fusion.yield %4 : tensor<512x1024xf32>
  }
  return %2, %1, %6, %7 : tensor<64x48xf32>, tensor<48x64xf32>, tensor<512x1024xf32>, tensor<512x1024xf32>
}

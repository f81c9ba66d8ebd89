// RUN: fusion-opt %s --fusion-cse | FileCheck %s
// RUN: %if pass-statistics %{ fusion-opt %s --fusion-cse --mlir-pass-statistics -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STATS %}

// STATS: (S) 5 num-erased

// Equal operations with regions are one, also where constants that they capture are; the hash does not stay.

// CHECK-LABEL: func @merges_equal_regions(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK: %[[A:.*]] = fusion.map(%{{.*}} = %[[X]])
// CHECK: arith.addf
// CHECK: %[[B:.*]] = fusion.map(%{{.*}} = %[[X]])
// CHECK: arith.mulf
// CHECK-NOT: fusion.map
// CHECK-NOT: region_hash
// CHECK: return %[[A]], %[[B]], %[[A]], %[[B]]
func.func @merges_equal_regions(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = fusion.map(%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %c = arith.constant 1.0 : f32
    %s = arith.addf %a, %c : f32
    fusion.yield %s : f32
  }
  %1 = fusion.map(%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %c = arith.constant 1.0 : f32
    %s = arith.mulf %a, %c : f32
    fusion.yield %s : f32
  }
  %2 = fusion.map(%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %c = arith.constant 1.0 : f32
    %s = arith.addf %a, %c : f32
    fusion.yield %s : f32
  }
  %3 = fusion.map(%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %c = arith.constant 1.0 : f32
    %s = arith.mulf %a, %c : f32
    fusion.yield %s : f32
  }
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @merges_what_captures_equal_constants(
// CHECK: %[[ONE:.*]] = linalg.generic
// CHECK: arith.addf %{{.*}}, %cst{{ }}
// CHECK: %[[TWO:.*]] = linalg.generic
// CHECK: arith.addf %{{.*}}, %cst_0{{ }}
// CHECK-NOT: linalg.generic
// CHECK: return %[[ONE]], %[[ONE]], %[[TWO]]
#id = affine_map<(d0) -> (d0)>
func.func @merges_what_captures_equal_constants(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c = arith.constant 1.0 : f32
  %same = arith.constant 1.0 : f32
  %other = arith.constant 2.0 : f32
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %a, %same : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %a, %other : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Kernels that read nothing are one, but where something is written into their results.

// CHECK-LABEL: func @written_into(
// CHECK: %[[A:.*]] = fusion.kernel()
// CHECK: %[[B:.*]] = fusion.kernel()
// CHECK: %[[C:.*]] = fusion.kernel()
// CHECK-NOT: fusion.kernel()
// CHECK: tensor.insert_slice %{{.*}} into %[[A]]
// CHECK: tensor.insert_slice %{{.*}} into %[[B]]
// CHECK: fusion.kernel(%{{.*}} = %[[C]], %{{.*}} = %[[C]])
func.func @written_into(%x: tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %a = fusion.kernel() : () -> tensor<4xf32> {
    %0 = fusion.map() : () -> tensor<4xf32> {
      %one = arith.constant 1.0 : f32
      fusion.yield %one : f32
    }
    fusion.yield %0 : tensor<4xf32>
  }
  %b = fusion.kernel() : () -> tensor<4xf32> {
    %0 = fusion.map() : () -> tensor<4xf32> {
      %one = arith.constant 1.0 : f32
      fusion.yield %one : f32
    }
    fusion.yield %0 : tensor<4xf32>
  }
  %c = fusion.kernel() : () -> tensor<4xf32> {
    %0 = fusion.map() : () -> tensor<4xf32> {
      %one = arith.constant 1.0 : f32
      fusion.yield %one : f32
    }
    fusion.yield %0 : tensor<4xf32>
  }
  %d = fusion.kernel() : () -> tensor<4xf32> {
    %0 = fusion.map() : () -> tensor<4xf32> {
      %one = arith.constant 1.0 : f32
      fusion.yield %one : f32
    }
    fusion.yield %0 : tensor<4xf32>
  }
  %p = tensor.insert_slice %x into %a[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %q = tensor.insert_slice %x into %b[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %r = fusion.kernel(%s = %c, %t = %d) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
    %0 = fusion.add %s, %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    fusion.yield %0 : tensor<4xf32>
  }
  return %p, %q, %r : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// RUN: fusion-opt %s --fusion-absorb-transposes --canonicalize | FileCheck %s
// RUN: fusion-opt %s --fusion-absorb-transposes --remarks-filter='fusion.layout' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK-DAG: [Passed] strided | Category:fusion.layout | Function=both_operands | {{.*}}linalg.transpose is how its readers see the operand in memory, by strides{{.*}}bytes_saved=8192
// REMARK-DAG: [Passed] strided | Category:fusion.layout | Function=result | {{.*}}linalg.transpose is the order in which its producer writes the result, by strides
// REMARK-DAG: [Missed] transposed-copy | Category:fusion.layout | Function=last_to_batches | {{.*}}elements that are adjacent in memory would belong to different batches

// CHECK-LABEL: @both_operands
// CHECK-SAME: (%[[Q:[a-z0-9]+]]: tensor<2x16x4x8xf32>, %[[K:[a-z0-9]+]]: tensor<2x16x4x8xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: fusion.kernel(%[[Q0:.*]] = %[[Q]], %[[K0:.*]] = %[[K]])
// CHECK-DAG: %[[QV:.*]] = fusion.view %[[Q0]] permute [0, 2, 1, 3] : tensor<2x16x4x8xf32> -> tensor<2x4x16x8xf32>
// CHECK-DAG: %[[KV:.*]] = fusion.view %[[K0]] permute [0, 2, 1, 3]
// CHECK: fusion.matmul %[[QV]], %[[KV]] {transpose_b}
func.func @both_operands(%q: tensor<2x16x4x8xf32>, %k: tensor<2x16x4x8xf32>) -> tensor<2x4x16x16xf32> {
  %e = tensor.empty() : tensor<2x4x16x8xf32>
  %qt = linalg.transpose ins(%q : tensor<2x16x4x8xf32>) outs(%e : tensor<2x4x16x8xf32>) permutation = [0, 2, 1, 3]
  %f = tensor.empty() : tensor<2x4x8x16xf32>
  %kt = linalg.transpose ins(%k : tensor<2x16x4x8xf32>) outs(%f : tensor<2x4x8x16xf32>) permutation = [0, 2, 3, 1]
  %0 = fusion.kernel(%q0 = %qt, %k0 = %kt) : (tensor<2x4x16x8xf32>, tensor<2x4x8x16xf32>) -> tensor<2x4x16x16xf32> {
    %1 = fusion.matmul %q0, %k0 : (tensor<2x4x16x8xf32>, tensor<2x4x8x16xf32>) -> tensor<2x4x16x16xf32>
    fusion.yield %1 : tensor<2x4x16x16xf32>
  }
  return %0 : tensor<2x4x16x16xf32>
}

// A matrix times itself transposed has one operand.
// CHECK-LABEL: @with_itself
// CHECK-NOT: linalg.transpose
// CHECK: fusion.kernel(%[[X:.*]] = %
// CHECK-NEXT: %[[V:.*]] = fusion.view %[[X]] permute [1, 0, 2]
// CHECK-NEXT: fusion.matmul %[[V]], %[[V]] {transpose_b}
func.func @with_itself(%x: tensor<16x4x8xf32>) -> tensor<4x16x16xf32> {
  %e = tensor.empty() : tensor<4x16x8xf32>
  %t = linalg.transpose ins(%x : tensor<16x4x8xf32>) outs(%e : tensor<4x16x8xf32>) permutation = [1, 0, 2]
  %0 = fusion.kernel(%x0 = %t) : (tensor<4x16x8xf32>) -> tensor<4x16x16xf32> {
    %1 = fusion.matmul %x0, %x0 {transpose_b} : (tensor<4x16x8xf32>, tensor<4x16x8xf32>) -> tensor<4x16x16xf32>
    fusion.yield %1 : tensor<4x16x16xf32>
  }
  return %0 : tensor<4x16x16xf32>
}

// CHECK-LABEL: @result
// CHECK: %[[R:.*]]:2 = fusion.kernel({{.*}} -> (tensor<16x4x2x6xbf16>, tensor<2x4x16x6xbf16>)
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: %[[C:.*]] = fusion.cast %[[P]]
// CHECK: %[[V:.*]] = fusion.view %[[C]] permute [2, 1, 0, 3] : tensor<2x4x16x6xbf16> -> tensor<16x4x2x6xbf16>
// CHECK: fusion.yield %[[V]], %[[C]]
// CHECK-NOT: linalg.transpose
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @result(%x: tensor<2x4x16x8xbf16>, %w: tensor<2x4x8x6xbf16>) -> (tensor<16x4x2x6xbf16>, tensor<2x4x16x6xbf16>) {
  %0:2 = fusion.kernel(%x0 = %x, %w0 = %w)
      : (tensor<2x4x16x8xbf16>, tensor<2x4x8x6xbf16>) -> (tensor<2x4x16x6xbf16>, tensor<2x4x16x6xbf16>) {
    %1 = fusion.matmul %x0, %w0 : (tensor<2x4x16x8xbf16>, tensor<2x4x8x6xbf16>) -> tensor<2x4x16x6xf32>
    %2 = fusion.cast %1 : tensor<2x4x16x6xf32> to tensor<2x4x16x6xbf16>
    fusion.yield %2, %2 : tensor<2x4x16x6xbf16>, tensor<2x4x16x6xbf16>
  }
  %e = tensor.empty() : tensor<16x4x2x6xbf16>
  %t = linalg.transpose ins(%0#0 : tensor<2x4x16x6xbf16>) outs(%e : tensor<16x4x2x6xbf16>) permutation = [2, 1, 0, 3]
  return %t, %0#1 : tensor<16x4x2x6xbf16>, tensor<2x4x16x6xbf16>
}

// Merged dimensions are merged behind the view.
// CHECK-LABEL: @merged_result
// CHECK: fusion.kernel({{.*}} -> tensor<16x2x4x6xf32>
// CHECK: fusion.view %{{.*}} permute [2, 0, 1, 3]
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2], [3]] : tensor<16x2x4x6xf32> into tensor<16x8x6xf32>
// CHECK-NOT: linalg.transpose
func.func @merged_result(%x: tensor<2x4x16x8xf32>, %w: tensor<2x4x8x6xf32>) -> tensor<16x8x6xf32> {
  %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<2x4x16x8xf32>, tensor<2x4x8x6xf32>) -> tensor<2x4x16x6xf32> {
    %1 = fusion.matmul %x0, %w0 : (tensor<2x4x16x8xf32>, tensor<2x4x8x6xf32>) -> tensor<2x4x16x6xf32>
    fusion.yield %1 : tensor<2x4x16x6xf32>
  }
  %c = tensor.collapse_shape %0 [[0, 1], [2], [3]] : tensor<2x4x16x6xf32> into tensor<8x16x6xf32>
  %e = tensor.empty() : tensor<16x8x6xf32>
  %t = linalg.transpose ins(%c : tensor<8x16x6xf32>) outs(%e : tensor<16x8x6xf32>) permutation = [1, 0, 2]
  return %t : tensor<16x8x6xf32>
}

// What a product repeats is transposed before the dimension is inserted.
// CHECK-LABEL: @inserted
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2], [3]] output_shape [16, 2, 1, 8]
// CHECK: fusion.view %{{.*}} permute [1, 2, 0, 3] : tensor<16x2x1x8xf32> -> tensor<2x1x16x8xf32>
// CHECK-NOT: linalg.transpose
func.func @inserted(%x: tensor<16x2x8xf32>, %y: tensor<2x4x16x8xf32>) -> tensor<2x4x16x16xf32> {
  %e = tensor.empty() : tensor<2x16x8xf32>
  %t = linalg.transpose ins(%x : tensor<16x2x8xf32>) outs(%e : tensor<2x16x8xf32>) permutation = [1, 0, 2]
  %s = tensor.expand_shape %t [[0, 1], [2], [3]] output_shape [2, 1, 16, 8] : tensor<2x16x8xf32> into tensor<2x1x16x8xf32>
  %0 = fusion.kernel(%x0 = %s, %y0 = %y) : (tensor<2x1x16x8xf32>, tensor<2x4x16x8xf32>) -> tensor<2x4x16x16xf32> {
    %1 = fusion.matmul %x0, %y0 {transpose_b} : (tensor<2x1x16x8xf32>, tensor<2x4x16x8xf32>) -> tensor<2x4x16x16xf32>
    fusion.yield %1 : tensor<2x4x16x16xf32>
  }
  return %0 : tensor<2x4x16x16xf32>
}

// An operand of the epilogue, and of elementwise work that can come there, keeps its last dimension.
// CHECK-LABEL: @epilogue
// CHECK-SAME: %[[R:[a-z0-9]+]]: tensor<16x4x8xf32>, %[[S:[a-z0-9]+]]: tensor<4x8x16xf32>)
// CHECK: linalg.transpose ins(%[[S]]
// CHECK: fusion.kernel({{.*}} = %[[R]], {{.*}})
// CHECK: fusion.view %{{.*}} permute [1, 0, 2] : tensor<16x4x8xf32> -> tensor<4x16x8xf32>
func.func @epilogue(%x: tensor<4x16x8xf32>, %w: tensor<4x8x8xf32>, %r: tensor<16x4x8xf32>, %s: tensor<4x8x16xf32>)
    -> tensor<4x16x8xf32> {
  %e = tensor.empty() : tensor<4x16x8xf32>
  %rt = linalg.transpose ins(%r : tensor<16x4x8xf32>) outs(%e : tensor<4x16x8xf32>) permutation = [1, 0, 2]
  %st = linalg.transpose ins(%s : tensor<4x8x16xf32>) outs(%e : tensor<4x16x8xf32>) permutation = [0, 2, 1]
  %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x16x8xf32>, tensor<4x8x8xf32>) -> tensor<4x16x8xf32> {
    %2 = fusion.matmul %x0, %w0 : (tensor<4x16x8xf32>, tensor<4x8x8xf32>) -> tensor<4x16x8xf32>
    fusion.yield %2 : tensor<4x16x8xf32>
  }
  %1 = fusion.kernel(%a = %0, %b = %rt, %c = %st)
      : (tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>) -> tensor<4x16x8xf32> {
    %2 = fusion.add %a, %b : (tensor<4x16x8xf32>, tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
    %3 = fusion.add %2, %c : (tensor<4x16x8xf32>, tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
    fusion.yield %3 : tensor<4x16x8xf32>
  }
  return %1 : tensor<4x16x8xf32>
}

// Elementwise work without a product may be launched with a reduction of its rows; it stays as it is.
// CHECK-LABEL: @no_product
// CHECK: linalg.transpose
// CHECK-NOT: fusion.view
func.func @no_product(%x: tensor<16x4x8xf32>) -> tensor<4x16x8xf32> {
  %e = tensor.empty() : tensor<4x16x8xf32>
  %t = linalg.transpose ins(%x : tensor<16x4x8xf32>) outs(%e : tensor<4x16x8xf32>) permutation = [1, 0, 2]
  %0 = fusion.kernel(%a = %t) : (tensor<4x16x8xf32>) -> tensor<4x16x8xf32> {
    %1 = fusion.exp %a : tensor<4x16x8xf32>
    fusion.yield %1 : tensor<4x16x8xf32>
  }
  return %0 : tensor<4x16x8xf32>
}

// CHECK-LABEL: @last_to_batches
// CHECK: linalg.transpose
// CHECK-NOT: fusion.view
func.func @last_to_batches(%x: tensor<16x8x4xf32>, %w: tensor<4x8x8xf32>) -> tensor<4x16x8xf32> {
  %e = tensor.empty() : tensor<4x16x8xf32>
  %t = linalg.transpose ins(%x : tensor<16x8x4xf32>) outs(%e : tensor<4x16x8xf32>) permutation = [2, 0, 1]
  %0 = fusion.kernel(%x0 = %t, %w0 = %w) : (tensor<4x16x8xf32>, tensor<4x8x8xf32>) -> tensor<4x16x8xf32> {
    %1 = fusion.matmul %x0, %w0 : (tensor<4x16x8xf32>, tensor<4x8x8xf32>) -> tensor<4x16x8xf32>
    fusion.yield %1 : tensor<4x16x8xf32>
  }
  return %0 : tensor<4x16x8xf32>
}

// Where another reader needs the copy, the product reads it as well.
// CHECK-LABEL: @other_reader
// CHECK: linalg.transpose
// CHECK-NOT: fusion.view
func.func @other_reader(%x: tensor<16x4x8xf32>, %w: tensor<8x8xf32>) -> (tensor<4x16x8xf32>, tensor<4x16x8xf32>) {
  %e = tensor.empty() : tensor<4x16x8xf32>
  %t = linalg.transpose ins(%x : tensor<16x4x8xf32>) outs(%e : tensor<4x16x8xf32>) permutation = [1, 0, 2]
  %0 = fusion.kernel(%x0 = %t, %w0 = %w) : (tensor<4x16x8xf32>, tensor<8x8xf32>) -> tensor<4x16x8xf32> {
    %1 = fusion.matmul %x0, %w0 : (tensor<4x16x8xf32>, tensor<8x8xf32>) -> tensor<4x16x8xf32>
    fusion.yield %1 : tensor<4x16x8xf32>
  }
  return %0, %t : tensor<4x16x8xf32>, tensor<4x16x8xf32>
}

// CHECK-LABEL: @merged_apart
// CHECK: linalg.transpose
// CHECK-NOT: fusion.view
func.func @merged_apart(%x: tensor<16x4x8xf32>, %w: tensor<8x8xf32>) -> tensor<64x8xf32> {
  %e = tensor.empty() : tensor<4x16x8xf32>
  %t = linalg.transpose ins(%x : tensor<16x4x8xf32>) outs(%e : tensor<4x16x8xf32>) permutation = [1, 0, 2]
  %c = tensor.collapse_shape %t [[0, 1], [2]] : tensor<4x16x8xf32> into tensor<64x8xf32>
  %0 = fusion.kernel(%x0 = %c, %w0 = %w) : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32> {
    %1 = fusion.matmul %x0, %w0 : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
    fusion.yield %1 : tensor<64x8xf32>
  }
  return %0 : tensor<64x8xf32>
}

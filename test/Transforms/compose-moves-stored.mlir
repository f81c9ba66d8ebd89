// Tensors that are returned in another order are computed so: caches of keys and values.
// RUN: fusion-opt %s --fusion-compose-moves=stored=true | FileCheck %s

// A part of a product's result is looked up where it is returned, and read by strides where it is multiplied.
// CHECK-LABEL: @part_of_a_product
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: %[[C:.*]] = fusion.map() tables(%[[X:.*]] = %[[P]]) at({{.*}}) : (tensor<24x48xbf16>) -> tensor<2x3x12x8xbf16>
// CHECK: fusion.lookup %[[X]]
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: fusion.matmul %{{.*}}, %[[T]]
// CHECK: return %[[C]]
func.func @part_of_a_product(%x: tensor<24x16xbf16>, %w: tensor<16x48xbf16>, %q: tensor<2x3x12x8xbf16>) -> (tensor<2x3x12x8xbf16>, tensor<2x3x12x12xf32>) {
  %p = fusion.matmul %x, %w : (tensor<24x16xbf16>, tensor<16x48xbf16>) -> tensor<24x48xbf16>
  %s = tensor.extract_slice %p[0, 24] [24, 24] [1, 1] : tensor<24x48xbf16> to tensor<24x24xbf16>
  %e = tensor.expand_shape %s [[0, 1], [2, 3]] output_shape [2, 12, 3, 8] : tensor<24x24xbf16> into tensor<2x12x3x8xbf16>
  %o = tensor.empty() : tensor<2x3x12x8xbf16>
  %t = linalg.transpose ins(%e : tensor<2x12x3x8xbf16>) outs(%o : tensor<2x3x12x8xbf16>) permutation = [0, 2, 1, 3]
  %r = fusion.matmul %q, %t {transpose_b} : (tensor<2x3x12x8xbf16>, tensor<2x3x12x8xbf16>) -> tensor<2x3x12x12xf32>
  return %t, %r : tensor<2x3x12x8xbf16>, tensor<2x3x12x12xf32>
}

// So is a part that keeps its order.
// CHECK-LABEL: @one_head
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: %[[C:.*]] = fusion.map() tables(%{{.*}} = %[[P]]) at({{.*}} -> tensor<2x1x12x8xbf16>
// CHECK: return %[[C]], %[[P]]
func.func @one_head(%x: tensor<24x16xbf16>, %w: tensor<16x24xbf16>) -> (tensor<2x1x12x8xbf16>, tensor<24x24xbf16>) {
  %p = fusion.matmul %x, %w : (tensor<24x16xbf16>, tensor<16x24xbf16>) -> tensor<24x24xbf16>
  %s = tensor.extract_slice %p[0, 8] [24, 8] [1, 1] : tensor<24x24xbf16> to tensor<24x8xbf16>
  %e = tensor.expand_shape %s [[0, 1, 2], [3]] output_shape [2, 1, 12, 8] : tensor<24x8xbf16> into tensor<2x1x12x8xbf16>
  return %e, %p : tensor<2x1x12x8xbf16>, tensor<24x24xbf16>
}

// What looks a product's result up, as the halves of a rotary embedding, computes it in the order in which it is stored;
// queries of the same shape do so with it.
// CHECK-LABEL: @turned
// CHECK-NOT: linalg.transpose
// CHECK-COUNT-2: fusion.map() tables({{.*}}) at({{.*}} -> tensor<2x3x12x8xbf16>
// CHECK: %[[K:.*]] = fusion.add {{.*}} -> tensor<2x3x12x8xbf16>
// CHECK-NOT: linalg.transpose
// CHECK: %[[Q:.*]] = fusion.neg {{.*}} tensor<2x3x12x8xbf16>
// CHECK: %[[R:.*]] = fusion.matmul %[[Q]], %[[K]]
// CHECK: return %[[K]], %[[R]]
func.func @turned(%x: tensor<24x16xbf16>, %w: tensor<16x24xbf16>, %u: tensor<2x12x3x8xbf16>) -> (tensor<2x3x12x8xbf16>, tensor<2x3x12x12xf32>) {
  %p = fusion.matmul %x, %w : (tensor<24x16xbf16>, tensor<16x24xbf16>) -> tensor<24x24xbf16>
  %e = tensor.expand_shape %p [[0, 1], [2, 3]] output_shape [2, 12, 3, 8] : tensor<24x24xbf16> into tensor<2x12x3x8xbf16>
  %half = fusion.map() tables(%t = %e) at(%b, %s, %h, %d) : (tensor<2x12x3x8xbf16>) -> tensor<2x12x3x8xbf16> {
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %0 = arith.addi %d, %c4 : index
    %1 = arith.remui %0, %c8 : index
    %2 = fusion.lookup %t[%b, %s, %h, %1] : tensor<2x12x3x8xbf16>
    %3 = arith.negf %2 : bf16
    fusion.yield %3 : bf16
  }
  %k = fusion.add %e, %half : (tensor<2x12x3x8xbf16>, tensor<2x12x3x8xbf16>) -> tensor<2x12x3x8xbf16>
  %o = tensor.empty() : tensor<2x3x12x8xbf16>
  %kt = linalg.transpose ins(%k : tensor<2x12x3x8xbf16>) outs(%o : tensor<2x3x12x8xbf16>) permutation = [0, 2, 1, 3]
  %q = fusion.neg %u : tensor<2x12x3x8xbf16>
  %qt = linalg.transpose ins(%q : tensor<2x12x3x8xbf16>) outs(%o : tensor<2x3x12x8xbf16>) permutation = [0, 2, 1, 3]
  %r = fusion.matmul %qt, %kt {transpose_b} : (tensor<2x3x12x8xbf16>, tensor<2x3x12x8xbf16>) -> tensor<2x3x12x12xf32>
  return %kt, %r : tensor<2x3x12x8xbf16>, tensor<2x3x12x12xf32>
}

// A product writes what is only returned by strides; what is read by strides alone stays, and so does what has no runs.
// CHECK-LABEL: @others
// CHECK-NOT: fusion.map
func.func @others(%a: tensor<2x12x16xbf16>, %w: tensor<2x16x8xbf16>, %q: tensor<3x2x12x8xbf16>, %k: tensor<2x12x3x8xbf16>, %n: tensor<64x32xbf16>) -> (tensor<12x2x8xbf16>, tensor<3x2x12x12xf32>, tensor<32x64xbf16>) {
  %p = fusion.matmul %a, %w : (tensor<2x12x16xbf16>, tensor<2x16x8xbf16>) -> tensor<2x12x8xbf16>
  %o = tensor.empty() : tensor<12x2x8xbf16>
  %t = linalg.transpose ins(%p : tensor<2x12x8xbf16>) outs(%o : tensor<12x2x8xbf16>) permutation = [1, 0, 2]
  %ok = tensor.empty() : tensor<3x2x12x8xbf16>
  %kt = linalg.transpose ins(%k : tensor<2x12x3x8xbf16>) outs(%ok : tensor<3x2x12x8xbf16>) permutation = [2, 0, 1, 3]
  %r = fusion.matmul %q, %kt {transpose_b} : (tensor<3x2x12x8xbf16>, tensor<3x2x12x8xbf16>) -> tensor<3x2x12x12xf32>
  %on = tensor.empty() : tensor<32x64xbf16>
  %nt = linalg.transpose ins(%n : tensor<64x32xbf16>) outs(%on : tensor<32x64xbf16>) permutation = [1, 0]
  return %t, %r, %nt : tensor<12x2x8xbf16>, tensor<3x2x12x12xf32>, tensor<32x64xbf16>
}

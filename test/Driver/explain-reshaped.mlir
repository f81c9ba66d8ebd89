// RUN: fusion-compile %s --target=sm_90a --explain -o %t.out | FileCheck %s

// Queries that are reshaped to heads: attention contracts them, so that they stay apart from it with or without the
// reshape, and no advice is given about it. The same of the heads and the product behind them. A reshape that alone
// keeps two apart is named, with what can be done.
// CHECK: attention_k0 -> attention_k1: matmul-operand: the consumer contracts the value: each of its tiles needs whole rows or columns of it  (
// CHECK: attention_k1 -> attention_k2: matmul-operand: the consumer contracts the value: each of its tiles needs whole rows or columns of it  (
// CHECK: split_k0 -> split_k1: layout-consumer: tensor.collapse_shape stands between producer and consumer  (
// CHECK-NEXT: suggestion: move the reshape
func.func @attention(%x: tensor<128x64xbf16>, %w: tensor<64x64xbf16>, %k: tensor<4x128x16xbf16>,
                     %v: tensor<4x128x16xbf16>, %o: tensor<64x64xbf16>) -> tensor<128x64xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<128x64xbf16>, tensor<64x64xbf16>) -> tensor<128x64xbf16>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [128, 4, 16] : tensor<128x64xbf16> into tensor<128x4x16xbf16>
  %e = tensor.empty() : tensor<4x128x16xbf16>
  %q = linalg.transpose ins(%1 : tensor<128x4x16xbf16>) outs(%e : tensor<4x128x16xbf16>) permutation = [1, 0, 2]
  %g = tensor.empty() : tensor<4x128x128xbf16>
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<4x128x16xbf16>, tensor<4x128x16xbf16>) -> tensor<4x128x128xbf16>
  %p = linalg.softmax dimension(2) ins(%s : tensor<4x128x128xbf16>) outs(%g : tensor<4x128x128xbf16>)
      -> tensor<4x128x128xbf16>
  %a = fusion.matmul %p, %v : (tensor<4x128x128xbf16>, tensor<4x128x16xbf16>) -> tensor<4x128x16xbf16>
  %f = tensor.empty() : tensor<128x4x16xbf16>
  %t = linalg.transpose ins(%a : tensor<4x128x16xbf16>) outs(%f : tensor<128x4x16xbf16>) permutation = [1, 0, 2]
  %c = tensor.collapse_shape %t [[0], [1, 2]] : tensor<128x4x16xbf16> into tensor<128x64xbf16>
  %r = fusion.matmul %c, %o : (tensor<128x64xbf16>, tensor<64x64xbf16>) -> tensor<128x64xbf16>
  return %r : tensor<128x64xbf16>
}
func.func @split(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<8xf32>) -> tensor<8x8xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x16xf32> into tensor<64xf32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [8, 8] : tensor<64xf32> into tensor<8x8xf32>
  %3 = fusion.add %2, %b : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

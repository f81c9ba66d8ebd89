// The copy of an operand is as large as a view of memory that the graph itself makes, whose size is known at run time only.
//
// RUN: fusion-compile %s --target=sm_90a | FileCheck %s
//
// CHECK-COUNT-2: .entry
func.func @f(%x: tensor<65x?x7xbf16>, %w: tensor<?x?xbf16>) -> tensor<65x?xf32> {
  %0 = fusion.exp %x : tensor<65x?x7xbf16>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<65x?x7xbf16> into tensor<65x?xbf16>
  %2 = fusion.matmul %1, %w {transpose_b} : (tensor<65x?xbf16>, tensor<?x?xbf16>) -> tensor<65x?xf32>
  return %2 : tensor<65x?xf32>
}

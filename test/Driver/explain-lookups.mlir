// RUN: fusion-compile %s --target=sm_90a --explain -o /dev/null | FileCheck %s

// A kernel looks elements up in what another stores, though a reshape stands between the two. That is the reason for two
// kernels, and not the reshape.
// CHECK: kernels: 2
// CHECK: not fused: 1
// CHECK-NEXT: elements_k0 -> elements_k1: lookup-table: the consumer looks up elements of the value at indices that it computes
func.func @elements(%x: tensor<6x8x16xf32>, %ids: tensor<5xi64>) -> tensor<5xf32> {
  %0 = fusion.reduce addf %x along [2] : tensor<6x8x16xf32> -> tensor<6x8x1xf32>
  %1 = tensor.collapse_shape %0 [[0, 1, 2]] : tensor<6x8x1xf32> into tensor<48xf32>
  %2 = fusion.map(%id = %ids) tables(%t = %1) : (tensor<5xi64>, tensor<48xf32>) -> tensor<5xf32> {
    %place = arith.index_cast %id : i64 to index
    %v = fusion.lookup %t[%place] : tensor<48xf32>
    fusion.yield %v : f32
  }
  return %2 : tensor<5xf32>
}

// RUN: fusion-opt %s --fusion-propagate-layout | FileCheck %s

// A number that is repeated along open sizes that are one after all.
// CHECK-LABEL: func.func @repeated(
// CHECK: fusion.matmul
// CHECK: fusion.map
// CHECK: return
func.func @repeated(%a: tensor<32x3xf32>, %b: tensor<3x1xf32>, %s: tensor<i32>) -> tensor<32x?xi32> {
  %0 = fusion.matmul %a, %b : (tensor<32x3xf32>, tensor<3x1xf32>) -> tensor<32x?xf32>
  %1 = fusion.cast %0 : tensor<32x?xf32> to tensor<32x?xi32>
  %2 = tensor.empty() : tensor<32x1xi32>
  %3 = linalg.broadcast ins(%s : tensor<i32>) outs(%2 : tensor<32x1xi32>) dimensions = [0, 1]
  %4 = tensor.cast %3 : tensor<32x1xi32> to tensor<32x?xi32>
  %5 = fusion.map(%p = %1, %q = %4) : (tensor<32x?xi32>, tensor<32x?xi32>) -> tensor<32x?xi32> {
    %6 = arith.addi %p, %q : i32
    fusion.yield %6 : i32
  }
  return %5 : tensor<32x?xi32>
}

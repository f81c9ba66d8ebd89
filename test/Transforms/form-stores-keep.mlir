// RUN: fusion-opt %s --fusion-form-stores --split-input-file | FileCheck %s

// The old elements are those of the argument whose place the result takes: they are not read.
// CHECK-LABEL: func.func @masked
// CHECK: %[[X:.*]] = fusion.matmul
// CHECK: %[[Y:.*]] = fusion.cast %[[X]] : tensor<4x16xf32> to tensor<4x16xbf16>
// CHECK: %[[R:.*]] = fusion.keep %{{.*}}, %[[Y]], %arg0 : (tensor<4x1xi1>, tensor<4x16xbf16>, tensor<4x16xbf16>) -> tensor<4x16xbf16>
// CHECK: return %[[R]]
func.func @masked(%old: tensor<4x16xbf16> {fusion.aliases = 0 : i64}, %a: tensor<4x8xbf16>, %b: tensor<8x16xbf16>, %m: tensor<4x1xi1>) -> tensor<4x16xbf16> {
  %x = fusion.matmul %a, %b : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xf32>
  %r = fusion.select %m, %x, %old : (tensor<4x1xi1>, tensor<4x16xf32>, tensor<4x16xbf16>) -> tensor<4x16xbf16>
  return %r : tensor<4x16xbf16>
}

// -----

// Another argument, another result, another reader, what is kept where the condition holds, what broadcasts.
// CHECK-LABEL: func.func @others
// CHECK-NOT: fusion.keep
func.func @others(%a: tensor<4xf32>, %b: tensor<4xf32> {fusion.aliases = 1 : i64}, %c: tensor<4xf32> {fusion.aliases = 3 : i64},
                  %d: tensor<4xf32> {fusion.aliases = 4 : i64}, %e: tensor<4xf32> {fusion.aliases = 5 : i64}, %m: tensor<4xi1>, %x: tensor<4xf32>, %s: tensor<f32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = fusion.select %m, %x, %a : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = fusion.select %m, %b, %x : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = fusion.select %m, %x, %b : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = fusion.select %m, %x, %c : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = fusion.select %m, %s, %d : (tensor<4xi1>, tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = fusion.exp %x : tensor<4xf32>
  %6 = fusion.exp %3 : tensor<4xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

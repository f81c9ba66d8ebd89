// RUN: fusion-opt %s --fusion-form-stores --split-input-file | FileCheck %s

// Magnitudes of a whole tensor, however they are spelled: shapes, casts that widen, maxima one after the other.

// CHECK-LABEL: func.func @behind_a_product
// CHECK: %[[X:.*]] = fusion.matmul
// CHECK: %[[M:.*]] = fusion.amax %[[X]] : tensor<4x16xf32> -> tensor<1x1xf32>
// CHECK: return %[[X]], %[[M]]
func.func @behind_a_product(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>) -> (tensor<4x16xf32>, tensor<1x1xf32>) {
  %x = fusion.matmul %a, %b : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %m = fusion.abs %x : tensor<4x16xf32>
  %0 = fusion.reduce maximumf %m along [0, 1] : tensor<4x16xf32> -> tensor<1x1xf32>
  return %x, %0 : tensor<4x16xf32>, tensor<1x1xf32>
}

// -----

// CHECK-LABEL: func.func @by_dimensions_and_shapes
// CHECK: %[[Y:.*]] = fusion.cast
// CHECK: %[[M:.*]] = fusion.amax %[[Y]] : tensor<?x4x16xbf16> -> tensor<1x1x1xf32>
// CHECK: %[[S:.*]] = tensor.collapse_shape %[[M]] [] : tensor<1x1x1xf32> into tensor<f32>
// CHECK: %[[R:.*]] = tensor.expand_shape %[[S]] [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
// CHECK: return %[[Y]], %[[R]]
func.func @by_dimensions_and_shapes(%a: tensor<?x4x8xbf16>, %b: tensor<8x16xbf16>) -> (tensor<?x4x16xbf16>, tensor<1x1xf32>) {
  %x = fusion.matmul %a, %b : (tensor<?x4x8xbf16>, tensor<8x16xbf16>) -> tensor<?x4x16xf32>
  %y = fusion.cast %x : tensor<?x4x16xf32> to tensor<?x4x16xbf16>
  %flat = tensor.collapse_shape %y [[0, 1], [2]] : tensor<?x4x16xbf16> into tensor<?x16xbf16>
  %m = fusion.abs %flat : tensor<?x16xbf16>
  %wide = fusion.cast %m : tensor<?x16xbf16> to tensor<?x16xf32>
  %0 = fusion.reduce maximumf %wide along [1] : tensor<?x16xf32> -> tensor<?x1xf32>
  %1 = fusion.reduce maximumf %0 along [0] : tensor<?x1xf32> -> tensor<1x1xf32>
  return %y, %1 : tensor<?x4x16xbf16>, tensor<1x1xf32>
}

// -----

// A result of 16 bits is rounded from what is exact, and who widens it reads that.
// CHECK-LABEL: func.func @narrow_result
// CHECK: %[[M:.*]] = fusion.amax %{{.*}} : tensor<4x16xf16> -> tensor<1x1xf32>
// CHECK-NEXT: %[[N:.*]] = fusion.cast %[[M]] : tensor<1x1xf32> to tensor<1x1xf16>
// CHECK: return %{{.*}}, %[[N]], %[[M]]
func.func @narrow_result(%x: tensor<4x16xf16>) -> (tensor<4x16xf16>, tensor<1x1xf16>, tensor<1x1xf32>) {
  %y = fusion.relu %x : tensor<4x16xf16>
  %m = fusion.abs %y : tensor<4x16xf16>
  %0 = fusion.reduce maximumf %m along [0, 1] : tensor<4x16xf16> -> tensor<1x1xf16>
  %1 = fusion.cast %0 : tensor<1x1xf16> to tensor<1x1xf32>
  return %y, %0, %1 : tensor<4x16xf16>, tensor<1x1xf16>, tensor<1x1xf32>
}

// -----

// What waits for the maximum computes the elements again; that of a product they are stored for in any case.
// CHECK-LABEL: func.func @quantised_by_it
// CHECK-NOT: fusion.amax
// CHECK: fusion.reduce
// CHECK-LABEL: func.func @product_quantised_by_it
// CHECK: fusion.amax
func.func @quantised_by_it(%x: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %y = fusion.silu %x : tensor<4x16xf32>
  %m = fusion.abs %y : tensor<4x16xf32>
  %0 = fusion.reduce maximumf %m along [0, 1] : tensor<4x16xf32> -> tensor<1x1xf32>
  %1 = fusion.div %y, %0 : (tensor<4x16xf32>, tensor<1x1xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}
func.func @product_quantised_by_it(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %x = fusion.matmul %a, %b : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %y = fusion.silu %x : tensor<4x16xf32>
  %m = fusion.abs %y : tensor<4x16xf32>
  %0 = fusion.reduce maximumf %m along [0, 1] : tensor<4x16xf32> -> tensor<1x1xf32>
  %1 = fusion.div %y, %0 : (tensor<4x16xf32>, tensor<1x1xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}

// -----

// What is nearly one: signs, maxima that lose NaN, rows, other types, nobody who stores the elements.
// CHECK-LABEL: func.func @others
// CHECK-NOT: fusion.amax
func.func @others(%x: tensor<4x16xf32>, %d: tensor<4x16xf64>)
    -> (tensor<1x1xf32>, tensor<1x1xf32>, tensor<4x1xf32>, tensor<1x1xf64>, tensor<4x16xf32>, tensor<1x1xf32>) {
  %m = fusion.abs %x : tensor<4x16xf32>
  %0 = fusion.reduce maximumf %x along [0, 1] : tensor<4x16xf32> -> tensor<1x1xf32>
  %1 = fusion.reduce maxnumf %m along [0, 1] : tensor<4x16xf32> -> tensor<1x1xf32>
  %2 = fusion.reduce maximumf %m along [1] : tensor<4x16xf32> -> tensor<4x1xf32>
  %md = fusion.abs %d : tensor<4x16xf64>
  %4 = fusion.reduce maximumf %md along [0, 1] : tensor<4x16xf64> -> tensor<1x1xf64>
  %y = fusion.silu %x : tensor<4x16xf32>
  %my = fusion.abs %y : tensor<4x16xf32>
  %5 = fusion.reduce maximumf %my along [0, 1] : tensor<4x16xf32> -> tensor<1x1xf32>
  return %0, %1, %2, %4, %x, %5 : tensor<1x1xf32>, tensor<1x1xf32>, tensor<4x1xf32>, tensor<1x1xf64>, tensor<4x16xf32>, tensor<1x1xf32>
}

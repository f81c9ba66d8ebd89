// RUN: fusion-opt %s | fusion-opt | FileCheck %s
// RUN: fusion-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// CHECK-LABEL: func @kinds
// CHECK: fusion.reduce addf %{{.*}} along [1] : tensor<4x8xbf16> -> tensor<4x1xf32>
// CHECK: fusion.reduce maximumf %{{.*}} along [0, 1] : tensor<4x8xbf16> -> tensor<1x1xbf16>
// CHECK: fusion.reduce minnumf %{{.*}} along [0] : tensor<4x8xbf16> -> tensor<1x8xbf16>, tensor<1x8xi32>
func.func @kinds(%x: tensor<4x8xbf16>) -> (tensor<4x1xf32>, tensor<1x1xbf16>, tensor<1x8xbf16>, tensor<1x8xi32>) {
  %0 = fusion.reduce addf %x along [1] : tensor<4x8xbf16> -> tensor<4x1xf32>
  %1 = fusion.reduce maximumf %x along [0, 1] : tensor<4x8xbf16> -> tensor<1x1xbf16>
  %2, %3 = fusion.reduce minnumf %x along [0] : tensor<4x8xbf16> -> tensor<1x8xbf16>, tensor<1x8xi32>
  return %0, %1, %2, %3 : tensor<4x1xf32>, tensor<1x1xbf16>, tensor<1x8xbf16>, tensor<1x8xi32>
}

// CHECK-LABEL: func @integers
// CHECK: fusion.reduce maxu %{{.*}} along [1] : tensor<?x?xi8> -> tensor<?x1xi8>
// CHECK: fusion.reduce xori %{{.*}} along [0] : tensor<?x?xi8> -> tensor<1x?xi8>
func.func @integers(%x: tensor<?x?xi8>) -> (tensor<?x1xi8>, tensor<1x?xi8>) {
  %0 = fusion.reduce maxu %x along [1] : tensor<?x?xi8> -> tensor<?x1xi8>
  %1 = fusion.reduce xori %x along [0] : tensor<?x?xi8> -> tensor<1x?xi8>
  return %0, %1 : tensor<?x1xi8>, tensor<1x?xi8>
}

// Along one element there is nothing to combine; a sum adds +0.0.
// FOLD-LABEL: func @one
// FOLD-SAME: (%[[X:.*]]: tensor<4x1xf32>)
// FOLD: %[[S:.*]] = fusion.reduce addf
// FOLD: return %[[X]], %[[X]], %[[S]], %[[X]]
func.func @one(%x: tensor<4x1xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>) {
  %0 = fusion.reduce maximumf %x along [1] : tensor<4x1xf32> -> tensor<4x1xf32>
  %1 = fusion.reduce mulf %x along [1] : tensor<4x1xf32> -> tensor<4x1xf32>
  %2 = fusion.reduce addf %x along [1] : tensor<4x1xf32> -> tensor<4x1xf32>
  %3 = fusion.reduce maxnumf %x along [1] : tensor<4x1xf32> -> tensor<4x1xf32>
  return %0, %1, %2, %3 : tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>
}

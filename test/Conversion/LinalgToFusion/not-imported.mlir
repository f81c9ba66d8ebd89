// RUN: fusion-opt %s --convert-linalg-to-fusion --remarks-filter='fusion.import' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: fusion-opt %s --convert-linalg-to-fusion | FileCheck %s
// RUN: fusion-opt %s --fusion-raise-reductions --remarks-filter='fusion.import' -o /dev/null 2>&1 | FileCheck %s --check-prefix=RAISE
// RUN: fusion-opt %s --convert-linalg-to-fusion --remarks-filter='fusion.import' -o /dev/null 2>&1 | FileCheck %s --check-prefix=LATER

// Of what reduces and is no product the pass on reductions says why it stays, and nothing of what it raises.
// LATER-NOT: Function={{sum|crossed}}
// RAISE-NOT: Function=sum
// RAISE: not-imported{{.*}}Function=crossed{{.*}}it has several operands or results
// RAISE-NOT: Function=

// CHECK-LABEL: @sum
// CHECK: linalg.generic
func.func @sum(%x: tensor<4x8xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %in, %out : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// REMARK: not-imported{{.*}}it is a matrix product of element type 'i32', which is not supported
// CHECK-LABEL: @integers
// CHECK: linalg.matmul
func.func @integers(%a: tensor<4x8xi32>, %b: tensor<8x4xi32>, %c: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xi32>, tensor<8x4xi32>) outs(%c : tensor<4x4xi32>) -> tensor<4x4xi32>
  return %0 : tensor<4x4xi32>
}

// REMARK: not-imported{{.*}}it is a matrix product of two element types, 'f16' and 'f32'
func.func @two_types(%a: tensor<4x8xf16>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf16>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// What a cast of fusion does otherwise: i1 is 0 or 1 there, not -1, and rounding is to nearest.

// REMARK: not-imported{{.*}}Function=rounding_mode{{.*}}there is no elementwise operation for arith.truncf
func.func @rounding_mode(%x: tensor<4xf32>, %e: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%e : tensor<4xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %1 = arith.truncf %in downward : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// One row of several.

// CHECK-LABEL: @crossed
// CHECK: linalg.generic
func.func @crossed(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>,
                                        affine_map<(d0, d1) -> (d0)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %1 = arith.mulf %out, %a : f32
    %2 = arith.addf %1, %b : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

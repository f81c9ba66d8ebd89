// RUN: fusion-opt %s --convert-linalg-to-fusion --canonicalize --split-input-file | FileCheck %s
// RUN: fusion-opt %s --convert-linalg-to-fusion --split-input-file --remarks-filter='fusion.import' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: @matmul
// CHECK: %[[P:.*]] = fusion.matmul %{{.*}}, %{{.*}} : (tensor<?x8xi8>, tensor<8x4xi8>) -> tensor<?x4xi32>
// CHECK-NEXT: return %[[P]]
func.func @matmul(%a: tensor<?x8xi8>, %b: tensor<8x4xi8>, %e: tensor<?x4xi32>) -> tensor<?x4xi32> {
  %zero = arith.constant 0 : i32
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<?x4xi32>) -> tensor<?x4xi32>
  %r = linalg.matmul ins(%a, %b : tensor<?x8xi8>, tensor<8x4xi8>) outs(%f : tensor<?x4xi32>) -> tensor<?x4xi32>
  return %r : tensor<?x4xi32>
}

// -----

// Bytes without a sign, of batches.
// CHECK-LABEL: @unsigned
// CHECK: fusion.matmul %{{.*}}, %{{.*}} {unsigned_a, unsigned_b} : (tensor<2x4x8xi8>, tensor<2x8x4xi8>) -> tensor<2x4x4xi32>
func.func @unsigned(%a: tensor<2x4x8xi8>, %b: tensor<2x8x4xi8>, %e: tensor<2x4x4xi32>) -> tensor<2x4x4xi32> {
  %zero = arith.constant 0 : i32
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<2x4x4xi32>) -> tensor<2x4x4xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x4x8xi8>, tensor<2x8x4xi8>) outs(%f : tensor<2x4x4xi32>) {
  ^bb0(%x: i8, %y: i8, %o: i32):
    %0 = arith.extui %x : i8 to i32
    %1 = arith.extui %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %o, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<2x4x4xi32>
  return %r : tensor<2x4x4xi32>
}

// -----

// The left operand of the result is the right one of the body: its sign goes with it.
// CHECK-LABEL: @swapped
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xi8>, %[[B:.*]]: tensor<6x8xi8>
// CHECK: fusion.matmul %[[B]], %[[A]] {transpose_b, unsigned_b} : (tensor<6x8xi8>, tensor<4x8xi8>) -> tensor<6x4xi32>
func.func @swapped(%a: tensor<4x8xi8>, %b: tensor<6x8xi8>, %e: tensor<6x4xi32>) -> tensor<6x4xi32> {
  %zero = arith.constant 0 : i32
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<6x4xi32>) -> tensor<6x4xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, m, k) -> (m, k)>, affine_map<(n, m, k) -> (n, k)>, affine_map<(n, m, k) -> (n, m)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x8xi8>, tensor<6x8xi8>) outs(%f : tensor<6x4xi32>) {
  ^bb0(%x: i8, %y: i8, %o: i32):
    %0 = arith.extui %x : i8 to i32
    %1 = arith.extsi %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %2, %o : i32
    linalg.yield %3 : i32
  } -> tensor<6x4xi32>
  return %r : tensor<6x4xi32>
}

// -----

// An initial accumulator is added.
// CHECK-LABEL: @accumulate
// CHECK: %[[P:.*]] = fusion.matmul %{{.*}}, %{{.*}} : (tensor<4x8xi8>, tensor<8x4xi8>) -> tensor<4x4xi32>
// CHECK: fusion.map(%{{.*}} = %[[P]], %{{.*}} = %{{.*}}) : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi32>
// CHECK-NEXT: arith.addi
func.func @accumulate(%a: tensor<4x8xi8>, %b: tensor<8x4xi8>, %c: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %r = linalg.matmul ins(%a, %b : tensor<4x8xi8>, tensor<8x4xi8>) outs(%c : tensor<4x4xi32>) -> tensor<4x4xi32>
  return %r : tensor<4x4xi32>
}

// -----

// CHECK-LABEL: @quantized
// CHECK: %[[P:.*]] = fusion.matmul %{{.*}}, %{{.*}} : (tensor<4x8xi8>, tensor<8x4xi8>) -> tensor<4x4xi32>
// CHECK-NEXT: return %[[P]]
func.func @quantized(%a: tensor<4x8xi8>, %b: tensor<8x4xi8>, %e: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %zero = arith.constant 0 : i32
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<4x4xi32>) -> tensor<4x4xi32>
  %r = linalg.quantized_matmul ins(%a, %b, %zero, %zero : tensor<4x8xi8>, tensor<8x4xi8>, i32, i32)
      outs(%f : tensor<4x4xi32>) -> tensor<4x4xi32>
  return %r : tensor<4x4xi32>
}

// -----

// REMARK: not-imported{{.*}}Function=zero_points{{.*}}it is a matrix product whose zero points are not the constant 0
// CHECK-LABEL: @zero_points
// CHECK: linalg.quantized_matmul
func.func @zero_points(%a: tensor<4x8xi8>, %b: tensor<8x4xi8>, %e: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<4x4xi32>) -> tensor<4x4xi32>
  %r = linalg.quantized_matmul ins(%a, %b, %zero, %three : tensor<4x8xi8>, tensor<8x4xi8>, i32, i32)
      outs(%f : tensor<4x4xi32>) -> tensor<4x4xi32>
  return %r : tensor<4x4xi32>
}

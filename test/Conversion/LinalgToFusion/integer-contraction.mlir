// RUN: fusion-opt %s --convert-linalg-to-fusion --canonicalize --split-input-file | FileCheck %s

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

// Zero points leave the product: they are taken from its sums.
// CHECK-LABEL: @zero_points
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xi8>, %[[B:.*]]: tensor<8x4xi8>
// CHECK-DAG: %[[P:.*]] = fusion.matmul %[[A]], %[[B]] : (tensor<4x8xi8>, tensor<8x4xi8>) -> tensor<4x4xi32>
// CHECK-DAG: %[[ROWS:.*]] = fusion.reduce addi %{{.*}} along [1] : tensor<4x8xi32> -> tensor<4x1xi32>
// CHECK-DAG: %[[COLUMNS:.*]] = fusion.reduce addi %{{.*}} along [0] : tensor<8x4xi32> -> tensor<1x4xi32>
// CHECK-DAG: %[[FLAT:.*]] = tensor.collapse_shape %[[COLUMNS]] {{.*}} into tensor<4xi32>
// CHECK: %[[R:.*]] = fusion.map(%{{.*}} = %[[P]], %{{.*}} = %{{.*}}, %{{.*}} = %[[ROWS]], %{{.*}} = %{{.*}}, %{{.*}} = %[[FLAT]], %{{.*}} = %{{.*}})
// CHECK-COUNT-2: arith.subi
// CHECK: arith.addi
// CHECK: return %[[R]]
func.func @zero_points(%a: tensor<4x8xi8>, %b: tensor<8x4xi8>, %e: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %zero = arith.constant 0 : i32
  %two = arith.constant -2 : i32
  %three = arith.constant 3 : i32
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<4x4xi32>) -> tensor<4x4xi32>
  %r = linalg.quantized_matmul ins(%a, %b, %two, %three : tensor<4x8xi8>, tensor<8x4xi8>, i32, i32)
      outs(%f : tensor<4x4xi32>) -> tensor<4x4xi32>
  return %r : tensor<4x4xi32>
}

// -----

// That of A alone needs the sums of B's columns alone.
// CHECK-LABEL: @zero_point_of_a
// CHECK: fusion.reduce addi %{{.*}} along [1] : tensor<2x8x4xi32> -> tensor<2x1x4xi32>
// CHECK-NOT: fusion.reduce
func.func @zero_point_of_a(%a: tensor<2x4x8xi8>, %b: tensor<2x8x4xi8>, %z: i32, %e: tensor<2x4x4xi32>) -> tensor<2x4x4xi32> {
  %zero = arith.constant 0 : i32
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<2x4x4xi32>) -> tensor<2x4x4xi32>
  %r = linalg.quantized_batch_matmul ins(%a, %b, %z, %zero : tensor<2x4x8xi8>, tensor<2x8x4xi8>, i32, i32)
      outs(%f : tensor<2x4x4xi32>) -> tensor<2x4x4xi32>
  return %r : tensor<2x4x4xi32>
}

// -----

// A zero point per column, in bytes without a sign.
// CHECK-LABEL: @zero_point_per_column
// CHECK: fusion.map(%{{.*}} = %{{.*}}) : (tensor<6xi8>) -> tensor<6xi32>
// CHECK-NEXT: arith.extui
// CHECK: fusion.matmul %{{.*}}, %{{.*}} {unsigned_b}
// CHECK: fusion.reduce addi %{{.*}} along [1] : tensor<4x8xi32> -> tensor<4x1xi32>
func.func @zero_point_per_column(%a: tensor<4x8xi8>, %b: tensor<8x6xi8>, %z: tensor<6xi8>, %e: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %zero = arith.constant 0 : i32
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<4x6xi32>) -> tensor<4x6xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b, %z : tensor<4x8xi8>, tensor<8x6xi8>, tensor<6xi8>) outs(%f : tensor<4x6xi32>) {
  ^bb0(%x: i8, %y: i8, %p: i8, %o: i32):
    %0 = arith.extsi %x : i8 to i32
    %1 = arith.extui %y : i8 to i32
    %2 = arith.extui %p : i8 to i32
    %3 = arith.subi %1, %2 : i32
    %4 = arith.muli %0, %3 : i32
    %5 = arith.addi %o, %4 : i32
    linalg.yield %5 : i32
  } -> tensor<4x6xi32>
  return %r : tensor<4x6xi32>
}

// -----

// A constant of the body.
// CHECK-LABEL: @zero_point_in_the_body
// CHECK: fusion.matmul
// CHECK-NOT: linalg.generic
func.func @zero_point_in_the_body(%a: tensor<4x?xi8>, %b: tensor<?x6xi8>, %e: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %zero = arith.constant 0 : i32
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<4x6xi32>) -> tensor<4x6xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x?xi8>, tensor<?x6xi8>) outs(%f : tensor<4x6xi32>) {
  ^bb0(%x: i8, %y: i8, %o: i32):
    %p = arith.constant 7 : i32
    %0 = arith.extsi %x : i8 to i32
    %1 = arith.extsi %y : i8 to i32
    %2 = arith.subi %0, %p : i32
    %3 = arith.subi %1, %p : i32
    %4 = arith.muli %2, %3 : i32
    %5 = arith.addi %o, %4 : i32
    linalg.yield %5 : i32
  } -> tensor<4x6xi32>
  return %r : tensor<4x6xi32>
}

// -----

// Zero points that differ between the terms of a sum cannot leave it.
// CHECK-LABEL: @zero_point_per_term
// CHECK-NOT: fusion.matmul
func.func @zero_point_per_term(%a: tensor<4x8xi8>, %b: tensor<8x6xi8>, %z: tensor<8xi32>, %e: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %zero = arith.constant 0 : i32
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<4x6xi32>) -> tensor<4x6xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b, %z : tensor<4x8xi8>, tensor<8x6xi8>, tensor<8xi32>) outs(%f : tensor<4x6xi32>) {
  ^bb0(%x: i8, %y: i8, %p: i32, %o: i32):
    %0 = arith.extsi %x : i8 to i32
    %1 = arith.extsi %y : i8 to i32
    %2 = arith.subi %0, %p : i32
    %3 = arith.muli %2, %1 : i32
    %4 = arith.addi %o, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<4x6xi32>
  return %r : tensor<4x6xi32>
}

// The halves of a product that meet are two products, of halves of the weight.
// RUN: fusion-opt %s --fusion-split-products --split-input-file | FileCheck %s

// CHECK-LABEL: @halves
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xbf16>, %[[W:.*]]: tensor<8x32xbf16>)
// CHECK-DAG: %[[G:.*]] = tensor.extract_slice %[[W]][0, 0] [8, 16] [1, 1]
// CHECK-DAG: %[[U:.*]] = tensor.extract_slice %[[W]][0, 16] [8, 16] [1, 1]
// CHECK-DAG: %[[A:.*]] = fusion.matmul %[[X]], %[[G]] : {{.*}} -> tensor<4x16xf32>
// CHECK-DAG: %[[B:.*]] = fusion.matmul %[[X]], %[[U]] : {{.*}} -> tensor<4x16xf32>
// CHECK: %[[S:.*]] = fusion.silu %[[A]]
// CHECK: fusion.mul %[[B]], %[[S]]
func.func @halves(%x: tensor<4x8xbf16>, %w: tensor<8x32xbf16>) -> tensor<4x16xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xbf16>, tensor<8x32xbf16>) -> tensor<4x32xf32>
  %u = tensor.extract_slice %0[0, 16] [4, 16] [1, 1] : tensor<4x32xf32> to tensor<4x16xf32>
  %g = tensor.extract_slice %0[0, 0] [4, 16] [1, 1] : tensor<4x32xf32> to tensor<4x16xf32>
  %1 = fusion.silu %g : tensor<4x16xf32>
  %2 = fusion.mul %u, %1 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

// -----

// Sums that are rounded first.
// CHECK-LABEL: @rounded
// CHECK-COUNT-2: fusion.cast {{.*}} : tensor<4x16xf32> to tensor<4x16xbf16>
// CHECK-NOT: fusion.cast
func.func @rounded(%x: tensor<4x8xbf16>, %w: tensor<8x32xbf16>) -> tensor<4x16xbf16> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xbf16>, tensor<8x32xbf16>) -> tensor<4x32xf32>
  %1 = fusion.cast %0 : tensor<4x32xf32> to tensor<4x32xbf16>
  %g = tensor.extract_slice %1[0, 0] [4, 16] [1, 1] : tensor<4x32xbf16> to tensor<4x16xbf16>
  %u = tensor.extract_slice %1[0, 16] [4, 16] [1, 1] : tensor<4x32xbf16> to tensor<4x16xbf16>
  %2 = fusion.mul %g, %u : (tensor<4x16xbf16>, tensor<4x16xbf16>) -> tensor<4x16xbf16>
  return %2 : tensor<4x16xbf16>
}

// -----

// A bias, a number for each row, and rows that are an open batch of sequences.
// CHECK-LABEL: @behind
// CHECK-SAME: (%[[X:.*]]: tensor<?x16xf16>, %[[W:.*]]: tensor<32x16xf16>, %[[C:.*]]: tensor<32xf16>, %[[R:.*]]: tensor<?x1xf16>,
// CHECK-DAG: %[[U:.*]] = tensor.extract_slice %[[W]][16, 0] [16, 16] [1, 1]
// CHECK-DAG: %[[B:.*]] = fusion.matmul %[[X]], %[[U]] {transpose_b}
// CHECK-DAG: %[[D:.*]] = tensor.extract_slice %[[C]][16] [16] [1]
// CHECK-DAG: %[[E:.*]] = fusion.add %[[B]], %[[D]]
// CHECK-DAG: %[[F:.*]] = fusion.mul %[[E]], %[[R]]
// CHECK-DAG: tensor.expand_shape %[[F]] {{\[\[}}0, 1], [2]] output_shape [%{{.*}}, 4, 16]
// CHECK-NOT: tensor<?x32xf16>
func.func @behind(%x: tensor<?x16xf16>, %w: tensor<32x16xf16>, %c: tensor<32xf16>, %r: tensor<?x1xf16>, %n: index)
    -> tensor<?x4x16xf16> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<?x16xf16>, tensor<32x16xf16>) -> tensor<?x32xf16>
  %1 = fusion.add %0, %c : (tensor<?x32xf16>, tensor<32xf16>) -> tensor<?x32xf16>
  %2 = fusion.mul %1, %r : (tensor<?x32xf16>, tensor<?x1xf16>) -> tensor<?x32xf16>
  %3 = tensor.expand_shape %2 [[0, 1], [2]] output_shape [%n, 4, 32] : tensor<?x32xf16> into tensor<?x4x32xf16>
  %4 = tensor.extract_slice %3[0, 0, 0] [%n, 4, 16] [1, 1, 1] : tensor<?x4x32xf16> to tensor<?x4x16xf16>
  %5 = tensor.extract_slice %3[0, 0, 16] [%n, 4, 16] [1, 1, 1] : tensor<?x4x32xf16> to tensor<?x4x16xf16>
  %6 = fusion.sigmoid %5 : tensor<?x4x16xf16>
  %7 = fusion.mul %4, %6 : (tensor<?x4x16xf16>, tensor<?x4x16xf16>) -> tensor<?x4x16xf16>
  return %7 : tensor<?x4x16xf16>
}

// -----

// Halves that do not meet, that others read whole, that are no halves, of f32, of rows that TMA does not read, and of a
// weight that is computed, stay one product.
// CHECK-LABEL: @stay
// CHECK-COUNT-6: fusion.matmul {{.*}} -> tensor<4x{{32|40|48|12}}xf32>
// CHECK-NOT: fusion.matmul
func.func @stay(%x: tensor<4x8xbf16>, %w: tensor<8x32xbf16>, %y: tensor<4x8xf32>, %v: tensor<8x32xf32>,
                %z: tensor<8x12xbf16>, %i: tensor<8x32xi8>, %t: tensor<8x48xbf16>)
    -> (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x32xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x6xf32>, tensor<4x16xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<4x8xbf16>, tensor<8x32xbf16>) -> tensor<4x32xf32>
  %1 = tensor.extract_slice %0[0, 0] [4, 16] [1, 1] : tensor<4x32xf32> to tensor<4x16xf32>
  %2 = tensor.extract_slice %0[0, 16] [4, 16] [1, 1] : tensor<4x32xf32> to tensor<4x16xf32>
  %3 = fusion.relu %1 : tensor<4x16xf32>

  %4 = fusion.matmul %x, %w : (tensor<4x8xbf16>, tensor<8x32xbf16>) -> tensor<4x32xf32>
  %5 = tensor.extract_slice %4[0, 0] [4, 16] [1, 1] : tensor<4x32xf32> to tensor<4x16xf32>
  %6 = tensor.extract_slice %4[0, 16] [4, 16] [1, 1] : tensor<4x32xf32> to tensor<4x16xf32>
  %7 = fusion.mul %5, %6 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>

  %8 = fusion.matmul %x, %t : (tensor<4x8xbf16>, tensor<8x48xbf16>) -> tensor<4x48xf32>
  %9 = tensor.extract_slice %8[0, 0] [4, 16] [1, 1] : tensor<4x48xf32> to tensor<4x16xf32>
  %10 = tensor.extract_slice %8[0, 16] [4, 16] [1, 1] : tensor<4x48xf32> to tensor<4x16xf32>
  %11 = fusion.mul %9, %10 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>

  %12 = fusion.matmul %y, %v : (tensor<4x8xf32>, tensor<8x32xf32>) -> tensor<4x32xf32>
  %13 = tensor.extract_slice %12[0, 0] [4, 16] [1, 1] : tensor<4x32xf32> to tensor<4x16xf32>
  %14 = tensor.extract_slice %12[0, 16] [4, 16] [1, 1] : tensor<4x32xf32> to tensor<4x16xf32>
  %15 = fusion.mul %13, %14 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>

  %16 = fusion.matmul %x, %z : (tensor<4x8xbf16>, tensor<8x12xbf16>) -> tensor<4x12xf32>
  %17 = tensor.extract_slice %16[0, 0] [4, 6] [1, 1] : tensor<4x12xf32> to tensor<4x6xf32>
  %18 = tensor.extract_slice %16[0, 6] [4, 6] [1, 1] : tensor<4x12xf32> to tensor<4x6xf32>
  %19 = fusion.mul %17, %18 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>

  %20 = fusion.cast %i : tensor<8x32xi8> to tensor<8x32xbf16>
  %21 = fusion.matmul %x, %20 : (tensor<4x8xbf16>, tensor<8x32xbf16>) -> tensor<4x32xf32>
  %22 = tensor.extract_slice %21[0, 0] [4, 16] [1, 1] : tensor<4x32xf32> to tensor<4x16xf32>
  %23 = tensor.extract_slice %21[0, 16] [4, 16] [1, 1] : tensor<4x32xf32> to tensor<4x16xf32>
  %24 = fusion.mul %22, %23 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %3, %2, %4, %7, %11, %15, %19, %24 : tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x32xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x6xf32>, tensor<4x16xf32>
}

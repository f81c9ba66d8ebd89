// RUN: fusion-opt %s --convert-linalg-to-fusion | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=leading | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=few_rows | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=open --dynamic=67 | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=between | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=each_operand_lacks_one | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=right | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=all_leading | FileCheck %s --check-prefix=GOOD
// GOOD: verify output 0: good

// Products whose operands have different batches: one that lacks a batch of the result is repeated for it.

// No transposition, and the right operand as it is.
// CHECK-LABEL: func.func @leading
// CHECK-NOT: linalg.transpose
// CHECK: fusion.matmul %{{.*}}, %{{.*}} {transpose_b} : (tensor<2x3x64x5xf32>, tensor<3x7x5xf32>) -> tensor<2x3x64x7xf32>
// CHECK-NOT: linalg.transpose
func.func @leading(%q: tensor<2x3x64x5xf32>, %k: tensor<3x7x5xf32>) -> tensor<2x3x64x7xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x3x64x7xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x3x64x7xf32>) -> tensor<2x3x64x7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(b, h, t, s, d) -> (b, h, t, d)>, affine_map<(b, h, t, s, d) -> (h, s, d)>, affine_map<(b, h, t, s, d) -> (b, h, t, s)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x3x64x5xf32>, tensor<3x7x5xf32>) outs(%init : tensor<2x3x64x7xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x3x64x7xf32>
  return %0 : tensor<2x3x64x7xf32>
}

// With fewer than 64 rows all of them are one product's.
// CHECK-LABEL: func.func @few_rows
// CHECK: linalg.transpose
// CHECK: fusion.matmul {{.*}} : (tensor<3x126x5xf32>, tensor<3x7x5xf32>) -> tensor<3x126x7xf32>
// CHECK: linalg.transpose
func.func @few_rows(%q: tensor<2x3x63x5xf32>, %k: tensor<3x7x5xf32>) -> tensor<2x3x63x7xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x3x63x7xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x3x63x7xf32>) -> tensor<2x3x63x7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(b, h, t, s, d) -> (b, h, t, d)>, affine_map<(b, h, t, s, d) -> (h, s, d)>, affine_map<(b, h, t, s, d) -> (b, h, t, s)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x3x63x5xf32>, tensor<3x7x5xf32>) outs(%init : tensor<2x3x63x7xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x3x63x7xf32>
  return %0 : tensor<2x3x63x7xf32>
}

// A number of rows that is not known counts as large.
// CHECK-LABEL: func.func @open
// CHECK-NOT: linalg.transpose
// CHECK: fusion.matmul {{.*}} : (tensor<2x3x?x5xf32>, tensor<3x7x5xf32>) -> tensor<2x3x?x7xf32>
func.func @open(%q: tensor<2x3x?x5xf32>, %k: tensor<3x7x5xf32>) -> tensor<2x3x?x7xf32> {
  %zero = arith.constant 0.0 : f32
  %at = arith.constant 2 : index
  %size = tensor.dim %q, %at : tensor<2x3x?x5xf32>
  %empty = tensor.empty(%size) : tensor<2x3x?x7xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x3x?x7xf32>) -> tensor<2x3x?x7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(b, h, t, s, d) -> (b, h, t, d)>, affine_map<(b, h, t, s, d) -> (h, s, d)>, affine_map<(b, h, t, s, d) -> (b, h, t, s)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x3x?x5xf32>, tensor<3x7x5xf32>) outs(%init : tensor<2x3x?x7xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x3x?x7xf32>
  return %0 : tensor<2x3x?x7xf32>
}

// The batch that an operand lacks is not the first.
// CHECK-LABEL: func.func @between
// CHECK: %[[K:.*]] = tensor.expand_shape %{{.*}} : tensor<2x3x7x5xf32> into tensor<2x1x3x7x5xf32>
// CHECK-NOT: linalg.transpose
// CHECK: fusion.matmul %{{.*}}, %[[K]] {transpose_b} : (tensor<2x4x3x70x5xf32>, tensor<2x1x3x7x5xf32>) -> tensor<2x4x3x70x7xf32>
func.func @between(%q: tensor<2x4x3x70x5xf32>, %k: tensor<2x3x7x5xf32>) -> tensor<2x4x3x70x7xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x4x3x70x7xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4x3x70x7xf32>) -> tensor<2x4x3x70x7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a, b, h, t, s, d) -> (a, b, h, t, d)>, affine_map<(a, b, h, t, s, d) -> (a, h, s, d)>, affine_map<(a, b, h, t, s, d) -> (a, b, h, t, s)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x4x3x70x5xf32>, tensor<2x3x7x5xf32>) outs(%init : tensor<2x4x3x70x7xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x4x3x70x7xf32>
  return %0 : tensor<2x4x3x70x7xf32>
}

// Each operand lacks one.
// CHECK-LABEL: func.func @each_operand_lacks_one
// CHECK: %[[Q:.*]] = tensor.expand_shape %{{.*}} : tensor<2x3x64x5xf32> into tensor<2x1x3x64x5xf32>
// CHECK-NOT: linalg.transpose
// CHECK: fusion.matmul %[[Q]], %{{.*}} {transpose_b} : (tensor<2x1x3x64x5xf32>, tensor<4x3x65x5xf32>) -> tensor<2x4x3x64x65xf32>
func.func @each_operand_lacks_one(%q: tensor<2x3x64x5xf32>, %k: tensor<4x3x65x5xf32>) -> tensor<2x4x3x64x65xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x4x3x64x65xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4x3x64x65xf32>) -> tensor<2x4x3x64x65xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(b, c, h, t, s, d) -> (b, h, t, d)>, affine_map<(b, c, h, t, s, d) -> (c, h, s, d)>, affine_map<(b, c, h, t, s, d) -> (b, c, h, t, s)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x3x64x5xf32>, tensor<4x3x65x5xf32>) outs(%init : tensor<2x4x3x64x65xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x4x3x64x65xf32>
  return %0 : tensor<2x4x3x64x65xf32>
}

// The left operand lacks it, which lies transposed.
// CHECK-LABEL: func.func @right
// CHECK-NOT: linalg.transpose
// CHECK: fusion.matmul %{{.*}}, %{{.*}} {transpose_a, transpose_b} : (tensor<3x5x9xf32>, tensor<2x3x64x5xf32>) -> tensor<2x3x9x64xf32>
func.func @right(%q: tensor<3x5x9xf32>, %k: tensor<2x3x64x5xf32>) -> tensor<2x3x9x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x3x9x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x3x9x64xf32>) -> tensor<2x3x9x64xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(b, h, t, s, d) -> (h, d, t)>, affine_map<(b, h, t, s, d) -> (b, h, s, d)>, affine_map<(b, h, t, s, d) -> (b, h, t, s)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<3x5x9xf32>, tensor<2x3x64x5xf32>) outs(%init : tensor<2x3x9x64xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x3x9x64xf32>
  return %0 : tensor<2x3x9x64xf32>
}

// Nothing would be left for rows: one product of all of them, whose result is transposed.
// CHECK-LABEL: func.func @all_leading
// CHECK: fusion.matmul {{.*}} : (tensor<3x128x5xf32>, tensor<3x7x5xf32>) -> tensor<3x128x7xf32>
// CHECK: linalg.transpose
func.func @all_leading(%q: tensor<2x64x3x5xf32>, %k: tensor<3x7x5xf32>) -> tensor<2x64x3x7xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x64x3x7xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x64x3x7xf32>) -> tensor<2x64x3x7xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(b, h, t, s, d) -> (b, t, h, d)>, affine_map<(b, h, t, s, d) -> (h, s, d)>, affine_map<(b, h, t, s, d) -> (b, t, h, s)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x64x3x5xf32>, tensor<3x7x5xf32>) outs(%init : tensor<2x64x3x7xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x64x3x7xf32>
  return %0 : tensor<2x64x3x7xf32>
}

// RUN: fusion-opt %s --fusion-form-kernels --fusion-fuse-epilogue --split-input-file | FileCheck %s
// RUN: fusion-opt %s --fusion-form-kernels --fusion-fuse-epilogue --split-input-file --remarks-filter='fusion.epilogue' 2>&1 | FileCheck %s --check-prefix=REMARK

// A norm reads what a product and a residual sum give in bf16, and which is stored. It widens that itself: the product
// stores it once.
// REMARK: remark: [Missed] cycle | Category:fusion.epilogue | Function=norm
// CHECK-LABEL: func @norm(
// CHECK: %[[Y:.*]] = fusion.kernel({{.*}}) : ({{.*}}) -> tensor<4x8xbf16> {
// CHECK: fusion.matmul
// CHECK: fusion.add
// CHECK: linalg.generic {{.*}} ins(%[[Y]] :
// CHECK: fusion.kernel({{.*}} = %[[Y]]{{.*}}) : ({{.*}}) -> tensor<4x8xf32> {
// CHECK: fusion.cast
// CHECK: fusion.mul
// CHECK: return
func.func @norm(%x: tensor<4x8xbf16>, %w: tensor<8x8xbf16>, %r: tensor<4x8xbf16>, %init: tensor<4xf32>)
    -> (tensor<4x8xbf16>, tensor<4x8xf32>) {
  %p = fusion.matmul %x, %w : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
  %y = fusion.add %p, %r : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  %sum = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%y : tensor<4x8xbf16>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %wide = arith.extf %in : bf16 to f32
    %next = arith.addf %out, %wide : f32
    linalg.yield %next : f32
  } -> tensor<4xf32>
  %scale = tensor.expand_shape %sum [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %wide = fusion.cast %y : tensor<4x8xbf16> to tensor<4x8xf32>
  %z = fusion.mul %wide, %scale : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return %y, %z : tensor<4x8xbf16>, tensor<4x8xf32>
}

// -----

// Not where what reads it is computed by the product's kernel as well; nor where the narrow value is not stored.
// CHECK-LABEL: func @follows(
// CHECK: fusion.kernel({{.*}}) : ({{.*}}) -> (tensor<4x8xbf16>, tensor<4x8xf32>) {
// CHECK: fusion.matmul
// CHECK: fusion.cast
// CHECK: fusion.exp
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @follows(%x: tensor<4x8xbf16>, %w: tensor<8x8xbf16>) -> (tensor<4x8xbf16>, tensor<4x8xf32>) {
  %p = fusion.matmul %x, %w : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
  %wide = fusion.cast %p : tensor<4x8xbf16> to tensor<4x8xf32>
  %e = fusion.exp %wide : tensor<4x8xf32>
  return %p, %e : tensor<4x8xbf16>, tensor<4x8xf32>
}

// CHECK-LABEL: func @not_stored(
// CHECK: fusion.kernel({{.*}}) : ({{.*}}) -> tensor<4x8xf32> {
// CHECK: fusion.matmul
// CHECK: fusion.cast
// CHECK: fusion.yield
// CHECK: linalg.generic
// CHECK: fusion.kernel
// CHECK-NOT: fusion.cast
// CHECK: return
func.func @not_stored(%x: tensor<4x8xbf16>, %w: tensor<8x8xbf16>, %init: tensor<4xf32>) -> tensor<4x8xf32> {
  %p = fusion.matmul %x, %w : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
  %wide = fusion.cast %p : tensor<4x8xbf16> to tensor<4x8xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
                         iterator_types = ["parallel", "reduction"]}
      ins(%wide : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %next = arith.addf %out, %in : f32
    linalg.yield %next : f32
  } -> tensor<4xf32>
  %scale = tensor.expand_shape %sum [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %z = fusion.mul %wide, %scale : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return %z : tensor<4x8xf32>
}

// -----

// What finds no better place goes with its producer all the same: here nobody reads it but the function's caller, so
// it is stored in any case.
// CHECK-LABEL: func @returned(
// CHECK: fusion.kernel({{.*}}) : ({{.*}}) -> (tensor<4x8xbf16>, tensor<4x8xf32>) {
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @returned(%x: tensor<4x8xbf16>, %w: tensor<8x8xbf16>) -> (tensor<4x8xbf16>, tensor<4x8xf32>) {
  %p = fusion.matmul %x, %w : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
  %wide = fusion.cast %p : tensor<4x8xbf16> to tensor<4x8xf32>
  return %p, %wide : tensor<4x8xbf16>, tensor<4x8xf32>
}

// The same where what reads it is a product, which computes nothing before itself.
// CHECK-LABEL: func @factor(
// CHECK: fusion.kernel({{.*}}) : ({{.*}}) -> (tensor<8x8xbf16>, tensor<8x8xf32>) {
// CHECK: fusion.matmul
// CHECK: fusion.cast
// CHECK: linalg.transpose
// CHECK: fusion.kernel
// CHECK-NOT: fusion.cast
// CHECK: fusion.matmul
func.func @factor(%x: tensor<8x8xbf16>, %w: tensor<8x8xbf16>, %init: tensor<8x8xf32>) -> (tensor<8x8xbf16>, tensor<8x8xf32>) {
  %p = fusion.matmul %x, %w : (tensor<8x8xbf16>, tensor<8x8xbf16>) -> tensor<8x8xbf16>
  %wide = fusion.cast %p : tensor<8x8xbf16> to tensor<8x8xf32>
  %other = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
                           iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<8x8xbf16>) outs(%init : tensor<8x8xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %f = arith.extf %in : bf16 to f32
    linalg.yield %f : f32
  } -> tensor<8x8xf32>
  %turned = linalg.transpose ins(%other : tensor<8x8xf32>) outs(%init : tensor<8x8xf32>) permutation = [1, 0]
  %z = fusion.matmul %wide, %turned : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %p, %z : tensor<8x8xbf16>, tensor<8x8xf32>
}

// -----

// A norm behind the last residual sum, which nothing else reads: what is squared for the norm, or waits for its sums,
// cannot follow to the product. So that stores the narrow value, and the norm widens it.
// CHECK-LABEL: func @last_norm(
// CHECK: %[[Y:.*]] = fusion.kernel({{.*}}) : ({{.*}}) -> tensor<64x256xbf16> {
// CHECK: fusion.matmul
// CHECK: fusion.add
// CHECK-NOT: fusion.cast
// CHECK: fusion.kernel({{.*}} = %[[Y]]) : (tensor<64x256xbf16>) -> tensor<64x256xf32> {
// CHECK: fusion.cast
// CHECK: fusion.mul
// CHECK: fusion.reduce
// CHECK: fusion.mul
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @last_norm(%x: tensor<64x32xbf16>, %w: tensor<32x256xbf16>, %r: tensor<64x256xbf16>) -> tensor<64x256xf32> {
  %p = fusion.matmul %x, %w : (tensor<64x32xbf16>, tensor<32x256xbf16>) -> tensor<64x256xbf16>
  %y = fusion.add %p, %r : (tensor<64x256xbf16>, tensor<64x256xbf16>) -> tensor<64x256xbf16>
  %wide = fusion.cast %y : tensor<64x256xbf16> to tensor<64x256xf32>
  %squares = fusion.mul %wide, %wide : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %sum = fusion.reduce addf %squares along [1] : tensor<64x256xf32> -> tensor<64x1xf32>
  %scale = fusion.rsqrt %sum : tensor<64x1xf32>
  %z = fusion.mul %wide, %scale : (tensor<64x256xf32>, tensor<64x1xf32>) -> tensor<64x256xf32>
  return %z : tensor<64x256xf32>
}

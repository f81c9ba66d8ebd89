// RUN: fusion-opt %s --convert-linalg-to-fusion | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=convolution

// RUN: fusion-run %s --device=cpu --random=1 --entry=ones | FileCheck %s --check-prefix=ONES

// Sums of products in narrow types that are no matrix products are made in f32 and rounded once.

// CHECK-LABEL: func @convolution(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x6x6x3xf16>, %[[W:[^:]*]]: tensor<3x3x3x5xf16>, %[[C:[^:]*]]: tensor<1x4x4x5xf16>
// CHECK: %[[INIT:.*]] = fusion.cast %[[C]] : tensor<1x4x4x5xf16> to tensor<1x4x4x5xf32>
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[W]] : {{.*}}) outs(%[[INIT]] : tensor<1x4x4x5xf32>)
// CHECK: %[[A:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK: %[[B:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK: %[[P:.*]] = arith.mulf %[[A]], %[[B]] : f32
// CHECK: arith.addf %{{.*}}, %[[P]] : f32
// CHECK: fusion.cast %[[SUM]] : tensor<1x4x4x5xf32> to tensor<1x4x4x5xf16>
func.func @convolution(%x: tensor<1x6x6x3xf16>, %w: tensor<3x3x3x5xf16>, %c: tensor<1x4x4x5xf16>) -> tensor<1x4x4x5xf16> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x6x6x3xf16>, tensor<3x3x3x5xf16>) outs(%c : tensor<1x4x4x5xf16>) -> tensor<1x4x4x5xf16>
  return %r : tensor<1x4x4x5xf16>
}

// What reads an operand at a constant.
// CHECK-LABEL: func @at_constant
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<6x5xf32>)
func.func @at_constant(%x: tensor<3x6x8xbf16>, %w: tensor<8x5xbf16>, %c: tensor<6x5xbf16>) -> tensor<6x5xbf16> {
  %p = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (2, m, k)>, affine_map<(m, n, k) -> (k, n)>,
                                        affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<3x6x8xbf16>, tensor<8x5xbf16>) outs(%c : tensor<6x5xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %m = arith.mulf %a, %b : bf16
    %s = arith.addf %o, %m : bf16
    linalg.yield %s : bf16
  } -> tensor<6x5xbf16>
  return %p : tensor<6x5xbf16>
}

// In f32 as they are.
// CHECK-LABEL: func @wide
// CHECK: linalg.conv_1d
func.func @wide(%x: tensor<8xf32>, %w: tensor<3xf32>, %c: tensor<6xf32>) -> tensor<6xf32> {
  %r = linalg.conv_1d ins(%x, %w : tensor<8xf32>, tensor<3xf32>) outs(%c : tensor<6xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// What starts from a number starts from it in f32. 576 ones stop at 256 where each is rounded to bf16.
// CHECK-LABEL: func @ones
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<1x1x1x1xf32>)
// CHECK-NOT: fusion.cast %{{.*}} to tensor<1x1x1x1xf32>
// CHECK: linalg.generic
// ONES: output 0: 1x1x1x1xbf16, min 576, max 576
func.func @ones(%unused: tensor<1xbf16>) -> tensor<1x1x1x1xbf16> {
  %one = arith.constant 1.0 : bf16
  %zero = arith.constant 0.0 : bf16
  %image = tensor.empty() : tensor<1x24x24x1xbf16>
  %x = linalg.fill ins(%one : bf16) outs(%image : tensor<1x24x24x1xbf16>) -> tensor<1x24x24x1xbf16>
  %window = tensor.empty() : tensor<24x24x1x1xbf16>
  %w = linalg.fill ins(%one : bf16) outs(%window : tensor<24x24x1x1xbf16>) -> tensor<24x24x1x1xbf16>
  %result = tensor.empty() : tensor<1x1x1x1xbf16>
  %c = linalg.fill ins(%zero : bf16) outs(%result : tensor<1x1x1x1xbf16>) -> tensor<1x1x1x1xbf16>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x24x24x1xbf16>, tensor<24x24x1x1xbf16>) outs(%c : tensor<1x1x1x1xbf16>) -> tensor<1x1x1x1xbf16>
  return %r : tensor<1x1x1x1xbf16>
}

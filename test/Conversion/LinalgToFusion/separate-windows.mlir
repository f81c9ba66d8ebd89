// RUN: fusion-opt %s --convert-linalg-to-fusion --canonicalize | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=channels_first | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=channels_last --dynamic=2 | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=rest | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=strided_points | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=one_dimension | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=overlapping | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=with_gaps | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=by_channel | FileCheck %s --check-prefix=GOOD
// GOOD: verify output 0: good

// The patches of an image: windows as large as the stride. K is channels and both directions of a window.
// CHECK-LABEL: func.func @channels_first
// CHECK: tensor.expand_shape %{{.*}} output_shape [2, 3, 8, 4, 8, 4]
// CHECK: fusion.matmul {{.*}} : (tensor<24x48xf32>, tensor<2x64x48xf32>) -> tensor<2x24x64xf32>
// CHECK-NOT: linalg.conv
func.func @channels_first(%x: tensor<2x3x32x32xf32>, %w: tensor<24x3x4x4xf32>) -> tensor<2x24x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x24x8x8xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x24x8x8xf32>) -> tensor<2x24x8x8xf32>
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<4> : tensor<2xi64>}
      ins(%x, %w : tensor<2x3x32x32xf32>, tensor<24x3x4x4xf32>) outs(%i : tensor<2x24x8x8xf32>) -> tensor<2x24x8x8xf32>
  return %0 : tensor<2x24x8x8xf32>
}

// CHECK-LABEL: func.func @channels_last
// CHECK: fusion.matmul
// CHECK-NOT: linalg.conv
func.func @channels_last(%x: tensor<?x6x8x5xbf16>, %w: tensor<7x3x2x5xbf16>) -> tensor<?x2x4x7xbf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %n = tensor.dim %x, %c0 : tensor<?x6x8x5xbf16>
  %e = tensor.empty(%n) : tensor<?x2x4x7xbf16>
  %i = linalg.fill ins(%zero : bf16) outs(%e : tensor<?x2x4x7xbf16>) -> tensor<?x2x4x7xbf16>
  %0 = linalg.conv_2d_nhwc_fhwc {strides = dense<[3, 2]> : tensor<2xi64>}
      ins(%x, %w : tensor<?x6x8x5xbf16>, tensor<7x3x2x5xbf16>) outs(%i : tensor<?x2x4x7xbf16>) -> tensor<?x2x4x7xbf16>
  return %0 : tensor<?x2x4x7xbf16>
}

// What is left over behind the last window is not read.
// CHECK-LABEL: func.func @rest
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0, 0] [1, 6, 6, 4] [1, 1, 1, 1]
// CHECK: fusion.matmul
func.func @rest(%x: tensor<1x7x8x4xf32>, %w: tensor<3x3x4x5xf32>) -> tensor<1x2x2x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2x2x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2x2x5xf32>) -> tensor<1x2x2x5xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<3> : tensor<2xi64>}
      ins(%x, %w : tensor<1x7x8x4xf32>, tensor<3x3x4x5xf32>) outs(%i : tensor<1x2x2x5xf32>) -> tensor<1x2x2x5xf32>
  return %0 : tensor<1x2x2x5xf32>
}

// Windows of one element that are strided, as where a residual block shrinks an image.
// CHECK-LABEL: func.func @strided_points
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0, 0] [2, 16, 4, 5] [1, 1, 2, 2]
// CHECK: fusion.matmul
func.func @strided_points(%x: tensor<2x16x7x9xf32>, %w: tensor<24x16x1x1xf32>) -> tensor<2x24x4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x24x4x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x24x4x5xf32>) -> tensor<2x24x4x5xf32>
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<2x16x7x9xf32>, tensor<24x16x1x1xf32>) outs(%i : tensor<2x24x4x5xf32>) -> tensor<2x24x4x5xf32>
  return %0 : tensor<2x24x4x5xf32>
}

// CHECK-LABEL: func.func @one_dimension
// CHECK: fusion.matmul
func.func @one_dimension(%x: tensor<2x12x5xf16>, %w: tensor<4x5x8xf16>) -> tensor<2x3x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x8xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x8xf32>) -> tensor<2x3x8xf32>
  %0 = linalg.conv_1d_nwc_wcf {strides = dense<4> : tensor<1xi64>} ins(%x, %w : tensor<2x12x5xf16>, tensor<4x5x8xf16>)
      outs(%i : tensor<2x3x8xf32>) -> tensor<2x3x8xf32>
  return %0 : tensor<2x3x8xf32>
}

// Windows that overlap, that leave elements out, that are dilated or one for each channel are none of these.
// CHECK-LABEL: func.func @overlapping
// CHECK-NOT: fusion.matmul
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @overlapping(%x: tensor<1x7x7x4xf32>, %w: tensor<3x3x4x5xf32>) -> tensor<1x3x3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x5xf32>) -> tensor<1x3x3x5xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<1x7x7x4xf32>, tensor<3x3x4x5xf32>) outs(%i : tensor<1x3x3x5xf32>) -> tensor<1x3x3x5xf32>
  return %0 : tensor<1x3x3x5xf32>
}

// CHECK-LABEL: func.func @with_gaps
// CHECK-NOT: fusion.matmul
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @with_gaps(%x: tensor<1x8x8x4xf32>, %w: tensor<2x2x4x5xf32>) -> tensor<1x3x3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x5xf32>) -> tensor<1x3x3x5xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<3> : tensor<2xi64>}
      ins(%x, %w : tensor<1x8x8x4xf32>, tensor<2x2x4x5xf32>) outs(%i : tensor<1x3x3x5xf32>) -> tensor<1x3x3x5xf32>
  return %0 : tensor<1x3x3x5xf32>
}

// CHECK-LABEL: func.func @dilated
// CHECK-NOT: fusion.matmul
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @dilated(%x: tensor<1x7x7x4xf32>, %w: tensor<2x2x4x5xf32>) -> tensor<1x3x3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x5xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x5xf32>) -> tensor<1x3x3x5xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<1x7x7x4xf32>, tensor<2x2x4x5xf32>) outs(%i : tensor<1x3x3x5xf32>) -> tensor<1x3x3x5xf32>
  return %0 : tensor<1x3x3x5xf32>
}

// CHECK-LABEL: func.func @by_channel
// CHECK-NOT: fusion.matmul
// CHECK: linalg.depthwise_conv_2d_nhwc_hwc
func.func @by_channel(%x: tensor<1x6x6x4xf32>, %w: tensor<2x2x4xf32>) -> tensor<1x3x3x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32>
  %0 = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<2> : tensor<2xi64>}
      ins(%x, %w : tensor<1x6x6x4xf32>, tensor<2x2x4xf32>) outs(%i : tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32>
  return %0 : tensor<1x3x3x4xf32>
}

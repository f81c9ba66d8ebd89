// RUN: fusion-opt %s --convert-linalg-to-fusion | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=nhwc --dynamic=3 | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=nchw | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=few_places | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=one_image | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=part | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=one_dimension | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=depthwise | FileCheck %s --check-prefix=GOOD
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=strided | FileCheck %s --check-prefix=GOOD
// RUN: fusion-compile %s --target=sm_90a --emit=ptx -o /dev/null --explain | FileCheck %s --check-prefix=KERNEL
// GOOD: verify output 0: good
// KERNEL: nhwc_k0: matmul, add, relu

// A convolution with a window of one element is a product over the channels.
// CHECK-LABEL: func.func @nhwc
// CHECK: fusion.matmul
// CHECK-NOT: linalg.conv
func.func @nhwc(%x: tensor<?x6x5x16xbf16>, %w: tensor<24x1x1x16xbf16>, %b: tensor<24xf32>) -> tensor<?x6x5x24xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x6x5x16xbf16>
  %e = tensor.empty(%n) : tensor<?x6x5x24xf32>
  %i = linalg.broadcast ins(%b : tensor<24xf32>) outs(%e : tensor<?x6x5x24xf32>) dimensions = [0, 1, 2]
  %0 = linalg.conv_2d_nhwc_fhwc {dilations = dense<2> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<?x6x5x16xbf16>, tensor<24x1x1x16xbf16>) outs(%i : tensor<?x6x5x24xf32>) -> tensor<?x6x5x24xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%e : tensor<?x6x5x24xf32>) -> tensor<?x6x5x24xf32>
  %2 = linalg.max ins(%0, %1 : tensor<?x6x5x24xf32>, tensor<?x6x5x24xf32>) outs(%e : tensor<?x6x5x24xf32>) -> tensor<?x6x5x24xf32>
  return %2 : tensor<?x6x5x24xf32>
}

// Channels first: the window is repeated for each image, and nothing is transposed.
// CHECK-LABEL: func.func @nchw
// CHECK-NOT: transpose
// CHECK: fusion.matmul {{.*}} : (tensor<24x16xf32>, tensor<2x16x256xf32>) -> tensor<2x24x256xf32>
// CHECK-NOT: transpose
func.func @nchw(%x: tensor<2x16x16x16xf32>, %w: tensor<24x16x1x1xf32>) -> tensor<2x24x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x24x16x16xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x24x16x16xf32>) -> tensor<2x24x16x16xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x16x16x16xf32>, tensor<24x16x1x1xf32>)
      outs(%i : tensor<2x24x16x16xf32>) -> tensor<2x24x16x16xf32>
  return %0 : tensor<2x24x16x16xf32>
}

// One image is no reason to transpose, however few its places.
// CHECK-LABEL: func.func @one_image
// CHECK-NOT: linalg.transpose
// CHECK: fusion.matmul {{.*}} : (tensor<24x16xf32>, tensor<1x16x4xf32>) -> tensor<1x24x4xf32>
// CHECK-NOT: linalg.transpose
func.func @one_image(%x: tensor<1x16x2x2xf32>, %w: tensor<24x16x1x1xf32>) -> tensor<1x24x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x24x2x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x24x2x2xf32>) -> tensor<1x24x2x2xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x2x2xf32>, tensor<24x16x1x1xf32>) outs(%f : tensor<1x24x2x2xf32>) -> tensor<1x24x2x2xf32>
  return %0 : tensor<1x24x2x2xf32>
}

// For few places a product of all images is better.
// CHECK-LABEL: func.func @few_places
// CHECK: fusion.matmul {{.*}} : (tensor<8x16xf32>, tensor<24x16xf32>) -> tensor<8x24xf32>
func.func @few_places(%x: tensor<2x16x2x2xf32>, %w: tensor<24x16x1x1xf32>) -> tensor<2x24x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x24x2x2xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x24x2x2xf32>) -> tensor<2x24x2x2xf32>
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<2x16x2x2xf32>, tensor<24x16x1x1xf32>)
      outs(%i : tensor<2x24x2x2xf32>) -> tensor<2x24x2x2xf32>
  return %0 : tensor<2x24x2x2xf32>
}

// CHECK-LABEL: func.func @one_dimension
// CHECK: fusion.matmul
// CHECK-NOT: linalg.conv
func.func @one_dimension(%x: tensor<2x7x16xf16>, %w: tensor<1x16x8xf16>) -> tensor<2x7x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x7x8xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x7x8xf32>) -> tensor<2x7x8xf32>
  %0 = linalg.conv_1d_nwc_wcf ins(%x, %w : tensor<2x7x16xf16>, tensor<1x16x8xf16>) outs(%i : tensor<2x7x8xf32>) -> tensor<2x7x8xf32>
  return %0 : tensor<2x7x8xf32>
}

// Without channels to add over it is no product.
// CHECK-LABEL: func.func @depthwise
// CHECK-NOT: fusion.matmul
func.func @depthwise(%x: tensor<2x6x5x16xf32>, %w: tensor<1x1x16xf32>) -> tensor<2x6x5x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x6x5x16xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x6x5x16xf32>) -> tensor<2x6x5x16xf32>
  %0 = linalg.depthwise_conv_2d_nhwc_hwc ins(%x, %w : tensor<2x6x5x16xf32>, tensor<1x1x16xf32>)
      outs(%i : tensor<2x6x5x16xf32>) -> tensor<2x6x5x16xf32>
  return %0 : tensor<2x6x5x16xf32>
}

// Strides leave elements out: the product reads a slice. A larger window is none of one element.
// CHECK-LABEL: func.func @strided
// CHECK: tensor.extract_slice %{{.*}}[0, 0, 0, 0] [1, 4, 3, 4] [1, 2, 2, 1]
// CHECK: fusion.matmul
// CHECK: linalg.conv_2d_nhwc_hwcf
func.func @strided(%x: tensor<1x7x5x4xf32>, %w: tensor<1x1x4x8xf32>, %v: tensor<3x1x8x2xf32>) -> tensor<1x2x3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x3x8xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x3x8xf32>) -> tensor<1x4x3x8xf32>
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x7x5x4xf32>, tensor<1x1x4x8xf32>)
      outs(%i : tensor<1x4x3x8xf32>) -> tensor<1x4x3x8xf32>
  %e1 = tensor.empty() : tensor<1x2x3x2xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x2x3x2xf32>) -> tensor<1x2x3x2xf32>
  %1 = linalg.conv_2d_nhwc_hwcf ins(%0, %v : tensor<1x4x3x8xf32>, tensor<3x1x8x2xf32>) outs(%i1 : tensor<1x2x3x2xf32>) -> tensor<1x2x3x2xf32>
  return %1 : tensor<1x2x3x2xf32>
}

// The input may be larger than what is read; a body may ask where it is; a pooling adds no products.
// CHECK-LABEL: func.func @part
// CHECK: linalg.conv_2d_nhwc_hwcf
// CHECK: linalg.index 1
// CHECK: linalg.pooling_nhwc_max
func.func @part(%x: tensor<1x5x5x8xf32>, %w: tensor<1x1x8x16xf32>, %y: tensor<8x4xf32>, %v: tensor<1x4xf32>)
    -> (tensor<1x4x4x16xf32>, tensor<8x4xf32>, tensor<1x4x4x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x4x4x16xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x4x4x16xf32>) -> tensor<1x4x4x16xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x5x5x8xf32>, tensor<1x1x8x16xf32>) outs(%i0 : tensor<1x4x4x16xf32>) -> tensor<1x4x4x16xf32>
  %e1 = tensor.empty() : tensor<8x4xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(k, i, j) -> (i + k, j)>, affine_map<(k, i, j) -> (k, j)>,
                                        affine_map<(k, i, j) -> (i, j)>],
                       iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%y, %v : tensor<8x4xf32>, tensor<1x4xf32>) outs(%i1 : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %at = linalg.index 1 : index
    %int = arith.index_cast %at : index to i32
    %float = arith.sitofp %int : i32 to f32
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %o, %p : f32
    %r = arith.addf %q, %float : f32
    linalg.yield %r : f32
  } -> tensor<8x4xf32>
  %window = tensor.empty() : tensor<1x1xf32>
  %e2 = tensor.empty() : tensor<1x4x4x8xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x4x4x8xf32>) -> tensor<1x4x4x8xf32>
  %2 = linalg.pooling_nhwc_max ins(%x, %window : tensor<1x5x5x8xf32>, tensor<1x1xf32>) outs(%i2 : tensor<1x4x4x8xf32>) -> tensor<1x4x4x8xf32>
  return %0, %1, %2 : tensor<1x4x4x16xf32>, tensor<8x4xf32>, tensor<1x4x4x8xf32>
}

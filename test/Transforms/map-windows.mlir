// RUN: fusion-opt %s --fusion-map-windows --split-input-file | FileCheck %s

// The elements of the window are looked up beside the border, where the image is, and added in f32. Sums are rounded once.
// CHECK-LABEL: func.func @padded
// CHECK: fusion.map() tables(%[[T:.*]] = %arg0, %[[W:.*]] = %arg1) at(%[[N:.*]], %[[I:.*]], %[[J:.*]], %[[C:.*]]) : (tensor<2x5x6x8xbf16>, tensor<1x3x8xbf16>) -> tensor<2x5x6x8xbf16>
// CHECK: %[[LEFT:.*]] = arith.addi %[[J]], %c-1
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[LEFT]], %c6
// CHECK: fusion.lookup %[[T]][%[[N]], %[[I]], %[[LEFT]], %[[C]]] if %[[IN]]
// CHECK: arith.extf
// CHECK: fusion.lookup %[[W]][%c0, %c0, %[[C]]]
// CHECK: arith.mulf {{.*}} : f32
// CHECK: fusion.lookup %[[T]][%[[N]], %[[I]], %[[J]], %[[C]]] :
// CHECK: arith.addf {{.*}} : f32
// CHECK: arith.addf {{.*}} : f32
// CHECK-NOT: arith.addf
// CHECK: arith.truncf {{.*}} : f32 to bf16
// CHECK-NOT: linalg.transpose
func.func @padded(%x: tensor<2x5x6x8xbf16>, %w: tensor<1x3x8xbf16>) -> tensor<2x5x6x8xbf16> {
  %zero = arith.constant 0.0 : bf16
  %p = tensor.pad %x low[0, 0, 1, 0] high[0, 0, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : bf16
  } : tensor<2x5x6x8xbf16> to tensor<2x5x8x8xbf16>
  %e = tensor.empty() : tensor<2x5x6x8xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<2x5x6x8xbf16>) -> tensor<2x5x6x8xbf16>
  %r = linalg.depthwise_conv_2d_nhwc_hwc ins(%p, %w : tensor<2x5x8x8xbf16>, tensor<1x3x8xbf16>)
      outs(%f : tensor<2x5x6x8xbf16>) -> tensor<2x5x6x8xbf16>
  return %r : tensor<2x5x6x8xbf16>
}

// -----

// An input of the graph is read as it lies in memory; what is added to is read, too.
// CHECK-LABEL: func.func @input
// CHECK-NOT: linalg.transpose
// CHECK: fusion.map() tables(%{{.*}} = %arg2, %{{.*}} = %arg0, %{{.*}} = %arg1) {{.*}} -> tensor<2x8x4x5xf32>
func.func @input(%x: tensor<2x8x6x7xf32>, %w: tensor<8x3x3xf32>, %b: tensor<2x8x4x5xf32>) -> tensor<2x8x4x5xf32> {
  %r = linalg.depthwise_conv_2d_nchw_chw ins(%x, %w : tensor<2x8x6x7xf32>, tensor<8x3x3xf32>)
      outs(%b : tensor<2x8x4x5xf32>) -> tensor<2x8x4x5xf32>
  return %r : tensor<2x8x4x5xf32>
}

// -----

// Between two transpositions all is computed with channels last: these fall away, and weights are moved.
// CHECK-LABEL: func.func @between
// CHECK: %[[S:.*]] = fusion.add %arg0, %arg0 : (tensor<2x6x7x8xf32>, tensor<2x6x7x8xf32>) -> tensor<2x6x7x8xf32>
// CHECK: %[[W:.*]] = linalg.transpose ins(%arg1 : tensor<8x3x3xf32>) {{.*}} permutation = [1, 2, 0]
// CHECK: %[[M:.*]] = fusion.map() tables(%{{.*}} = %[[S]], %{{.*}} = %[[W]]) {{.*}} -> tensor<2x4x5x8xf32>
// CHECK: %[[B:.*]] = tensor.expand_shape %arg2
// CHECK: %[[A:.*]] = fusion.mul %[[M]], %{{.*}} -> tensor<2x4x5x8xf32>
// CHECK-NOT: linalg.transpose
// CHECK: return %[[A]]
func.func @between(%y: tensor<2x6x7x8xf32>, %w: tensor<8x3x3xf32>, %b: tensor<8xf32>) -> tensor<2x4x5x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8x6x7xf32>
  %t = linalg.transpose ins(%y : tensor<2x6x7x8xf32>) outs(%e : tensor<2x8x6x7xf32>) permutation = [0, 3, 1, 2]
  %s = fusion.add %t, %t : (tensor<2x8x6x7xf32>, tensor<2x8x6x7xf32>) -> tensor<2x8x6x7xf32>
  %o = tensor.empty() : tensor<2x8x4x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<2x8x4x5xf32>) -> tensor<2x8x4x5xf32>
  %r = linalg.depthwise_conv_2d_nchw_chw ins(%s, %w : tensor<2x8x6x7xf32>, tensor<8x3x3xf32>)
      outs(%f : tensor<2x8x4x5xf32>) -> tensor<2x8x4x5xf32>
  %c = tensor.expand_shape %b [[0, 1, 2]] output_shape [8, 1, 1] : tensor<8xf32> into tensor<8x1x1xf32>
  %a = fusion.mul %r, %c : (tensor<2x8x4x5xf32>, tensor<8x1x1xf32>) -> tensor<2x8x4x5xf32>
  %l = tensor.empty() : tensor<2x4x5x8xf32>
  %u = linalg.transpose ins(%a : tensor<2x8x4x5xf32>) outs(%l : tensor<2x4x5x8xf32>) permutation = [0, 2, 3, 1]
  return %u : tensor<2x4x5x8xf32>
}

// -----

// Windows of many elements, many results of a window, integers, and maxima are not.
// CHECK-LABEL: func.func @large
// CHECK-NOT: fusion.map
// CHECK-LABEL: func.func @many
// CHECK-NOT: fusion.map
// CHECK-LABEL: func.func @integers
// CHECK-NOT: fusion.map
// CHECK-LABEL: func.func @maxima
// CHECK-NOT: fusion.map
func.func @large(%x: tensor<1x20x20x8xf32>, %w: tensor<10x9x8xf32>, %o: tensor<1x11x12x8xf32>) -> tensor<1x11x12x8xf32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwc ins(%x, %w : tensor<1x20x20x8xf32>, tensor<10x9x8xf32>)
      outs(%o : tensor<1x11x12x8xf32>) -> tensor<1x11x12x8xf32>
  return %r : tensor<1x11x12x8xf32>
}
func.func @many(%x: tensor<1x6x6x8xf32>, %w: tensor<3x3x8x9xf32>, %o: tensor<1x4x4x8x9xf32>) -> tensor<1x4x4x8x9xf32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwcm ins(%x, %w : tensor<1x6x6x8xf32>, tensor<3x3x8x9xf32>)
      outs(%o : tensor<1x4x4x8x9xf32>) -> tensor<1x4x4x8x9xf32>
  return %r : tensor<1x4x4x8x9xf32>
}
func.func @integers(%x: tensor<1x6x6x8xi32>, %w: tensor<3x3x8xi32>, %o: tensor<1x4x4x8xi32>) -> tensor<1x4x4x8xi32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwc ins(%x, %w : tensor<1x6x6x8xi32>, tensor<3x3x8xi32>)
      outs(%o : tensor<1x4x4x8xi32>) -> tensor<1x4x4x8xi32>
  return %r : tensor<1x4x4x8xi32>
}
func.func @maxima(%x: tensor<1x6x6x8xf32>, %w: tensor<3x3xf32>, %o: tensor<1x4x4x8xf32>) -> tensor<1x4x4x8xf32> {
  %r = linalg.pooling_nhwc_max ins(%x, %w : tensor<1x6x6x8xf32>, tensor<3x3xf32>)
      outs(%o : tensor<1x4x4x8xf32>) -> tensor<1x4x4x8xf32>
  return %r : tensor<1x4x4x8xf32>
}

// Attention whose heads lie beside each other in memory: nothing is copied for the products.

// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a | FileCheck %s
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=attention
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify --entry=attention
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify --entry=attention
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=grouped
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify --entry=grouped
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify --entry=grouped

// The scores read [B,S,H,D] and the second product writes it; a row of memory is one of 64 of them.
// CHECK-LABEL: func.func @attention
// CHECK-NOT: linalg
// CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [2, 4, 40, 16], strides: [2560, 16, 64, 1]
func.func @attention(%q: tensor<80x64xbf16>, %k: tensor<80x64xbf16>, %v: tensor<80x64xbf16>) -> tensor<80x64xbf16> {
  %q4 = tensor.expand_shape %q [[0, 1], [2, 3]] output_shape [2, 40, 4, 16] : tensor<80x64xbf16> into tensor<2x40x4x16xbf16>
  %k4 = tensor.expand_shape %k [[0, 1], [2, 3]] output_shape [2, 40, 4, 16] : tensor<80x64xbf16> into tensor<2x40x4x16xbf16>
  %v4 = tensor.expand_shape %v [[0, 1], [2, 3]] output_shape [2, 40, 4, 16] : tensor<80x64xbf16> into tensor<2x40x4x16xbf16>
  %e = tensor.empty() : tensor<2x4x40x16xbf16>
  %f = tensor.empty() : tensor<2x4x16x40xbf16>
  %qt = linalg.transpose ins(%q4 : tensor<2x40x4x16xbf16>) outs(%e : tensor<2x4x40x16xbf16>) permutation = [0, 2, 1, 3]
  %kt = linalg.transpose ins(%k4 : tensor<2x40x4x16xbf16>) outs(%f : tensor<2x4x16x40xbf16>) permutation = [0, 2, 3, 1]
  %vt = linalg.transpose ins(%v4 : tensor<2x40x4x16xbf16>) outs(%e : tensor<2x4x40x16xbf16>) permutation = [0, 2, 1, 3]
  %q3 = tensor.collapse_shape %qt [[0, 1], [2], [3]] : tensor<2x4x40x16xbf16> into tensor<8x40x16xbf16>
  %k3 = tensor.collapse_shape %kt [[0, 1], [2], [3]] : tensor<2x4x16x40xbf16> into tensor<8x16x40xbf16>
  %v3 = tensor.collapse_shape %vt [[0, 1], [2], [3]] : tensor<2x4x40x16xbf16> into tensor<8x40x16xbf16>
  %s = fusion.matmul %q3, %k3 : (tensor<8x40x16xbf16>, tensor<8x16x40xbf16>) -> tensor<8x40x40xf32>
  %p = fusion.sigmoid %s : tensor<8x40x40xf32>
  %pb = fusion.cast %p : tensor<8x40x40xf32> to tensor<8x40x40xbf16>
  %o = fusion.matmul %pb, %v3 : (tensor<8x40x40xbf16>, tensor<8x40x16xbf16>) -> tensor<8x40x16xf32>
  %ob = fusion.cast %o : tensor<8x40x16xf32> to tensor<8x40x16xbf16>
  %o4 = tensor.expand_shape %ob [[0, 1], [2], [3]] output_shape [2, 4, 40, 16] : tensor<8x40x16xbf16> into tensor<2x4x40x16xbf16>
  %g = tensor.empty() : tensor<2x40x4x16xbf16>
  %ot = linalg.transpose ins(%o4 : tensor<2x4x40x16xbf16>) outs(%g : tensor<2x40x4x16xbf16>) permutation = [0, 2, 1, 3]
  %r = tensor.collapse_shape %ot [[0, 1], [2, 3]] : tensor<2x40x4x16xbf16> into tensor<80x64xbf16>
  return %r : tensor<80x64xbf16>
}

// Each key head serves two query heads.
// CHECK-LABEL: func.func @grouped
// CHECK-NOT: linalg
// CHECK: gpu.launch_func
func.func @grouped(%q: tensor<2x4x24x16xf16>, %k: tensor<2x24x2x16xf16>) -> tensor<2x4x24x24xf16> {
  %e = tensor.empty() : tensor<2x2x24x16xf16>
  %kt = linalg.transpose ins(%k : tensor<2x24x2x16xf16>) outs(%e : tensor<2x2x24x16xf16>) permutation = [0, 2, 1, 3]
  %f = tensor.empty() : tensor<2x2x2x24x16xf16>
  %kr = linalg.broadcast ins(%kt : tensor<2x2x24x16xf16>) outs(%f : tensor<2x2x2x24x16xf16>) dimensions = [2]
  %k4 = tensor.collapse_shape %kr [[0], [1, 2], [3], [4]] : tensor<2x2x2x24x16xf16> into tensor<2x4x24x16xf16>
  %s = fusion.matmul %q, %k4 {transpose_b} : (tensor<2x4x24x16xf16>, tensor<2x4x24x16xf16>) -> tensor<2x4x24x24xf16>
  return %s : tensor<2x4x24x24xf16>
}


// Outputs that are concatenations: parts are computed, or copied, where they belong.

// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=append
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify --entry=append
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify --entry=append
// RUN: fusion-run %s --device=cpu --random=1 --verify --entry=products --dynamic=3
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify --entry=products --dynamic=3
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --random=1 --verify --entry=products --dynamic=70
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify --entry=twice

// The output is written by the copy of the cache and by that of what is appended; nothing else is launched.
// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a | FileCheck %s

// CHECK-LABEL: func.func @append(
// CHECK-NOT: memref.alloc
// CHECK-COUNT-2: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @append(%cache: tensor<2x4x15x64xf32>, %keys: tensor<2x768xf32>) -> tensor<2x4x16x64xf32> {
  %0 = tensor.extract_slice %keys[0, 256] [2, 256] [1, 1] : tensor<2x768xf32> to tensor<2x256xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2, 3]] output_shape [2, 4, 1, 64] : tensor<2x256xf32> into tensor<2x4x1x64xf32>
  %2 = tensor.concat dim(2) %cache, %1 : (tensor<2x4x15x64xf32>, tensor<2x4x1x64xf32>) -> tensor<2x4x16x64xf32>
  return %2 : tensor<2x4x16x64xf32>
}

// Rows of the products are as far apart as those of the output.
func.func @products(%x: tensor<?x32xf16>, %w: tensor<32x24xf16>, %v: tensor<32x40xf16>) -> tensor<?x64xf16> {
  %0 = fusion.matmul %x, %w : (tensor<?x32xf16>, tensor<32x24xf16>) -> tensor<?x24xf16>
  %1 = fusion.matmul %x, %v : (tensor<?x32xf16>, tensor<32x40xf16>) -> tensor<?x40xf16>
  %2 = tensor.concat dim(1) %0, %1 : (tensor<?x24xf16>, tensor<?x40xf16>) -> tensor<?x64xf16>
  return %2 : tensor<?x64xf16>
}

// A part that is returned, used twice, and in two concatenations.
func.func @twice(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x16xf32>, tensor<8x8xf32>, tensor<4x16xf32>) {
  %0 = fusion.tan %x : tensor<4x8xf32>
  %1 = tensor.concat dim(1) %0, %0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>
  %2 = tensor.concat dim(0) %0, %y : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %3 = fusion.exp %1 : tensor<4x16xf32>
  return %0, %1, %2, %3 : tensor<4x8xf32>, tensor<4x16xf32>, tensor<8x8xf32>, tensor<4x16xf32>
}

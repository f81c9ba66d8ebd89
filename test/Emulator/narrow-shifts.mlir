// Weights of 4 bits whose bytes are shifted by a tensor of shifts, interpreted: with numbers for groups along k that are
// applied in groups, and words of 32 bits that hold eight; one launch each.
// RUN: fusion-run %s --entry=groups --device=cpu --verify --random=1
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %s --entry=groups --device=cuda --verify --random=1 2>&1 | FileCheck %s --check-prefix=GROUPS
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=80 fusion-run %s --entry=groups --device=cuda --verify --random=1 2>&1 | FileCheck %s --check-prefix=GROUPS
// RUN: fusion-run %s --entry=words --device=cpu --verify --random=1 --integers
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %s --entry=words --device=cuda --verify --random=1 --integers 2>&1 | FileCheck %s --check-prefix=WORDS
// RUN: env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=80 fusion-run %s --entry=words --device=cuda --verify --random=1 --integers 2>&1 | FileCheck %s --check-prefix=WORDS

// GROUPS: launch groups_k0{{$}}
// GROUPS-NOT: launch
// GROUPS: verify output 0: good
func.func @groups(%x: tensor<5x256xbf16>, %w: tensor<48x128xi8>, %s: tensor<48x4x1xbf16>) -> tensor<5x48xf32> {
  %shifts = arith.constant dense<[0, 4]> : tensor<2xi8>
  %mask = arith.constant dense<15> : tensor<i8>
  %eight = arith.constant dense<8.0> : tensor<f32>
  %0 = tensor.expand_shape %w [[0], [1, 2]] output_shape [48, 128, 1] : tensor<48x128xi8> into tensor<48x128x1xi8>
  %1 = fusion.map(%b = %0, %n = %shifts) : (tensor<48x128x1xi8>, tensor<2xi8>) -> tensor<48x128x2xi8> {
    %shifted = arith.shrui %b, %n : i8
    fusion.yield %shifted : i8
  }
  %2 = fusion.map(%b = %1, %m = %mask) : (tensor<48x128x2xi8>, tensor<i8>) -> tensor<48x128x2xi8> {
    %half = arith.andi %b, %m : i8
    fusion.yield %half : i8
  }
  %3 = tensor.collapse_shape %2 [[0], [1, 2]] : tensor<48x128x2xi8> into tensor<48x256xi8>
  %4 = tensor.expand_shape %3 [[0], [1, 2]] output_shape [48, 4, 64] : tensor<48x256xi8> into tensor<48x4x64xi8>
  %5 = fusion.cast %4 : tensor<48x4x64xi8> to tensor<48x4x64xbf16>
  %6 = fusion.sub %5, %eight : (tensor<48x4x64xbf16>, tensor<f32>) -> tensor<48x4x64xbf16>
  %7 = fusion.mul %6, %s : (tensor<48x4x64xbf16>, tensor<48x4x1xbf16>) -> tensor<48x4x64xbf16>
  %8 = tensor.collapse_shape %7 [[0], [1, 2]] : tensor<48x4x64xbf16> into tensor<48x256xbf16>
  %9 = fusion.matmul %x, %8 {transpose_b} : (tensor<5x256xbf16>, tensor<48x256xbf16>) -> tensor<5x48xf32>
  return %9 : tensor<5x48xf32>
}

// WORDS: launch words_k0{{$}}
// WORDS-NOT: launch
// WORDS: verify output 0: good
func.func @words(%x: tensor<5x256xbf16>, %w: tensor<48x32xi32>) -> tensor<5x48xf32> {
  %shifts = arith.constant dense<[0, 4, 8, 12, 16, 20, 24, 28]> : tensor<8xi32>
  %mask = arith.constant dense<15> : tensor<i32>
  %0 = tensor.expand_shape %w [[0], [1, 2]] output_shape [48, 32, 1] : tensor<48x32xi32> into tensor<48x32x1xi32>
  %1 = fusion.map(%b = %0, %n = %shifts, %m = %mask)
      : (tensor<48x32x1xi32>, tensor<8xi32>, tensor<i32>) -> tensor<48x32x8xi32> {
    %shifted = arith.shrsi %b, %n : i32
    %part = arith.andi %shifted, %m : i32
    fusion.yield %part : i32
  }
  %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<48x32x8xi32> into tensor<48x256xi32>
  %3 = fusion.cast %2 : tensor<48x256xi32> to tensor<48x256xbf16>
  %4 = fusion.matmul %x, %3 {transpose_b} : (tensor<5x256xbf16>, tensor<48x256xbf16>) -> tensor<5x48xf32>
  return %4 : tensor<5x48xf32>
}

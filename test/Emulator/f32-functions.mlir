// Functions in f32 after products of the wgmma family, interpreted: groups of columns in branches, M that only the
// launch knows, tails in both directions, and rows that TMA does not write.
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify --entry=gelu --dynamic=70 2>&1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=2 --verify --entry=gelu --dynamic=3 --f32-precision=tf32 2>&1 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=3 --verify --entry=gates --dynamic=70 --f32-precision=tf32 2>&1 | FileCheck %s --check-prefixes=CHECK,SECOND
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=4 --verify --entry=odd 2>&1 | FileCheck %s

// CHECK: verify output 0: good
// SECOND: verify output 1: good
func.func @gelu(%x: tensor<?x40xf32>, %w: tensor<40x200xf32>, %b: tensor<200xf32>, %r: tensor<?x200xf32>) -> tensor<?x200xf32> {
  %0 = fusion.matmul %x, %w : (tensor<?x40xf32>, tensor<40x200xf32>) -> tensor<?x200xf32>
  %1 = fusion.add %0, %b : (tensor<?x200xf32>, tensor<200xf32>) -> tensor<?x200xf32>
  %2 = fusion.gelu %1 : tensor<?x200xf32>
  %3 = fusion.add %2, %r : (tensor<?x200xf32>, tensor<?x200xf32>) -> tensor<?x200xf32>
  return %3 : tensor<?x200xf32>
}

func.func @gates(%x: tensor<?x40xf32>, %w: tensor<200x40xf32>) -> (tensor<?x200xf32>, tensor<?x200xbf16>) {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<?x40xf32>, tensor<200x40xf32>) -> tensor<?x200xf32>
  %1 = fusion.silu %0 : tensor<?x200xf32>
  %2 = fusion.sigmoid %0 : tensor<?x200xf32>
  %3 = fusion.cast %2 : tensor<?x200xf32> to tensor<?x200xbf16>
  return %1, %3 : tensor<?x200xf32>, tensor<?x200xbf16>
}

func.func @odd(%x: tensor<70x40xf32>, %w: tensor<40x67xf32>) -> tensor<70x67xf32> {
  %0 = fusion.matmul %x, %w : (tensor<70x40xf32>, tensor<40x67xf32>) -> tensor<70x67xf32>
  %1 = fusion.gelu %0 {approximate = "tanh"} : tensor<70x67xf32>
  return %1 : tensor<70x67xf32>
}

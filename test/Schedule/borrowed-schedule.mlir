// A schedule that was measured for a product serves the same product with another epilogue, if the model does not know a
// much better one.

// RUN: %unittests/schedule-files write %s sm_90a %t.json
// RUN: sed 's/ attributes {schedule = .*>} {/ {/; s/%z = fusion.neg %y/%z = fusion.relu %y/' %s > %t.mlir
// RUN: fusion-opt %t.mlir -fusion-attach-target=chip=sm_90a -fusion-select-schedule=tuning-db=%t.json | FileCheck %s
// RUN: sed 's/bf16/f16/g' %t.mlir > %t.f16.mlir
// RUN: fusion-opt %t.f16.mlir -fusion-attach-target=chip=sm_90a -fusion-select-schedule=tuning-db=%t.json | FileCheck %s
// RUN: fusion-opt %t.mlir -fusion-attach-target=chip=sm_90a -fusion-select-schedule | FileCheck %s --check-prefix=MODEL

// Other sizes, another layout, or a size that is not known: nothing was measured.
// RUN: sed 's/4096x/4160x/g' %t.mlir > %t.sizes.mlir
// RUN: fusion-opt %t.sizes.mlir -fusion-attach-target=chip=sm_90a -fusion-select-schedule=tuning-db=%t.json | FileCheck %s --check-prefix=OTHER
// RUN: sed 's/ {transpose_b}//' %t.mlir > %t.layout.mlir
// RUN: fusion-opt %t.layout.mlir -fusion-attach-target=chip=sm_90a -fusion-select-schedule=tuning-db=%t.json | FileCheck %s --check-prefix=OTHER
// RUN: sed '/@good/,/^}/s/tensor<4096x4096x\(bf16\|f32\)>/tensor<?x4096x\1>/g; /@good/,/^}/s/%w: tensor<?x/%w: tensor<4096x/; /@good/,/^}/s/, tensor<?x4096xbf16>) ->/, tensor<4096x4096xbf16>) ->/' %t.mlir > %t.dynamic.mlir
// RUN: fusion-opt %t.dynamic.mlir -fusion-attach-target=chip=sm_90a -fusion-select-schedule=tuning-db=%t.json | FileCheck %s --check-prefix=OTHER

// MODEL-LABEL: @good
// MODEL: tile = [128, 256, 64]
// OTHER-LABEL: @good
// OTHER-NOT: tile = [256, 128, 64]
// OTHER: return
// CHECK-LABEL: @good
// CHECK: tile = [256, 128, 64]
func.func @good(%x: tensor<4096x4096xbf16>, %w: tensor<4096x4096xbf16>) -> tensor<4096x4096xf32> {
  %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [256, 128, 64], warps = [8, 1], stages = 3, group = 8, sm90 = <order = snake_rows, grid = 128>>} {
    %y = fusion.matmul %x0, %w0 {transpose_b} : (tensor<4096x4096xbf16>, tensor<4096x4096xbf16>) -> tensor<4096x4096xf32>
    %z = fusion.neg %y : tensor<4096x4096xf32>
    fusion.yield %z : tensor<4096x4096xf32>
  }
  return %0 : tensor<4096x4096xf32>
}

// MODEL-LABEL: @bad
// MODEL-NOT: tile = [64, 16, 64]
// CHECK-LABEL: @bad
// CHECK-NOT: tile = [64, 16, 64]
// CHECK: return
func.func @bad(%x: tensor<2048x2048xbf16>, %w: tensor<2048x2048xbf16>) -> tensor<2048x2048xf32> {
  %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<2048x2048xbf16>, tensor<2048x2048xbf16>) -> tensor<2048x2048xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 16, 64], warps = [4, 1], stages = 2, group = 8>} {
    %y = fusion.matmul %x0, %w0 {transpose_b} : (tensor<2048x2048xbf16>, tensor<2048x2048xbf16>) -> tensor<2048x2048xf32>
    %z = fusion.neg %y : tensor<2048x2048xf32>
    fusion.yield %z : tensor<2048x2048xf32>
  }
  return %0 : tensor<2048x2048xf32>
}

// Weights that are read before the kernel before has ended, in every kind of schedule, interpreted: no loads of what
// that kernel writes, every k block once, and the right results. A graph of two kernels, where the second one's
// weights are stable, and one that declares both operands constant.
// DEFINE: %{type} = bf16
// DEFINE: %{schedule} =
// DEFINE: %{layers} = sed "s/@SCHEDULE@/%{schedule}/; s/@T@/%{type}/g" %s > %t.mlir && fusion-opt %t.mlir --fusion-to-gpu=chip=sm_90a | FileCheck %s --check-prefix=STABLE && \
// DEFINE:   env FAKE_DRIVER_CHIP=90 EMULATOR_SEED=%{seed} fusion-run %t.mlir --entry=layers --device=cuda --random=1 --verify 2>&1 | FileCheck %s --check-prefix=GOOD && \
// DEFINE:   env FAKE_DRIVER_CHIP=90 EMULATOR_SEED=%{seed} fusion-run %t.mlir --entry=constants --device=cuda --random=1 --verify 2>&1 | FileCheck %s --check-prefix=GOOD
// STABLE-LABEL: llvm.func @layers_k1(
// STABLE-SAME: fusion.stable
// GOOD: verify output 0: good

// Of twelve k blocks, of 64, one comes ahead; of 24 three; with several tiles for a block.
// DEFINE: %{seed} = 1
// REDEFINE: %{schedule} = tile = [64, 64, 64], warps = [4, 1], stages = 2, sm90 = <grid = 2>
// RUN: %{layers}
// REDEFINE: %{seed} = 2
// REDEFINE: %{schedule} = tile = [128, 64, 64], warps = [8, 1], stages = 5, sm90 = <mode = pingpong, dependents = late>
// RUN: %{layers}
// REDEFINE: %{seed} = 3
// REDEFINE: %{schedule} = tile = [64, 64, 64], warps = [4, 1], stages = 3, sm90 = <cluster_m = 2, cluster_n = 2, grid = 4>
// RUN: %{layers}
// REDEFINE: %{seed} = 4
// REDEFINE: %{schedule} = tile = [16, 64, 64], warps = [1, 4], stages = 5, sm90 = <swap = true, spread_k = true, grid = 5>
// RUN: %{layers}
// REDEFINE: %{schedule} = tile = [64, 64, 64], warps = [4, 1], stages = 3, sm90 = <split_k = 2>
// RUN: %{layers}
// REDEFINE: %{schedule} = tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <stream_k_tail = 2, grid = 5>
// RUN: %{layers}
// REDEFINE: %{type} = f32
// REDEFINE: %{schedule} = tile = [64, 64, 32], warps = [4, 1], stages = 3, sm90 = <grid = 3>
// RUN: %{layers}

func.func @layers(%x: tensor<136x712x@T@>, %w: tensor<136x712x@T@>) -> tensor<136x136x@T@> {
  %0 = fusion.relu %x : tensor<136x712x@T@>
  %1 = fusion.kernel(%a = %0, %b = %w) : (tensor<136x712x@T@>, tensor<136x712x@T@>) -> tensor<136x136x@T@>
      attributes {schedule = #fusion.schedule<family = sm90, @SCHEDULE@>} {
    %2 = fusion.matmul %a, %b {transpose_b} : (tensor<136x712x@T@>, tensor<136x712x@T@>) -> tensor<136x136xf32>
    %3 = fusion.cast %2 : tensor<136x136xf32> to tensor<136x136x@T@>
    fusion.yield %3 : tensor<136x136x@T@>
  }
  return %1 : tensor<136x136x@T@>
}

func.func @constants(%x: tensor<136x136x@T@> {fusion.constant}, %w: tensor<136x136x@T@> {fusion.constant}, %bias: tensor<136xf32>) -> tensor<136x136x@T@> {
  %1 = fusion.kernel(%a = %x, %b = %w, %c = %bias) : (tensor<136x136x@T@>, tensor<136x136x@T@>, tensor<136xf32>) -> tensor<136x136x@T@>
      attributes {schedule = #fusion.schedule<family = sm90, @SCHEDULE@>} {
    %p = fusion.matmul %a, %b {transpose_b} : (tensor<136x136x@T@>, tensor<136x136x@T@>) -> tensor<136x136xf32>
    %2 = fusion.add %p, %c : (tensor<136x136xf32>, tensor<136xf32>) -> tensor<136x136xf32>
    %3 = fusion.cast %2 : tensor<136x136xf32> to tensor<136x136x@T@>
    fusion.yield %3 : tensor<136x136x@T@>
  }
  return %1 : tensor<136x136x@T@>
}

// The order of a column's sum is a function of its length alone, that of a row's: schedules give the same bits.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{out} = default
// DEFINE: %{schedule} = NONE
// DEFINE: %{run} = sed 's/SCHEDULE/attributes {schedule = #fusion.schedule<family = columns, %{schedule}>}/' %s > %t/%{out}.mlir && env FAKE_DRIVER_CHIP=90 fusion-run %t/%{out}.mlir --device=cuda --random=1 --numerics=strict --output=%t/%{out} && diff -r %t/default %t/%{out}
// RUN: sed 's/SCHEDULE//' %s > %t/plain.mlir
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %t/plain.mlir --device=cuda --random=1 --numerics=strict --output=%t/default
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %t/plain.mlir --device=cuda --random=1 --numerics=strict --output=%t/single --no-fuse
// RUN: diff -r %t/default %t/single
// A warp has one place of 32 columns; all of a block's threads put theirs together.
// REDEFINE: %{out} = warps
// REDEFINE: %{schedule} = tile = [32, 32, 1], warps = [32, 1]
// RUN: %{run}
// A warp has eight places of four threads' columns.
// REDEFINE: %{out} = shuffles
// REDEFINE: %{schedule} = tile = [16, 64, 4], warps = [8, 1]
// RUN: %{run}
// A thread has many lanes.
// REDEFINE: %{out} = lanes
// REDEFINE: %{schedule} = tile = [64, 4, 8], warps = [1, 1]
// RUN: %{run}
// Slices share columns, each step a launch.
// REDEFINE: %{out} = slices
// REDEFINE: %{schedule} = tile = [32, 2, 1], warps = [2, 1], columns = <slices = 16>
// RUN: %{run}
// REDEFINE: %{schedule} = tile = [64, 16, 4], warps = [8, 1], columns = <slices = 2>
// RUN: %{run}
// The length is known at run time alone, and so is the width.
// RUN: sed 's/SCHEDULE//; s/604x72x/?x72x/g' %s > %t/open.mlir
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %t/open.mlir --device=cuda --random=1 --numerics=strict --dynamic=604 --output=%t/open
// RUN: diff -r %t/default %t/open
// RUN: sed 's/SCHEDULE//; s/x72x/x?x/g' %s > %t/wide.mlir
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %t/wide.mlir --device=cuda --random=1 --numerics=strict --dynamic=72 --output=%t/wide
// RUN: diff -r %t/default %t/wide

func.func @main(%x: tensor<604x72xf32>) -> (tensor<604x72xf32>, tensor<1x72xf32>) {
  %0:2 = fusion.kernel(%a = %x) : (tensor<604x72xf32>) -> (tensor<604x72xf32>, tensor<1x72xf32>)
      SCHEDULE {
    %s = fusion.reduce addf %a along [0] : tensor<604x72xf32> -> tensor<1x72xf32>
    %d = fusion.sub %a, %s : (tensor<604x72xf32>, tensor<1x72xf32>) -> tensor<604x72xf32>
    %e = fusion.exp %a : tensor<604x72xf32>
    %t = fusion.reduce addf %e along [0] : tensor<604x72xf32> -> tensor<1x72xf32>
    %r = fusion.div %d, %t : (tensor<604x72xf32>, tensor<1x72xf32>) -> tensor<604x72xf32>
    fusion.yield %r, %t : tensor<604x72xf32>, tensor<1x72xf32>
  }
  return %0#0, %0#1 : tensor<604x72xf32>, tensor<1x72xf32>
}

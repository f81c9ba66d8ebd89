// The order of a sum is a function of the row's length alone: schedules give the same bits, fused or not.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{out} = default
// DEFINE: %{schedule} = NONE
// DEFINE: %{chip} = 90
// DEFINE: %{run} = sed 's/SCHEDULE/attributes {schedule = #fusion.schedule<family = rows, %{schedule}>}/' %s > %t/%{out}.mlir && env FAKE_DRIVER_CHIP=%{chip} fusion-run %t/%{out}.mlir --device=cuda --random=1 --numerics=strict --output=%t/%{out} && diff -r %t/default %t/%{out}
// RUN: sed 's/SCHEDULE//' %s > %t/plain.mlir
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %t/plain.mlir --device=cuda --random=1 --numerics=strict --output=%t/default
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %t/plain.mlir --device=cuda --random=1 --numerics=strict --output=%t/single --no-fuse
// RUN: diff -r %t/default %t/single
// A lane for each thread, two rows in a block.
// REDEFINE: %{out} = lane
// REDEFINE: %{schedule} = tile = [2, 512, 4], warps = [2, 4]
// RUN: %{run}
// Two lanes for each thread, far from each other.
// REDEFINE: %{out} = strides
// REDEFINE: %{schedule} = tile = [4, 256, 4], warps = [4, 2]
// RUN: %{run}
// A warp for each row, which is read again for each reduction.
// REDEFINE: %{out} = again
// REDEFINE: %{schedule} = tile = [2, 128, 4], warps = [2, 1], rows = <reload = true>
// RUN: %{run}
// Blocks of a cluster share a row.
// REDEFINE: %{out} = cluster
// REDEFINE: %{schedule} = tile = [1, 128, 4], warps = [1, 1], rows = <cluster = 4>
// RUN: %{run}
// REDEFINE: %{schedule} = tile = [1, 256, 8], warps = [1, 1], rows = <cluster = 2, blocks_per_sm = 4>
// RUN: %{run}
// Slices share a row, each step a launch.
// REDEFINE: %{out} = slices
// REDEFINE: %{schedule} = tile = [1, 256, 8], warps = [1, 1], rows = <slices = 2>
// RUN: %{run}
// REDEFINE: %{schedule} = tile = [1, 128, 4], warps = [1, 1], rows = <slices = 4, reload = true>
// RUN: %{run}
// The length is known at run time alone.
// RUN: sed 's/SCHEDULE//; s/7x2000x/7x?x/g' %s > %t/open.mlir
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %t/open.mlir --device=cuda --random=1 --numerics=strict --dynamic=2000 --output=%t/open
// RUN: diff -r %t/default %t/open
// The same with a piece or two for each thread of a warp.
// RUN: sed 's/SCHEDULE//; s/7x2000x/7x200x/g' %s > %t/short.mlir
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %t/short.mlir --device=cuda --random=1 --numerics=strict --output=%t/short
// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %t/open.mlir --device=cuda --random=1 --numerics=strict --dynamic=200 --output=%t/open-short
// RUN: diff -r %t/short %t/open-short
// Another chip.
// REDEFINE: %{chip} = 80
// REDEFINE: %{out} = ampere
// REDEFINE: %{schedule} = tile = [2, 512, 4], warps = [2, 4]
// RUN: %{run}

func.func @main(%x: tensor<7x2000xbf16>) -> (tensor<7x2000xf32>, tensor<7x1xf32>) {
  %0:2 = fusion.kernel(%a = %x) : (tensor<7x2000xbf16>) -> (tensor<7x2000xf32>, tensor<7x1xf32>)
      SCHEDULE {
    %w = fusion.cast %a : tensor<7x2000xbf16> to tensor<7x2000xf32>
    %s = fusion.reduce addf %w along [1] : tensor<7x2000xf32> -> tensor<7x1xf32>
    %d = fusion.sub %w, %s : (tensor<7x2000xf32>, tensor<7x1xf32>) -> tensor<7x2000xf32>
    %e = fusion.exp %w : tensor<7x2000xf32>
    %t = fusion.reduce addf %e along [1] : tensor<7x2000xf32> -> tensor<7x1xf32>
    %r = fusion.div %d, %t : (tensor<7x2000xf32>, tensor<7x1xf32>) -> tensor<7x2000xf32>
    fusion.yield %r, %t : tensor<7x2000xf32>, tensor<7x1xf32>
  }
  return %0#0, %0#1 : tensor<7x2000xf32>, tensor<7x1xf32>
}

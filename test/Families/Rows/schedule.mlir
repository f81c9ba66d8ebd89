// RUN: fusion-opt %s --fusion-form-kernels --fusion-fuse-epilogue --fusion-attach-target=chip=sm_90a --fusion-select-schedule | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: fusion-opt %s --fusion-form-kernels --fusion-fuse-epilogue --fusion-attach-target=chip=sm_80 --fusion-select-schedule | FileCheck %s --check-prefixes=CHECK,SM80

// Rows of 16-bit elements are loaded 16 bytes at once by a warp each, four rows in a block.
// CHECK-LABEL: func @warp_for_each_row
// CHECK: schedule = #fusion.schedule<family = rows, tile = [4, 256, 8], warps = [4, 1]>
func.func @warp_for_each_row(%x: tensor<8192x768xbf16>) -> tensor<8192x1xbf16> {
  %s = fusion.reduce addf %x along [1] : tensor<8192x768xbf16> -> tensor<8192x1xbf16>
  return %s : tensor<8192x1xbf16>
}

// Few rows are spread over the chip, a block each, which loads all operands first.
// CHECK-LABEL: func @few
// CHECK: schedule = #fusion.schedule<family = rows, tile = [1, 1024, 4], warps = [1, 8], rows = <preload = true>>
func.func @few(%x: tensor<8x4096xf32>) -> tensor<8x1xf32> {
  %s = fusion.reduce addf %x along [1] : tensor<8x4096xf32> -> tensor<8x1xf32>
  return %s : tensor<8x1xf32>
}

// Several short rows share a warp.
// CHECK-LABEL: func @short
// CHECK: schedule = #fusion.schedule<family = rows, tile = [16, 32, 4], warps = [4, 1]>
func.func @short(%x: tensor<65536x32xf32>) -> tensor<65536x1xf32> {
  %s = fusion.reduce addf %x along [1] : tensor<65536x32xf32> -> tensor<65536x1xf32>
  return %s : tensor<65536x1xf32>
}

// A long row is shared by a cluster, each thread of which holds as much as it can, or read again where there are none.
// CHECK-LABEL: func @long
// SM90: schedule = #fusion.schedule<family = rows, tile = [1, 2048, 8], warps = [1, 8], rows = <cluster = 8, blocks_per_sm = 4>>
// SM80: schedule = #fusion.schedule<family = rows, tile = [1, 8192, 8], warps = [1, 32], rows = <reload = true>>
func.func @long(%x: tensor<512x65536xbf16>) -> tensor<512x65536xbf16> {
  %m = fusion.reduce maximumf %x along [1] : tensor<512x65536xbf16> -> tensor<512x1xbf16>
  %d = fusion.sub %x, %m : (tensor<512x65536xbf16>, tensor<512x1xbf16>) -> tensor<512x65536xbf16>
  %e = fusion.exp %d : tensor<512x65536xbf16>
  %s = fusion.reduce addf %e along [1] : tensor<512x65536xbf16> -> tensor<512x1xbf16>
  %r = fusion.div %e, %s : (tensor<512x65536xbf16>, tensor<512x1xbf16>) -> tensor<512x65536xbf16>
  return %r : tensor<512x65536xbf16>
}

// A row that is read once and then forgotten gains nothing by that.
// CHECK-LABEL: func @once
// CHECK: schedule = #fusion.schedule<family = rows, tile = [1, 8192, 8], warps = [1, 32], rows = <blocks_per_sm = 1>>
func.func @once(%x: tensor<4096x32768xbf16>) -> tensor<4096x1xbf16> {
  %s = fusion.reduce maximumf %x along [1] : tensor<4096x32768xbf16> -> tensor<4096x1xbf16>
  return %s : tensor<4096x1xbf16>
}

// Blocks do not meet for a row of this length if most of what they read is the same for all rows.
// CHECK-LABEL: func @weights
// CHECK: schedule = #fusion.schedule<family = rows, tile = [1, 4096, 8], warps = [1, 16], rows = <blocks_per_sm = 2>>
func.func @weights(%x: tensor<2048x16384xbf16>, %g: tensor<16384xbf16>, %b: tensor<16384xbf16>) -> tensor<2048x16384xbf16> {
  %s = fusion.reduce addf %x along [1] : tensor<2048x16384xbf16> -> tensor<2048x1xbf16>
  %d = fusion.sub %x, %s : (tensor<2048x16384xbf16>, tensor<2048x1xbf16>) -> tensor<2048x16384xbf16>
  %m = fusion.mul %d, %g : (tensor<2048x16384xbf16>, tensor<16384xbf16>) -> tensor<2048x16384xbf16>
  %r = fusion.add %m, %b : (tensor<2048x16384xbf16>, tensor<16384xbf16>) -> tensor<2048x16384xbf16>
  return %r : tensor<2048x16384xbf16>
}

// Few long rows have slices.
// CHECK-LABEL: func @few_long
// CHECK: schedule = #fusion.schedule<family = rows, tile = [1, {{[0-9]+}}, 4], warps = [1, {{[0-9]+}}], rows = <{{.*}}slices = {{[0-9]+}}>>
func.func @few_long(%x: tensor<4x1048576xf32>) -> tensor<4x1xf32> {
  %s = fusion.reduce addf %x along [1] : tensor<4x1048576xf32> -> tensor<4x1xf32>
  return %s : tensor<4x1xf32>
}

// Columns: threads side by side read whole lines, and slices fill the chip.
// CHECK-LABEL: func @columns
// CHECK: schedule = #fusion.schedule<family = columns, tile = [256, 8, 8], warps = [8, 1], columns = <slices = {{[0-9]+}}>>
func.func @columns(%x: tensor<16384x256xbf16>) -> tensor<1x256xbf16> {
  %s = fusion.reduce addf %x along [0] : tensor<16384x256xbf16> -> tensor<1x256xbf16>
  return %s : tensor<1x256xbf16>
}

// Sums across the rows, too: blocks stay and go through all rows, two at once, as many as fit the registers of a
// multiprocessor.
// CHECK-LABEL: func @crossings
// CHECK: fusion.kernel
// SM90-SAME: schedule = #fusion.schedule<family = rows, tile = [2, 1024, 4], warps = [2, 8], rows = <blocks_per_sm = 1, walk = 132>>
// SM80-SAME: schedule = #fusion.schedule<family = rows, tile = [2, 1024, 4], warps = [2, 8], rows = <blocks_per_sm = 1, walk = 108>>
func.func @crossings(%x: tensor<8192x4096xbf16>, %y: tensor<8192x4096xbf16>) -> (tensor<8192x4096xbf16>, tensor<1x4096xf32>) {
  %w = fusion.cast %x : tensor<8192x4096xbf16> to tensor<8192x4096xf32>
  %v = fusion.cast %y : tensor<8192x4096xbf16> to tensor<8192x4096xf32>
  %p = fusion.mul %w, %v : (tensor<8192x4096xf32>, tensor<8192x4096xf32>) -> tensor<8192x4096xf32>
  %s = fusion.reduce addf %p along [1] : tensor<8192x4096xf32> -> tensor<8192x1xf32>
  %d = fusion.sub %w, %s : (tensor<8192x4096xf32>, tensor<8192x1xf32>) -> tensor<8192x4096xf32>
  %n = fusion.cast %d : tensor<8192x4096xf32> to tensor<8192x4096xbf16>
  %c = fusion.reduce addf %p along [0] : tensor<8192x4096xf32> -> tensor<1x4096xf32>
  return %n, %c : tensor<8192x4096xbf16>, tensor<1x4096xf32>
}

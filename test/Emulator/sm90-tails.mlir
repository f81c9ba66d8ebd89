// Tails of tiles whose K is split, interpreted: one product behind another in memory that both use, with sizes that the
// launch brings; and products whose operands are copied first.
// DEFINE: %{run} = env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify
// RUN: %{run} --entry=chain --dynamic=3,130,3,130 2>&1 | FileCheck %s --check-prefixes=FIRST,NOT-SECOND
// RUN: %{run} --entry=chain --dynamic=1,64,1,64 2>&1 | FileCheck %s --check-prefixes=FIRST,SECOND
// RUN: %{run} --entry=chain --dynamic=2,64,2,64 2>&1 | FileCheck %s --check-prefixes=NOT-FIRST,SECOND
// RUN: %{run} --entry=copied 2>&1 | FileCheck %s --check-prefix=COPIED

// Three batches of three by two tiles: two of the 18 are left by a grid of four, none by one of six. One batch of one by
// two: all of them. Two of these: none, and all four.
// FIRST: launch chain_k0_reduce
// NOT-FIRST-NOT: launch chain_k0_reduce
// NOT-FIRST: launch chain_k1{{$}}
// SECOND: launch chain_k1_reduce
// SECOND: verify output 0: good
// NOT-SECOND-NOT: launch chain_k1_reduce
// NOT-SECOND: verify output 0: good
func.func @chain(%x: tensor<?x?x264xbf16>, %w: tensor<96x264xbf16>, %v: tensor<72x96xbf16>, %r: tensor<?x?x72xbf16>) -> tensor<?x?x72xbf16> {
  %h = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<?x?x264xbf16>, tensor<96x264xbf16>) -> tensor<?x?x96xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 3, sm90 = <stream_k_tail = 2, grid = 4, dependents = late>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<?x?x264xbf16>, tensor<96x264xbf16>) -> tensor<?x?x96xf32>
    %1 = fusion.relu %0 : tensor<?x?x96xf32>
    %2 = fusion.cast %1 : tensor<?x?x96xf32> to tensor<?x?x96xbf16>
    fusion.yield %2 : tensor<?x?x96xbf16>
  }
  %y = fusion.kernel(%h0 = %h, %v0 = %v, %r0 = %r) : (tensor<?x?x96xbf16>, tensor<72x96xbf16>, tensor<?x?x72xbf16>) -> tensor<?x?x72xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 48, 64], warps = [4, 1], stages = 2, sm90 = <stream_k_tail = 2, grid = 6>>} {
    %0 = fusion.matmul %h0, %v0 {transpose_b} : (tensor<?x?x96xbf16>, tensor<72x96xbf16>) -> tensor<?x?x72xf32>
    %1 = fusion.add %0, %r0 : (tensor<?x?x72xf32>, tensor<?x?x72xbf16>) -> tensor<?x?x72xf32>
    %2 = fusion.cast %1 : tensor<?x?x72xf32> to tensor<?x?x72xbf16>
    fusion.yield %2 : tensor<?x?x72xbf16>
  }
  return %y : tensor<?x?x72xbf16>
}

// COPIED: launch copied_k0_copy_ab
// COPIED: launch copied_k0
// COPIED: launch copied_k0_reduce
// COPIED: verify output 0: good
func.func @copied(%x: tensor<130x267xbf16>, %w: tensor<75x267xbf16>, %b: tensor<75xbf16>) -> tensor<130x75xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b) : (tensor<130x267xbf16>, tensor<75x267xbf16>, tensor<75xbf16>) -> tensor<130x75xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 3, sm90 = <stream_k_tail = 3, grid = 3, copy_a = true, copy_b = true>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<130x267xbf16>, tensor<75x267xbf16>) -> tensor<130x75xf32>
    %1 = fusion.add %0, %b0 : (tensor<130x75xf32>, tensor<75xbf16>) -> tensor<130x75xf32>
    %2 = fusion.cast %1 : tensor<130x75xf32> to tensor<130x75xbf16>
    fusion.yield %2 : tensor<130x75xbf16>
  }
  return %y : tensor<130x75xbf16>
}

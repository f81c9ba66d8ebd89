// Partial tiles that blocks add, interpreted: one product behind another in memory that both use, which is as the first
// one leaves it, with sizes that the launch brings; and a product whose operands are copied first.
// DEFINE: %{run} = env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify
// RUN: %{run} --entry=chain --dynamic=3,130,3,130 2>&1 | FileCheck %s --check-prefix=CHAIN --implicit-check-not=_reduce
// RUN: %{run} --entry=chain --dynamic=1,64,1,64 2>&1 | FileCheck %s --check-prefix=CHAIN
// RUN: %{run} --entry=chain --dynamic=2,64,2,64 2>&1 | FileCheck %s --check-prefix=CHAIN
// RUN: %{run} --entry=twice 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: %{run} --entry=copied 2>&1 | FileCheck %s --check-prefix=COPIED

// CHAIN: launch chain_k1
// CHAIN: verify output 0: good
func.func @chain(%x: tensor<?x?x264xbf16>, %w: tensor<96x264xbf16>, %v: tensor<72x96xbf16>, %r: tensor<?x?x72xbf16>) -> tensor<?x?x72xbf16> {
  %h = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<?x?x264xbf16>, tensor<96x264xbf16>) -> tensor<?x?x96xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 3, sm90 = <stream_k_tail = 2, grid = 4, dependents = late, tail_reduction = blocks>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<?x?x264xbf16>, tensor<96x264xbf16>) -> tensor<?x?x96xf32>
    %1 = fusion.relu %0 : tensor<?x?x96xf32>
    %2 = fusion.cast %1 : tensor<?x?x96xf32> to tensor<?x?x96xbf16>
    fusion.yield %2 : tensor<?x?x96xbf16>
  }
  %y = fusion.kernel(%h0 = %h, %v0 = %v, %r0 = %r) : (tensor<?x?x96xbf16>, tensor<72x96xbf16>, tensor<?x?x72xbf16>) -> tensor<?x?x72xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 48, 64], warps = [4, 1], stages = 2, sm90 = <stream_k_tail = 2, grid = 6, tail_reduction = blocks>>} {
    %0 = fusion.matmul %h0, %v0 {transpose_b} : (tensor<?x?x96xbf16>, tensor<72x96xbf16>) -> tensor<?x?x72xf32>
    %1 = fusion.add %0, %r0 : (tensor<?x?x72xf32>, tensor<?x?x72xbf16>) -> tensor<?x?x72xf32>
    %2 = fusion.cast %1 : tensor<?x?x72xf32> to tensor<?x?x72xbf16>
    fusion.yield %2 : tensor<?x?x72xbf16>
  }
  return %y : tensor<?x?x72xbf16>
}

// A flag that the first one left set would make the second one read too early. Seven parts of the one tile that a grid
// of two leaves: three or four for a block, of which the last also brings a residual by TMA.
// TWICE: launch twice_k0
// TWICE: launch twice_k1
// TWICE: verify output 0: good
func.func @twice(%x: tensor<384x520xbf16>, %w: tensor<64x520xbf16>, %r: tensor<384x64xbf16>) -> tensor<384x64xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %r0 = %r) : (tensor<384x520xbf16>, tensor<64x520xbf16>, tensor<384x64xbf16>) -> tensor<384x64xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 2, sm90 = <stream_k_tail = 7, grid = 2, tail_reduction = blocks>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<384x520xbf16>, tensor<64x520xbf16>) -> tensor<384x64xf32>
    %1 = fusion.add %0, %r0 : (tensor<384x64xf32>, tensor<384x64xbf16>) -> tensor<384x64xf32>
    %2 = fusion.cast %1 : tensor<384x64xf32> to tensor<384x64xbf16>
    fusion.yield %2 : tensor<384x64xbf16>
  }
  %z = fusion.kernel(%x0 = %x, %w0 = %w, %r0 = %y) : (tensor<384x520xbf16>, tensor<64x520xbf16>, tensor<384x64xbf16>) -> tensor<384x64xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 2, sm90 = <stream_k_tail = 7, grid = 2, tail_reduction = blocks>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<384x520xbf16>, tensor<64x520xbf16>) -> tensor<384x64xf32>
    %1 = fusion.add %0, %r0 : (tensor<384x64xf32>, tensor<384x64xbf16>) -> tensor<384x64xf32>
    %2 = fusion.cast %1 : tensor<384x64xf32> to tensor<384x64xbf16>
    fusion.yield %2 : tensor<384x64xbf16>
  }
  return %z : tensor<384x64xbf16>
}

// COPIED: launch copied_k0_copy_ab
// COPIED: launch copied_k0
// COPIED: verify output 0: good
func.func @copied(%x: tensor<130x267xbf16>, %w: tensor<75x267xbf16>, %b: tensor<75xbf16>) -> tensor<130x75xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b) : (tensor<130x267xbf16>, tensor<75x267xbf16>, tensor<75xbf16>) -> tensor<130x75xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 3, sm90 = <stream_k_tail = 3, grid = 3, copy_a = true, copy_b = true, tail_reduction = blocks>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<130x267xbf16>, tensor<75x267xbf16>) -> tensor<130x75xf32>
    %1 = fusion.add %0, %b0 : (tensor<130x75xf32>, tensor<75xbf16>) -> tensor<130x75xf32>
    %2 = fusion.cast %1 : tensor<130x75xf32> to tensor<130x75xbf16>
    fusion.yield %2 : tensor<130x75xbf16>
  }
  return %y : tensor<130x75xbf16>
}

// DEFINE: %{entry} = channels_last
// DEFINE: %{run} = env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify --entry=%{entry} | FileCheck %s
// DEFINE: %{cpu} = fusion-run %s --device=cpu --random=1 --verify --entry=%{entry} | FileCheck %s
// RUN: fusion-compile %s --target=sm_90a | FileCheck %s --check-prefix=PTX
// RUN: %{run}
// RUN: %{cpu}

// REDEFINE: %{entry} = channels_first
// RUN: %{run}
// RUN: %{cpu}

// REDEFINE: %{entry} = strided
// RUN: %{run}
// RUN: %{cpu}

// REDEFINE: %{entry} = several
// RUN: %{run}
// RUN: %{cpu}

// CHECK: verify output 0: good

// Convolutions by channel are elementwise kernels that look up their windows. A thread has vectors of channels of
// several columns, and loads what their windows have in common once: of 4 windows of 3 x 3 elements 18, and 9 weights.
// PTX-LABEL: .entry channels_last_k0(
// PTX-COUNT-27: ld.global.v4.b32
// PTX-NOT: ld.global
// PTX-LABEL: .entry channels_last_k0_general(
func.func @channels_last(%x: tensor<20x56x56x64xbf16>, %w: tensor<3x3x64xbf16>) -> tensor<20x56x56x64xbf16> {
  %zero = arith.constant 0.0 : bf16
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : bf16
  } : tensor<20x56x56x64xbf16> to tensor<20x58x58x64xbf16>
  %e = tensor.empty() : tensor<20x56x56x64xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<20x56x56x64xbf16>) -> tensor<20x56x56x64xbf16>
  %r = linalg.depthwise_conv_2d_nhwc_hwc ins(%p, %w : tensor<20x58x58x64xbf16>, tensor<3x3x64xbf16>)
      outs(%f : tensor<20x56x56x64xbf16>) -> tensor<20x56x56x64xbf16>
  return %r : tensor<20x56x56x64xbf16>
}

func.func @channels_first(%x: tensor<2x5x12x16xf32>, %w: tensor<5x3x3xf32>, %b: tensor<2x5x10x14xf32>) -> tensor<2x5x10x14xf32> {
  %r = linalg.depthwise_conv_2d_nchw_chw ins(%x, %w : tensor<2x5x12x16xf32>, tensor<5x3x3xf32>)
      outs(%b : tensor<2x5x10x14xf32>) -> tensor<2x5x10x14xf32>
  return %r : tensor<2x5x10x14xf32>
}

func.func @strided(%x: tensor<2x15x17x24xf16>, %w: tensor<5x3x24xf16>) -> tensor<2x4x5x24xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<2x4x5x24xf16>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<2x4x5x24xf16>) -> tensor<2x4x5x24xf16>
  %r = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<[3, 3]> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>}
      ins(%x, %w : tensor<2x15x17x24xf16>, tensor<5x3x24xf16>) outs(%f : tensor<2x4x5x24xf16>) -> tensor<2x4x5x24xf16>
  return %r : tensor<2x4x5x24xf16>
}

func.func @several(%x: tensor<2x9x9x8xf32>, %w: tensor<3x3x8x3xf32>) -> tensor<2x7x7x8x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x7x7x8x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x7x7x8x3xf32>) -> tensor<2x7x7x8x3xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwcm ins(%x, %w : tensor<2x9x9x8xf32>, tensor<3x3x8x3xf32>)
      outs(%f : tensor<2x7x7x8x3xf32>) -> tensor<2x7x7x8x3xf32>
  return %r : tensor<2x7x7x8x3xf32>
}

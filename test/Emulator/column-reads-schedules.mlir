// A bias and a rotary embedding as the epilogue of their product, by schedules of all kinds: the other half of a head is
// in another accumulator of the same thread with swap, and in the rows of another warp by mma.sync.
// DEFINE: %{run} = fusion-run %s --device=cuda --random=3 --verify --schedule
// DEFINE: %{gpu} = env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=90 %{run}
// DEFINE: %{mma} = env LD_LIBRARY_PATH=%verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=80 %{run}
// RUN: %{gpu}='#fusion.schedule<family = sm90, tile = [16, 128, 64], warps = [1, 4], stages = 2, group = 8, sm90 = <swap = true>>' | FileCheck %s
// RUN: %{gpu}='#fusion.schedule<family = sm90, tile = [24, 256, 64], warps = [1, 8], stages = 2, group = 8, sm90 = <swap = true>>' | FileCheck %s
// RUN: %{gpu}='#fusion.schedule<family = sm90, tile = [64, 256, 64], warps = [4, 1], stages = 2, group = 8, sm90 = <split_k = 2>>' | FileCheck %s
// RUN: %{gpu}='#fusion.schedule<family = sm90, tile = [64, 128, 64], warps = [8, 1], stages = 4, group = 8, sm90 = <mode = pingpong>>' | FileCheck %s
// RUN: %{gpu}='#fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [4, 1], stages = 4, group = 8, sm90 = <cluster_m = 2>>' | FileCheck %s
// RUN: %{mma}='#fusion.schedule<family = sm80, tile = [32, 128, 64], warps = [2, 2], stages = 2, group = 8, sm80 = <split_k = 2, warps_k = 2>>' | FileCheck %s
// RUN: %{mma}='#fusion.schedule<family = sm80, tile = [64, 256, 64], warps = [2, 4], stages = 2, group = 8>' | FileCheck %s
// RUN: %{mma}='#fusion.schedule<family = sm80, tile = [128, 128, 64], warps = [4, 4], stages = 2, group = 1>' | FileCheck %s
// RUN: not fusion-compile %s --target=sm_90a --emit=fusion --schedule='#fusion.schedule<family = sm90, tile = [16, 64, 64], warps = [1, 4], stages = 2, group = 8, sm90 = <swap = true>>' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=GROUP
// RUN: not fusion-compile %s --target=sm_90a --emit=fusion --schedule='#fusion.schedule<family = sm90, tile = [64, 256, 64], warps = [4, 1], stages = 2, group = 8, sm90 = <split_k = 4>>' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=GROUP
// RUN: not fusion-compile %s --target=sm_90a --emit=fusion --schedule='#fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 4, group = 8, sm90 = <stream_k_tail = 2>>' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TAIL
// RUN: not fusion-compile %s --target=sm_90a --emit=fusion --schedule='#fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 2, group = 8>' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SM80
// CHECK: verify output 0: good
// GROUP: the epilogue reads columns in groups of 128, but a warpgroup finishes 64
// TAIL: a stream_k_tail adds parts of tiles, but the epilogue reads columns of whole ones
// SM80: the epilogue reads columns in groups of 128, which a tile must hold whole

func.func @halves(%x: tensor<75x520xbf16>, %w: tensor<384x520xbf16>, %bias: tensor<384xbf16>,
                  %cos: tensor<75x1x128xf32>, %sin: tensor<75x1x128xf32>) -> tensor<75x3x128xbf16> {
  %p = fusion.matmul %x, %w {transpose_b} : (tensor<75x520xbf16>, tensor<384x520xbf16>) -> tensor<75x384xf32>
  %b = fusion.add %p, %bias : (tensor<75x384xf32>, tensor<384xbf16>) -> tensor<75x384xf32>
  %c = fusion.cast %b : tensor<75x384xf32> to tensor<75x384xbf16>
  %q = tensor.expand_shape %c [[0], [1, 2]] output_shape [75, 3, 128] : tensor<75x384xbf16> into tensor<75x3x128xbf16>
  %low = tensor.extract_slice %q[0, 0, 0] [75, 3, 64] [1, 1, 1] : tensor<75x3x128xbf16> to tensor<75x3x64xbf16>
  %high = tensor.extract_slice %q[0, 0, 64] [75, 3, 64] [1, 1, 1] : tensor<75x3x128xbf16> to tensor<75x3x64xbf16>
  %minus = fusion.neg %high : tensor<75x3x64xbf16>
  %r = tensor.concat dim(2) %minus, %low : (tensor<75x3x64xbf16>, tensor<75x3x64xbf16>) -> tensor<75x3x128xbf16>
  %0 = fusion.mul %q, %cos : (tensor<75x3x128xbf16>, tensor<75x1x128xf32>) -> tensor<75x3x128xf32>
  %1 = fusion.mul %r, %sin : (tensor<75x3x128xbf16>, tensor<75x1x128xf32>) -> tensor<75x3x128xf32>
  %2 = fusion.add %0, %1 {fusion.must_fuse} : (tensor<75x3x128xf32>, tensor<75x3x128xf32>) -> tensor<75x3x128xf32>
  %3 = fusion.cast %2 : tensor<75x3x128xf32> to tensor<75x3x128xbf16>
  return %3 : tensor<75x3x128xbf16>
}

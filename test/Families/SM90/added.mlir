// RUN: fusion-compile %s --target=sm_90a --aligned --emit=ptx --schedule='#fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 2>' | FileCheck %s

// A small product that is added takes the steps of k that it has, of 16 elements each: two in front of the four of the
// k block behind, which is not waited for in between.
// CHECK: .entry added_k0
// CHECK-COUNT-2: wgmma.mma_async.sync.aligned.m64n64k16
// CHECK-NOT: wgmma.wait_group
// CHECK-COUNT-4: wgmma.mma_async.sync.aligned.m64n64k16
// CHECK: wgmma.wait_group.sync.aligned 1
// CHECK-NOT: wgmma.mma_async
func.func @added(%x: tensor<256x64xbf16>, %w: tensor<256x64xbf16>, %t: tensor<256x24xbf16>, %v: tensor<24x256xbf16>)
    -> tensor<256x256xf32> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<256x64xbf16>, tensor<256x64xbf16>) -> tensor<256x256xf32>
  %1 = fusion.matmul %t, %v : (tensor<256x24xbf16>, tensor<24x256xbf16>) -> tensor<256x256xf32>
  %2 = fusion.add %0, %1 : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %2 : tensor<256x256xf32>
}

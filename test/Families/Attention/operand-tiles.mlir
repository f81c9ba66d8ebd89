// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: fusion-opt %t.mlir --fusion-check-barriers="summary=true kernel=shared_k0 search=order" -o /dev/null 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: fusion-opt %t.mlir --fusion-check-barriers="summary=true kernel=continuous_k0 search=order grid=1" -o /dev/null 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: sed "s/nvvm.bar.warp.sync.*//" %t.mlir | not fusion-opt --fusion-check-barriers="kernel=shared_k0 search=order" 2>&1 | FileCheck %s --check-prefix=EARLY
// GOOD: remark: barriers of '{{.*}}' checked

// One lane says that the tile is read, behind all of its warp.
// EARLY: error: {{.*}} overwrites {{.*}} while a read of them may be under way

// The thread that loads brings a tile behind each block of keys; warps read four matrices of 8 by 8 elements at a time.
// CHECK-LABEL: llvm.func @shared_k0(
// CHECK-NOT: llvm.load
// CHECK: wgmma.wait_group.sync.aligned 0;
// CHECK: nvvm.ldmatrix {{.*}}num = 4 : i32
// CHECK: nvvm.bar.warp.sync
// CHECK: nvvm.mbarrier.arrive
func.func @shared(%q: tensor<2x2x70x32xbf16>, %k: tensor<2x2x40x32xbf16>, %v: tensor<2x2x40x32xbf16>, %b: tensor<70x40xbf16>) -> tensor<2x2x70x32xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %b0 = %b) : (tensor<2x2x70x32xbf16>, tensor<2x2x40x32xbf16>, tensor<2x2x40x32xbf16>, tensor<70x40xbf16>) -> tensor<2x2x70x32xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 16, 32], warps = [4, 1], stages = 2, attention = <operand_stages = 2>>} {
    %scale = arith.constant dense<1.767766953e-01> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x2x70x32xbf16>, tensor<2x2x40x32xbf16>) -> tensor<2x2x70x40xf32>
    %t0 = fusion.mul %s, %scale : (tensor<2x2x70x40xf32>, tensor<f32>) -> tensor<2x2x70x40xf32>
    %t1 = fusion.add %t0, %b0 : (tensor<2x2x70x40xf32>, tensor<70x40xbf16>) -> tensor<2x2x70x40xf32>
    %m = fusion.reduce maximumf %t1 along [3] : tensor<2x2x70x40xf32> -> tensor<2x2x70x1xf32>
    %d = fusion.sub %t1, %m : (tensor<2x2x70x40xf32>, tensor<2x2x70x1xf32>) -> tensor<2x2x70x40xf32>
    %e = fusion.exp %d : tensor<2x2x70x40xf32>
    %l = fusion.reduce addf %e along [3] : tensor<2x2x70x40xf32> -> tensor<2x2x70x1xf32>
    %p = fusion.cast %e : tensor<2x2x70x40xf32> to tensor<2x2x70x40xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<2x2x70x40xbf16>, tensor<2x2x40x32xbf16>) -> tensor<2x2x70x32xf32>
    %r = fusion.div %u, %l : (tensor<2x2x70x32xf32>, tensor<2x2x70x1xf32>) -> tensor<2x2x70x32xf32>
    fusion.yield %r : tensor<2x2x70x32xf32>
  }
  return %o : tensor<2x2x70x32xf32>
}

func.func @continuous(%q: tensor<2x2x150x64xbf16>, %k: tensor<2x2x200x64xbf16>, %v: tensor<2x2x200x64xbf16>, %b: tensor<2x1x150x200xf16>) -> tensor<2x2x150x64xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %b0 = %b) : (tensor<2x2x150x64xbf16>, tensor<2x2x200x64xbf16>, tensor<2x2x200x64xbf16>, tensor<2x1x150x200xf16>) -> tensor<2x2x150x64xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 80, 64], warps = [8, 1], stages = 2, attention = <order = rows, operand_stages = 2, ping_pong = true, continuous = true>>} {
    %scale = arith.constant dense<1.250000000e-01> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x2x150x64xbf16>, tensor<2x2x200x64xbf16>) -> tensor<2x2x150x200xf32>
    %t0 = fusion.mul %s, %scale : (tensor<2x2x150x200xf32>, tensor<f32>) -> tensor<2x2x150x200xf32>
    %t1 = fusion.add %t0, %b0 : (tensor<2x2x150x200xf32>, tensor<2x1x150x200xf16>) -> tensor<2x2x150x200xf32>
    %m = fusion.reduce maximumf %t1 along [3] : tensor<2x2x150x200xf32> -> tensor<2x2x150x1xf32>
    %d = fusion.sub %t1, %m : (tensor<2x2x150x200xf32>, tensor<2x2x150x1xf32>) -> tensor<2x2x150x200xf32>
    %e = fusion.exp %d : tensor<2x2x150x200xf32>
    %l = fusion.reduce addf %e along [3] : tensor<2x2x150x200xf32> -> tensor<2x2x150x1xf32>
    %p = fusion.cast %e : tensor<2x2x150x200xf32> to tensor<2x2x150x200xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<2x2x150x200xbf16>, tensor<2x2x200x64xbf16>) -> tensor<2x2x150x64xf32>
    %r = fusion.div %u, %l : (tensor<2x2x150x64xf32>, tensor<2x2x150x1xf32>) -> tensor<2x2x150x64xf32>
    fusion.yield %r : tensor<2x2x150x64xf32>
  }
  return %o : tensor<2x2x150x64xf32>
}

// Persistent grids: 132 blocks walk over the tiles of many small matrices.
// RUN: sed s/ORDER/rows/ %s > %t.mlir
// DEFINE: %{run} = env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %t.mlir --device=cuda --random=1 --verify --entry=orders 2>&1 | FileCheck %s
// RUN: %{run}
// RUN: sed s/ORDER/pairs/ %s > %t.mlir
// RUN: %{run}
// Two warpgroups take turns.
// RUN: sed "s/ORDER/rows, ping_pong = true/; s/\[64,/[128,/; s/warps = \[4,/warps = [8,/" %s > %t.mlir
// RUN: %{run}
// The first product of the next tile beside the last one of a tile.
// RUN: sed "s/ORDER/pairs, continuous = true/" %s > %t.mlir
// RUN: %{run}
// RUN: sed "s/ORDER/rows, ping_pong = true, continuous = true/; s/\[64,/[128,/; s/warps = \[4,/warps = [8,/" %s > %t.mlir
// RUN: %{run}
// RUN: sed "s/ORDER/rows, ping_pong = true, continuous = true/; s/\[64, 16/[128, 48/; s/warps = \[4,/warps = [8,/" %s > %t.mlir
// RUN: %{run}
// CHECK: launch orders_k0{{$}}
// CHECK: verify output 0: good

// Three tiles of a matrix, the last with two rows: 270 tiles, and 180 pairs, of which each second is of one tile.
func.func @orders(%q: tensor<90x130x16xbf16>, %k: tensor<90x40x16xbf16>, %v: tensor<90x40x8xbf16>) -> tensor<90x130x8xbf16> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<90x130x16xbf16>, tensor<90x40x16xbf16>, tensor<90x40x8xbf16>) -> tensor<90x130x8xbf16>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 16, 16], warps = [4, 1], stages = 2, attention = <order = ORDER>>} {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<90x130x16xbf16>, tensor<90x40x16xbf16>) -> tensor<90x130x40xf32>
    %m = fusion.reduce maximumf %s along [2] : tensor<90x130x40xf32> -> tensor<90x130x1xf32>
    %d = fusion.sub %s, %m : (tensor<90x130x40xf32>, tensor<90x130x1xf32>) -> tensor<90x130x40xf32>
    %e = fusion.exp %d : tensor<90x130x40xf32>
    %l = fusion.reduce addf %e along [2] : tensor<90x130x40xf32> -> tensor<90x130x1xf32>
    %p = fusion.cast %e : tensor<90x130x40xf32> to tensor<90x130x40xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<90x130x40xbf16>, tensor<90x40x8xbf16>) -> tensor<90x130x8xf32>
    %n = fusion.div %u, %l : (tensor<90x130x8xf32>, tensor<90x130x1xf32>) -> tensor<90x130x8xf32>
    %r = fusion.cast %n : tensor<90x130x8xf32> to tensor<90x130x8xbf16>
    fusion.yield %r : tensor<90x130x8xbf16>
  }
  return %o : tensor<90x130x8xbf16>
}

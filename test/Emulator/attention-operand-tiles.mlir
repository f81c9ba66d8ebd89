// An operand of the scores that TMA brings in tiles of rows and keys, as warps read it: in rings of one to four tiles, with
// rows and keys that end in a tile, broadcast along batches, and under masks whose blocks need no mask or no walk.
// DEFINE: %{run} = env FAKE_DRIVER_LOG=1 FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --random=1 --verify
// RUN: %{run} --entry=shared 2>&1 | FileCheck %s -DNAME=shared
// RUN: %{run} --entry=of_heads 2>&1 | FileCheck %s -DNAME=of_heads
// RUN: %{run} --entry=continuous 2>&1 | FileCheck %s -DNAME=continuous
// RUN: %{run} --entry=causal 2>&1 | FileCheck %s -DNAME=causal
// RUN: %{run} --entry=splits 2>&1 | FileCheck %s -DNAME=splits
// RUN: %{run} --entry=finite_mask 2>&1 | FileCheck %s -DNAME=finite_mask
// CHECK: launch [[NAME]]_k0{{$}}
// CHECK: verify output 0: good
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
func.func @of_heads(%q: tensor<1x2x130x64xbf16>, %k: tensor<1x2x136x64xbf16>, %v: tensor<1x2x136x64xbf16>, %b: tensor<2x130x136xbf16>) -> tensor<1x2x130x64xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %b0 = %b) : (tensor<1x2x130x64xbf16>, tensor<1x2x136x64xbf16>, tensor<1x2x136x64xbf16>, tensor<2x130x136xbf16>) -> tensor<1x2x130x64xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 64, 64], warps = [8, 1], stages = 2, attention = <operand_stages = 1, ping_pong = true>>} {
    %scale = arith.constant dense<1.250000000e-01> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<1x2x130x64xbf16>, tensor<1x2x136x64xbf16>) -> tensor<1x2x130x136xf32>
    %t0 = fusion.mul %s, %scale : (tensor<1x2x130x136xf32>, tensor<f32>) -> tensor<1x2x130x136xf32>
    %t1 = fusion.add %t0, %b0 : (tensor<1x2x130x136xf32>, tensor<2x130x136xbf16>) -> tensor<1x2x130x136xf32>
    %m = fusion.reduce maximumf %t1 along [3] : tensor<1x2x130x136xf32> -> tensor<1x2x130x1xf32>
    %d = fusion.sub %t1, %m : (tensor<1x2x130x136xf32>, tensor<1x2x130x1xf32>) -> tensor<1x2x130x136xf32>
    %e = fusion.exp %d : tensor<1x2x130x136xf32>
    %l = fusion.reduce addf %e along [3] : tensor<1x2x130x136xf32> -> tensor<1x2x130x1xf32>
    %p = fusion.cast %e : tensor<1x2x130x136xf32> to tensor<1x2x130x136xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<1x2x130x136xbf16>, tensor<1x2x136x64xbf16>) -> tensor<1x2x130x64xf32>
    %r = fusion.div %u, %l : (tensor<1x2x130x64xf32>, tensor<1x2x130x1xf32>) -> tensor<1x2x130x64xf32>
    fusion.yield %r : tensor<1x2x130x64xf32>
  }
  return %o : tensor<1x2x130x64xf32>
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
func.func @causal(%q: tensor<2x3x300x32xbf16>, %k: tensor<2x3x272x32xbf16>, %v: tensor<2x3x272x32xbf16>, %b: tensor<300x272xbf16>) -> tensor<2x3x300x32xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %b0 = %b) : (tensor<2x3x300x32xbf16>, tensor<2x3x272x32xbf16>, tensor<2x3x272x32xbf16>, tensor<300x272xbf16>) -> tensor<2x3x300x32xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [192, 48, 32], warps = [12, 1], stages = 2, attention = <order = pairs, operand_stages = 3, ping_pong = true>>} {
    %scale = arith.constant dense<1.767766953e-01> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x3x300x32xbf16>, tensor<2x3x272x32xbf16>) -> tensor<2x3x300x272xf32>
    %t0 = fusion.mul %s, %scale : (tensor<2x3x300x272xf32>, tensor<f32>) -> tensor<2x3x300x272xf32>
    %t1 = fusion.add %t0, %b0 : (tensor<2x3x300x272xf32>, tensor<300x272xbf16>) -> tensor<2x3x300x272xf32>
    %mask = fusion.map() at(%i, %j) : () -> tensor<300x272xi1> {
      %c = arith.cmpi sle, %j, %i : index
      fusion.yield %c : i1
    }
    %none = arith.constant dense<0xFF800000> : tensor<f32>
    %t2 = fusion.select %mask, %t1, %none : (tensor<300x272xi1>, tensor<2x3x300x272xf32>, tensor<f32>) -> tensor<2x3x300x272xf32>
    %m = fusion.reduce maximumf %t2 along [3] : tensor<2x3x300x272xf32> -> tensor<2x3x300x1xf32>
    %d = fusion.sub %t2, %m : (tensor<2x3x300x272xf32>, tensor<2x3x300x1xf32>) -> tensor<2x3x300x272xf32>
    %e = fusion.exp %d : tensor<2x3x300x272xf32>
    %l = fusion.reduce addf %e along [3] : tensor<2x3x300x272xf32> -> tensor<2x3x300x1xf32>
    %p = fusion.cast %e : tensor<2x3x300x272xf32> to tensor<2x3x300x272xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<2x3x300x272xbf16>, tensor<2x3x272x32xbf16>) -> tensor<2x3x300x32xf32>
    %r = fusion.div %u, %l : (tensor<2x3x300x32xf32>, tensor<2x3x300x1xf32>) -> tensor<2x3x300x32xf32>
    fusion.yield %r : tensor<2x3x300x32xf32>
  }
  return %o : tensor<2x3x300x32xf32>
}
func.func @splits(%q: tensor<1x2x64x32xbf16>, %k: tensor<1x2x512x32xbf16>, %v: tensor<1x2x512x32xbf16>, %b: tensor<64x512xbf16>) -> tensor<1x2x64x32xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %b0 = %b) : (tensor<1x2x64x32xbf16>, tensor<1x2x512x32xbf16>, tensor<1x2x512x32xbf16>, tensor<64x512xbf16>) -> tensor<1x2x64x32xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 64, 32], warps = [4, 1], stages = 2, attention = <splits = 4, operand_stages = 2>>} {
    %scale = arith.constant dense<1.767766953e-01> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<1x2x64x32xbf16>, tensor<1x2x512x32xbf16>) -> tensor<1x2x64x512xf32>
    %t0 = fusion.mul %s, %scale : (tensor<1x2x64x512xf32>, tensor<f32>) -> tensor<1x2x64x512xf32>
    %t1 = fusion.add %t0, %b0 : (tensor<1x2x64x512xf32>, tensor<64x512xbf16>) -> tensor<1x2x64x512xf32>
    %m = fusion.reduce maximumf %t1 along [3] : tensor<1x2x64x512xf32> -> tensor<1x2x64x1xf32>
    %d = fusion.sub %t1, %m : (tensor<1x2x64x512xf32>, tensor<1x2x64x1xf32>) -> tensor<1x2x64x512xf32>
    %e = fusion.exp %d : tensor<1x2x64x512xf32>
    %l = fusion.reduce addf %e along [3] : tensor<1x2x64x512xf32> -> tensor<1x2x64x1xf32>
    %p = fusion.cast %e : tensor<1x2x64x512xf32> to tensor<1x2x64x512xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<1x2x64x512xbf16>, tensor<1x2x512x32xbf16>) -> tensor<1x2x64x32xf32>
    %r = fusion.div %u, %l : (tensor<1x2x64x32xf32>, tensor<1x2x64x1xf32>) -> tensor<1x2x64x32xf32>
    fusion.yield %r : tensor<1x2x64x32xf32>
  }
  return %o : tensor<1x2x64x32xf32>
}
func.func @finite_mask(%q: tensor<1x2x200x32xf16>, %k: tensor<1x2x264x32xf16>, %v: tensor<1x2x264x32xf16>, %b: tensor<1x200x264xf16>) -> tensor<1x2x200x32xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %b0 = %b) : (tensor<1x2x200x32xf16>, tensor<1x2x264x32xf16>, tensor<1x2x264x32xf16>, tensor<1x200x264xf16>) -> tensor<1x2x200x32xf32>
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 32, 32], warps = [4, 1], stages = 2, attention = <blocks_per_sm = 2, operand_stages = 4>>} {
    %scale = arith.constant dense<1.767766953e-01> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<1x2x200x32xf16>, tensor<1x2x264x32xf16>) -> tensor<1x2x200x264xf32>
    %t0 = fusion.mul %s, %scale : (tensor<1x2x200x264xf32>, tensor<f32>) -> tensor<1x2x200x264xf32>
    %t1 = fusion.add %t0, %b0 : (tensor<1x2x200x264xf32>, tensor<1x200x264xf16>) -> tensor<1x2x200x264xf32>
    %mask = fusion.map() at(%i, %j) : () -> tensor<200x264xi1> {
      %c = arith.cmpi sle, %j, %i : index
      fusion.yield %c : i1
    }
    %none = arith.constant dense<-1.0e+09> : tensor<f32>
    %t2 = fusion.select %mask, %t1, %none : (tensor<200x264xi1>, tensor<1x2x200x264xf32>, tensor<f32>) -> tensor<1x2x200x264xf32>
    %m = fusion.reduce maximumf %t2 along [3] : tensor<1x2x200x264xf32> -> tensor<1x2x200x1xf32>
    %d = fusion.sub %t2, %m : (tensor<1x2x200x264xf32>, tensor<1x2x200x1xf32>) -> tensor<1x2x200x264xf32>
    %e = fusion.exp %d : tensor<1x2x200x264xf32>
    %l = fusion.reduce addf %e along [3] : tensor<1x2x200x264xf32> -> tensor<1x2x200x1xf32>
    %p = fusion.cast %e : tensor<1x2x200x264xf32> to tensor<1x2x200x264xf16>
    %u = fusion.matmul %p, %v0 : (tensor<1x2x200x264xf16>, tensor<1x2x264x32xf16>) -> tensor<1x2x200x32xf32>
    %r = fusion.div %u, %l : (tensor<1x2x200x32xf32>, tensor<1x2x200x1xf32>) -> tensor<1x2x200x32xf32>
    fusion.yield %r : tensor<1x2x200x32xf32>
  }
  return %o : tensor<1x2x200x32xf32>
}

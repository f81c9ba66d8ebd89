// The schedule of least predicted time follows from sizes alone; tiles are [rows, keys, depth].
// RUN: fusion-opt %s --fusion-fuse=chip=sm_90a --fusion-select-schedule | FileCheck %s

// Long rows of a wide head: two warpgroups of 64 rows each, and as many keys as fit.
// CHECK-LABEL: func @wide
// CHECK: #fusion.schedule<family = attention, tile = [128, 128, 128], warps = [8, 1], stages = 2, attention = <order = rows>>
func.func @wide(%q: tensor<64x4096x128xbf16>, %k: tensor<64x4096x128xbf16>, %v: tensor<64x4096x128xbf16>) -> tensor<64x4096x128xbf16> {
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<64x4096x128xbf16>, tensor<64x4096x128xbf16>) -> tensor<64x4096x4096xf32>
  %m = fusion.reduce maximumf %s along [2] : tensor<64x4096x4096xf32> -> tensor<64x4096x1xf32>
  %d = fusion.sub %s, %m : (tensor<64x4096x4096xf32>, tensor<64x4096x1xf32>) -> tensor<64x4096x4096xf32>
  %e = fusion.exp %d : tensor<64x4096x4096xf32>
  %l = fusion.reduce addf %e along [2] : tensor<64x4096x4096xf32> -> tensor<64x4096x1xf32>
  %w = fusion.div %e, %l : (tensor<64x4096x4096xf32>, tensor<64x4096x1xf32>) -> tensor<64x4096x4096xf32>
  %p = fusion.cast %w : tensor<64x4096x4096xf32> to tensor<64x4096x4096xbf16>
  %u = fusion.matmul %p, %v : (tensor<64x4096x4096xbf16>, tensor<64x4096x128xbf16>) -> tensor<64x4096x128xf32>
  %o = fusion.cast %u : tensor<64x4096x128xf32> to tensor<64x4096x128xbf16>
  return %o : tensor<64x4096x128xbf16>
}

// Narrow heads leave registers for four warpgroups, which take turns, and leave little to do between tiles.
// CHECK-LABEL: func @narrow
// CHECK: #fusion.schedule<family = attention, tile = [256, 64, 64], warps = [16, 1], stages = 2, attention = <order = rows, ping_pong = true, continuous = true>>
func.func @narrow(%q: tensor<128x2048x64xbf16>, %k: tensor<128x2048x64xbf16>, %v: tensor<128x2048x64xbf16>) -> tensor<128x2048x64xbf16> {
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<128x2048x64xbf16>, tensor<128x2048x64xbf16>) -> tensor<128x2048x2048xf32>
  %m = fusion.reduce maximumf %s along [2] : tensor<128x2048x2048xf32> -> tensor<128x2048x1xf32>
  %d = fusion.sub %s, %m : (tensor<128x2048x2048xf32>, tensor<128x2048x1xf32>) -> tensor<128x2048x2048xf32>
  %e = fusion.exp %d : tensor<128x2048x2048xf32>
  %l = fusion.reduce addf %e along [2] : tensor<128x2048x2048xf32> -> tensor<128x2048x1xf32>
  %w = fusion.div %e, %l : (tensor<128x2048x2048xf32>, tensor<128x2048x1xf32>) -> tensor<128x2048x2048xf32>
  %p = fusion.cast %w : tensor<128x2048x2048xf32> to tensor<128x2048x2048xbf16>
  %u = fusion.matmul %p, %v : (tensor<128x2048x2048xbf16>, tensor<128x2048x64xbf16>) -> tensor<128x2048x64xf32>
  %o = fusion.cast %u : tensor<128x2048x64xf32> to tensor<128x2048x64xbf16>
  return %o : tensor<128x2048x64xbf16>
}

// Few rows: tiles of 64, so that more multiprocessors have one.
// CHECK-LABEL: func @few_rows
// CHECK: #fusion.schedule<family = attention, tile = [64, 128, 128], warps = [4, 1], stages = 2>
func.func @few_rows(%q: tensor<8x1024x128xbf16>, %k: tensor<8x1024x128xbf16>, %v: tensor<8x1024x128xbf16>) -> tensor<8x1024x128xbf16> {
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<8x1024x128xbf16>, tensor<8x1024x128xbf16>) -> tensor<8x1024x1024xf32>
  %m = fusion.reduce maximumf %s along [2] : tensor<8x1024x1024xf32> -> tensor<8x1024x1xf32>
  %d = fusion.sub %s, %m : (tensor<8x1024x1024xf32>, tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
  %e = fusion.exp %d : tensor<8x1024x1024xf32>
  %l = fusion.reduce addf %e along [2] : tensor<8x1024x1024xf32> -> tensor<8x1024x1xf32>
  %w = fusion.div %e, %l : (tensor<8x1024x1024xf32>, tensor<8x1024x1xf32>) -> tensor<8x1024x1024xf32>
  %p = fusion.cast %w : tensor<8x1024x1024xf32> to tensor<8x1024x1024xbf16>
  %u = fusion.matmul %p, %v : (tensor<8x1024x1024xbf16>, tensor<8x1024x128xbf16>) -> tensor<8x1024x128xf32>
  %o = fusion.cast %u : tensor<8x1024x128xf32> to tensor<8x1024x128xbf16>
  return %o : tensor<8x1024x128xbf16>
}

// Few keys: several blocks share a multiprocessor, since each waits more than it computes.
// CHECK-LABEL: func @few_keys
// CHECK: #fusion.schedule<family = attention, tile = [64, {{.*}}, 64], warps = [4, 1], stages = 2, attention = <blocks_per_sm = {{[23]}}, order = rows>>
func.func @few_keys(%q: tensor<384x128x64xbf16>, %k: tensor<384x128x64xbf16>, %v: tensor<384x128x64xbf16>) -> tensor<384x128x64xbf16> {
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<384x128x64xbf16>, tensor<384x128x64xbf16>) -> tensor<384x128x128xf32>
  %m = fusion.reduce maximumf %s along [2] : tensor<384x128x128xf32> -> tensor<384x128x1xf32>
  %d = fusion.sub %s, %m : (tensor<384x128x128xf32>, tensor<384x128x1xf32>) -> tensor<384x128x128xf32>
  %e = fusion.exp %d : tensor<384x128x128xf32>
  %l = fusion.reduce addf %e along [2] : tensor<384x128x128xf32> -> tensor<384x128x1xf32>
  %w = fusion.div %e, %l : (tensor<384x128x128xf32>, tensor<384x128x1xf32>) -> tensor<384x128x128xf32>
  %p = fusion.cast %w : tensor<384x128x128xf32> to tensor<384x128x128xbf16>
  %u = fusion.matmul %p, %v : (tensor<384x128x128xbf16>, tensor<384x128x64xbf16>) -> tensor<384x128x64xf32>
  %o = fusion.cast %u : tensor<384x128x64xf32> to tensor<384x128x64xbf16>
  return %o : tensor<384x128x64xbf16>
}

// Under a causal mask the last rows visit the most keys: tiles go in pairs that cost the same together.
// CHECK-LABEL: func @causal
// CHECK: #fusion.schedule<family = attention, tile = [128, 128, 128], warps = [8, 1], stages = 2, attention = <order = pairs, ping_pong = true, continuous = true>>
func.func @causal(%q: tensor<64x2048x128xbf16>, %k: tensor<64x2048x128xbf16>, %v: tensor<64x2048x128xbf16>) -> tensor<64x2048x128xbf16> {
  %mask = fusion.map() at(%i, %j) : () -> tensor<2048x2048xi1> {
    %c = arith.cmpi sle, %j, %i : index
    fusion.yield %c : i1
  }
  %none = arith.constant dense<0xFF800000> : tensor<f32>
  %a = fusion.matmul %q, %k {transpose_b} : (tensor<64x2048x128xbf16>, tensor<64x2048x128xbf16>) -> tensor<64x2048x2048xf32>
  %s = fusion.select %mask, %a, %none : (tensor<2048x2048xi1>, tensor<64x2048x2048xf32>, tensor<f32>) -> tensor<64x2048x2048xf32>
  %m = fusion.reduce maximumf %s along [2] : tensor<64x2048x2048xf32> -> tensor<64x2048x1xf32>
  %d = fusion.sub %s, %m : (tensor<64x2048x2048xf32>, tensor<64x2048x1xf32>) -> tensor<64x2048x2048xf32>
  %e = fusion.exp %d : tensor<64x2048x2048xf32>
  %l = fusion.reduce addf %e along [2] : tensor<64x2048x2048xf32> -> tensor<64x2048x1xf32>
  %w = fusion.div %e, %l : (tensor<64x2048x2048xf32>, tensor<64x2048x1xf32>) -> tensor<64x2048x2048xf32>
  %p = fusion.cast %w : tensor<64x2048x2048xf32> to tensor<64x2048x2048xbf16>
  %u = fusion.matmul %p, %v : (tensor<64x2048x2048xbf16>, tensor<64x2048x128xbf16>) -> tensor<64x2048x128xf32>
  %o = fusion.cast %u : tensor<64x2048x128xf32> to tensor<64x2048x128xbf16>
  return %o : tensor<64x2048x128xbf16>
}

// One query of grouped heads, whose keys are read at the memory's rate: small blocks of keys, two of them on each
// multiprocessor, and splits where there are few matrices.
// CHECK-LABEL: func @decoding
// CHECK: #fusion.schedule<family = attention, tile = [64, 64, 128], warps = [4, 1], stages = 2, attention = <blocks_per_sm = 2, splits = 4>>
func.func @decoding(%q: tensor<32x4x128xbf16>, %k: tensor<32x4096x128xbf16>, %v: tensor<32x4096x128xbf16>) -> tensor<32x4x128xbf16> {
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<32x4x128xbf16>, tensor<32x4096x128xbf16>) -> tensor<32x4x4096xf32>
  %m = fusion.reduce maximumf %s along [2] : tensor<32x4x4096xf32> -> tensor<32x4x1xf32>
  %d = fusion.sub %s, %m : (tensor<32x4x4096xf32>, tensor<32x4x1xf32>) -> tensor<32x4x4096xf32>
  %e = fusion.exp %d : tensor<32x4x4096xf32>
  %l = fusion.reduce addf %e along [2] : tensor<32x4x4096xf32> -> tensor<32x4x1xf32>
  %w = fusion.div %e, %l : (tensor<32x4x4096xf32>, tensor<32x4x1xf32>) -> tensor<32x4x4096xf32>
  %p = fusion.cast %w : tensor<32x4x4096xf32> to tensor<32x4x4096xbf16>
  %u = fusion.matmul %p, %v : (tensor<32x4x4096xbf16>, tensor<32x4096x128xbf16>) -> tensor<32x4x128xf32>
  %o = fusion.cast %u : tensor<32x4x128xf32> to tensor<32x4x128xbf16>
  return %o : tensor<32x4x128xbf16>
}

// Enough matrices fill the chip without splits.
// CHECK-LABEL: func @decoding_batch
// CHECK: #fusion.schedule<family = attention, tile = [64, 64, 128], warps = [4, 1], stages = 2, attention = <blocks_per_sm = 2{{(, order = rows)?}}>>
func.func @decoding_batch(%q: tensor<512x4x128xbf16>, %k: tensor<512x8192x128xbf16>, %v: tensor<512x8192x128xbf16>) -> tensor<512x4x128xbf16> {
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<512x4x128xbf16>, tensor<512x8192x128xbf16>) -> tensor<512x4x8192xf32>
  %m = fusion.reduce maximumf %s along [2] : tensor<512x4x8192xf32> -> tensor<512x4x1xf32>
  %d = fusion.sub %s, %m : (tensor<512x4x8192xf32>, tensor<512x4x1xf32>) -> tensor<512x4x8192xf32>
  %e = fusion.exp %d : tensor<512x4x8192xf32>
  %l = fusion.reduce addf %e along [2] : tensor<512x4x8192xf32> -> tensor<512x4x1xf32>
  %w = fusion.div %e, %l : (tensor<512x4x8192xf32>, tensor<512x4x1xf32>) -> tensor<512x4x8192xf32>
  %p = fusion.cast %w : tensor<512x4x8192xf32> to tensor<512x4x8192xbf16>
  %u = fusion.matmul %p, %v : (tensor<512x4x8192xbf16>, tensor<512x8192x128xbf16>) -> tensor<512x4x128xf32>
  %o = fusion.cast %u : tensor<512x4x128xf32> to tensor<512x4x128xbf16>
  return %o : tensor<512x4x128xbf16>
}

// Of a bias for each row and key TMA brings tiles, if shared memory has room: of three warpgroups, which take turns, two
// have other work than to read it.
// CHECK-LABEL: func @bias
// CHECK: #fusion.schedule<family = attention, tile = [192, 64, 128], warps = [12, 1], stages = 2, attention = <order = rows, ping_pong = true, continuous = true, operand_stages = 2>>
func.func @bias(%q: tensor<64x4096x128xbf16>, %k: tensor<64x4096x128xbf16>, %v: tensor<64x4096x128xbf16>, %b: tensor<4096x4096xbf16>) -> tensor<64x4096x128xbf16> {
  %a = fusion.matmul %q, %k {transpose_b} : (tensor<64x4096x128xbf16>, tensor<64x4096x128xbf16>) -> tensor<64x4096x4096xf32>
  %s = fusion.add %a, %b : (tensor<64x4096x4096xf32>, tensor<4096x4096xbf16>) -> tensor<64x4096x4096xf32>
  %m = fusion.reduce maximumf %s along [2] : tensor<64x4096x4096xf32> -> tensor<64x4096x1xf32>
  %d = fusion.sub %s, %m : (tensor<64x4096x4096xf32>, tensor<64x4096x1xf32>) -> tensor<64x4096x4096xf32>
  %e = fusion.exp %d : tensor<64x4096x4096xf32>
  %l = fusion.reduce addf %e along [2] : tensor<64x4096x4096xf32> -> tensor<64x4096x1xf32>
  %w = fusion.div %e, %l : (tensor<64x4096x4096xf32>, tensor<64x4096x1xf32>) -> tensor<64x4096x4096xf32>
  %p = fusion.cast %w : tensor<64x4096x4096xf32> to tensor<64x4096x4096xbf16>
  %u = fusion.matmul %p, %v : (tensor<64x4096x4096xbf16>, tensor<64x4096x128xbf16>) -> tensor<64x4096x128xf32>
  %o = fusion.cast %u : tensor<64x4096x128xf32> to tensor<64x4096x128xbf16>
  return %o : tensor<64x4096x128xbf16>
}

// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_90a --split-input-file --verify-diagnostics

// Schedules of attention that cannot be lowered.

func.func @warpgroups(%q: tensor<128x64xbf16>, %k: tensor<96x64xbf16>, %v: tensor<96x64xbf16>) -> tensor<128x64xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<128x64xbf16>, tensor<96x64xbf16>, tensor<96x64xbf16>) -> tensor<128x64xf32> // expected-error {{has a schedule that cannot be lowered for sm_90a: it has 5 consumer warpgroups, but 1 to 4 can be lowered}}
      attributes {schedule = #fusion.schedule<family = attention, tile = [320, 64, 64], warps = [20, 1], stages = 2>} {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<128x64xbf16>, tensor<96x64xbf16>) -> tensor<128x96xf32>
    %m = fusion.reduce maximumf %s along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %d = fusion.sub %s, %m : (tensor<128x96xf32>, tensor<128x1xf32>) -> tensor<128x96xf32>
    %e = fusion.exp %d : tensor<128x96xf32>
    %l = fusion.reduce addf %e along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %p = fusion.cast %e : tensor<128x96xf32> to tensor<128x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<128x96xbf16>, tensor<96x64xbf16>) -> tensor<128x64xf32>
    %r = fusion.div %u, %l : (tensor<128x64xf32>, tensor<128x1xf32>) -> tensor<128x64xf32>
    fusion.yield %r : tensor<128x64xf32>
  }
  return %o : tensor<128x64xf32>
}

// -----

func.func @keys(%q: tensor<128x64xbf16>, %k: tensor<96x64xbf16>, %v: tensor<96x64xbf16>) -> tensor<128x64xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<128x64xbf16>, tensor<96x64xbf16>, tensor<96x64xbf16>) -> tensor<128x64xf32> // expected-error {{it has blocks of 72 keys, but multiples of 16 up to 256 can be lowered}}
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 72, 64], warps = [8, 1], stages = 2>} {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<128x64xbf16>, tensor<96x64xbf16>) -> tensor<128x96xf32>
    %m = fusion.reduce maximumf %s along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %d = fusion.sub %s, %m : (tensor<128x96xf32>, tensor<128x1xf32>) -> tensor<128x96xf32>
    %e = fusion.exp %d : tensor<128x96xf32>
    %l = fusion.reduce addf %e along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %p = fusion.cast %e : tensor<128x96xf32> to tensor<128x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<128x96xbf16>, tensor<96x64xbf16>) -> tensor<128x64xf32>
    %r = fusion.div %u, %l : (tensor<128x64xf32>, tensor<128x1xf32>) -> tensor<128x64xf32>
    fusion.yield %r : tensor<128x64xf32>
  }
  return %o : tensor<128x64xf32>
}

// -----

func.func @stages(%q: tensor<128x64xbf16>, %k: tensor<96x64xbf16>, %v: tensor<96x64xbf16>) -> tensor<128x64xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<128x64xbf16>, tensor<96x64xbf16>, tensor<96x64xbf16>) -> tensor<128x64xf32> // expected-error {{it has 9 stages, but 1 to 8 can be lowered}}
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 64, 64], warps = [8, 1], stages = 9>} {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<128x64xbf16>, tensor<96x64xbf16>) -> tensor<128x96xf32>
    %m = fusion.reduce maximumf %s along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %d = fusion.sub %s, %m : (tensor<128x96xf32>, tensor<128x1xf32>) -> tensor<128x96xf32>
    %e = fusion.exp %d : tensor<128x96xf32>
    %l = fusion.reduce addf %e along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %p = fusion.cast %e : tensor<128x96xf32> to tensor<128x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<128x96xbf16>, tensor<96x64xbf16>) -> tensor<128x64xf32>
    %r = fusion.div %u, %l : (tensor<128x64xf32>, tensor<128x1xf32>) -> tensor<128x64xf32>
    fusion.yield %r : tensor<128x64xf32>
  }
  return %o : tensor<128x64xf32>
}

// -----

func.func @registers(%q: tensor<128x64xbf16>, %k: tensor<96x64xbf16>, %v: tensor<96x64xbf16>) -> tensor<128x64xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<128x64xbf16>, tensor<96x64xbf16>, tensor<96x64xbf16>) -> tensor<128x64xf32> // expected-error {{it needs 158 registers, but a thread has 112}}
      attributes {schedule = #fusion.schedule<family = attention, tile = [256, 128, 64], warps = [16, 1], stages = 2>} {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<128x64xbf16>, tensor<96x64xbf16>) -> tensor<128x96xf32>
    %m = fusion.reduce maximumf %s along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %d = fusion.sub %s, %m : (tensor<128x96xf32>, tensor<128x1xf32>) -> tensor<128x96xf32>
    %e = fusion.exp %d : tensor<128x96xf32>
    %l = fusion.reduce addf %e along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %p = fusion.cast %e : tensor<128x96xf32> to tensor<128x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<128x96xbf16>, tensor<96x64xbf16>) -> tensor<128x64xf32>
    %r = fusion.div %u, %l : (tensor<128x64xf32>, tensor<128x1xf32>) -> tensor<128x64xf32>
    fusion.yield %r : tensor<128x64xf32>
  }
  return %o : tensor<128x64xf32>
}

// -----

func.func @shared_memory(%q: tensor<128x64xbf16>, %k: tensor<96x64xbf16>, %v: tensor<96x64xbf16>) -> tensor<128x64xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<128x64xbf16>, tensor<96x64xbf16>, tensor<96x64xbf16>) -> tensor<128x64xf32> // expected-error {{bytes of shared memory, but sm_90a has}}
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 128, 64], warps = [8, 1], stages = 7>} {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<128x64xbf16>, tensor<96x64xbf16>) -> tensor<128x96xf32>
    %m = fusion.reduce maximumf %s along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %d = fusion.sub %s, %m : (tensor<128x96xf32>, tensor<128x1xf32>) -> tensor<128x96xf32>
    %e = fusion.exp %d : tensor<128x96xf32>
    %l = fusion.reduce addf %e along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %p = fusion.cast %e : tensor<128x96xf32> to tensor<128x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<128x96xbf16>, tensor<96x64xbf16>) -> tensor<128x64xf32>
    %r = fusion.div %u, %l : (tensor<128x64xf32>, tensor<128x1xf32>) -> tensor<128x64xf32>
    fusion.yield %r : tensor<128x64xf32>
  }
  return %o : tensor<128x64xf32>
}

// -----

func.func @blocks(%q: tensor<128x64xbf16>, %k: tensor<96x64xbf16>, %v: tensor<96x64xbf16>) -> tensor<128x64xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<128x64xbf16>, tensor<96x64xbf16>, tensor<96x64xbf16>) -> tensor<128x64xf32> // expected-error {{several blocks share a multiprocessor, which those of one consumer warpgroup alone can}}
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 64, 64], warps = [8, 1], stages = 2, attention = <blocks_per_sm = 2>>} {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<128x64xbf16>, tensor<96x64xbf16>) -> tensor<128x96xf32>
    %m = fusion.reduce maximumf %s along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %d = fusion.sub %s, %m : (tensor<128x96xf32>, tensor<128x1xf32>) -> tensor<128x96xf32>
    %e = fusion.exp %d : tensor<128x96xf32>
    %l = fusion.reduce addf %e along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %p = fusion.cast %e : tensor<128x96xf32> to tensor<128x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<128x96xbf16>, tensor<96x64xbf16>) -> tensor<128x64xf32>
    %r = fusion.div %u, %l : (tensor<128x64xf32>, tensor<128x1xf32>) -> tensor<128x64xf32>
    fusion.yield %r : tensor<128x64xf32>
  }
  return %o : tensor<128x64xf32>
}

// -----

// Each operation rounds.
module attributes {fusion.numerics = #fusion.numerics<strict>} {
func.func @strict(%q: tensor<128x64xbf16>, %k: tensor<96x64xbf16>, %v: tensor<96x64xbf16>) -> tensor<128x64xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<128x64xbf16>, tensor<96x64xbf16>, tensor<96x64xbf16>) -> tensor<128x64xf32> // expected-error {{has a schedule of family attention, but is none of it: strict numerics round every operation}}
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 64, 64], warps = [8, 1], stages = 2>} {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<128x64xbf16>, tensor<96x64xbf16>) -> tensor<128x96xf32>
    %m = fusion.reduce maximumf %s along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %d = fusion.sub %s, %m : (tensor<128x96xf32>, tensor<128x1xf32>) -> tensor<128x96xf32>
    %e = fusion.exp %d : tensor<128x96xf32>
    %l = fusion.reduce addf %e along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %p = fusion.cast %e : tensor<128x96xf32> to tensor<128x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<128x96xbf16>, tensor<96x64xbf16>) -> tensor<128x64xf32>
    %r = fusion.div %u, %l : (tensor<128x64xf32>, tensor<128x1xf32>) -> tensor<128x64xf32>
    fusion.yield %r : tensor<128x64xf32>
  }
  return %o : tensor<128x64xf32>
}
}

// -----

// Columns of a product come in eights.
func.func @columns_60(%q: tensor<128x64xbf16>, %k: tensor<96x64xbf16>, %v: tensor<96x60xbf16>) -> tensor<128x60xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<128x64xbf16>, tensor<96x64xbf16>, tensor<96x60xbf16>) -> tensor<128x60xf32> // expected-error {{has a schedule of family attention, but is none of it: the family takes a depth and columns that are known multiples of 8 up to 256}}
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 64, 64], warps = [8, 1], stages = 2>} {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<128x64xbf16>, tensor<96x64xbf16>) -> tensor<128x96xf32>
    %m = fusion.reduce maximumf %s along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %d = fusion.sub %s, %m : (tensor<128x96xf32>, tensor<128x1xf32>) -> tensor<128x96xf32>
    %e = fusion.exp %d : tensor<128x96xf32>
    %l = fusion.reduce addf %e along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %p = fusion.cast %e : tensor<128x96xf32> to tensor<128x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<128x96xbf16>, tensor<96x60xbf16>) -> tensor<128x60xf32>
    %r = fusion.div %u, %l : (tensor<128x60xf32>, tensor<128x1xf32>) -> tensor<128x60xf32>
    fusion.yield %r : tensor<128x60xf32>
  }
  return %o : tensor<128x60xf32>
}

// -----

// And are 256 at most.
func.func @columns_264(%q: tensor<128x64xbf16>, %k: tensor<96x64xbf16>, %v: tensor<96x264xbf16>) -> tensor<128x264xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<128x64xbf16>, tensor<96x64xbf16>, tensor<96x264xbf16>) -> tensor<128x264xf32> // expected-error {{has a schedule of family attention, but is none of it: the family takes a depth and columns that are known multiples of 8 up to 256}}
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 64, 64], warps = [8, 1], stages = 2>} {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<128x64xbf16>, tensor<96x64xbf16>) -> tensor<128x96xf32>
    %m = fusion.reduce maximumf %s along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %d = fusion.sub %s, %m : (tensor<128x96xf32>, tensor<128x1xf32>) -> tensor<128x96xf32>
    %e = fusion.exp %d : tensor<128x96xf32>
    %l = fusion.reduce addf %e along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %p = fusion.cast %e : tensor<128x96xf32> to tensor<128x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<128x96xbf16>, tensor<96x264xbf16>) -> tensor<128x264xf32>
    %r = fusion.div %u, %l : (tensor<128x264xf32>, tensor<128x1xf32>) -> tensor<128x264xf32>
    fusion.yield %r : tensor<128x264xf32>
  }
  return %o : tensor<128x264xf32>
}

// -----

func.func @no_other(%q: tensor<128x64xbf16>, %k: tensor<96x64xbf16>, %v: tensor<96x64xbf16>) -> tensor<128x64xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<128x64xbf16>, tensor<96x64xbf16>, tensor<96x64xbf16>) -> tensor<128x64xf32> // expected-error {{its consumer warpgroup has no other to take turns with}}
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 64, 64], warps = [4, 1], stages = 2, attention = <ping_pong = true>>} {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<128x64xbf16>, tensor<96x64xbf16>) -> tensor<128x96xf32>
    %m = fusion.reduce maximumf %s along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %d = fusion.sub %s, %m : (tensor<128x96xf32>, tensor<128x1xf32>) -> tensor<128x96xf32>
    %e = fusion.exp %d : tensor<128x96xf32>
    %l = fusion.reduce addf %e along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %p = fusion.cast %e : tensor<128x96xf32> to tensor<128x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<128x96xbf16>, tensor<96x64xbf16>) -> tensor<128x64xf32>
    %r = fusion.div %u, %l : (tensor<128x64xf32>, tensor<128x1xf32>) -> tensor<128x64xf32>
    fusion.yield %r : tensor<128x64xf32>
  }
  return %o : tensor<128x64xf32>
}

// -----

// 80 keys and 256 columns spill a little.
func.func @wide_columns(%q: tensor<128x64xbf16>, %k: tensor<96x64xbf16>, %v: tensor<96x256xbf16>) -> tensor<128x256xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v) : (tensor<128x64xbf16>, tensor<96x64xbf16>, tensor<96x256xbf16>) -> tensor<128x256xf32> // expected-error {{it needs 250 registers, but a thread has 240}}
      attributes {schedule = #fusion.schedule<family = attention, tile = [128, 80, 64], warps = [8, 1], stages = 2>} {
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<128x64xbf16>, tensor<96x64xbf16>) -> tensor<128x96xf32>
    %m = fusion.reduce maximumf %s along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %d = fusion.sub %s, %m : (tensor<128x96xf32>, tensor<128x1xf32>) -> tensor<128x96xf32>
    %e = fusion.exp %d : tensor<128x96xf32>
    %l = fusion.reduce addf %e along [1] : tensor<128x96xf32> -> tensor<128x1xf32>
    %p = fusion.cast %e : tensor<128x96xf32> to tensor<128x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<128x96xbf16>, tensor<96x256xbf16>) -> tensor<128x256xf32>
    %r = fusion.div %u, %l : (tensor<128x256xf32>, tensor<128x1xf32>) -> tensor<128x256xf32>
    fusion.yield %r : tensor<128x256xf32>
  }
  return %o : tensor<128x256xf32>
}

// -----

func.func @wide_operand(%q: tensor<1x1x128x64xbf16>, %k: tensor<1x1x96x64xbf16>, %v: tensor<1x1x96x64xbf16>, %b: tensor<1x128x96xf32>) -> tensor<1x1x128x64xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %b0 = %b) : (tensor<1x1x128x64xbf16>, tensor<1x1x96x64xbf16>, tensor<1x1x96x64xbf16>, tensor<1x128x96xf32>) -> tensor<1x1x128x64xf32> // expected-error {{it has operand stages, but no operand of the scores has a 16-bit element for each row and key}}
      attributes {schedule = #fusion.schedule<family = attention, tile = [64, 64, 64], warps = [4, 1], stages = 2, attention = <operand_stages = 2>>} {
    %scale = arith.constant dense<1.250000000e-01> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<1x1x128x64xbf16>, tensor<1x1x96x64xbf16>) -> tensor<1x1x128x96xf32>
    %t0 = fusion.mul %s, %scale : (tensor<1x1x128x96xf32>, tensor<f32>) -> tensor<1x1x128x96xf32>
    %t1 = fusion.add %t0, %b0 : (tensor<1x1x128x96xf32>, tensor<1x128x96xf32>) -> tensor<1x1x128x96xf32>
    %m = fusion.reduce maximumf %t1 along [3] : tensor<1x1x128x96xf32> -> tensor<1x1x128x1xf32>
    %d = fusion.sub %t1, %m : (tensor<1x1x128x96xf32>, tensor<1x1x128x1xf32>) -> tensor<1x1x128x96xf32>
    %e = fusion.exp %d : tensor<1x1x128x96xf32>
    %l = fusion.reduce addf %e along [3] : tensor<1x1x128x96xf32> -> tensor<1x1x128x1xf32>
    %p = fusion.cast %e : tensor<1x1x128x96xf32> to tensor<1x1x128x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<1x1x128x96xbf16>, tensor<1x1x96x64xbf16>) -> tensor<1x1x128x64xf32>
    %r = fusion.div %u, %l : (tensor<1x1x128x64xf32>, tensor<1x1x128x1xf32>) -> tensor<1x1x128x64xf32>
    fusion.yield %r : tensor<1x1x128x64xf32>
  }
  return %o : tensor<1x1x128x64xf32>
}

// -----

func.func @wide_operand_tiles(%q: tensor<1x1x128x64xbf16>, %k: tensor<1x1x96x64xbf16>, %v: tensor<1x1x96x64xbf16>, %b: tensor<1x128x96xf32>) -> tensor<1x1x128x64xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %b0 = %b) : (tensor<1x1x128x64xbf16>, tensor<1x1x96x64xbf16>, tensor<1x1x96x64xbf16>, tensor<1x128x96xf32>) -> tensor<1x1x128x64xf32> // expected-error {{it has tiles of an operand, but no operand of the scores has a 16-bit element for each row and key}}
      attributes {schedule = #fusion.schedule<family = attention_sm80, tile = [64, 64, 64], warps = [4, 1], stages = 2, attention_sm80 = <operand_tiles = true>>} {
    %scale = arith.constant dense<1.250000000e-01> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<1x1x128x64xbf16>, tensor<1x1x96x64xbf16>) -> tensor<1x1x128x96xf32>
    %t0 = fusion.mul %s, %scale : (tensor<1x1x128x96xf32>, tensor<f32>) -> tensor<1x1x128x96xf32>
    %t1 = fusion.add %t0, %b0 : (tensor<1x1x128x96xf32>, tensor<1x128x96xf32>) -> tensor<1x1x128x96xf32>
    %m = fusion.reduce maximumf %t1 along [3] : tensor<1x1x128x96xf32> -> tensor<1x1x128x1xf32>
    %d = fusion.sub %t1, %m : (tensor<1x1x128x96xf32>, tensor<1x1x128x1xf32>) -> tensor<1x1x128x96xf32>
    %e = fusion.exp %d : tensor<1x1x128x96xf32>
    %l = fusion.reduce addf %e along [3] : tensor<1x1x128x96xf32> -> tensor<1x1x128x1xf32>
    %p = fusion.cast %e : tensor<1x1x128x96xf32> to tensor<1x1x128x96xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<1x1x128x96xbf16>, tensor<1x1x96x64xbf16>) -> tensor<1x1x128x64xf32>
    %r = fusion.div %u, %l : (tensor<1x1x128x64xf32>, tensor<1x1x128x1xf32>) -> tensor<1x1x128x64xf32>
    fusion.yield %r : tensor<1x1x128x64xf32>
  }
  return %o : tensor<1x1x128x64xf32>
}

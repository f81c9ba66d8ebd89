// RUN: fusion-opt %s -fusion-attach-target=chip=sm_90a -fusion-select-schedule -split-input-file -verify-diagnostics

// A schedule of the wgmma family that the lowering does not take.

func.func @four_groups(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: 1 to 3 consumer warpgroups are needed, not 4}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [256, 64, 64], warps = [16, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @rows_of_three(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a tile of 3 warpgroups must have a multiple of 192 rows along m, 256 at most, not 128}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [12, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @accumulators_of_three(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a thread can hold 96 accumulators, but a warpgroup's 64 x 208 take 104}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [192, 208, 64], warps = [12, 1], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @pingpong_of_three(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: pingpong needs 2 consumer warpgroups, not 3}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [192, 64, 64], warps = [12, 1], stages = 2, sm90 = <mode = pingpong>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @two_blocks_of_three(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a block whose warpgroups pass registers to each other needs a multiprocessor alone, but 2 share one}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [192, 64, 64], warps = [12, 1], stages = 2, sm90 = <blocks_per_sm = 2>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @lone_pingpong(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: pingpong needs 2 consumer warpgroups, not 1}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <mode = pingpong>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @rows(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a tile of 2 warpgroups must have a multiple of 128 rows along m, 256 at most, not 64}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [8, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @rows_swapped(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a tile of 1 warpgroups must have a multiple of 64 rows along n, 256 at most, not 96}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 96, 64], warps = [1, 4], stages = 4, sm90 = <swap = true>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @columns(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a tile must have a multiple of 16 columns along n, 256 at most, not 24}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 24, 64], warps = [4, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @columns_swapped(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a tile must have a multiple of 8 columns along m, 256 at most, not 12}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [12, 64, 64], warps = [1, 4], stages = 4, sm90 = <swap = true>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @accumulators(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a thread can hold 176 accumulators, but a warpgroup's 128 x 256 take 256}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [256, 256, 64], warps = [8, 1], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @k(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a tile must hold 128 or 256 bytes along k, not 32 elements of 2}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 32], warps = [4, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @cluster(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: clusters of more than 4 blocks leave multiprocessors idle; 2 x 4 is none of 1 to 4}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <cluster_m = 2, cluster_n = 4>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @split(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: split_k must be 1 to 16, not 17}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <split_k = 17>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @split_cluster(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: split_k needs cooperative warpgroups and no other cluster}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <cluster_m = 2, split_k = 2>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @swap_cluster(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a swapped product has no cluster along m or n, but this one has 2 x 1}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [16, 64, 64], warps = [1, 4], stages = 4, sm90 = <cluster_m = 2, swap = true>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @box(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: the tile of B has 64 elements along its free dimension; 2 blocks need a multiple of 128}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <cluster_m = 2>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @narrow_b(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: the tile of B has 32 elements along its free dimension; 2 blocks need a multiple of 128}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 32, 64], warps = [4, 1], stages = 4, sm90 = <cluster_m = 2>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @stages(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: 2 to 32 stages are needed, not 1}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 1>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @blocks(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: 1 to 8 blocks can share a multiprocessor, not 9}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 2, sm90 = <blocks_per_sm = 9>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @alone(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a block whose warpgroups pass registers to each other needs a multiprocessor alone, but 2 share one}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 2, sm90 = <blocks_per_sm = 2>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @registers(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: 3 blocks of 160 threads leave 136 registers to each, but 200 are needed}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 256, 64], warps = [4, 1], stages = 2, sm90 = <blocks_per_sm = 3>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @shared(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a block needs 279664 bytes of shared memory, but the chip has 232448}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 5>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @shared_sm(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: 2 blocks of 141448 bytes of shared memory do not fit}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 8, sm90 = <blocks_per_sm = 2>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @grid(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a grid has at most 132 blocks, 1 for each multiprocessor, not 133}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <grid = 133>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @grid_cluster(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a grid of 127 blocks is not made of clusters of 2}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 128, 64], warps = [4, 1], stages = 4, sm90 = <cluster_m = 2, grid = 127>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @group(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a group must have 1 to 65535 rows or columns, not 65536}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, group = 65536>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @warps(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: warps must be [4, 8 or 12, 1], or [1, 4, 8 or 12] with swap, but are [2, 2]}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [2, 2], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @ieee(%x: tensor<256x512xf32>, %w: tensor<256x512xf32>) -> tensor<256x256xf32> attributes {fusion.f32_precision = #fusion.f32_precision<ieee>} {
  // expected-error @below {{wgmma has no products of f32:ieee}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x256xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 32], warps = [4, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x256xf32>
    fusion.yield %0 : tensor<256x256xf32>
  }
  return %y : tensor<256x256xf32>
}

// -----

func.func @parts_pingpong(%x: tensor<256x512xf32>, %w: tensor<256x512xf32>) -> tensor<256x256xf32> {
  // expected-error @below {{split f32 needs cooperative warpgroups}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x256xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 32], warps = [8, 1], stages = 2, sm90 = <mode = pingpong>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x256xf32>
    fusion.yield %0 : tensor<256x256xf32>
  }
  return %y : tensor<256x256xf32>
}

// -----

func.func @parts_of_three(%x: tensor<256x512xf32>, %w: tensor<256x512xf32>) -> tensor<256x256xf32> {
  // expected-error @below {{split f32 takes 1 or 2 consumer warpgroups, not 3}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x256xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [192, 64, 32], warps = [12, 1], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x256xf32>
    fusion.yield %0 : tensor<256x256xf32>
  }
  return %y : tensor<256x256xf32>
}

// -----

func.func @parts_tall(%x: tensor<256x512xf32>, %w: tensor<256x512xf32>) -> tensor<256x256xf32> {
  // expected-error @below {{split f32 needs 64 rows for each warpgroup, not 128}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x256xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [256, 64, 32], warps = [8, 1], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x256xf32>
    fusion.yield %0 : tensor<256x256xf32>
  }
  return %y : tensor<256x256xf32>
}

// -----

func.func @parts_long(%x: tensor<256x512xf32>, %w: tensor<256x512xf32>) -> tensor<256x256xf32> {
  // expected-error @below {{split f32 needs k blocks of 128 bytes, not of 64 elements}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x256xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x256xf32>
    fusion.yield %0 : tensor<256x256xf32>
  }
  return %y : tensor<256x256xf32>
}

// -----

func.func @parts_wide(%x: tensor<256x512xf32>, %w: tensor<256x512xf32>) -> tensor<256x256xf32> {
  // expected-error @below {{a thread can hold 128 accumulators, but a warpgroup's 64 x 256 take 256}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x256xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 256, 32], warps = [8, 1], stages = 2>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x256xf32>
    fusion.yield %0 : tensor<256x256xf32>
  }
  return %y : tensor<256x256xf32>
}

// -----

func.func @tf32(%x: tensor<256x512xf32>, %w: tensor<512x256xf32>) -> tensor<256x256xf32> {
  // expected-error @below {{B is not contiguous along k, which takes copy_b where elements have 4 bytes}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xf32>, tensor<512x256xf32>) -> tensor<256x256xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 32], warps = [4, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xf32>, tensor<512x256xf32>) -> tensor<256x256xf32>
    fusion.yield %0 : tensor<256x256xf32>
  }
  return %y : tensor<256x256xf32>
}

// -----

func.func @f64(%x: tensor<256x512xf64>, %w: tensor<512x256xf64>) -> tensor<256x256xf64> {
  // expected-error @below {{wgmma has no products of f64}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xf64>, tensor<512x256xf64>) -> tensor<256x256xf64>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 16], warps = [4, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xf64>, tensor<512x256xf64>) -> tensor<256x256xf64>
    fusion.yield %0 : tensor<256x256xf64>
  }
  return %y : tensor<256x256xf64>
}

// -----

func.func @pitch(%x: tensor<250x500xbf16>, %w: tensor<500x250xbf16>) -> tensor<250x250xbf16> {
  // expected-error @below {{A's rows are no multiple of 16 bytes, which takes copy_a}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<250x500xbf16>, tensor<500x250xbf16>) -> tensor<250x250xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<250x500xbf16>, tensor<500x250xbf16>) -> tensor<250x250xbf16>
    fusion.yield %0 : tensor<250x250xbf16>
  }
  return %y : tensor<250x250xbf16>
}

// -----

func.func @copied(%x: tensor<250x500xbf16>, %w: tensor<500x250xbf16>) -> tensor<250x250xbf16> {
  // expected-error @below {{B's rows are no multiple of 16 bytes, which takes copy_b}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<250x500xbf16>, tensor<500x250xbf16>) -> tensor<250x250xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <copy_a = true>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<250x500xbf16>, tensor<500x250xbf16>) -> tensor<250x250xbf16>
    fusion.yield %0 : tensor<250x250xbf16>
  }
  return %y : tensor<250x250xbf16>
}

// -----

// Elementwise kernels have one schedule, of which nothing can be chosen.
func.func @elementwise(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-warning @below {{has a schedule that is not used: without a product, every kernel has #fusion.schedule<family = elementwise, tile = [1, 2048, 1], warps = [1, 8]>}}
  %y = fusion.kernel(%x0 = %x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
      attributes {schedule = #fusion.schedule<family = elementwise, tile = [1, 256, 1], warps = [1, 8]>} {
    %0 = fusion.tanh %x0 : tensor<8x8xf32>
    fusion.yield %0 : tensor<8x8xf32>
  }
  return %y : tensor<8x8xf32>
}

// -----

func.func @no_product(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @below {{has no product with a schedule of family sm90}}
  %y = fusion.kernel(%x0 = %x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1]>} {
    %0 = fusion.relu %x0 : tensor<8x8xf32>
    fusion.yield %0 : tensor<8x8xf32>
  }
  return %y : tensor<8x8xf32>
}

// -----

// What it takes: cooperative, ping-pong, swapped.
func.func @good(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 4, sm90 = <cluster_m = 2, grid = 128>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  %z = fusion.kernel(%x0 = %y, %w0 = %w) : (tensor<256x256xbf16>, tensor<512x256xbf16>) -> tensor<256x512xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4, sm90 = <mode = pingpong>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<256x256xbf16>, tensor<512x256xbf16>) -> tensor<256x512xbf16>
    fusion.yield %0 : tensor<256x512xbf16>
  }
  %v = fusion.kernel(%x0 = %z, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [16, 64, 64], warps = [1, 4], stages = 10, sm90 = <swap = true, blocks_per_sm = 2, dependents = late>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %v : tensor<256x256xbf16>
}

// -----

#large = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 4, sm90 = <>>
func.func @alternative(%x: tensor<?x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<?x256xbf16> {
  // expected-error @below {{has an alternative for M up to 12 that cannot be lowered for sm_90a: a tile must have a multiple of 8 columns along m, 256 at most, not 12}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<?x512xbf16>, tensor<512x256xbf16>) -> tensor<?x256xbf16>
      attributes {schedule = #large, alternatives = [#fusion.alternative<most_m = 12, schedule = <family = sm90, tile = [12, 64, 64], warps = [1, 4], stages = 4, sm90 = <swap = true>>>]} {
    %0 = fusion.matmul %x0, %w0 : (tensor<?x512xbf16>, tensor<512x256xbf16>) -> tensor<?x256xbf16>
    fusion.yield %0 : tensor<?x256xbf16>
  }
  return %y : tensor<?x256xbf16>
}

// -----

#large = #fusion.schedule<family = sm90, tile = [128, 256, 64], warps = [8, 1], stages = 4, sm90 = <>>
func.func @other_family(%x: tensor<?x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<?x256xbf16> {
  // expected-error @below {{has alternatives, which are for products and family sm90}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<?x512xbf16>, tensor<512x256xbf16>) -> tensor<?x256xbf16>
      attributes {schedule = #large, alternatives = [#fusion.alternative<most_m = 16, schedule = <family = sm80, tile = [16, 64, 64], warps = [1, 4]>>]} {
    %0 = fusion.matmul %x0, %w0 : (tensor<?x512xbf16>, tensor<512x256xbf16>) -> tensor<?x256xbf16>
    fusion.yield %0 : tensor<?x256xbf16>
  }
  return %y : tensor<?x256xbf16>
}

// -----

func.func @copied_both_ways(%x: tensor<250x500xbf16>, %w: tensor<500x248xbf16>) -> tensor<250x248xbf16> {
  // expected-error @below {{A is copied to where TMA can read it by copy_a; load_a = cp_async is for operands as they lie}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<250x500xbf16>, tensor<500x248xbf16>) -> tensor<250x248xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <copy_a = true, load_a = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<250x500xbf16>, tensor<500x248xbf16>) -> tensor<250x248xbf16>
    fusion.yield %0 : tensor<250x248xbf16>
  }
  return %y : tensor<250x248xbf16>
}

// -----

func.func @copied_elements(%x: tensor<250x504xbf16>, %w: tensor<504x249xbf16>) -> tensor<250x249xbf16> {
  // expected-error @below {{B's rows are no multiple of 4 bytes, the least that load_b = cp_async can copy}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<250x504xbf16>, tensor<504x249xbf16>) -> tensor<250x249xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <load_b = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<250x504xbf16>, tensor<504x249xbf16>) -> tensor<250x249xbf16>
    fusion.yield %0 : tensor<250x249xbf16>
  }
  return %y : tensor<250x249xbf16>
}

// -----

func.func @copied_for_others(%x: tensor<250x502xbf16>, %w: tensor<502x256xbf16>) -> tensor<250x256xbf16> {
  // expected-error @below {{threads load for their own block alone, but 2 blocks of a cluster share A}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<250x502xbf16>, tensor<502x256xbf16>) -> tensor<250x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <cluster_n = 2, load_a = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<250x502xbf16>, tensor<502x256xbf16>) -> tensor<250x256xbf16>
    fusion.yield %0 : tensor<250x256xbf16>
  }
  return %y : tensor<250x256xbf16>
}

// -----

func.func @copied_and_spread(%x: tensor<250x502xbf16>, %w: tensor<502x256xbf16>) -> tensor<250x256xbf16> {
  // expected-error @below {{2 blocks of 384 threads leave 80 registers to each, but 104 are needed}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<250x502xbf16>, tensor<502x256xbf16>) -> tensor<250x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 3, sm90 = <blocks_per_sm = 2, load_a = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<250x502xbf16>, tensor<502x256xbf16>) -> tensor<250x256xbf16>
    fusion.yield %0 : tensor<250x256xbf16>
  }
  return %y : tensor<250x256xbf16>
}

// -----

func.func @many_partial_tiles(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: stream_k_tail must be 1 to 32, not 33}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <stream_k_tail = 33>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @reduction_without_tail(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: tail_reduction says who adds partial tiles, of which there are none without stream_k_tail}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <tail_reduction = blocks>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @pingpong_tail(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: stream_k_tail needs cooperative warpgroups and no cluster}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [8, 1], stages = 4, sm90 = <mode = pingpong, stream_k_tail = 2>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @tail_in_cluster(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: stream_k_tail needs cooperative warpgroups and no cluster}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <split_k = 2, stream_k_tail = 2>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @copied_tail(%x: tensor<256x512xbf16>, %w: tensor<512x256xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: stream_k_tail is for products of one part whose operands TMA loads}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <stream_k_tail = 2, load_a = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @tail_across_cluster(%x: tensor<256x512xbf16>, %w: tensor<256x512xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: stream_k_tail needs cooperative warpgroups and no cluster}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xbf16>, tensor<256x512xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 4, sm90 = <cluster_m = 2, stream_k_tail = 2>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<256x512xbf16>, tensor<256x512xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @tail_in_parts(%x: tensor<256x512xf32>, %w: tensor<256x512xf32>) -> tensor<256x256xf32> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: stream_k_tail is for products of one part whose operands TMA loads}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x256xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 32], warps = [4, 1], stages = 4, sm90 = <stream_k_tail = 2>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<256x512xf32>, tensor<256x512xf32>) -> tensor<256x256xf32>
    fusion.yield %0 : tensor<256x256xf32>
  }
  return %y : tensor<256x256xf32>
}

// -----

func.func @empty(%x: tensor<256x0xbf16>, %w: tensor<256x0xbf16>) -> tensor<256x256xbf16> {
  // expected-error @below {{has a schedule of family sm90, and cannot be lowered by it: the family takes three dimensions of batches at most, and none that is empty}}
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256x0xbf16>, tensor<256x0xbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 64], warps = [4, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<256x0xbf16>, tensor<256x0xbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// -----

func.func @pair_with_a_tail(%x: tensor<256x512xbf16>, %g: tensor<512x256xbf16>, %u: tensor<512x256xbf16>) -> tensor<256x256xf32> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: kernels of 2 products have no stream-K tail}}
  %y = fusion.kernel(%x0 = %x, %g0 = %g, %u0 = %u) : (tensor<256x512xbf16>, tensor<512x256xbf16>, tensor<512x256xbf16>) -> tensor<256x256xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = 4, sm90 = <stream_k_tail = 2>>} {
    %0 = fusion.matmul %x0, %g0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xf32>
    %1 = fusion.matmul %x0, %u0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xf32>
    %2 = fusion.mul %0, %1 : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    fusion.yield %2 : tensor<256x256xf32>
  }
  return %y : tensor<256x256xf32>
}

// -----

func.func @part_of_a_box(%x: tensor<256x512xbf16>, %g: tensor<512x256xbf16>, %u: tensor<512x256xbf16>) -> tensor<256x256xf32> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a tile of 2 products must have a multiple of 64 columns of each, not 32}}
  %y = fusion.kernel(%x0 = %x, %g0 = %g, %u0 = %u) : (tensor<256x512xbf16>, tensor<512x256xbf16>, tensor<512x256xbf16>) -> tensor<256x256xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 32, 64], warps = [8, 1], stages = 4>} {
    %0 = fusion.matmul %x0, %g0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xf32>
    %1 = fusion.matmul %x0, %u0 : (tensor<256x512xbf16>, tensor<512x256xbf16>) -> tensor<256x256xf32>
    %2 = fusion.mul %0, %1 : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
    fusion.yield %2 : tensor<256x256xf32>
  }
  return %y : tensor<256x256xf32>
}

// -----

func.func @pair_of_many_rows(%x: tensor<16x512xbf16>, %g: tensor<512x256xbf16>, %u: tensor<512x256xbf16>) -> tensor<16x256xf32> {
  // expected-error @below {{has a schedule that cannot be lowered for sm_90a: a tile of 2 warpgroups must have a multiple of 128 rows along n, 128 at most, not 256}}
  %y = fusion.kernel(%x0 = %x, %g0 = %g, %u0 = %u) : (tensor<16x512xbf16>, tensor<512x256xbf16>, tensor<512x256xbf16>) -> tensor<16x256xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [16, 256, 64], warps = [1, 8], stages = 4, sm90 = <swap = true>>} {
    %0 = fusion.matmul %x0, %g0 : (tensor<16x512xbf16>, tensor<512x256xbf16>) -> tensor<16x256xf32>
    %1 = fusion.matmul %x0, %u0 : (tensor<16x512xbf16>, tensor<512x256xbf16>) -> tensor<16x256xf32>
    %2 = fusion.mul %0, %1 : (tensor<16x256xf32>, tensor<16x256xf32>) -> tensor<16x256xf32>
    fusion.yield %2 : tensor<16x256xf32>
  }
  return %y : tensor<16x256xf32>
}

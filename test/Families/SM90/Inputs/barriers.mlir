// Kernels of the wgmma family, one for each way of synchronising. Tests put numbers for STAGES and for the sizes ROWS
// (384: three tiles of 128, one after the other in one block) and DEPTH (of k).

// Partial tiles come after the whole tiles; a residual comes through barriers that they leave alone.
func.func @tail(%x: tensor<ROWSxDEPTHxbf16>, %w: tensor<64xDEPTHxbf16>, %r: tensor<ROWSx64xbf16>) -> tensor<ROWSx64xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %r0 = %r) : (tensor<ROWSxDEPTHxbf16>, tensor<64xDEPTHxbf16>, tensor<ROWSx64xbf16>) -> tensor<ROWSx64xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 64], warps = [8, 1], stages = STAGES, sm90 = <stream_k_tail = 2, grid = 2>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<ROWSxDEPTHxbf16>, tensor<64xDEPTHxbf16>) -> tensor<ROWSx64xf32>
    %1 = fusion.add %0, %r0 : (tensor<ROWSx64xf32>, tensor<ROWSx64xbf16>) -> tensor<ROWSx64xf32>
    %2 = fusion.cast %1 : tensor<ROWSx64xf32> to tensor<ROWSx64xbf16>
    fusion.yield %2 : tensor<ROWSx64xbf16>
  }
  return %y : tensor<ROWSx64xbf16>
}

func.func @cooperative(%x: tensor<ROWSxDEPTHxbf16>, %w: tensor<128xDEPTHxbf16>, %b: tensor<128xbf16>) -> tensor<ROWSx128xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b) : (tensor<ROWSxDEPTHxbf16>, tensor<128xDEPTHxbf16>, tensor<128xbf16>) -> tensor<ROWSx128xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = STAGES>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<ROWSxDEPTHxbf16>, tensor<128xDEPTHxbf16>) -> tensor<ROWSx128xf32>
    %1 = fusion.add %0, %b0 : (tensor<ROWSx128xf32>, tensor<128xbf16>) -> tensor<ROWSx128xf32>
    %2 = fusion.cast %1 : tensor<ROWSx128xf32> to tensor<ROWSx128xbf16>
    fusion.yield %2 : tensor<ROWSx128xbf16>
  }
  return %y : tensor<ROWSx128xbf16>
}

func.func @three(%x: tensor<ROWSxDEPTHxbf16>, %w: tensor<128xDEPTHxbf16>, %b: tensor<128xbf16>) -> tensor<ROWSx128xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b) : (tensor<ROWSxDEPTHxbf16>, tensor<128xDEPTHxbf16>, tensor<128xbf16>) -> tensor<ROWSx128xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [192, 128, 64], warps = [12, 1], stages = STAGES, sm90 = <grid = 1>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<ROWSxDEPTHxbf16>, tensor<128xDEPTHxbf16>) -> tensor<ROWSx128xf32>
    %1 = fusion.add %0, %b0 : (tensor<ROWSx128xf32>, tensor<128xbf16>) -> tensor<ROWSx128xf32>
    %2 = fusion.cast %1 : tensor<ROWSx128xf32> to tensor<ROWSx128xbf16>
    fusion.yield %2 : tensor<ROWSx128xbf16>
  }
  return %y : tensor<ROWSx128xbf16>
}

// The residual comes through shared memory, where the results take its place.
func.func @residual(%x: tensor<ROWSxDEPTHxbf16>, %w: tensor<DEPTHx128xbf16>, %r: tensor<ROWSx128xbf16>) -> tensor<ROWSx128xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %r0 = %r) : (tensor<ROWSxDEPTHxbf16>, tensor<DEPTHx128xbf16>, tensor<ROWSx128xbf16>) -> tensor<ROWSx128xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = STAGES>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<ROWSxDEPTHxbf16>, tensor<DEPTHx128xbf16>) -> tensor<ROWSx128xf32>
    %1 = fusion.add %0, %r0 : (tensor<ROWSx128xf32>, tensor<ROWSx128xbf16>) -> tensor<ROWSx128xf32>
    %2 = fusion.cast %1 : tensor<ROWSx128xf32> to tensor<ROWSx128xbf16>
    fusion.yield %2 : tensor<ROWSx128xbf16>
  }
  return %y : tensor<ROWSx128xbf16>
}

func.func @pingpong(%x: tensor<ROWSxDEPTHxbf16>, %w: tensor<DEPTHx128xbf16>) -> tensor<ROWSx128xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<ROWSxDEPTHxbf16>, tensor<DEPTHx128xbf16>) -> tensor<ROWSx128xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = STAGES, sm90 = <mode = pingpong>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<ROWSxDEPTHxbf16>, tensor<DEPTHx128xbf16>) -> tensor<ROWSx128xbf16>
    fusion.yield %0 : tensor<ROWSx128xbf16>
  }
  return %y : tensor<ROWSx128xbf16>
}

func.func @narrow(%x: tensor<ROWSxDEPTHxbf16>, %w: tensor<32xDEPTHxbf16>) -> tensor<ROWSx32xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<ROWSxDEPTHxbf16>, tensor<32xDEPTHxbf16>) -> tensor<ROWSx32xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 32, 128], warps = [4, 1], stages = STAGES>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<ROWSxDEPTHxbf16>, tensor<32xDEPTHxbf16>) -> tensor<ROWSx32xbf16>
    fusion.yield %0 : tensor<ROWSx32xbf16>
  }
  return %y : tensor<ROWSx32xbf16>
}

func.func @swapped(%x: tensor<16xDEPTHxbf16>, %w: tensor<192xDEPTHxbf16>) -> tensor<16x192xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<16xDEPTHxbf16>, tensor<192xDEPTHxbf16>) -> tensor<16x192xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [16, 64, 64], warps = [1, 4], stages = STAGES, sm90 = <swap = true, dependents = late>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<16xDEPTHxbf16>, tensor<192xDEPTHxbf16>) -> tensor<16x192xbf16>
    fusion.yield %0 : tensor<16x192xbf16>
  }
  return %y : tensor<16x192xbf16>
}

func.func @column_of_blocks(%x: tensor<512xDEPTHxbf16>, %w: tensor<DEPTHx128xbf16>) -> tensor<512x128xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<512xDEPTHxbf16>, tensor<DEPTHx128xbf16>) -> tensor<512x128xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = STAGES, sm90 = <cluster_m = 2>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<512xDEPTHxbf16>, tensor<DEPTHx128xbf16>) -> tensor<512x128xbf16>
    fusion.yield %0 : tensor<512x128xbf16>
  }
  return %y : tensor<512x128xbf16>
}

func.func @row_of_blocks(%x: tensor<256xDEPTHxbf16>, %w: tensor<256xDEPTHxbf16>) -> tensor<256x256xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<256xDEPTHxbf16>, tensor<256xDEPTHxbf16>) -> tensor<256x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = STAGES, sm90 = <mode = pingpong, cluster_n = 2>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<256xDEPTHxbf16>, tensor<256xDEPTHxbf16>) -> tensor<256x256xbf16>
    fusion.yield %0 : tensor<256x256xbf16>
  }
  return %y : tensor<256x256xbf16>
}

// The sums of both products of a gated pair.
func.func @shared_k_pair(%x: tensor<16xDEPTHxbf16>, %g: tensor<256xDEPTHxbf16>, %u: tensor<256xDEPTHxbf16>) -> tensor<16x256xbf16> {
  %y = fusion.kernel(%x0 = %x, %g0 = %g, %u0 = %u) : (tensor<16xDEPTHxbf16>, tensor<256xDEPTHxbf16>, tensor<256xDEPTHxbf16>) -> tensor<16x256xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [16, 128, 64], warps = [1, 8], stages = STAGES, sm90 = <swap = true, split_k = 2, grid = 2>>} {
    %0 = fusion.matmul %x0, %g0 {transpose_b} : (tensor<16xDEPTHxbf16>, tensor<256xDEPTHxbf16>) -> tensor<16x256xbf16>
    %1 = fusion.matmul %x0, %u0 {transpose_b} : (tensor<16xDEPTHxbf16>, tensor<256xDEPTHxbf16>) -> tensor<16x256xbf16>
    %2 = fusion.mul %0, %1 : (tensor<16x256xbf16>, tensor<16x256xbf16>) -> tensor<16x256xbf16>
    fusion.yield %2 : tensor<16x256xbf16>
  }
  return %y : tensor<16x256xbf16>
}

// Three blocks share K, for one tile after the other, and finish a third of the columns each.
func.func @shared_k(%x: tensor<ROWSxDEPTHxbf16>, %w: tensor<96xDEPTHxbf16>, %b: tensor<96xbf16>, %r: tensor<ROWSx96xbf16>) -> tensor<ROWSx96xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b, %r0 = %r) : (tensor<ROWSxDEPTHxbf16>, tensor<96xDEPTHxbf16>, tensor<96xbf16>, tensor<ROWSx96xbf16>) -> tensor<ROWSx96xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 96, 64], warps = [8, 1], stages = STAGES, sm90 = <split_k = 3>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<ROWSxDEPTHxbf16>, tensor<96xDEPTHxbf16>) -> tensor<ROWSx96xf32>
    %1 = fusion.add %0, %b0 : (tensor<ROWSx96xf32>, tensor<96xbf16>) -> tensor<ROWSx96xf32>
    %2 = fusion.add %1, %r0 : (tensor<ROWSx96xf32>, tensor<ROWSx96xbf16>) -> tensor<ROWSx96xf32>
    %3 = fusion.cast %2 : tensor<ROWSx96xf32> to tensor<ROWSx96xbf16>
    fusion.yield %3 : tensor<ROWSx96xbf16>
  }
  return %y : tensor<ROWSx96xbf16>
}

// Of four blocks two finish eight columns each.
func.func @shared_k_swapped(%x: tensor<16xDEPTHxbf16>, %w: tensor<192xDEPTHxbf16>, %b: tensor<192xbf16>) -> tensor<16x192xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w, %b0 = %b) : (tensor<16xDEPTHxbf16>, tensor<192xDEPTHxbf16>, tensor<192xbf16>) -> tensor<16x192xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [16, 64, 64], warps = [1, 4], stages = STAGES, sm90 = <swap = true, split_k = 4, dependents = late>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<16xDEPTHxbf16>, tensor<192xDEPTHxbf16>) -> tensor<16x192xf32>
    %1 = fusion.add %0, %b0 : (tensor<16x192xf32>, tensor<192xbf16>) -> tensor<16x192xf32>
    %2 = fusion.cast %1 : tensor<16x192xf32> to tensor<16x192xbf16>
    fusion.yield %2 : tensor<16x192xbf16>
  }
  return %y : tensor<16x192xbf16>
}

// f32 whose left factor the threads read, into registers: B lies along n.
func.func @registers(%x: tensor<ROWSxDEPTHxf32>, %w: tensor<DEPTHx128xf32>) -> tensor<ROWSx128xf32> attributes {fusion.f32_precision = #fusion.f32_precision<tf32>} {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<ROWSxDEPTHxf32>, tensor<DEPTHx128xf32>) -> tensor<ROWSx128xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 32], warps = [1, 4], stages = STAGES, sm90 = <swap = true, dependents = late>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<ROWSxDEPTHxf32>, tensor<DEPTHx128xf32>) -> tensor<ROWSx128xf32>
    fusion.yield %0 : tensor<ROWSx128xf32>
  }
  return %y : tensor<ROWSx128xf32>
}

// Split f32: between producer and consumers is a warpgroup that writes low halves.
func.func @parts(%x: tensor<ROWSxDEPTHxf32>, %w: tensor<64xDEPTHxf32>) -> tensor<ROWSx64xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<ROWSxDEPTHxf32>, tensor<64xDEPTHxf32>) -> tensor<ROWSx64xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 32], warps = [8, 1], stages = STAGES>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<ROWSxDEPTHxf32>, tensor<64xDEPTHxf32>) -> tensor<ROWSx64xf32>
    fusion.yield %0 : tensor<ROWSx64xf32>
  }
  return %y : tensor<ROWSx64xf32>
}

func.func @parts_of_one(%x: tensor<ROWSxDEPTHxf32>, %w: tensor<64xDEPTHxf32>) -> tensor<ROWSx64xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<ROWSxDEPTHxf32>, tensor<64xDEPTHxf32>) -> tensor<ROWSx64xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 64, 32], warps = [4, 1], stages = STAGES, sm90 = <dependents = late>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<ROWSxDEPTHxf32>, tensor<64xDEPTHxf32>) -> tensor<ROWSx64xf32>
    fusion.yield %0 : tensor<ROWSx64xf32>
  }
  return %y : tensor<ROWSx64xf32>
}

func.func @parts_cluster(%x: tensor<512xDEPTHxf32>, %w: tensor<128xDEPTHxf32>) -> tensor<512x128xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<512xDEPTHxf32>, tensor<128xDEPTHxf32>) -> tensor<512x128xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 32], warps = [8, 1], stages = STAGES, sm90 = <cluster_m = 2>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<512xDEPTHxf32>, tensor<128xDEPTHxf32>) -> tensor<512x128xf32>
    fusion.yield %0 : tensor<512x128xf32>
  }
  return %y : tensor<512x128xf32>
}

func.func @parts_shared_k(%x: tensor<ROWSxDEPTHxf32>, %w: tensor<64xDEPTHxf32>) -> tensor<ROWSx64xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<ROWSxDEPTHxf32>, tensor<64xDEPTHxf32>) -> tensor<ROWSx64xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 64, 32], warps = [8, 1], stages = STAGES, sm90 = <split_k = 2>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<ROWSxDEPTHxf32>, tensor<64xDEPTHxf32>) -> tensor<ROWSx64xf32>
    fusion.yield %0 : tensor<ROWSx64xf32>
  }
  return %y : tensor<ROWSx64xf32>
}

// Threads load both operands, 16 bytes at a time; the last tile and the last k block have parts outside.
func.func @copied(%x: tensor<ROWSxDEPTHxbf16>, %w: tensor<120xDEPTHxbf16>) -> tensor<ROWSx120xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<ROWSxDEPTHxbf16>, tensor<120xDEPTHxbf16>) -> tensor<ROWSx120xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = STAGES, sm90 = <load_a = cp_async, load_b = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<ROWSxDEPTHxbf16>, tensor<120xDEPTHxbf16>) -> tensor<ROWSx120xbf16>
    fusion.yield %0 : tensor<ROWSx120xbf16>
  }
  return %y : tensor<ROWSx120xbf16>
}

// They load B, 4 bytes at a time, and TMA loads A.
func.func @copied_b(%x: tensor<ROWSxDEPTHxbf16>, %w: tensor<DEPTHx66xbf16>) -> tensor<ROWSx66xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<ROWSxDEPTHxbf16>, tensor<DEPTHx66xbf16>) -> tensor<ROWSx66xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [64, 128, 64], warps = [8, 1], stages = STAGES, sm90 = <mode = pingpong, load_b = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<ROWSxDEPTHxbf16>, tensor<DEPTHx66xbf16>) -> tensor<ROWSx66xbf16>
    fusion.yield %0 : tensor<ROWSx66xbf16>
  }
  return %y : tensor<ROWSx66xbf16>
}

// They load A for their block, and TMA loads B for both.
func.func @copied_a_in_cluster(%x: tensor<DEPTHx500xbf16>, %w: tensor<DEPTHx64xbf16>) -> tensor<500x64xbf16> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<DEPTHx500xbf16>, tensor<DEPTHx64xbf16>) -> tensor<500x64xbf16>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = STAGES, sm90 = <cluster_m = 2, load_a = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_a} : (tensor<DEPTHx500xbf16>, tensor<DEPTHx64xbf16>) -> tensor<500x64xbf16>
    fusion.yield %0 : tensor<500x64xbf16>
  }
  return %y : tensor<500x64xbf16>
}

// Split f32: the splitter reads what threads have written.
func.func @copied_parts(%x: tensor<ROWSxDEPTHxf32>, %w: tensor<61xDEPTHxf32>) -> tensor<ROWSx61xf32> {
  %y = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<ROWSxDEPTHxf32>, tensor<61xDEPTHxf32>) -> tensor<ROWSx61xf32>
      attributes {schedule = #fusion.schedule<family = sm90, tile = [128, 96, 32], warps = [8, 1], stages = STAGES, sm90 = <load_a = cp_async, load_b = cp_async>>} {
    %0 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<ROWSxDEPTHxf32>, tensor<61xDEPTHxf32>) -> tensor<ROWSx61xf32>
    fusion.yield %0 : tensor<ROWSx61xf32>
  }
  return %y : tensor<ROWSx61xf32>
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Unit.h"
#include "fusion/Schedule/SM90Check.h"

using namespace mlir;
using namespace mlir::fusion;

/// Rounding the base up, and barriers: two a stage and 16 more.
static int64_t overhead(int64_t stages) { return 1024 + 8 * (2 * stages + 16); }

void testSharedMemory() {
  EpilogueProblem bf16{{2}, {}, 0}, f32WithResidual{{4}, {2}, 0};

  // Two warpgroups, each with two of the four chunks of 64 x 64 bf16; the main loop's stages have (128 + 256) x 64.
  SM90Schedule large = parseSchedule("tile = [128, 256, 64], warps = [8, 1], stages = 4, sm90 = <>");
  StagedChunks chunks = getStagedChunks(large, 2);
  CHECK(chunks.columns == 64 && chunks.count == 4 && chunks.buffers == 2 && chunks.bytes == 64 * 64 * 2);
  CHECK(getSM90SharedBytes(large, 2, bf16) == 4 * 384 * 64 * 2 + 2 * 2 * 8192 + overhead(4));
  // f32 has half as many columns in 128 bytes; a residual has chunks of its own.
  CHECK(getStagedChunks(large, 4).columns == 32 && getStagedChunks(large, 4).count == 8);
  CHECK(getSM90SharedBytes(large, 2, f32WithResidual) == 4 * 384 * 64 * 2 + 4 * 2 * 8192 + overhead(4));

  // One chunk needs one buffer. 48 columns are three chunks of 16, 8 columns one of 8.
  SM90Schedule narrow = parseSchedule("tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <>");
  CHECK(getStagedChunks(narrow, 2).count == 1 && getStagedChunks(narrow, 2).buffers == 1);
  narrow.tileN = 48;
  CHECK(getStagedChunks(narrow, 2).columns == 16 && getStagedChunks(narrow, 2).count == 3);
  SM90Schedule swapped = parseSchedule("tile = [8, 64, 64], warps = [1, 4], stages = 10, sm90 = <swap = true>");
  CHECK(getStagedChunks(swapped, 2).columns == 8 && getStagedChunks(swapped, 2).bytes == 1024);
  // A buffer starts at a multiple of 1024 bytes.
  CHECK(getStagedChunks(swapped, 1).bytes == 1024);

  // A warpgroup of ping-pong stages all rows of its tile.
  SM90Schedule pingPong = parseSchedule("tile = [128, 128, 64], warps = [8, 1], stages = 4, sm90 = <mode = pingpong>");
  CHECK(getStagedChunks(pingPong, 2).bytes == 128 * 64 * 2);

  // With split-K a block finishes half of the columns, and has a slot for the f32 sums of a tile.
  SM90Schedule split = parseSchedule("tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <split_k = 2>");
  CHECK(getStagedChunks(split, 2).columns == 32 && getStagedChunks(split, 2).count == 1);
  CHECK(getSM90SharedBytes(split, 2, bf16) == 4 * 128 * 64 * 2 + 64 * 32 * 2 + 64 * 64 * 4 + overhead(4));
}

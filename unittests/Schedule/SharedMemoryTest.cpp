// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Support/Printing.h"
#include "Unit.h"
#include "fusion/Families/SM90/Check.h"

using namespace mlir;
using namespace fusion;

/// Rounding the base up, and barriers: two a stage, one for each buffer of a warpgroup, and two for each warpgroup of a
/// split K.
static int64_t overhead(const SM90Schedule &schedule, const EpilogueProblem &epilogue) {
  int64_t ofWarpgroup = getStagedChunks(schedule, epilogue.outputBytes).buffers + (schedule.splitK > 1 ? 2 : 0);
  return 1024 + 8 * (2 * schedule.stages + schedule.consumers * ofWarpgroup);
}

/// An epilogue with one staged output.
static EpilogueProblem output(int64_t bytes) {
  EpilogueProblem epilogue;
  epilogue.outputBytes = {bytes};
  return epilogue;
}

TEST(SharedMemory, SharedMemory) {
  EpilogueProblem bf16 = output(2), f32 = output(4);

  // Two warpgroups, each with two of the four chunks of 64 x 64 bf16; the main loop's stages have (128 + 256) x 64.
  SM90Schedule large = parseSchedule("tile = [128, 256, 64], warps = [8, 1], stages = 4, sm90 = <>");
  StagedChunks chunks = getStagedChunks(large, 2);
  EXPECT_EQ(chunks.rows, 64);
  EXPECT_EQ(chunks.columns, 64);
  EXPECT_EQ(chunks.count, 4);
  EXPECT_EQ(chunks.buffers, 2);
  EXPECT_EQ(chunks.bufferBytes(2), 64 * 64 * 2);
  int64_t largeBytes = 4 * 384 * 64 * 2 + 2 * 2 * 8192 + overhead(large, bf16);
  EXPECT_EQ(getSM90SharedBytes(large, 2, bf16), largeBytes);
  // A residual shares the output's buffers; a bias has a line for each warpgroup.
  EpilogueProblem full = bf16;
  full.operandBytes = {2};
  full.alongNBytes = {2};
  full.alongMBytes = {4};
  EXPECT_EQ(getSM90SharedBytes(large, 2, full), largeBytes + 2 * 256 * 2);
  // f32 has half as many columns in 128 bytes; beside it bf16 has rows of 64.
  EXPECT_EQ(getStagedChunks(large, 4).columns, 32);
  EXPECT_EQ(getStagedChunks(large, 4).count, 8);
  EXPECT_EQ(getSM90SharedBytes(large, 2, f32), largeBytes);
  EpilogueProblem both = f32;
  both.outputBytes.push_back(2);
  EXPECT_EQ(getSM90SharedBytes(large, 2, both), largeBytes + 2 * 2 * 4096);

  // One chunk needs one buffer. 48 columns are two chunks of 32, of which the second begins at 16.
  SM90Schedule narrow = parseSchedule("tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <>");
  EXPECT_EQ(getStagedChunks(narrow, 2).count, 1);
  EXPECT_EQ(getStagedChunks(narrow, 2).buffers, 1);
  narrow.tileN = 48;
  chunks = getStagedChunks(narrow, 2);
  EXPECT_EQ(chunks.columns, 32);
  EXPECT_EQ(chunks.count, 2);
  EXPECT_EQ(chunks.firstColumn(0), 0);
  EXPECT_EQ(chunks.firstColumn(1), 16);

  // Swapped, a chunk is 64 columns of the output, and what varies along M has a line. f32 leaves in chunks of 32
  // rows at most.
  SM90Schedule swapped = parseSchedule("tile = [8, 64, 64], warps = [1, 4], stages = 10, sm90 = <swap = true>");
  chunks = getStagedChunks(swapped, 2);
  EXPECT_EQ(chunks.rows, 8);
  EXPECT_EQ(chunks.columns, 64);
  EXPECT_EQ(chunks.count, 1);
  EXPECT_EQ(chunks.bufferBytes(2), 1024);
  EXPECT_EQ(getSM90SharedBytes(swapped, 2, full), 10 * 72 * 64 * 2 + 1024 + 8 * 4 + overhead(swapped, full));
  EXPECT_EQ(getSM90SharedBytes(swapped, 2, f32), 10 * 72 * 64 * 2 + 8 * 64 * 4 + overhead(swapped, f32));
  // Two products: rows of both weights, and one chunk of results.
  SM90Schedule pair = swapped;
  pair.products = 2;
  EXPECT_EQ(getStagedChunks(pair, 2).count, 1);
  EXPECT_EQ(getSM90SharedBytes(pair, 2, bf16), 10 * 136 * 64 * 2 + 1024 + overhead(pair, bf16));
  pair.splitK = 2;
  EXPECT_EQ(getSM90SharedBytes(pair, 2, bf16), 10 * 136 * 64 * 2 + 1024 + 2 * 2 * 64 * 8 * 4 + overhead(pair, bf16));
  SM90Schedule tall = parseSchedule("tile = [80, 256, 32], warps = [1, 8], stages = 3, sm90 = <swap = true>");
  chunks = getStagedChunks(tall, 4);
  EXPECT_EQ(chunks.rows, 16);
  EXPECT_EQ(chunks.rowParts, 5);
  EXPECT_EQ(chunks.count, 10);
  EXPECT_EQ(chunks.buffers, 2);
  EXPECT_EQ(getSM90SharedBytes(tall, 4, f32), 3 * 336 * 32 * 4 + 2 * 2 * 16 * 64 * 4 + overhead(tall, f32));

  // A warpgroup of ping-pong stages all rows of its tile.
  SM90Schedule pingPong = parseSchedule("tile = [128, 128, 64], warps = [8, 1], stages = 4, sm90 = <mode = pingpong>");
  EXPECT_EQ(getStagedChunks(pingPong, 2).bufferBytes(2), 128 * 64 * 2);
  // 176 columns: six chunks of 32 through two buffers, or three of 64 through one.
  pingPong.tileN = 176;
  EXPECT_EQ(getStagedChunks(pingPong, 2).columns, 32);
  EXPECT_EQ(getStagedChunks(pingPong, 2).count, 6);
  pingPong.staging = 1;
  EXPECT_EQ(getStagedChunks(pingPong, 2).columns, 64);
  EXPECT_EQ(getStagedChunks(pingPong, 2).firstColumn(2), 112);

  // With split-K a block finishes half of the columns, and has slots for the f32 sums of both blocks.
  SM90Schedule split = parseSchedule("tile = [64, 64, 64], warps = [4, 1], stages = 4, sm90 = <split_k = 2>");
  EXPECT_EQ(getStagedChunks(split, 2).columns, 32);
  EXPECT_EQ(getStagedChunks(split, 2).count, 1);
  EXPECT_EQ(getSM90SharedBytes(split, 2, bf16), 4 * 128 * 64 * 2 + 64 * 32 * 2 + 64 * 64 * 4 + overhead(split, bf16));

  // Not all blocks of a cluster have columns to finish: of 64 columns four take 16 each.
  split.splitK = 8;
  EXPECT_EQ(split.finishers(), 4);
  EXPECT_EQ(split.finishedColumns(), 16);
  EXPECT_EQ(getStagedChunks(split, 2).columns, 16);
  EXPECT_EQ(getSM90SharedBytes(split, 2, full),
            4 * 128 * 64 * 2 + 64 * 16 * 2 + 16 * 2 + 8 * 64 * 16 * 4 + overhead(split, full));
  split.splitK = 16;
  EXPECT_EQ(getSM90SharedBytes(split, 2, full),
            4 * 128 * 64 * 2 + 64 * 16 * 2 + 16 * 2 + 16 * 64 * 16 * 4 + overhead(split, full));
  split.splitK = 12;
  split.tileN = 96;
  EXPECT_EQ(split.finishers(), 6);
  EXPECT_EQ(split.finishedColumns(), 16);
  // Each of them finishes the same columns of two products.
  split.tileN = 48;
  split.products = 2;
  EXPECT_EQ(split.finishers(), 3);
  EXPECT_EQ(split.finishedColumns(), 16);
  swapped.splitK = 4;
  EXPECT_EQ(swapped.finishers(), 1);
  EXPECT_EQ(getStagedChunks(swapped, 2).rows, 8);
  EXPECT_EQ(getSM90SharedBytes(swapped, 2, bf16), 10 * 72 * 64 * 2 + 1024 + 4 * 64 * 8 * 4 + overhead(swapped, bf16));
  swapped.tileM = 16;
  EXPECT_EQ(swapped.finishers(), 2);
  EXPECT_EQ(getStagedChunks(swapped, 2).rows, 8);

  // Split f32: two slots of low halves of the columns, a warpgroup that writes them, and two sets of sums.
  SM90Schedule parts = parseSchedule("tile = [128, 128, 32], warps = [8, 1], stages = 3, sm90 = <>");
  int64_t whole = getSM90SharedBytes(parts, 4, f32);
  EXPECT_EQ(parts.threads(), 288);
  EXPECT_EQ(parts.accumulators(), 64);
  parts.type = lookupProductType("f32:tf32x3");
  EXPECT_EQ(parts.threads(), 512);
  EXPECT_EQ(parts.accumulators(), 128);
  EXPECT_EQ(getSM90SharedBytes(parts, 4, f32), whole + 2 * (128 * 32 * 4 + 16)); // with two barriers
}

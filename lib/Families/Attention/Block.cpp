// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sets up what the parts of a block share.

#include "Block.h"

#include "TileWalk.h"

using namespace mlir;
using namespace fusion;

static ScoreBlocks getScoreBlocks(const AttentionSpec &spec) {
  int64_t rank = spec.plan.first.getResultType().getRank();
  return {rank - 2, rank - 1, spec.tiling.rows, spec.tiling.keys};
}

AttentionBlock::AttentionBlock(KernelBuilder &kb, KernelOp kernel, const AttentionSpec &spec,
                               const AttentionArguments &arguments, const async::AccumulatorLayout &accumulators)
    : kb(kb), kernel(kernel), spec(spec), arguments(arguments), accumulators(accumulators),
      scores(kernel, spec.plan, &arguments.tables), ranges(spec.plan, scores, getScoreBlocks(spec)) {}

void fusion::emitUnlessEmpty(const AttentionBlock &block, Value thread, function_ref<void()> body) {
  if (block.spec.tiling.splits == 1)
    return body();
  KernelBuilder &kb = block.kb;
  TileWalk walk(block);
  AttentionTile tile = walk.locate(walk.first());
  auto leaveNothing = [&] {
    emitEmptySplit(block, tile, thread);
    return SmallVector<Value>();
  };
  auto work = [&] {
    body();
    return SmallVector<Value>();
  };
  kb.ifElse(kb.lt(tile.keys.last, tile.keys.first), TypeRange(), leaveNothing, work);
}

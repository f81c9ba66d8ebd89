// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits a block of attention: its barriers, and the branches of its roles.

#include "Kernel.h"

#include "Block.h"
#include "TileWalk.h"
#include "fusion/Families/Async/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

AttentionSpec AttentionSpec::get(KernelOp kernel, const AttentionSchedule &schedule) {
  FusionVerdict verdict;
  AttentionSpec spec;
  spec.plan = *AttentionPlan::get(KernelPlan(kernel), verdict);
  spec.schedule = schedule;
  spec.depth = spec.plan.getDepth();
  spec.columns = spec.plan.getColumns();
  spec.elementType = spec.plan.second.lhs.getType().getElementType();
  spec.layout =
      AttentionLayout::get(schedule, spec.depth, spec.columns, spec.plan.isKeyByRows(), spec.plan.isValueTransposed());
  return spec;
}

static ScoreBlocks getScoreBlocks(const AttentionSpec &spec) {
  int64_t rank = spec.plan.first.getResultType().getRank();
  return {rank - 2, rank - 1, spec.schedule.rows(), spec.schedule.keys};
}

AttentionBlock::AttentionBlock(KernelBuilder &kb, KernelOp kernel, const AttentionSpec &spec,
                               const AttentionArguments &arguments, Value shared)
    : kb(kb), kernel(kernel), spec(spec), arguments(arguments), base(alignShared(kb, shared)),
      queryRing(part(spec.layout.barrierOffset), spec.schedule.queries()),
      keyRing(part(spec.layout.keyBarrierOffset), spec.schedule.stages),
      valueRing(part(spec.layout.valueBarrierOffset), spec.schedule.stages),
      operandRing(part(spec.layout.operandBarrierOffset), spec.schedule.operandStages),
      scores(kernel, spec.plan, &arguments.tables), ranges(spec.plan, scores, getScoreBlocks(spec)) {}

/// Barriers, by one thread.
static void initialize(const AttentionBlock &block) {
  KernelBuilder &kb = block.kb;
  for (const AttentionInput *input : {&block.arguments.query, &block.arguments.key, &block.arguments.value})
    prefetchTensorMap(kb, input->map);
  for (const Pipeline *ring : {&block.queryRing, &block.keyRing, &block.valueRing})
    ring->initialize(kb, block.spec.schedule.warpgroups);
  // Warps read it, not products of a warpgroup.
  if (block.hasOperandRing()) {
    prefetchTensorMap(kb, block.arguments.operand.map);
    block.operandRing.initialize(kb, 4 * block.spec.schedule.warpgroups);
  }
  fenceBarrierInit(kb);
}

void fusion::emitAttentionKernel(KernelBuilder &kb, KernelOp kernel, const AttentionSpec &spec,
                                 const AttentionArguments &arguments, Value shared, bool dependentLaunch) {
  AttentionBlock block(kb, kernel, spec, arguments, shared);
  const AttentionSchedule &schedule = spec.schedule;
  ThreadPosition position = ThreadPosition::get(kb);
  kb.ifThen(kb.eq(position.thread, 128 * schedule.warpgroups), [&] { initialize(block); });
  syncBlock(kb);
  if (dependentLaunch) {
    waitForDependencies(kb);
    launchDependents(kb);
  }
  auto consumers = [&] {
    if (schedule.movesRegisters())
      setMaxRegisters(kb, schedule.consumerRegisters(), /*increase=*/true);
    emitConsumer(block, position);
    return SmallVector<Value>();
  };
  auto producer = [&] {
    if (schedule.movesRegisters())
      setMaxRegisters(kb, schedule.producerRegisters(), /*increase=*/false);
    kb.ifThen(kb.eq(position.warp, 4 * schedule.warpgroups),
              [&] { kb.ifThen(electOne(kb), [&] { emitProducer(block); }); });
    return SmallVector<Value>();
  };
  auto roles = [&] {
    kb.ifElse(kb.lt(position.warpgroup, kb.c32(schedule.warpgroups)), TypeRange(), consumers, producer);
    return SmallVector<Value>();
  };
  if (schedule.splits == 1) {
    roles();
    return;
  }
  TileWalk walk(block);
  AttentionTile tile = walk.locate(walk.first());
  auto noRoles = [&] {
    emitEmptySplit(block, tile, position);
    return SmallVector<Value>();
  };
  kb.ifElse(kb.lt(tile.keys.last, tile.keys.first), TypeRange(), noRoles, roles);
}

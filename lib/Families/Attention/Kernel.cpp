// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits a block of attention: its barriers, and the branches of its roles.

#include "Kernel.h"

#include "Block.h"
#include "fusion/Families/SM90/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

AttentionSpec AttentionSpec::get(KernelOp kernel, const AttentionSchedule &schedule) {
  FusionVerdict verdict;
  AttentionSpec spec;
  spec.plan = *AttentionPlan::get(KernelPlan(kernel), verdict);
  spec.schedule = schedule;
  spec.depth = spec.plan.getDepth();
  spec.columns = spec.plan.getColumns();
  spec.elementType = spec.plan.second.getInputElementType();
  spec.layout =
      AttentionLayout::get(schedule, spec.depth, spec.columns, spec.plan.isKeyByRows(), spec.plan.isValueTransposed());
  return spec;
}

static ScoreBlocks getScoreBlocks(const AttentionSpec &spec) {
  int64_t rank = MatmulOp(spec.plan.first).getType().getRank();
  return {rank - 2, rank - 1, spec.schedule.rows(), spec.schedule.keys};
}

AttentionBlock::AttentionBlock(KernelBuilder &kb, KernelOp kernel, const AttentionSpec &spec,
                               const AttentionArguments &arguments, Value shared)
    : kb(kb), kernel(kernel), spec(spec), arguments(arguments), base(alignShared(kb, shared)),
      queryBarrier(part(spec.layout.barrierOffset)), keyRing(part(spec.layout.barrierOffset + 8), spec.schedule.stages),
      valueRing(part(spec.layout.barrierOffset + 8 + Pipeline::bytes(spec.schedule.stages)), spec.schedule.stages),
      scores(kernel, spec.plan, &arguments.tables), ranges(spec.plan, scores, getScoreBlocks(spec)) {}

/// Barriers, by one thread.
static void initialize(const AttentionBlock &block) {
  KernelBuilder &kb = block.kb;
  for (const AttentionInput *input : {&block.arguments.query, &block.arguments.key, &block.arguments.value})
    prefetchTensorMap(kb, input->map);
  initBarrier(kb, block.queryBarrier, 1);
  block.keyRing.initialize(kb, block.spec.schedule.warpgroups);
  block.valueRing.initialize(kb, block.spec.schedule.warpgroups);
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
  AttentionTile tile = AttentionTile::get(block);
  auto consumers = [&] {
    if (schedule.movesRegisters())
      setMaxRegisters(kb, schedule.consumerRegisters(), /*increase=*/true);
    emitConsumer(block, tile, position);
    return SmallVector<Value>();
  };
  auto producer = [&] {
    if (schedule.movesRegisters())
      setMaxRegisters(kb, schedule.producerRegisters(), /*increase=*/false);
    kb.ifThen(kb.eq(position.warp, 4 * schedule.warpgroups),
              [&] { kb.ifThen(electOne(kb), [&] { emitProducer(block, tile); }); });
    return SmallVector<Value>();
  };
  kb.ifElse(kb.lt(position.warpgroup, kb.c32(schedule.warpgroups)), TypeRange(), consumers, producer);
}

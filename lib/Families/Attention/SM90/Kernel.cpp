// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits a block: its barriers, and the branches of its roles.

#include "Kernel.h"

#include "Block.h"
#include "fusion/Families/Async/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

AsyncAttentionSpec AsyncAttentionSpec::get(KernelOp kernel, const AttentionSchedule &schedule) {
  AsyncAttentionSpec spec{AttentionSpec::get(kernel, schedule.getTiling()), schedule, {}};
  spec.layout =
      AttentionLayout::get(schedule, spec.depth, spec.columns, spec.plan.isKeyByRows(), spec.plan.isValueTransposed());
  return spec;
}

AsyncAttentionBlock::AsyncAttentionBlock(KernelBuilder &kb, KernelOp kernel, const AsyncAttentionSpec &spec,
                                         const AsyncAttentionArguments &arguments, const WgmmaLayout &wgmmaLayout,
                                         Value shared)
    : AttentionBlock(kb, kernel, spec, arguments, wgmmaLayout), schedule(spec.schedule), layout(spec.layout),
      inputs(arguments.inputs), wgmmaLayout(wgmmaLayout), base(alignShared(kb, shared)),
      queryRing(part(layout.barrierOffset), schedule.queries()),
      keyRing(part(layout.keyBarrierOffset), schedule.stages),
      valueRing(part(layout.valueBarrierOffset), schedule.stages),
      operandRing(part(layout.operandBarrierOffset), schedule.operandStages) {}

RingPlaces RingPlaces::begin(KernelBuilder &kb) {
  Value zero = kb.c32(0);
  return {{zero, zero}, {zero, zero}, {zero, zero}, {zero, zero}};
}

SmallVector<Value> RingPlaces::pack() const {
  SmallVector<Value> values;
  for (const auto *place : {&query, &key, &value, &operand})
    values.append({place->stage, place->parity});
  return values;
}

RingPlaces RingPlaces::unpack(ValueRange values) {
  return {{values[0], values[1]}, {values[2], values[3]}, {values[4], values[5]}, {values[6], values[7]}};
}

/// Barriers, by one thread.
static void initialize(const AsyncAttentionBlock &block) {
  KernelBuilder &kb = block.kb;
  for (const AttentionInput *input : {&block.inputs.query, &block.inputs.key, &block.inputs.value})
    prefetchTensorMap(kb, input->map);
  for (const Pipeline *ring : {&block.queryRing, &block.keyRing, &block.valueRing})
    ring->initialize(kb, block.schedule.warpgroups);
  // Warps read it, not products of a warpgroup.
  if (block.hasOperandRing()) {
    prefetchTensorMap(kb, block.inputs.operand.map);
    block.operandRing.initialize(kb, 4 * block.schedule.warpgroups);
  }
  fenceBarrierInit(kb);
}

void fusion::emitAsyncAttention(KernelBuilder &kb, KernelOp kernel, const AsyncAttentionSpec &spec,
                                const AsyncAttentionArguments &arguments, Value shared, bool dependentLaunch) {
  // Of either product's sums a warpgroup has 64 rows.
  WgmmaLayout layout{{64, spec.columns, spec.columns, /*swap=*/false}};
  AsyncAttentionBlock block(kb, kernel, spec, arguments, layout, shared);
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
  emitUnlessEmpty(block, position.thread, [&] {
    kb.ifElse(kb.lt(position.warpgroup, kb.c32(schedule.warpgroups)), TypeRange(), consumers, producer);
  });
}

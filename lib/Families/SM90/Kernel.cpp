// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Kernel.h"

#include "Consumer.h"
#include "CopyingProducer.h"
#include "Epilogue.h"
#include "Instructions.h"
#include "PartialSums.h"
#include "Splitter.h"
#include "ThreadPosition.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

/// By one thread of the producer.
static void initialize(KernelBuilder &kb, const KernelArguments &arguments, const SM90Schedule &schedule,
                       const EpiloguePlan &plan, const Pipeline &pipeline, const Pipeline &lowHalves,
                       Value stagingBarriers, Value sumBarriers) {
  SmallVector<Value> maps = {arguments.rows.map, arguments.columns.map, arguments.rows.lastMap,
                             arguments.columns.lastMap};
  llvm::append_range(maps, arguments.epilogue.inputMaps);
  llvm::append_range(maps, arguments.epilogue.outputMaps);
  for (Value map : maps)
    if (map)
      prefetchTensorMap(kb, map);
  pipeline.initialize(kb, getStageReaders(schedule));
  if (schedule.isSplitF32())
    lowHalves.initialize(kb, schedule.consumers);
  if (plan.stagesInputs())
    for (int64_t i = 0; i < schedule.consumers * plan.chunks.buffers; ++i)
      initBarrier(kb, kb.offsetPtr(stagingBarriers, 8 * i), 1);
  PartialSums::initialize(kb, schedule, sumBarriers);
  fenceBarrierInit(kb);
}

void sm90::emitKernel(KernelBuilder &kb, KernelOp kernel, const ProductSpec &spec, const EpiloguePlan &plan,
                      const KernelArguments &arguments, Value shared, bool dependentLaunch) {
  const SM90Schedule &schedule = spec.schedule;
  SharedLayout layout = SharedLayout::get(spec, plan);
  Value base = alignShared(kb, shared);
  auto part = [&](int64_t offset) { return kb.offsetPtr(base, offset); };
  Pipeline pipeline(part(layout.pipelineBarriers), schedule.stages);
  ThreadPosition position = ThreadPosition::get(kb);
  ClusterPosition cluster = ClusterPosition::get(kb, schedule);
  TileScheduler scheduler(kb, spec, arguments.sizes, cluster);
  BlockContext block{spec,
                     arguments.sizes,
                     scheduler,
                     pipeline,
                     cluster,
                     part(layout.rows),
                     part(layout.columns),
                     Pipeline(part(layout.lowBarriers), SM90Schedule::kChain),
                     part(layout.lowColumns),
                     PartialTiles(schedule, arguments.partialTiles)};
  int64_t producer = schedule.consumers + schedule.splitters();

  bool early = dependentLaunch && schedule.dependents == DependentLaunch::Early;
  kb.ifThen(kb.eq(position.thread, 128 * producer), [&] {
    initialize(kb, arguments, schedule, plan, pipeline, block.lowHalves, part(layout.stagingBarriers),
               part(layout.sumBarriers));
  });
  // No block receives before its barriers exist: loads of others come at once, partial sums after the products.
  bool sharesLoads = schedule.clusterM * schedule.clusterN > 1;
  if (schedule.clusterSize() > 1)
    arriveCluster(kb);
  if (sharesLoads)
    waitCluster(kb);
  else
    syncBlock(kb);
  auto meetLate = [&] {
    if (schedule.clusterSize() > 1 && !sharesLoads)
      waitCluster(kb);
  };
  // Where an operand is stable, its first loads come before the wait; then each role waits for itself.
  bool ahead = dependentLaunch && (arguments.rows.stable || arguments.columns.stable) && schedule.readsAhead();
  auto wait = [&] {
    if (dependentLaunch)
      waitForDependencies(kb);
    // Not before: inputs that this kernel does not write are then stable for the next one (StableInputs.h).
    if (early)
      launchDependents(kb);
  };
  if (!ahead)
    wait();

  auto consume = [&] {
    if (ahead)
      wait();
    if (schedule.movesRegisters())
      setMaxRegisters(kb, schedule.consumerRegisters(), /*increase=*/true);
    ConsumerPosition consumer = getConsumerPosition(kb, position);
    auto own = [&](int64_t offset, int64_t bytes) {
      return kb.offsetPtr(part(offset), kb.mul(consumer.warpgroup, bytes));
    };
    EpilogueMemory memory = {own(layout.staging, plan.stagingBytes), own(layout.lines, plan.lineBytes),
                             own(layout.stagingBarriers, 8 * plan.chunks.buffers)};
    Epilogue epilogue(kb, kernel, spec, plan, arguments.epilogue, arguments.sizes, consumer, memory);
    PartialSums sums(kb, schedule, cluster, consumer, own(layout.slots, PartialSums::slotBytes(schedule)),
                     own(layout.sumBarriers, PartialSums::barrierBytes(schedule)));
    meetLate();
    emitConsumer(kb, block, consumer, epilogue, sums, dependentLaunch && !early);
    return SmallVector<Value>();
  };
  auto shrink = [&] {
    if (schedule.movesRegisters())
      setMaxRegisters(kb, schedule.producerRegisters(), /*increase=*/false);
  };
  auto produce = [&] {
    shrink();
    if (schedule.loadsByThreads())
      emitCopyingProducer(kb, block, arguments.rows, arguments.columns, kb.rem(position.thread, 128),
                          kb.rem(position.warp, 4));
    else
      kb.ifThen(kb.eq(position.warp, 4 * producer), [&] {
        kb.ifThen(electOne(kb), [&] { emitProducer(kb, block, arguments.rows, arguments.columns, ahead); });
      });
    meetLate();
    return SmallVector<Value>();
  };
  auto split = [&] {
    shrink();
    emitSplitter(kb, block, kb.rem(position.thread, 128));
    meetLate();
    return SmallVector<Value>();
  };
  auto supply = [&] {
    if (schedule.splitters() == 0)
      return produce();
    return kb.ifElse(kb.lt(position.warpgroup, kb.c32(producer)), TypeRange(), split, produce);
  };
  kb.ifElse(kb.lt(position.warpgroup, kb.c32(schedule.consumers)), TypeRange(), consume, supply);
  if (sharesLoads) {
    // No block leaves while another can still write into it or arrive on its barriers.
    arriveCluster(kb);
    waitCluster(kb);
  }
}

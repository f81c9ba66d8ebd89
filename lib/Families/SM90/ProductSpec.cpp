// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Derives from a kernel and its schedule how operands lie.

#include "ProductSpec.h"

#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

WarpgroupTile sm90::getWarpgroupTile(const SM90Schedule &schedule) {
  return {schedule.warpgroupRows(), schedule.columns(), schedule.finishedColumns(), schedule.swap};
}

ClusterSum sm90::getClusterSum(const SM90Schedule &schedule) {
  return {schedule.splitK, schedule.finishers(), schedule.consumers, getWarpgroupTile(schedule)};
}

ProductSpec ProductSpec::get(const KernelPlan &plan, const SM90Schedule &schedule) {
  const ProductSum *product = plan.getPlainProduct();
  ProductSpec spec;
  spec.type = schedule.type;
  spec.pathA = {schedule.loadA, schedule.copyA};
  spec.pathB = {schedule.loadB, schedule.copyB};
  spec.stagingBuffers = schedule.staging;
  const ProductType &type = *schedule.type;
  spec.format = ProductFormat::get(type, schedule.swap);
  spec.sumType = product->getAccumulatorType();
  int64_t elementBytes = type.elementBytes;
  // Copies of elements that wgmma does not transpose are transposed.
  auto isKMajor = [&](bool lies, bool copied) { return lies || (copied && type.crossRead != CrossRead::Instructions); };
  Multiplicand a{isKMajor(!product->isTransposedA(), schedule.copyA), schedule.tileM, schedule.tileK, elementBytes};
  Multiplicand b{isKMajor(product->isTransposedB(), schedule.copyB), schedule.tileN, schedule.tileK, elementBytes};
  spec.rows = schedule.swap ? b : a;
  spec.columns = schedule.swap ? a : b;
  // Only the left factor can come from registers. For split f32 its low half is made there.
  spec.rows.readByThreads = spec.rows.isUnreadable() || schedule.isSplitF32();
  spec.walk = {schedule.tileM,
               schedule.tileN,
               {schedule.tileK, schedule.sumsChains() ? schedule.chain() : 1},
               {schedule.clusterM, schedule.clusterN, schedule.splitK},
               schedule.order,
               schedule.group,
               schedule.streamKTail,
               schedule.grid > 0 ? schedule.grid : getTargetChip(plan.getKernel()).sms * schedule.blocksPerSM};
  spec.roles = {schedule.consumers,
                schedule.splitters(),
                schedule.isPingPong(),
                schedule.loadsByThreads(),
                schedule.movesRegisters() ? schedule.consumerRegisters() : 0,
                schedule.movesRegisters() ? schedule.producerRegisters() : 0,
                schedule.readsAhead(),
                schedule.dependents == DependentLaunch::Early,
                schedule.threads(),
                schedule.blocksPerSM};
  spec.stages = schedule.getStages();
  spec.spreadK = schedule.spreadK;
  if (schedule.sumsChains())
    spec.chains = {type.chain, schedule.chain()};
  spec.lowSlots = schedule.lowSlots();
  spec.clusterSum = getClusterSum(schedule);
  spec.own = spec.clusterSum.own;
  spec.splitTile = {schedule.rows(), schedule.columns(), schedule.streamKTail, schedule.consumers,
                    schedule.addsInBlocks()};
  return spec;
}

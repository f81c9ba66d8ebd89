// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Schedules as attributes, and what follows from them.

#include "fusion/Families/SM90/Schedule.h"

#include "fusion/Schedule/ScheduleProblem.h"

using namespace mlir;
using namespace fusion;

SM90Schedule SM90Schedule::getOptions(SM90OptionsAttr options) {
  SM90Schedule schedule;
  schedule.mode = options.getMode();
  schedule.clusterM = options.getClusterM();
  schedule.clusterN = options.getClusterN();
  schedule.splitK = options.getSplitK();
  schedule.swap = options.getSwap();
  schedule.order = options.getOrder();
  schedule.grid = options.getGrid();
  schedule.blocksPerSM = options.getBlocksPerSm();
  schedule.staging = options.getStaging();
  schedule.dependents = options.getDependents();
  schedule.copyA = options.getCopyA();
  schedule.copyB = options.getCopyB();
  schedule.loadA = options.getLoadA();
  schedule.loadB = options.getLoadB();
  schedule.spreadK = options.getSpreadK();
  schedule.streamKTail = options.getStreamKTail();
  schedule.tailReduction = options.getTailReduction();
  return schedule;
}

SM90Schedule SM90Schedule::get(ScheduleAttr attr, const ScheduleProblem &problem) {
  return get(attr, *problem.type, problem.products);
}

SM90Schedule SM90Schedule::get(ScheduleAttr attr, const ProductType &type, int64_t products) {
  SM90OptionsAttr options = getSM90Options(attr);
  SM90Schedule schedule = options ? getOptions(options) : SM90Schedule();
  schedule.type = &type;
  schedule.products = products;
  schedule.tileM = attr.getTile()[0];
  schedule.tileN = attr.getTile()[1];
  schedule.tileK = attr.getTile()[2];
  schedule.consumers = attr.getWarps()[0] * attr.getWarps()[1] / 4;
  schedule.stages = attr.getStages();
  schedule.group = attr.getGroup();
  return schedule;
}

int64_t SM90Schedule::finishers() const {
  int64_t unit = swap ? 8 : 16, blocks = splitK;
  while (blocks > 1 && columns() / stackedColumns() % (unit * blocks) != 0)
    --blocks;
  return blocks;
}

int64_t SM90Schedule::getReductionColumns() const {
  constexpr int64_t manyPartialTiles = 8;
  int64_t unit = swap ? 8 : 16, width = streamKTail > manyPartialTiles ? unit : 32;
  while (columns() % width != 0)
    width -= unit;
  return width;
}

ScheduleAttr SM90Schedule::toAttr(MLIRContext *context) const {
  auto options =
      SM90OptionsAttr::get(context, mode, clusterM, clusterN, splitK, swap, order, grid, blocksPerSM, staging,
                           dependents, copyA, copyB, loadA, loadB, spreadK, streamKTail, tailReduction);
  int64_t warps[] = {swap ? 1 : 4 * consumers, swap ? 4 * consumers : 1};
  return ScheduleAttr::get(context, kSM90FamilyName, {tileM, tileN, tileK}, warps, stages, group, options);
}

SM90Schedule SM90Schedule::getReductionShare() const {
  int64_t columns = getReductionColumns();
  SM90Schedule share;
  share.swap = swap;
  share.tileM = swap ? columns : 64;
  share.tileN = swap ? 64 : columns;
  share.tileK = tileK;
  share.consumers = 1;
  share.stages = 0;
  return share;
}

SM90Schedule SM90Schedule::withoutRaster() const {
  SM90Schedule schedule = *this;
  schedule.order = RasterOrder::Rows;
  schedule.group = 1;
  schedule.grid = 0;
  return schedule;
}

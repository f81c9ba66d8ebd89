// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RowsSchedule.h"

#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace mlir::fusion;

/// Threads of a warp, and the most of a block (CUDA C++ Programming Guide, "Compute Capabilities").
static constexpr int64_t kWarp = 32, kMostThreads = 1024;
/// Elements of each full value that a thread holds at most: half of the registers that it has in a block of 1024.
static constexpr int64_t kMostHeld = 32;

RowOrder RowOrder::get(int64_t length) {
  // What one load brings of f32, and as much as a thread holds of them without loss.
  constexpr int64_t widest = 4, turns = 4;
  RowOrder order{length, widest, 1};
  while (length % order.piece != 0)
    order.piece /= 2;
  int64_t pieces = order.pieces();
  order.lanes =
      llvm::PowerOf2Ceil(pieces <= kWarp ? pieces : std::max(llvm::divideCeil(pieces, turns), uint64_t(kWarp)));
  return order;
}

/// Elements of a row that a thread has at most.
static int64_t getHeld(const RowOrder &order, const RowsSchedule &schedule) {
  return order.turns() * schedule.width * schedule.getStrides(order);
}

static auto getFields(const RowsSchedule &schedule) {
  return std::tie(schedule.rows, schedule.threads, schedule.width, schedule.cluster, schedule.reload, schedule.preload,
                  schedule.blocksPerSM);
}

bool RowsSchedule::operator==(const RowsSchedule &other) const { return getFields(*this) == getFields(other); }

RowsSchedule RowsSchedule::get(ScheduleAttr attr) {
  RowsSchedule schedule;
  schedule.rows = attr.getTile()[0];
  schedule.width = attr.getTile()[2];
  schedule.threads = attr.getTile()[1] / schedule.width;
  if (auto options = dyn_cast_or_null<RowsOptionsAttr>(attr.getOptions())) {
    schedule.cluster = options.getCluster();
    schedule.reload = options.getReload();
    schedule.preload = options.getPreload();
    schedule.blocksPerSM = options.getBlocksPerSm();
  }
  return schedule;
}

ScheduleAttr RowsSchedule::toAttr(MLIRContext *context) const {
  int64_t warps = getBlockThreads() / kWarp, beside = std::max<int64_t>(threads / kWarp, 1);
  RowsOptionsAttr options;
  if (cluster != 1 || reload || preload || blocksPerSM != 0)
    options = RowsOptionsAttr::get(context, reload, preload, cluster, blocksPerSM);
  return ScheduleAttr::get(context, kRowsFamilyName, {rows, threads * width, width}, {warps / beside, beside}, 1, 1,
                           options);
}

FusionVerdict fusion::checkRowsSchedule(ScheduleAttr attr, const RowProblem &problem, const ChipInfo &chip) {
  if (problem.length == 0)
    return FusionVerdict::no("the kernel reduces no rows");
  RowOrder order = RowOrder::get(problem.length);
  RowsSchedule schedule = RowsSchedule::get(attr);
  int64_t threads = schedule.getBlockThreads(), width = schedule.width;
  if (!llvm::isPowerOf2_64(width) || width < order.piece || width > 4 * order.piece || problem.length % width != 0)
    return FusionVerdict::no("a thread must load one, two or four pieces of " + Twine(order.piece) +
                             " elements at once, by which rows can be divided, not " + Twine(width) + " elements");
  if (!llvm::isPowerOf2_64(schedule.threads) || !llvm::isPowerOf2_64(schedule.rows) || threads < kWarp ||
      threads > kMostThreads)
    return FusionVerdict::no(
        "rows and threads of each must be powers of two, and a block have 32 to 1024 threads, not " +
        Twine(schedule.rows) + " rows of " + Twine(schedule.threads));
  if (schedule.getStrides(order) < 1 || (schedule.threads < kWarp && schedule.getStrides(order) != 1))
    return FusionVerdict::no("rows of " + Twine(problem.length) + " elements are combined in " + Twine(order.lanes) +
                             " lanes, which " + Twine(schedule.cluster * schedule.threads) + " threads cannot share");
  if (schedule.cluster > 1 && (schedule.rows > 1 || schedule.cluster > chip.clusterBlocks))
    return FusionVerdict::no("the blocks of a cluster, " + Twine(chip.clusterBlocks) + " at most on " + chip.name +
                             ", share one row at a time");
  if (schedule.blocksPerSM * threads > chip.threadsPerSM)
    return FusionVerdict::no("a multiprocessor does not run " + Twine(schedule.blocksPerSM) + " blocks of " +
                             Twine(threads) + " threads");
  if (attr != schedule.toAttr(attr.getContext()))
    return FusionVerdict::no("the warps must be those of the threads, along the columns first, and stages and group 1");
  if (!schedule.reload && getHeld(order, schedule) > kMostHeld)
    return FusionVerdict::no("a row does not fit the registers of its threads");
  return FusionVerdict::yes();
}

/// What a load brings at most, if it is no more than a thread's share.
static int64_t getWidest(const RowOrder &order, const RowProblem &problem) {
  int64_t widest = order.piece;
  while (widest * problem.elementBytes < 16 && widest < 4 * order.piece && problem.length % (2 * widest) == 0 &&
         2 * widest <= order.piece * order.lanes)
    widest *= 2;
  return widest;
}

/// Whether the rest of the operands comes before the first reduction: so few threads run that nothing else hides how
/// long that takes, and they have registers for it.
static bool isWorthPreloading(const RowsSchedule &schedule, const RowOrder &order, const RowProblem &problem,
                              const ChipInfo &chip) {
  constexpr int64_t most = 256; // bytes: a quarter of a thread's registers
  int64_t blocks = llvm::divideCeil(problem.rows, schedule.rows) * schedule.cluster;
  return !schedule.reload && 2 * blocks * schedule.getBlockThreads() <= chip.sms * chip.threadsPerSM &&
         getHeld(order, schedule) * problem.readBytes <= most;
}

/// What was fastest on an H100, or within a few per cent of it (docs/Performance.md), but for rows and preload. Nothing
/// if a row must be read again.
static std::optional<RowsSchedule> getPreferred(const RowOrder &order, const RowProblem &problem,
                                                const ChipInfo &chip) {
  RowsSchedule schedule;
  schedule.width = getWidest(order, problem);
  int64_t threads = order.lanes * order.piece / schedule.width;
  auto isHeldBy = [&](int64_t by) {
    schedule.threads = by;
    return getHeld(order, schedule) <= kMostHeld;
  };
  auto isShared = [&](int64_t by) {
    if (by <= 1)
      return false;
    schedule.cluster = by;
    schedule.threads = threads / by;
    return schedule.threads <= kMostThreads / 2;
  };
  if (threads < kMostThreads && isHeldBy(threads))
    return schedule;
  // Where a row takes all threads of a block, half of them with twice the elements let two blocks run at once.
  if (threads == kMostThreads && isHeldBy(threads / 2)) {
    schedule.blocksPerSM = 2;
    return schedule;
  }
  // Blocks of a cluster wait for each other at each step, but several of them run at once.
  if (threads > kMostThreads && problem.steps == 1 && isShared(std::min<int64_t>(chip.clusterBlocks, 4)))
    return schedule;
  schedule.cluster = 1;
  if (isHeldBy(std::min(threads, kMostThreads)))
    return schedule;
  if (isShared(chip.clusterBlocks))
    return schedule;
  return std::nullopt;
}

SmallVector<RowsSchedule> fusion::enumerateRowsSchedules(const RowProblem &problem, const ChipInfo &chip) {
  RowOrder order = RowOrder::get(problem.length);
  SmallVector<RowsSchedule> schedules;
  // Two blocks for each multiprocessor come before full blocks.
  auto mayShare = [&](int64_t rows) { return int64_t(llvm::divideCeil(problem.rows, rows)) >= 2 * chip.sms; };
  auto add = [&](RowsSchedule schedule, int64_t blockThreads) {
    schedule.rows = schedule.cluster > 1 ? 1 : std::max<int64_t>(blockThreads / schedule.threads, 1);
    while (schedule.rows > 1 && schedule.getBlockThreads() > kWarp && !mayShare(schedule.rows))
      schedule.rows /= 2;
    bool fits = schedule.reload || getHeld(order, schedule) <= kMostHeld;
    if (!fits || schedule.getBlockThreads() < kWarp)
      return;
    schedule.preload = isWorthPreloading(schedule, order, problem, chip);
    if (!llvm::is_contained(schedules, schedule))
      schedules.push_back(schedule);
  };
  if (std::optional<RowsSchedule> preferred = getPreferred(order, problem, chip))
    add(*preferred, 128);
  for (bool reload : {false, true})
    for (int64_t width = getWidest(order, problem); width >= order.piece; width /= 2)
      for (int64_t cluster = 1; cluster <= std::max<int64_t>(chip.clusterBlocks, 1); cluster *= 2) {
        int64_t most = order.lanes * order.piece / (width * cluster), least = std::min(kWarp, most);
        for (int64_t threads = std::min(most, kMostThreads); threads >= least && threads > 0; threads /= 2)
          for (int64_t blockThreads : {128, 256, 64, 512}) {
            RowsSchedule schedule;
            schedule.threads = threads;
            schedule.width = width;
            schedule.cluster = cluster;
            schedule.reload = reload;
            if (cluster == 1 || threads >= 4 * kWarp)
              add(schedule, blockThreads);
          }
      }
  return schedules;
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Schedules as attributes, their shared memory and checks, the space of them, and the preferred one.

#include "RowsSchedule.h"

#include "Model.h"
#include "fusion/Support/ChipTable.h"

using namespace mlir;
using namespace fusion;

/// Threads of a warp, and the most of a block (CUDA C++ Programming Guide, "Compute Capabilities").
static constexpr int64_t kWarp = 32, kMostThreads = 1024;
/// Elements of each full value that a thread holds at most: half of the registers that it has in a block of 1024.
static constexpr int64_t kMostHeld = 32;
/// Columns of a thread: 16 bytes of 16 bits each.
static constexpr int64_t kMostRowsOfThread = 8;
/// More would be as much work to put together.
static constexpr int64_t kMostSlices = 128;

RowOrder RowOrder::get(int64_t length) {
  RowOrder order{length, kWidest, 1};
  while (length % order.piece != 0)
    order.piece /= 2;
  int64_t pieces = order.pieces(), lanes = pieces;
  if (pieces > kLeastLanes)
    lanes = std::max<int64_t>(llvm::divideCeil(pieces, kIterations), kLeastLanes);
  order.lanes = std::min<int64_t>(llvm::PowerOf2Ceil(lanes), kMostLanes);
  return order;
}

static auto getFields(const RowsSchedule &schedule) {
  return std::tie(schedule.across, schedule.rows, schedule.threads, schedule.width, schedule.rowsOfThread,
                  schedule.cluster, schedule.slices, schedule.reload, schedule.preload, schedule.blocksPerSM,
                  schedule.walk);
}

bool RowsSchedule::operator==(const RowsSchedule &other) const { return getFields(*this) == getFields(other); }

int64_t RowsSchedule::getThreadsOfWarp() const {
  return std::max<int64_t>(std::min(threads, kWarp / getDistance()), 1);
}

RowsSchedule RowsSchedule::get(ScheduleAttr attr) {
  RowsSchedule schedule;
  schedule.across = attr.getFamily() == kColumnsFamilyName;
  schedule.rows = attr.getTile()[0];
  if (schedule.across) {
    schedule.threads = attr.getTile()[1];
    schedule.rowsOfThread = attr.getTile()[2];
    schedule.width = 1;
    schedule.reload = true;
  } else {
    schedule.width = attr.getTile()[2];
    schedule.threads = attr.getTile()[1] / schedule.width;
  }
  if (auto options = dyn_cast_or_null<RowsOptionsAttr>(attr.getOptions())) {
    schedule.cluster = options.getCluster();
    schedule.slices = options.getSlices();
    schedule.reload = options.getReload();
    schedule.preload = options.getPreload();
    schedule.blocksPerSM = options.getBlocksPerSm();
    schedule.walk = options.getWalk();
  }
  if (auto options = dyn_cast_or_null<ColumnsOptionsAttr>(attr.getOptions()))
    schedule.slices = options.getSlices();
  return schedule;
}

ScheduleAttr RowsSchedule::toAttr(MLIRContext *context) const {
  int64_t warps = getBlockThreads() / kWarp;
  if (across) {
    auto options = slices != 1 ? ColumnsOptionsAttr::get(context, slices) : ColumnsOptionsAttr();
    return ScheduleAttr::get(context, kColumnsFamilyName, {rows, threads, rowsOfThread}, {warps, 1}, 1, 1, options);
  }
  RowsOptionsAttr options;
  if (cluster != 1 || slices != 1 || reload || preload || blocksPerSM != 0 || walk != 0)
    options = RowsOptionsAttr::get(context, reload, preload, cluster, slices, blocksPerSM, walk);
  int64_t beside = std::max<int64_t>(threads / kWarp, 1);
  return ScheduleAttr::get(context, kRowsFamilyName, {rows, threads * width, width}, {warps / beside, beside}, 1, 1,
                           options);
}

int64_t fusion::getSharedParts(const RowsSchedule &schedule, int64_t values) {
  int64_t groups = schedule.threads / schedule.getThreadsOfWarp();
  return groups > 1 ? values * groups : 0;
}

int64_t fusion::getSharedBytesOfValue(const RowsSchedule &schedule, const RowProblem &problem) {
  bool isLoop = problem.open || schedule.across;
  int64_t strides = isLoop ? 1 : schedule.getStrides(RowOrder::get(problem.length));
  int64_t values = schedule.rows * getSharedParts(schedule, std::max<int64_t>(strides, 1));
  return (values + (schedule.cluster > 1 ? schedule.cluster : 0)) * problem.valueBytes;
}

int64_t fusion::getSharedBytesOfBarriers(const RowsSchedule &schedule, const RowProblem &problem) {
  return schedule.cluster > 1 ? llvm::alignTo(problem.steps * kBarrierBytes, 16) : 0;
}

int64_t fusion::getSharedBytesOfCrossings(const RowsSchedule &schedule, const RowProblem &problem) {
  constexpr int64_t valueBytes = 4;
  if (schedule.walk == 0)
    return 0;
  int64_t values = problem.crossings * schedule.getHeld(RowOrder::get(problem.length));
  return schedule.rows / 2 * schedule.threads * values * valueBytes;
}

int64_t fusion::getCopiesOfValues(const RowsSchedule &schedule, const RowProblem &problem) {
  return schedule.walk > 0 && problem.steps == 1 ? 2 : 1;
}

int64_t fusion::getSharedBytes(const RowsSchedule &schedule, const RowProblem &problem) {
  int64_t bytes = problem.values * getSharedBytesOfValue(schedule, problem) * getCopiesOfValues(schedule, problem);
  return std::max(getSharedBytesOfBarriers(schedule, problem) + bytes, getSharedBytesOfCrossings(schedule, problem));
}

/// Of rows whose elements lie side by side.
static FusionVerdict checkAlong(const RowsSchedule &schedule, const RowProblem &problem) {
  RowOrder order = RowOrder::get(problem.length);
  int64_t width = schedule.width;
  if (problem.open) {
    if (width != RowOrder::kWidest || schedule.cluster > 1 || !schedule.reload || schedule.threads < kWarp)
      return FusionVerdict::no("the length of the rows is known at run time alone: a thread must load " +
                               Twine(RowOrder::kWidest) +
                               " elements at once, again for each step, and no clusters or parts of warps share rows");
    return FusionVerdict::yes();
  }
  if (!llvm::isPowerOf2_64(width) || width < order.piece || width > 4 * order.piece || problem.length % width != 0)
    return FusionVerdict::no("a thread must load one, two or four pieces of " + Twine(order.piece) +
                             " elements at once, by which rows can be divided, not " + Twine(width) + " elements");
  if (schedule.getStrides(order) < 1 || (schedule.threads < kWarp && schedule.getStrides(order) != 1))
    return FusionVerdict::no("rows of " + Twine(problem.length) + " elements are combined in " + Twine(order.lanes) +
                             " lanes, which " + Twine(schedule.getBlocksOfRow() * schedule.threads) +
                             " threads cannot share");
  if (!schedule.reload && schedule.getHeld(order) > kMostHeld)
    return FusionVerdict::no("a row does not fit the registers of its threads");
  return FusionVerdict::yes();
}

/// Of rows that lie side by side.
static FusionVerdict checkAcross(const RowsSchedule &schedule, const RowProblem &problem) {
  int64_t lanes = RowOrder::get(problem.length).lanes, rows = schedule.rowsOfThread;
  if (!llvm::isPowerOf2_64(rows) || rows > kMostRowsOfThread || problem.beside % rows != 0)
    return FusionVerdict::no("a thread must have 1 to " + Twine(kMostRowsOfThread) +
                             " columns, by which the last dimension can be divided, not " + Twine(rows));
  if (schedule.cluster > 1 || schedule.preload)
    return FusionVerdict::no("columns have no clusters, and are not loaded before they are needed");
  if (!problem.open && schedule.threads * schedule.slices > lanes)
    return FusionVerdict::no("columns of " + Twine(problem.length) + " elements are combined in " + Twine(lanes) +
                             " lanes, which " + Twine(schedule.threads * schedule.slices) + " threads cannot share");
  return FusionVerdict::yes();
}

FusionVerdict fusion::checkRowsSchedule(ScheduleAttr attr, const RowProblem &problem, const ChipInfo &chip) {
  if (problem.length == 0)
    return FusionVerdict::no("the kernel reduces no rows");
  RowsSchedule schedule = RowsSchedule::get(attr);
  if (schedule.across != problem.across)
    return FusionVerdict::no(problem.across ? "elements of different rows are neighbours in memory: family columns"
                                            : "the elements of a row are neighbours in memory: family rows");
  int64_t threads = schedule.getBlockThreads();
  if (!llvm::isPowerOf2_64(schedule.threads) || !llvm::isPowerOf2_64(schedule.getRowThreads()) || threads < kWarp ||
      threads > kMostThreads)
    return FusionVerdict::no(
        "rows and threads of each must be powers of two, and a block have 32 to 1024 threads, not " +
        Twine(schedule.getRowThreads()) + " rows of " + Twine(schedule.threads));
  if (FusionVerdict fits = schedule.across ? checkAcross(schedule, problem) : checkAlong(schedule, problem); !fits)
    return fits;
  if ((schedule.walk > 0) != (problem.crossings > 0))
    return FusionVerdict::no(problem.crossings > 0 ? "a kernel that also reduces across its rows walks (walk)"
                                                   : "no kernel walks that reduces nothing across its rows");
  if (schedule.walk > 0 && problem.open)
    return FusionVerdict::no("the length of the rows is known at run time alone, so that no block walks");
  if (schedule.cluster > 1 && (schedule.rows > 1 || schedule.cluster > chip.clusterBlocks))
    return FusionVerdict::no("the blocks of a cluster, " + Twine(chip.clusterBlocks) + " at most on " + chip.name +
                             ", share one row at a time");
  if (schedule.slices > 1 && (schedule.cluster > 1 || schedule.preload || (!schedule.across && schedule.rows > 1)))
    return FusionVerdict::no("slices are of one row at a time, without clusters and preload");
  if (schedule.blocksPerSM * threads > chip.threadsPerSM)
    return FusionVerdict::no("a multiprocessor does not run " + Twine(schedule.blocksPerSM) + " blocks of " +
                             Twine(threads) + " threads");
  if (attr != schedule.toAttr(attr.getContext()))
    return FusionVerdict::no("the warps must be those of the threads, along the columns first, and stages and group 1");
  if (int64_t bytes = getSharedBytes(schedule, problem); bytes > chip.sharedPerBlock)
    return FusionVerdict::no("a block would take " + Twine(bytes) + " bytes of shared memory, of " +
                             Twine(chip.sharedPerBlock) + " on " + chip.name);
  return FusionVerdict::yes();
}

//===----------------------------------------------------------------------===//
// Space
//===----------------------------------------------------------------------===//

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
         schedule.getHeld(order) * problem.readBytes <= most;
}

/// What was fastest on an H100, or within a few per cent of it (docs/lab), but for rows and preload.
static RowsSchedule getPreferred(const RowOrder &order, const RowProblem &problem, const ChipInfo &chip) {
  // Threads: rows that so many hold are not shared by blocks. Where a row is read once and then forgotten, the blocks
  // of a cluster gain nothing.
  int64_t shortest = problem.passes > 1 ? 256 : kMostThreads;
  RowsSchedule schedule;
  schedule.width = getWidest(order, problem);
  auto isHeldBy = [&](int64_t threads) {
    schedule.threads = threads;
    return schedule.getHeld(order) <= kMostHeld;
  };
  // So few threads that each holds as much as it can: several blocks run at once, and some load while others reduce.
  int64_t threads = order.lanes * order.piece / schedule.width;
  while (threads > shortest && isHeldBy(threads / 2))
    threads /= 2;
  // Two blocks need not meet for a row where most of what is read is the same for all rows.
  if (threads > 2 * shortest || problem.readBytes <= 2 * problem.readBytesOfRow)
    schedule.cluster = std::clamp<int64_t>(threads / shortest, 1, std::max<int64_t>(chip.clusterBlocks, 1));
  threads = std::min(threads, schedule.cluster * kMostThreads) / schedule.cluster;
  schedule.reload = !isHeldBy(threads);
  // Full threads get the registers of 1024 on a multiprocessor.
  if (threads >= shortest && 2 * schedule.getHeld(order) > kMostHeld && !schedule.reload)
    schedule.blocksPerSM = kMostThreads / threads;
  return schedule;
}

namespace {
/// All that the lowering takes, in order.
class RowsSpace {
public:
  RowsSpace(const RowProblem &problem, const StreamProblem &stream, const ChipInfo &chip)
      : problem(problem), stream(stream), chip(chip), order(RowOrder::get(problem.length)) {}

  SmallVector<RowsSchedule> get() {
    if (problem.crossings > 0)
      addWalking();
    else if (problem.across)
      addAcross();
    else if (problem.open)
      addOpen();
    else
      addAlong();
    return std::move(schedules);
  }

private:
  void addOnce(const RowsSchedule &schedule) {
    if (getSharedBytes(schedule, problem) <= chip.sharedPerBlock && !llvm::is_contained(schedules, schedule))
      schedules.push_back(schedule);
  }
  void addAlong();
  void addSliced();
  void addOpen();
  void addAcross();
  void addWalking();

  double predict(const RowsSchedule &schedule) { return predictRows(schedule, problem, stream, chip).microseconds; }

  const RowProblem &problem;
  const StreamProblem &stream;
  const ChipInfo &chip;
  RowOrder order;
  SmallVector<RowsSchedule> schedules;
};
} // namespace

void RowsSpace::addAlong() {
  // Two blocks for each multiprocessor come before full blocks.
  auto mayShare = [&](int64_t rows) { return int64_t(llvm::divideCeil(problem.rows, rows)) >= 2 * chip.sms; };
  auto add = [&](RowsSchedule schedule, int64_t blockThreads) {
    schedule.rows = schedule.cluster > 1 ? 1 : std::max<int64_t>(blockThreads / schedule.threads, 1);
    while (schedule.rows > 1 && schedule.getBlockThreads() > kWarp && !mayShare(schedule.rows))
      schedule.rows /= 2;
    bool fits = schedule.reload || schedule.getHeld(order) <= kMostHeld;
    if (!fits || schedule.getBlockThreads() < kWarp)
      return;
    schedule.preload = isWorthPreloading(schedule, order, problem, chip);
    addOnce(schedule);
  };
  add(getPreferred(order, problem, chip), 128);
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
  addSliced();
}

void RowsSpace::addSliced() {
  RowsSchedule best = schedules.front();
  int64_t width = getWidest(order, problem), threadsOfRow = order.lanes * order.piece / width;
  for (int64_t slices = 2; slices <= kMostSlices && slices * 4 * kWarp <= threadsOfRow; slices *= 2) {
    RowsSchedule schedule;
    schedule.width = width;
    schedule.slices = slices;
    schedule.threads = std::min(kMostThreads, threadsOfRow / slices);
    schedule.reload = schedule.getHeld(order) > kMostHeld;
    addOnce(schedule);
    if (predict(schedule) < predict(best))
      best = schedule;
  }
  // The best is the first.
  schedules.erase(llvm::find(schedules, best));
  schedules.insert(schedules.begin(), best);
}

/// Registers of a thread that walks: of each element that it holds what columns come to, two values, and operands as
/// they are loaded ahead, in whole registers.
static int64_t estimateWalkRegisters(const RowsSchedule &schedule, const RowOrder &order, const RowProblem &problem) {
  constexpr int64_t others = 32, registerBytes = 4;
  int64_t loaded = std::min(registerBytes, schedule.width * std::max<int64_t>(problem.elementBytes, 1));
  int64_t ahead = problem.readBytes * registerBytes / loaded;
  return schedule.getHeld(order) * (registerBytes * (problem.crossings + 2) + ahead) / registerBytes + others;
}

void RowsSpace::addWalking() {
  constexpr int64_t mostRegisters = 255, mostBlocks = 8;
  if (problem.open || problem.across)
    return;
  auto add = [&](RowsSchedule schedule) {
    int64_t registers = chip.registersPerSM / (schedule.blocksPerSM * schedule.getBlockThreads());
    bool fits = schedule.getHeld(order) <= kMostHeld &&
                estimateWalkRegisters(schedule, order, problem) <= std::min(registers, mostRegisters) &&
                schedule.blocksPerSM * getSharedBytes(schedule, problem) <= chip.sharedPerBlock &&
                schedule.blocksPerSM * schedule.getBlockThreads() <= chip.threadsPerSM;
    if (fits)
      addOnce(schedule);
  };
  for (int64_t width = getWidest(order, problem); width >= order.piece; width /= 2) {
    int64_t most = std::min(order.lanes * order.piece / width, kMostThreads);
    for (int64_t threads = most; threads >= std::min(kWarp, most) && threads > 0; threads /= 2)
      for (int64_t blockThreads : {256, 512, 128, 1024})
        for (int64_t blocks = mostBlocks; blocks > 0; blocks /= 2) {
          RowsSchedule schedule;
          schedule.threads = threads;
          schedule.width = width;
          schedule.rows = std::max<int64_t>(blockThreads / threads, 1);
          schedule.blocksPerSM = blocks;
          schedule.walk = chip.sms * blocks;
          if (!problem.openRows)
            schedule.walk = std::min<int64_t>(schedule.walk, llvm::divideCeil(problem.rows, schedule.rows));
          if (schedule.getBlockThreads() == blockThreads)
            add(schedule);
        }
  }
  SmallVector<std::pair<double, size_t>> times;
  for (auto [number, schedule] : llvm::enumerate(schedules))
    times.push_back({predict(schedule), number});
  llvm::sort(times);
  schedules = llvm::map_to_vector<6>(times, [&](auto time) { return schedules[time.second]; });
}

void RowsSpace::addOpen() {
  RowsSchedule schedule;
  schedule.reload = true;
  schedule.threads = 256;
  // Nothing tells how long one row may be: a whole tensor, most likely.
  if (problem.rows == 1) {
    schedule.slices = 128;
    schedule.threads = 1024;
  }
  addOnce(schedule);
  for (int64_t slices : {1, 16, 64, 128})
    for (int64_t threads : {256, 128, 512, 1024, 64, 32}) {
      schedule.slices = slices;
      schedule.threads = threads;
      addOnce(schedule);
    }
}

void RowsSpace::addAcross() {
  RowsSchedule schedule;
  schedule.across = schedule.reload = true;
  schedule.width = 1;
  int64_t most = problem.open ? kMostThreads : order.lanes, widest = 1;
  while (widest < kMostRowsOfThread && widest * problem.elementBytes < 16 && problem.beside % (2 * widest) == 0)
    widest *= 2;
  auto add = [&](int64_t rowsOfThread, int64_t rowThreads, int64_t blockThreads, int64_t slices) {
    schedule.rowsOfThread = rowsOfThread;
    schedule.rows = rowThreads * rowsOfThread;
    schedule.threads = std::min<int64_t>(blockThreads / rowThreads, llvm::bit_floor(uint64_t(most)));
    schedule.slices = slices;
    if (schedule.threads >= 1 && schedule.getBlockThreads() >= kWarp &&
        schedule.threads * slices <= std::max(most, slices))
      addOnce(schedule);
  };
  // A warp reads as much of a line as there is, and the rest of a block is along the columns.
  int64_t rowThreads = std::min<int64_t>(kWarp, llvm::PowerOf2Ceil(llvm::divideCeil(problem.rows, widest)));
  auto addBest = [&] {
    add(widest, rowThreads, 256, 1);
    if (schedules.empty())
      add(widest, kWarp, 256, 1);
    RowsSchedule best = schedules.front();
    int64_t slices = problem.open ? 64 : most / best.threads;
    for (RowsSchedule sliced = best; sliced.slices <= std::min(kMostSlices, slices); sliced.slices *= 2)
      if (predict(sliced) < predict(best))
        best = sliced;
    schedules.front() = best;
  };
  addBest();
  for (int64_t width = widest; width >= 1; width /= 2)
    for (int64_t rowThreads : {32, 16, 64, 8, 128})
      for (int64_t blockThreads : {256, 512, 128, 64, 1024})
        for (int64_t slices : {1, 4, 16, 64})
          add(width, rowThreads, blockThreads, slices);
}

SmallVector<RowsSchedule> fusion::enumerateRowsSchedules(const RowProblem &problem, const StreamProblem &stream,
                                                         const ChipInfo &chip) {
  return RowsSpace(problem, stream, chip).get();
}

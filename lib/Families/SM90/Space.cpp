// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The schedules that are worth a prediction: shapes, with what each allows, from the outside in.

#include "fusion/Families/SM90/Space.h"

#include "fusion/Families/SM90/Check.h"
#include "fusion/Families/SM90/CostModel.h"
#include "fusion/Support/ChipTable.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

namespace {
/// Tile and warpgroups in the frame of wgmma.
struct Shape {
  int64_t rows, columns, consumers;
  WarpgroupMode mode = WarpgroupMode::Cooperative;
};

// In the order in which equals are preferred.
constexpr auto kPingPong = WarpgroupMode::PingPong;
constexpr Shape kShapes[] = {
    {128, 256, 2},
    {256, 160, 2},
    {256, 128, 2},
    {128, 240, 2},
    {128, 224, 2},
    {128, 208, 2},
    {128, 192, 2},
    {128, 176, 2},
    {128, 160, 2},
    {128, 144, 2},
    {128, 128, 2},
    {256, 64, 2},
    {128, 112, 2},
    {128, 96, 2},
    {128, 80, 2},
    {128, 64, 2},
    {128, 48, 2},
    {128, 32, 2},
    {192, 192, 3},
    {192, 176, 3},
    {192, 160, 3},
    {192, 144, 3},
    {192, 128, 3},
    {192, 112, 3},
    {192, 96, 3},
    {128, 176, 2, kPingPong},
    {128, 160, 2, kPingPong},
    {128, 144, 2, kPingPong},
    {128, 128, 2, kPingPong},
    {64, 256, 2, kPingPong},
    {64, 192, 2, kPingPong},
    {64, 128, 2, kPingPong},
    {128, 64, 2, kPingPong},
    {64, 64, 2, kPingPong},
    {64, 256, 1},
    {64, 224, 1},
    {64, 192, 1},
    {64, 160, 1},
    {64, 144, 1},
    {64, 128, 1},
    {64, 112, 1},
    {64, 96, 1},
    {64, 80, 1},
    {64, 64, 1},
    {64, 32, 1},
    {64, 48, 1},
    {64, 16, 1},
};

/// The largest M that is also computed transposed: its tiles are multiples of 8 along M, not of 64.
constexpr int64_t kMostSwapped = 1024;
/// Tiles along M of a transposed product: as few as 256 columns allow, and up to so many more.
constexpr int64_t kFurtherSwapped = 2;
/// All blocks of a swapped product read all rows of A: spread over K, 1 and 8 rows take 3 % less time, 16 and 32 rows
/// 1 %, 64 rows 1 % more.
constexpr int64_t kMostSpread = 32;
/// Tiles of which one more, that hangs over the edge, is nothing.
constexpr int64_t kManyTiles = 128;
/// K blocks that a partial tile has at least.
constexpr int64_t kLeastPartialTile = 4;
/// Times that differ by less are taken for equal: measured ones of a schedule scatter as much.
constexpr double kIndifference = 0.003;
/// Where only the launch knows N, the variant of a kernel for any address spills with more.
constexpr int64_t kMostOpenColumns = 192, kMostOpenAccumulators = 128;
/// Accumulators of a thread of three warpgroups beside a long epilogue, or whole operands whose rows TMA may not read:
/// with 96 of 160 registers those spill (gelu by erf and a residual, N odd: 8 bytes; a power: 56).
constexpr int64_t kMostOfThree = 80, kLongEpilogue = 20;
/// The same of swapped products of one left factor: with 160 of 240 their epilogue spills 4 bytes.
constexpr int64_t kMostOfSwappedPair = 152;
/// Registers of a consumer beside accumulators and loaded elements: with fewer the epilogue of a swapped product
/// spills.
constexpr int64_t kLeastBesideLoads = 32;
/// The same, beside accumulators and a left factor of a k block that threads read; and how many more where elements are
/// loaded beside it, where M is dynamic then (2048 x 2048 by 176 x 128 with a residual: 64 bytes), and of split f32.
constexpr int64_t kLeastBesideRows = 56, kFurtherBesideLoads = 16, kFurtherOpen = 40, kFurtherSplitF32 = 40;
/// More stages than this hide nothing more.
constexpr int64_t kMostStages = 12;

/// TMA reads A or B, and rows of their boxes, of 128 bytes, lie in two lines each.
bool straddlesLines(const ScheduleProblem &problem) {
  auto straddles = [&](int64_t contiguous, bool copied) {
    return !copied && contiguous * problem.type->elementBytes % 128 != 0;
  };
  return straddles(problem.transposeA ? problem.m : problem.k, problem.hasOddPitchA()) ||
         straddles(problem.transposeB ? problem.k : problem.n, problem.hasOddPitchB());
}

/// Adds every schedule with one shape, from the outside in: what is loaded, how the work is spread, how it is walked.
class Enumerator {
public:
  Enumerator(const ScheduleProblem &problem, const ChipInfo &chip, SmallVectorImpl<SM90Schedule> &all)
      : problem(problem), chip(chip), all(all) {}

  void addShape(const Shape &shape, bool swap) {
    if (problem.dynamicN && shape.columns > kMostOpenColumns)
      return;
    // Each of several products has columns in whole units of its own.
    if (!swap && problem.products > 1 && shape.columns % (16 * problem.products) != 0)
      return;
    SM90Schedule schedule;
    schedule.swap = swap;
    schedule.spreadK = swap && shape.columns <= kMostSpread && !problem.inOrder && !problem.isBlockScaled();
    schedule.type = problem.type;
    schedule.products = problem.products;
    schedule.tileM = swap ? shape.columns : shape.rows;
    schedule.tileN = (swap ? shape.rows : shape.columns) / problem.products;
    schedule.consumers = shape.consumers;
    schedule.mode = shape.mode;
    // Swapped results of 16 bits, and of 32 for few columns, are staged by whole columns: a second buffer would cost a
    // stage.
    StagedChunks chunks = getStagedChunks(schedule, problem.epilogue.outputBytes);
    schedule.staging = swap && chunks.allColumns > 64 && chunks.rowParts == 1 ? 1 : 0;
    if (problem.dynamicN && schedule.accumulators() > kMostOpenAccumulators)
      return;
    if (shape.consumers > 2 && schedule.accumulators() > kMostOfThree && needsRegisters())
      return;
    if (schedule.stackedRows() > 1 && schedule.accumulators() > kMostOfSwappedPair)
      return;
    // Boxes that are in part others' columns are not worth their loads: with weights stored [K, N], ping-pong tiles of
    // 176 columns took 14 % longer at 8192 x 8192 x 8192 than with [N, K].
    if (shape.columns % getColumnUnit(schedule, problem) != 0)
      return;
    // Threads (cp.async) load nothing by choice: see docs/dev/SplitK.md.
    bool byElements = problem.type->crossRead == CrossRead::Elements;
    schedule.copyA = problem.hasOddPitchA() || (problem.needsTransposeA() && (swap || !byElements));
    schedule.copyB = problem.hasOddPitchB() || (problem.needsTransposeB() && (!swap || !byElements));
    // Long k blocks save waits of small tiles.
    SmallVector<int64_t> lengths = {128};
    if (schedule.rows() + schedule.columns() <= 192)
      lengths.push_back(256);
    for (int64_t bytes : lengths)
      for (int64_t blocks : {1, 2, 4}) {
        SM90Schedule sized = schedule;
        sized.tileK = bytes / problem.type->elementBytes;
        sized.blocksPerSM = blocks;
        if (chooseStagesAndStaging(sized))
          addClusters(sized);
      }
  }

private:
  /// Whether the epilogue holds much beside the accumulators.
  bool needsRegisters() const {
    bool odd = problem.dynamicN || problem.n * problem.type->elementBytes % 16 != 0;
    return problem.epilogue.scalarCost > kLongEpilogue || (odd && !problem.epilogue.operandBytes.empty());
  }

  /// As many stages as fit, beside the other blocks; false if there are not even two, or too few registers.
  bool chooseStages(SM90Schedule &schedule) const {
    if (!hasRegistersForLoads(schedule) || !hasRegistersForRows(schedule))
      return false;
    int64_t kBlocks = llvm::divideCeil(problem.k, schedule.tileK);
    for (schedule.stages = std::clamp<int64_t>(kBlocks, 2, kMostStages); schedule.stages >= 2; --schedule.stages)
      if (checkSM90Schedule(schedule, problem, chip))
        return true;
    return false;
  }

  /// The same; one buffer for the results of each of three warpgroups where two would cost a stage: 6144 x 768 x 3072
  /// by 192 x 192 takes 39.0 us with four stages, 40.0 with three.
  bool chooseStagesAndStaging(SM90Schedule &schedule) const {
    SM90Schedule other = schedule;
    bool fits = chooseStages(schedule);
    other.staging = 1;
    if (schedule.consumers < 3 || !chooseStages(other) || (fits && other.stages <= schedule.stages))
      return fits;
    schedule = other;
    return true;
  }

  /// The left factor of a k block, or its two parts, beside the accumulators and what else a thread holds: ptxas makes
  /// products wait for each other where there is no room (C7512), and does so too for two blocks of 64 rows in
  /// ping-pong.
  bool hasRegistersForRows(const SM90Schedule &schedule) const {
    if (!hasUnreadableRows(schedule, problem) && !schedule.isSplitF32())
      return true;
    int64_t blocks = schedule.warpgroupRows() / 64;
    int64_t registers = schedule.tileK * blocks / 2 * (schedule.isSplitF32() ? 2 : 1);
    return (!schedule.isPingPong() || blocks <= 1) &&
           schedule.accumulators() + registers + kLeastBesideRows <= getThreadRegisters(schedule);
  }

  /// A thread of a swapped product holds the elements of M x N operands of a whole chunk, which it loads one by one
  /// where TMA does not bring them.
  bool hasRegistersForLoads(const SM90Schedule &schedule) const {
    int64_t rows = getStagedChunks(schedule, problem.epilogue.outputBytes).rows;
    int64_t loaded = problem.epilogue.operandBytes.size() * rows / 2;
    int64_t further = 0;
    if (schedule.isSplitF32())
      further = kFurtherSplitF32 + (problem.dynamicM ? kFurtherOpen : 0);
    else if (hasUnreadableRows(schedule, problem))
      further = kFurtherBesideLoads + (problem.dynamicM ? kFurtherOpen : 0);
    return !schedule.swap || loaded == 0 ||
           schedule.accumulators() + loaded + kLeastBesideLoads + further <= getThreadRegisters(schedule);
  }

  /// What ptxas gives to a thread of a consumer: warps are spread over the four parts of a multiprocessor, each of
  /// which has a quarter of the registers.
  int64_t getThreadRegisters(const SM90Schedule &schedule) const {
    if (schedule.movesRegisters())
      return schedule.consumerRegisters();
    int64_t warpsOfPart = llvm::divideCeil(schedule.blocksPerSM * schedule.threads() / 32, 4);
    return std::min<int64_t>(255, chip.registersPerSM / 4 / (32 * warpsOfPart) / 8 * 8);
  }

  void addClusters(SM90Schedule schedule) {
    addSplits(schedule);
    addTails(schedule);
    if (schedule.swap || schedule.consumers < 2 || schedule.blocksPerSM > 1)
      return;
    for (auto [clusterM, clusterN] : {std::pair<int64_t, int64_t>(1, 2), {2, 1}}) {
      schedule.clusterM = clusterM;
      schedule.clusterN = clusterN;
      // A cluster that hangs over the edge computes what nobody asked for.
      auto fits = [](int64_t tiles, int64_t cluster) { return tiles % cluster == 0 || tiles >= kManyTiles; };
      if (fits(llvm::divideCeil(problem.m, schedule.tileM), clusterM) &&
          fits(llvm::divideCeil(problem.n, schedule.tileN), clusterN))
        addRasters(schedule);
    }
    // Loads bound what straddles lines: sharing both operands is worth tiles that hang over, in one wave. 1000 x 1000 x
    // 1000 takes 7.20 us by 128 x 80 in clusters of four (112 blocks), 7.62 by 128 x 64 in clusters of two.
    schedule.clusterM = schedule.clusterN = 2;
    if (straddlesLines(problem) && getTiles(schedule) <= double(getSM90Slots(schedule, chip)))
      addDependents(schedule);
  }

  /// Shares of K, where there are multiprocessors without a tile and K is long enough. Not every GPU with wgmma runs
  /// clusters of more than 8 blocks, which a schedule written by hand may have, and they gain little: a cluster lies in
  /// one GPC, which gets 1.2 TB/s (64 x 64 x 65536, A [K, M], W [K, N]: 15.75 us by 8 blocks, 15.5 by 12; 128 x 128 x
  /// 32768 9.9 and 9.1).
  void addSplits(SM90Schedule schedule) {
    addRasters(schedule);
    int64_t kBlocks = llvm::divideCeil(problem.k, schedule.tileK);
    if (problem.dynamicK || problem.inOrder)
      return;
    for (int64_t split : {2, 3, 4, 6, 8}) {
      schedule.splitK = split;
      if (kBlocks < 8 * split || getTiles(schedule) * double(split) > double(getSM90Slots(schedule, chip)))
        break;
      if (chooseStages(schedule))
        addDependents(schedule);
    }
  }

  /// Where the last tiles leave multiprocessors idle: their K in as many partial tiles as these take at once, or fewer,
  /// which are added sooner.
  void addTails(SM90Schedule schedule) {
    if (schedule.isPingPong() || schedule.isSplitF32() || schedule.loadsByThreads() || problem.inOrder ||
        problem.added.exists() || problem.dynamicM || problem.dynamicN || problem.dynamicK)
      return;
    // The kernel that adds their sums spills (192 x 192 in 16 partial tiles: 44 bytes; f32 by 64 x 128 with a residual
    // and a column: 20).
    if (schedule.swap &&
        (schedule.consumers > 2 || (problem.type->elementBytes == 4 && !problem.epilogue.operandBytes.empty())))
      return;
    int64_t tail = getSM90Tail(schedule, problem, chip), slots = getSM90Slots(schedule, chip);
    if (tail == 0 || 2 * tail > slots)
      return;
    int64_t kBlocks = llvm::divideCeil(problem.k, schedule.tileK);
    int64_t most = std::min({slots / tail, kBlocks / kLeastPartialTile, SM90Schedule::kMostPartialTiles}), last = 0;
    bool single = getTiles(schedule) <= double(slots);
    // Pieces read different parts of K as it is.
    schedule.spreadK &= !single;
    for (int64_t parts : {1, 2, 3, 4, 6}) {
      schedule.streamKTail = most / parts;
      if (schedule.streamKTail < 2 || schedule.streamKTail == last || (!single && parts > 2))
        continue;
      last = schedule.streamKTail;
      if (single) {
        addLate(schedule);
        continue;
      }
      // Behind whole waves blocks come one after the other, and may add as well as a kernel: one launch less.
      for (TailReduction reduction : {TailReduction::Blocks, TailReduction::Kernel}) {
        schedule.tailReduction = reduction;
        addOrders(schedule);
      }
    }
  }

  /// Whole waves, before the tail.
  void addOrders(SM90Schedule schedule) {
    for (RasterOrder order : {RasterOrder::SnakeRows, RasterOrder::SnakeColumns})
      for (int64_t group : {16, 8, 4}) {
        schedule.order = order;
        schedule.group = group;
        addLate(schedule);
      }
  }

  void addLate(SM90Schedule schedule) {
    schedule.dependents = DependentLaunch::Late;
    if (checkSM90Schedule(schedule, problem, chip))
      all.push_back(schedule);
  }

  /// The order of the tiles, where there is more than one wave of them.
  void addRasters(SM90Schedule schedule) {
    double tiles = getTiles(schedule);
    int64_t slots = getSM90Slots(schedule, chip);
    if (tiles <= double(slots))
      return addDependents(schedule);
    double tilesM = double(getSM90TilesM(schedule, problem)), tilesN = double(getSM90TilesN(schedule, problem));
    for (RasterOrder order :
         {RasterOrder::SnakeRows, RasterOrder::Rows, RasterOrder::SnakeColumns, RasterOrder::Columns}) {
      bool rows = order == RasterOrder::Rows || order == RasterOrder::SnakeRows;
      double across = rows ? tilesM / double(schedule.clusterM) : tilesN / double(schedule.clusterN);
      for (int64_t group : {16, 8, 4, 32, 2, 1}) {
        if (group > 1 && double(group) >= 2 * across)
          continue;
        schedule.order = order;
        schedule.group = group;
        schedule.grid = 0;
        addDependents(schedule);
        if (problem.dynamicM || problem.dynamicN)
          continue;
        // As few blocks as take no more waves: the rest would only draw power.
        int64_t even = int64_t(std::ceil(tiles / std::ceil(tiles / double(slots))));
        schedule.grid = llvm::alignTo(even, schedule.clusterSize());
        if (schedule.grid < slots)
          addDependents(schedule);
      }
    }
  }

  void addDependents(SM90Schedule schedule) {
    for (DependentLaunch dependents : {DependentLaunch::Late, DependentLaunch::Early}) {
      schedule.dependents = dependents;
      // There is no room for another kernel's blocks beside one that has a multiprocessor alone, or stays for several
      // tiles.
      bool stays = getTiles(schedule) * double(schedule.splitK) > double(getSM90Slots(schedule, chip));
      if (dependents == DependentLaunch::Early && (stays || schedule.movesRegisters()))
        continue;
      if (checkSM90Schedule(schedule, problem, chip))
        all.push_back(schedule);
    }
  }

  double getTiles(const SM90Schedule &schedule) const { return getSM90Tiles(schedule, problem); }

  const ScheduleProblem &problem;
  const ChipInfo &chip;
  SmallVectorImpl<SM90Schedule> &all;
};
} // namespace

static void addSwapped(const ScheduleProblem &problem, Enumerator &enumerator) {
  // Of rows, of all products.
  int64_t rows = 64 * problem.products;
  bool isCrossedA = !problem.isKMajorA() || (problem.added.exists() && problem.added.transposeA);
  int64_t unit = !isCrossedA || problem.needsTransposeA() ? 8 : 64, m = std::max<int64_t>(1, problem.m),
          fewest = llvm::divideCeil(m, 256), most = m > 64 ? fewest + kFurtherSwapped : fewest, last = 0;
  for (int64_t tiles = fewest; tiles <= most; ++tiles) {
    int64_t columns = llvm::alignTo(llvm::divideCeil(m, tiles), unit);
    if (columns == last)
      continue;
    enumerator.addShape({rows, columns, 1}, /*swap=*/true);
    enumerator.addShape({2 * rows, columns, 2}, /*swap=*/true);
    if (m > 64) {
      if (2 * rows < 256)
        enumerator.addShape({256, columns, 2}, /*swap=*/true);
      enumerator.addShape({128, columns, 2, kPingPong}, /*swap=*/true);
    }
    last = columns;
  }
}

SmallVector<SM90Schedule, 0> fusion::enumerateSM90Schedules(const ScheduleProblem &problem, const ChipInfo &chip) {
  SmallVector<SM90Schedule, 0> all;
  Enumerator enumerator(problem, chip, all);
  // Where all of M is the narrow side of one tile, that is preferred; else it is one more to consider.
  if (problem.m <= 64)
    addSwapped(problem, enumerator);
  for (const Shape &shape : kShapes)
    enumerator.addShape(shape, /*swap=*/false);
  if (problem.m > 64 && problem.m <= kMostSwapped)
    addSwapped(problem, enumerator);
  // B from registers is no copy less than A from registers.
  if (problem.needsTransposeB() && !problem.needsTransposeA())
    for (const Shape &shape : kShapes)
      enumerator.addShape(shape, /*swap=*/true);
  return all;
}

std::optional<SM90Schedule> fusion::chooseSM90Schedule(const ScheduleProblem &problem, const ChipInfo &chip) {
  SmallVector<SM90Schedule, 0> all = enumerateSM90Schedules(problem, chip);
  if (all.empty())
    return std::nullopt;
  SmallVector<double, 0> times;
  for (const SM90Schedule &schedule : all)
    times.push_back(predictSM90Time(schedule, problem, chip).total());
  double limit = *llvm::min_element(times) * (1 + kIndifference);
  return all[llvm::find_if(times, [&](double time) { return time <= limit; }) - times.begin()];
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Predicts the time of products by wgmma, from constants that were fitted to measurements.

#include "fusion/Families/SM90/CostModel.h"

#include "fusion/Families/SM90/Check.h"
#include "fusion/Support/ChipTable.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

// Fitted to measurements on H200 of kernels of this scheme, in bursts (docs/dev/CostModel.md). Clocks are those of one
// multiprocessor. Only +, -, *, / and sqrt are used, which IEEE 754 rounds the same way everywhere.

/// Clock in GHz: the highest, and the one that full tensor load of `kReferenceSMs` multiprocessors leaves at the power
/// limit while each fills `kReferenceFill` bytes of shared memory a clock.
static constexpr double kHighestClock = 1.98, kLoadedClock = 1.8;
static constexpr double kReferenceSMs = 128, kReferenceFill = 52.85;
/// Power that each further byte a clock takes, as a share of the whole.
static constexpr double kPowerPerFill = 0.0126;

/// Bytes a clock: reads of shared memory, and what TMA brings.
static constexpr double kSharedBytes = 148.5, kFillBytes = 160;
/// TB/s that the L2 gives to all multiprocessors, each load that a cluster shares counted once; and the share that is
/// lost where operands and their copies do not fit it.
static constexpr double kL2Rate = 40, kL2MissLoss = 0.3291;
/// An operand of more than this share of the L2 does not stay there until all have read it; how much more its bytes
/// weigh.
static constexpr double kKeptShare = 0.5357, kColdWeight = 1.604;
/// A box whose rows start at odd places of 128-byte lines takes this many times as long: at 16 bytes in 32, else.
static constexpr double kStraddleSectors = 6.545, kStraddle = 2.539;
/// What threads load comes in sectors of 32 bytes, of which rows that start inside of one touch one more in 128 bytes;
/// and a copy takes a warp some clocks, with its share of what other warps ask for, besides the wait at the end. From
/// two kernels of 1000 x 1000 x 1000: 8.28 us with one operand of 64 x 64 loaded so, 11.51 with both, of 192 x 128.
static constexpr double kSectorShare = 5.0 / 4, kCopyClocks = 67, kCopyWait = 1520;
/// Clocks that a k block takes beside the loads it waits for; that sharing its loads costs a cluster; that passing the
/// tensor cores on costs ping-pong, and starting a further tile the others.
static constexpr double kBarrierClocks = 72.65, kClusterClocks = 44.24, kPingPongClocks = 19.22, kRestartClocks = 242.5;

/// Clocks in which a warpgroup whose rows come from registers goes through a k block, and through each step of it:
/// fitted to searches of 21 problems (docs/dev/CostModel.md).
static constexpr double kRegisterBlockClocks = 200, kRegisterStepClocks = 80;

/// Clocks in which a warpgroup waits for the last products of a chain: a step's of the above; and where sums are
/// multiplied with scales of blocks. Then clocks of such a multiplication and addition, and what choosing one of two
/// scales of columns adds to it, as a share of it. The last two are fitted to six kernels of an H100 (4096 x 7168 x
/// 16384, 4096 x 24576 x 1536 and 4096 x 2112 x 7168, tiles of 128 x 128 and 192 x 96), the others are counted.
static constexpr double kChainClocks = kRegisterStepClocks, kScaledChainClocks = 120, kScaledAddition = 3.25,
                        kChooseScale = 2;
/// The share of kL2Rate at which kernels whose sums are made of chains get their operands: warpgroups that wait for
/// each chain do not make up for loads that come late. From 8-bit floats on an H100: tiles of 128 x 128 without
/// clusters take 934 us for 8192 x 8192 x 8192, in clusters of two 802; with gelu 1001 and 847 for 8192 x 16384 x 4096.
static constexpr double kChainL2Share = 0.7;
/// Clocks of a k block that clusters along m cost such kernels more than clusters along n: 866 us for 798 (8192 x 8192
/// x 8192), with scales of blocks 277 for 271 (4096 x 24576 x 1536).
static constexpr double kChainClusterClocks = 30;

/// Clocks of a load; and of one from memory beside that, where memory is as busy as the rest.
static constexpr double kLoadClocks = 1269, kMemoryLoadClocks = 62.25;

/// Clocks of a tile's epilogue: of itself, and of each further warpgroup; for an element's store and a unit of scalar
/// cost where instructions of many warps alternate; for such a unit where each warp waits for its own.
static constexpr double kEpilogueClocks = 56.25, kWarpgroupClocks = 424.7;
static constexpr double kStoreClocks = 1.462 / 128, kScalarClocks = 0.9102 / 128, kScalarLatency = 1.461 / 128;
/// Bytes of a unit of scalar cost in the code of an epilogue, which is straight; bytes from which on warps that are
/// alone on their schedulers wait for instructions; and how many times as long a unit then takes, more for each further
/// byte. From gelu, the gradient of silu, and gelu with dropout behind 4096 x 4096 x 4096 on an H100, by 128 x 176 in
/// ping-pong: 3, 25 and 52 us more than the product alone.
static constexpr double kUnitBytes = 16, kKeptCode = 65536, kFetch = 2.15e-5;
/// Clocks of a row of 128 bytes that TMA cannot write: of itself, and of each store of a warp.
static constexpr double kRowClocks = 1.965, kRowStoreClocks = 7.703;
/// Warpgroups whose stores of such rows go on side by side: a third one saves nothing (3791 x 6233 x 202).
static constexpr double kRowWarpgroups = 2;
/// Clocks until what TMA wrote last is there.
static constexpr double kStoreLatency = 503.3;
/// Bytes a clock of the last stores of a kernel; of partial sums between the blocks of a cluster, which cost clocks of
/// their own.
static constexpr double kDrainBytes = 20.58, kSplitBytes = 12.66;
static constexpr double kSplitClocks = 599.2;

/// Microseconds: of a launch; of starting a block on every multiprocessor; of the first loads from memory; of a
/// cluster's start.
static constexpr double kLaunch = 0.4, kBlocksLaunch = 0.3859, kFirstMemory = 0.3744, kClusterLaunch = 0.6647;
/// What an early dependent launch costs where several blocks share a multiprocessor: the next kernel's take the places
/// of blocks that are still to start. What a late one saves a kernel that memory bounds.
static constexpr double kEarlyLoss = 0.3621, kStreamLateGain = 0.314;
/// Else an early launch is better where few multiprocessors have a block, and worse where most have one: the next
/// kernel's blocks then start one by one where room comes free. Where K is split, the other way round. Microseconds
/// from none to all of them; the shares from which on it is worse, or better.
static constexpr double kEarlySlope = 0.4402, kEarlySplitSlope = 0.4273, kEarlyShare = 0.5, kEarlySplitShare = 0.75;
/// How much longer their loads take, for the share above `kEarlyShare`: blocks that read the same lines do so further
/// apart.
static constexpr double kEarlyApart = 0.5771;
/// How much longer loads take where K is split within clusters: blocks side by side then read other lines. Small tiles
/// with long K get 73 to 80 bytes a clock, where K is split 45 to 50. Copies that come before are in the L2.
static constexpr double kSplitApart = 0.6;
/// First loads of stable operands, ahead of the wait, save this share of what memory takes for them, and so many
/// microseconds at most where memory does not bound the kernel. Where a wave holds all tiles they save more if the
/// launch is early, which then comes after the kernel's own wait and costs nothing. From 24 problems with constant
/// weights (docs/lab); those of stable activations are taken to be like them.
static constexpr double kAheadSaving = 0.4, kMostAhead = 0.1, kEarlyAheadSaving = 1, kMostEarlyAhead = 0.3,
                        kFullShare = 0.95;
/// A copy that comes before the product: its launch, and TB/s of what it reads and writes; of one that transposes, the
/// share of that.
static constexpr double kCopyLaunch = 1.312, kCopyRate = 3.335, kTransposeShare = 0.8427;
/// The kernel that adds the partial tiles of a stream-K tail: its launch, TB/s at which all its blocks read them, and
/// bytes a clock of one of them; and bytes a clock of the sums that a block sends to memory.
static constexpr double kReductionLaunch = 1.85, kReductionRate = 4.5, kReductionBytes = 50, kPartialTileBytes = 40;
/// Where the blocks that make partial tiles add them, for each time that two meet: clocks from the flag to the first
/// sums of another block, which was there before, or comes at the same time where no whole tiles have kept them apart;
/// and bytes a clock of these sums. At once: from tails alone (16 x 1024 x 4096 in 4: 7.2 us; 256 x 256 x 16384 in 8:
/// 14.4; 128 x 128 x 32768 in 16: 13.9). Else such that 28 tiles of 128 x 256 in four parts are as fast as with a
/// reduction kernel, as they are in a whole block (docs/lab); from the third time on as at once (16 tiles of 128 x 128
/// in eight parts: 5.3 us more than with a reduction kernel).
static constexpr double kMeetClocks = 1200, kMeetAtOnceClocks = 5000, kAddBytes = 64, kFirstMeetings = 2;
/// Where blocks could share a multiprocessor, those that start as a copy ends do so that often, though others are idle.
static constexpr double kCopyPacking = 0.4375;

/// How many times as much as a stream of the memory all multiprocessors could take, where a cluster shares K, and where
/// partial tiles of it are all over the chip.
static constexpr double kRateOfSMs = 1.579, kRateOfPartialTiles = 3.5;
/// Microseconds that memory takes longer for each MB that the L2 gives.
static constexpr double kMemoryPerL2 = 0.002945;
/// How much longer it takes where blocks have unequal numbers of tiles, for each tile that an average block lacks.
static constexpr double kImbalance = 0.07689;
/// Of operands that are read again this much is still to be found in the L2.
static constexpr double kReuse = 0.2852;
/// TB/s at which traffic that the products hide slows them down (power).
static constexpr double kRasterRate = 150;
/// Going back and forth saves this share of the traffic.
static constexpr double kSnakeSaving = 0.1446;

int64_t fusion::getSM90Slots(const SM90Schedule &schedule, const ChipInfo &chip) {
  int64_t slots = getMostClusters(chip, schedule.clusterSize(), schedule.blocksPerSM) * schedule.clusterSize();
  return schedule.grid ? std::min(schedule.grid, slots) : slots;
}

int64_t fusion::getSM90TilesM(const SM90Schedule &schedule, const ScheduleProblem &problem) {
  return std::max<int64_t>(1, llvm::divideCeil(problem.m, schedule.tileM * schedule.clusterM)) * schedule.clusterM;
}

int64_t fusion::getSM90TilesN(const SM90Schedule &schedule, const ScheduleProblem &problem) {
  auto count = [&](int64_t columns) { return llvm::divideCeil(columns, schedule.tileN * schedule.clusterN); };
  int64_t clusters = problem.isShared() ? 0 : count(problem.n);
  for (int64_t columns : problem.columnsOfEach)
    clusters += count(columns);
  return std::max<int64_t>(1, clusters) * schedule.clusterN;
}

double fusion::getSM90Tiles(const SM90Schedule &schedule, const ScheduleProblem &problem) {
  return double(getSM90TilesM(schedule, problem)) * double(getSM90TilesN(schedule, problem)) *
         std::max(1.0, double(problem.batches));
}

double fusion::getSM90Tail(const SM90Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip) {
  return std::fmod(getSM90Tiles(schedule, problem), double(getSM90Slots(schedule, chip)));
}

namespace {
/// One prediction. Counts are doubles: sizes are whatever the IR says.
class Model {
public:
  Model(const SM90Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip)
      : s(schedule), p(problem), chip(chip), tilesM(double(getSM90TilesM(schedule, problem))),
        tilesN(double(getSM90TilesN(schedule, problem))), tiles(getSM90Tiles(schedule, problem)),
        slots(double(getSM90Slots(schedule, chip))), units(tiles * double(schedule.splitK)), tail(getTail()),
        partialTiles(tail * double(schedule.streamKTail)), blocks(std::min(slots, units - tail + partialTiles)),
        unitsOfBlock(getUnitsOfBlock()),
        resident(std::min(double(schedule.blocksPerSM), std::ceil(blocks / double(chip.sms)))), packed(resident),
        operands(double(problem.batches) * (double(problem.m) + double(problem.n * problem.products)) *
                 double(problem.k + problem.added.k) * double(problem.type->elementBytes)) {
    if (copies())
      packed += kCopyPacking * (std::min(double(schedule.blocksPerSM), blocks) - resident);
  }

  SM90Time run() const {
    SM90Time time;
    double traffic = getTraffic();
    time.memory = getMemory(traffic);
    time.compute = getCompute(time.memory);
    time.raster = units > slots ? traffic / (kRasterRate * 1e6) : 0;
    time.copies = getCopyTime();
    time.reduction = getReductionTime();
    time.fixed = getFixed(/*streams=*/time.memory - kFirstMemory > time.compute + time.raster);
    return time;
  }

private:
  bool copies() const { return s.copyA || s.copyB; }

  double getTail() const { return s.streamKTail > 1 ? getSM90Tail(s, p, chip) : 0; }

  double getUnitsOfBlock() const {
    if (tail == 0)
      return std::ceil(units / slots);
    double turns = std::ceil(partialTiles / slots);
    return (units - tail) / slots + turns * std::ceil(getKBlocks() / double(s.streamKTail)) / getKBlocks();
  }

  double getFixed(bool streams) const {
    // While some blocks stream, others may start.
    double started = streams ? std::min(blocks, double(chip.sms)) : blocks;
    double fixed = kLaunch + kBlocksLaunch * started / double(chip.sms);
    if (s.clusterSize() > 1)
      fixed += kClusterLaunch;
    return fixed + getDependents(streams) - getAhead(streams);
  }

  /// Share of the multiprocessors that have a block.
  double getShare() const { return std::min(1.0, blocks / double(chip.sms)); }

  /// How many times as long loads take because blocks that read the same lines do so at different times, or because
  /// neighbours read other lines.
  double getApart() const {
    if (s.splitK > 1 && !copies())
      return 1 + kSplitApart;
    bool apart = shares() && s.dependents == DependentLaunch::Early && s.splitK == 1 && s.blocksPerSM == 1;
    return apart ? 1 + kEarlyApart * std::max(0.0, getShare() - kEarlyShare) : 1;
  }

  /// What the dependent launch costs; negative where it saves time.
  double getDependents(bool streams) const {
    if (s.dependents == DependentLaunch::Late || isEarlyAhead(streams))
      return streams ? -kStreamLateGain : 0;
    if (s.blocksPerSM > 1)
      return kEarlyLoss;
    return s.splitK > 1 ? kEarlySplitSlope * (kEarlySplitShare - getShare()) : kEarlySlope * (getShare() - kEarlyShare);
  }

  /// Whether several blocks read each line of both operands.
  bool shares() const { return tilesM > 1 && tilesN > 1; }

  bool aheadA() const { return p.stableA && !s.copyA && s.readsAhead(); }
  bool aheadB() const { return p.stableB && !s.copyB && s.readsAhead(); }
  /// Whether the next kernel's first loads come while blocks of this one still run, which costs nothing: not where they
  /// take bandwidth from multiprocessors that have none of its blocks, or from others that share their lines.
  bool isEarlyAhead(bool streams) const {
    bool ahead = (aheadA() || aheadB()) && s.dependents == DependentLaunch::Early && units <= slots;
    return ahead && (!streams || (getShare() >= kFullShare && !shares()));
  }

  /// What loads ahead of the wait save.
  double getAhead(bool streams) const {
    if (!aheadA() && !aheadB())
      return 0;
    double ofA = aheadA() ? 1 : 0, ofB = aheadB() ? 1 : 0;
    double most = double(s.getStages().mostAhead(int64_t(getFillBytes(ofA, ofB))));
    double ahead = std::clamp(std::floor(getKBlocks() / double(Stages::kAheadShare)), 1.0, most);
    double asked = getFillBytes(ofA / double(s.clusterN), ofB / double(s.clusterM));
    double saved =
        asked * ahead * blocks / (getStreamRate() * 1e6) * (isEarlyAhead(streams) ? kEarlyAheadSaving : kAheadSaving);
    return streams ? saved : std::min(saved, isEarlyAhead(streams) ? kMostEarlyAhead : kMostAhead);
  }

  /// How many times as long a box takes to load, whose rows have the pitch of `contiguous` elements. One that blocks of
  /// a cluster share takes as long as one whose rows do not straddle lines, as far as measurements tell.
  double getStraddle(OperandLoad load, bool copied, int64_t contiguous, int64_t sharers) const {
    int64_t bytes = contiguous % 128 * p.type->elementBytes;
    if (copied || bytes % 128 == 0 || sharers > 1)
      return 1;
    if (load == OperandLoad::CpAsync)
      return bytes % 32 == 0 ? 1 : kSectorShare;
    return bytes % 32 == 0 ? kStraddle : kStraddleSectors;
  }

  /// Bytes that one k block puts into shared memory; with weights for A and B, or their parts.
  double getFillBytes(double ofA = 1, double ofB = 1) const {
    double rows = double(s.rows());
    double columns = double(llvm::alignTo(s.columns(), getColumnUnit(s, p)));
    return double(s.tileK * p.type->elementBytes) * ((s.swap ? columns : rows) * ofA + (s.swap ? rows : columns) * ofB);
  }

  /// Clocks in which one k block comes of each block on a multiprocessor. Blocks of a cluster that share an
  /// operand ask for a part of it each.
  double getLoadClocks() const {
    double straddleA = getStraddle(s.loadA, s.copyA, p.transposeA ? p.m : p.k, s.clusterN);
    double straddleB = getStraddle(s.loadB, s.copyB, p.transposeB ? p.k : p.n, s.clusterM);
    double asked = getFillBytes(straddleA / double(s.clusterN), straddleB / double(s.clusterM));
    return std::max(asked, getFillBytes()) / kFillBytes * packed * getApart();
  }

  /// Bytes of a k block that all multiprocessors ask the L2 for. Those of an operand that does not stay there weigh
  /// more.
  double getL2Bytes() const {
    auto weight = [&](int64_t extent) {
      double bytes = double(extent) * double(p.k) * double(p.type->elementBytes);
      return copies() || bytes <= kKeptShare * double(chip.l2Bytes) ? 1 : 1 + kColdWeight;
    };
    double bytes = getFillBytes(weight(p.m) / double(s.clusterN), weight(p.n * p.products) / double(s.clusterM));
    return bytes * std::min(blocks, packed * double(chip.sms)) * getApart();
  }

  /// Microseconds in which the L2 gives all multiprocessors a k block.
  double getL2Time() const {
    double missing = copies() && 2 * operands > double(chip.l2Bytes) ? 1 + kL2MissLoss : 1;
    double share = isPacedByChains() ? kChainL2Share : 1;
    return getL2Bytes() * missing / (share * kL2Rate * 1e6);
  }

  /// Clocks from one k block to the next as far as the warps that copy it go: each starts its copies of a block and
  /// waits for them before its next one. The warp with most stages sets the pace.
  double getCopyClocks() const {
    if (!s.loadsByThreads())
      return 0;
    auto copies = [&](OperandLoad load, int64_t extent, int64_t access) {
      double bytes = double(extent) * double(s.tileK * p.type->elementBytes);
      return load == OperandLoad::CpAsync ? bytes / (32 * double(access)) : 0;
    };
    double count = copies(s.loadA, s.tileM, p.accessA) + copies(s.loadB, s.tileN, p.accessB);
    int64_t stagesOfWarp = llvm::divideCeil(s.stages, s.getStages().copyingWarps());
    return (count * kCopyClocks + kCopyWait) * double(stagesOfWarp) / double(s.stages);
  }

  /// Clocks of the tensor cores for one k block of a tile: 4096 dense 16-bit FLOP a clock.
  double getTensorClocks() const {
    return double(s.rows() * s.columns() * s.tileK * 2 * p.type->products) /
           (4096 * 2.0 / double(p.type->elementBytes));
  }

  /// Clocks in which the consumers of all blocks on a multiprocessor work off a k block: tensor cores, or shared memory
  /// (each wgmma reads 64 rows and all columns).
  double getConsumeClocks() const {
    double kBytes = double(s.tileK * p.type->elementBytes);
    double warpgroups = double(s.rows()) / 64;
    // Rows that come from registers are read once.
    double reads = warpgroups * double(64 + s.columns() * p.type->products) * kBytes;
    // Split f32: every element of the columns is read once more, and its low half written.
    double splits = s.isSplitF32() ? 2 * double(s.columns()) * kBytes : 0;
    double shared = (reads + splits + getFillBytes() / 2) / kSharedBytes;
    double alone = std::max(getRegisterClocks(), getChainClocks());
    return combine(combine(getTensorClocks(), shared) * packed, alone) + getClusterClocks();
  }

  /// Whether sums are made of chains whose ends warpgroups wait for. Those of split f32 are in what was fitted to it.
  bool isPacedByChains() const { return s.sumsChains() && !s.isSplitF32(); }

  /// Whether a thread chooses one of two scales for each of its columns.
  bool choosesScale() const {
    int64_t scaled = s.swap ? p.scaledRowsA : p.scaledColumnsB, columns = s.columns();
    return scaled > 0 && scaled != ScheduleProblem::kAllRows && scaled % columns != 0 && columns % scaled != 0;
  }

  /// Clocks in which a warpgroup goes through a k block where sums are made of chains: its own products, and at the end
  /// of each chain the wait for the last of them and an addition for each sum, beside which it multiplies nothing.
  double getChainClocks() const {
    if (!isPacedByChains())
      return 0;
    double sharers = s.isPingPong() ? 1 : double(s.consumers);
    double additions = double(s.accumulators()) / 2, wait = kChainClocks;
    if (p.isBlockScaled()) {
      additions *= kScaledAddition * (choosesScale() ? 1 + kChooseScale : 1);
      wait = kScaledChainClocks;
    }
    return getTensorClocks() / sharers + (wait + additions) / double(s.chain());
  }

  /// Clocks in which a warpgroup goes through a k block whose rows come from registers, however little it multiplies:
  /// it waits for the block, and in each step for products and for what it reads.
  double getRegisterClocks() const {
    if (!hasUnreadableRows(s, p) && !s.isSplitF32())
      return 0;
    return kRegisterBlockClocks + kRegisterStepClocks * double(s.tileK * p.type->elementBytes) / 32;
  }

  /// The same of the loads that they wait for.
  double getProduceClocks() const {
    return std::max(getLoadClocks() + kBarrierClocks, getCopyClocks()) + getClusterClocks();
  }

  double getClusterClocks() const {
    if (s.clusterM * s.clusterN == 1)
      return 0;
    return kClusterClocks + (isPacedByChains() && s.clusterM > 1 ? kChainClusterClocks : 0);
  }

  double getBlockClocks() const { return combine(getConsumeClocks(), getProduceClocks()); }

  /// The time of things that go on side by side and get in each other's way when they take equally long.
  static double combine(double x, double y) {
    double squares = x * x * x * x + y * y * y * y;
    return std::sqrt(std::sqrt(squares));
  }

  /// Power is what it takes to keep the tensor cores busy and to bring their operands; it goes with the fourth power of
  /// the clock, roughly.
  double getClock() const {
    double busy = getTensorClocks() * resident / getBlockClocks();
    double fill = getFillBytes() * resident / getBlockClocks();
    double active = std::min(blocks, double(chip.sms));
    double power = active / kReferenceSMs * busy * (1 + kPowerPerFill * std::max(0.0, fill - kReferenceFill));
    return std::min(kHighestClock, kLoadedClock / std::sqrt(std::sqrt(power)));
  }

  /// That a block finishes.
  double getElements() const { return double(s.tileM * s.tileN / s.finishers()); }

  /// Warpgroups that work on the epilogue of one tile.
  double getFinishers() const { return s.isPingPong() ? 1 : double(s.consumers); }

  /// Whether TMA can write the rows of an output.
  bool writesRows(int64_t elementBytes) const { return p.dynamicN || p.n % 16 * elementBytes % 16 == 0; }

  /// Clocks of an output's rows that TMA cannot write, by one warp's stores of as many bytes as the pitch allows.
  double getRowClocks(int64_t elementBytes) const {
    if (writesRows(elementBytes))
      return 0;
    int64_t pitch = p.n % 8 * elementBytes;
    double storeBytes = 32 * double(pitch % 8 == 0 ? 8 : pitch % 4 == 0 ? 4 : elementBytes);
    double rowBytes = double((s.swap ? s.tileN : s.finishedColumns()) * elementBytes);
    double chunks = std::ceil(rowBytes / 128), rows = double(s.swap ? s.finishedColumns() : s.rows());
    double stores = std::ceil(std::min(128.0, rowBytes) / storeBytes);
    return rows * chunks * (kRowClocks + kRowStoreClocks * stores) / std::min(getFinishers(), kRowWarpgroups);
  }

  /// That instructions of a tile's epilogue take. Blocks on one multiprocessor issue theirs in turn.
  double getIssueClocks() const {
    double stores = std::max(1.0, double(p.epilogue.outputBytes.size() + p.epilogue.operandBytes.size()));
    return getElements() * (kStoreClocks * stores + kScalarClocks * double(p.epilogue.preciseCost)) * resident;
  }

  double getRowClocks() const {
    double clocks = 0;
    for (int64_t bytes : p.epilogue.outputBytes)
      clocks += getRowClocks(bytes);
    return clocks * resident;
  }

  /// How many times as long as a short one the code of an epilogue takes to run.
  double getFetch() const {
    double bytes = getElements() / getFinishers() / 128 * double(p.epilogue.preciseCost) * kUnitBytes;
    return getFinishers() * resident > 1 ? 1 : 1 + kFetch * std::max(0.0, bytes - kKeptCode);
  }

  double getEpilogueClocks() const {
    double waiting = getElements() * kScalarLatency * double(p.epilogue.preciseCost) / getFinishers() * getFetch();
    return kEpilogueClocks + kWarpgroupClocks * double(s.consumers - 1) + std::max(getIssueClocks(), waiting) +
           getRowClocks();
  }

  /// That a block takes of each tile.
  double getKBlocks() const {
    double added = std::ceil(double(p.added.k) / double(s.tileK)), all = std::ceil(double(p.k) / double(s.tileK));
    // Of blocks that share K the first one has what is added, and the smallest share.
    double share = all / double(s.splitK);
    return std::max({1.0, std::ceil(share), added + std::floor(share)});
  }

  /// In which sums wait between the two products, and are multiplied: an instruction each, of two warps of a scheduler.
  double getScaleClocks() const {
    return p.added.isScaled || (p.added.exists() && s.splitK > 1)
               ? kChainClocks + 2 * double(s.accumulators()) * double(s.blocksPerSM)
               : 0;
  }

  /// `memory` is how long memory alone would take.
  double getCompute(double memory) const {
    double kBlocks = getKBlocks();
    double clock = getClock();
    // A stage is filled again no sooner than a load takes; one from memory takes longer.
    double alone = unitsOfBlock * kBlocks * getBlockClocks() / (clock * 1e3);
    double load = kLoadClocks + kMemoryLoadClocks * std::min(1.0, memory / std::max(1e-3, alone));
    double main = kBlocks * combine(combine(getBlockClocks(), getL2Time() * clock * 1e3), load / double(s.stages - 1)) +
                  getScaleClocks();
    double epilogue = getEpilogueClocks();
    // Loads of the next tile go on during an epilogue. That saves time where products can make up for them later.
    double products = isPacedByChains() ? main : kBlocks * getConsumeClocks();
    double next = std::max(products + epilogue, main) + kRestartClocks;
    double clocks;
    if (tail > 0) {
      double whole = (units - tail) / slots, turns = std::ceil(partialTiles / slots);
      double partialTile = main * std::ceil(kBlocks / double(s.streamKTail)) / kBlocks;
      double sums = double(s.rows() * s.columns()) * 4 / kPartialTileBytes;
      clocks = whole * next + turns * partialTile + sums;
      if (s.addsInBlocks()) {
        double apart = whole > 0 ? std::min(getMeetings(), kFirstMeetings) : 0.0;
        clocks += apart * kMeetClocks + (getMeetings() - apart) * kMeetAtOnceClocks + epilogue;
        clocks += getMeetings() * double(s.rows() * s.columns()) * 4 / kAddBytes;
      }
    } else if (s.isPingPong()) {
      main += kPingPongClocks;
      // Warpgroups wait side by side, but issue in turn.
      clocks = std::max({unitsOfBlock * main + epilogue, std::ceil(unitsOfBlock / 2) * (main + epilogue),
                         unitsOfBlock * (getIssueClocks() + getRowClocks())});
    } else {
      clocks = main + epilogue + (unitsOfBlock - 1) * next;
    }
    double outputBytes = 0;
    for (int64_t bytes : p.epilogue.outputBytes)
      outputBytes += double(bytes);
    clocks += resident * getElements() * outputBytes / kDrainBytes;
    if (llvm::any_of(p.epilogue.outputBytes, [&](int64_t bytes) { return writesRows(bytes); }))
      clocks += kStoreLatency;
    if (s.splitK > 1)
      clocks += kSplitClocks + getElements() * double(4 * s.products * (s.splitK - 1)) / kSplitBytes;
    return clocks / (clock * 1e3);
  }

  /// Bytes of operands that the waves of tiles read from memory. Operands that fit stay in the L2, and so does what one
  /// wave reads several times; of several waves, each group in a wave reads its rows of A and columns of B.
  double getTraffic() const {
    if (units <= slots || operands <= double(chip.l2Bytes))
      return operands;
    bool byRows = s.order == RasterOrder::Rows || s.order == RasterOrder::SnakeRows;
    bool snake = s.order == RasterOrder::SnakeRows || s.order == RasterOrder::SnakeColumns;
    double across = byRows ? tilesM : tilesN, along = byRows ? tilesN : tilesM;
    double tileN = double(s.tileN * s.products);
    double tileAcross = byRows ? double(s.tileM) : tileN, tileAlong = byRows ? tileN : double(s.tileM);
    double group = std::min(double(s.group * (byRows ? s.clusterM : s.clusterN)), across);
    double wave = std::min(blocks / double(s.splitK), tiles);
    double length = std::clamp(wave / group, 1.0, along);
    double groups = wave / (group * length);
    double bytes = groups * (group * tileAcross + length * tileAlong) * double(p.k) * double(p.type->elementBytes);
    return bytes * (tiles / wave) * (snake && group < across ? 1 - kSnakeSaving : 1);
  }

  double getMemory(double traffic) const {
    double elements = double(p.batches) * double(p.m) * double(p.n);
    double outputs = 0;
    for (ArrayRef<int64_t> moved : {ArrayRef(p.epilogue.outputBytes), ArrayRef(p.epilogue.operandBytes)})
      for (int64_t elementBytes : moved)
        outputs += elements * double(elementBytes);
    // Copies that fit are still in the L2.
    double kept = 2 * operands + outputs <= double(chip.l2Bytes) ? getCopiedBytes() : 0;
    double bytes = operands - kept + (1 - kReuse) * std::max(0.0, traffic - operands) + outputs;
    // Where blocks take turns on a multiprocessor, those with one turn more finish later, though they then have more
    // of the bandwidth.
    double imbalance = units > slots ? 1 + kImbalance * (unitsOfBlock / (units / slots) - 1) : 1;
    double reach = tail > 0 ? kRateOfPartialTiles : kRateOfSMs;
    double rate = getStreamRate() * std::min(1.0, reach * std::min(blocks, double(chip.sms)) / double(chip.sms));
    // What the L2 gives gets in the way of what it takes.
    double read = getL2Bytes() * getKBlocks() * unitsOfBlock;
    return bytes * imbalance / (rate * 1e6) + read * kMemoryPerL2 / 1e6 + kFirstMemory;
  }

  /// Times that the last block of a tile whose K is split adds the sums of another one.
  double getMeetings() const { return double(llvm::Log2_64_Ceil(s.streamKTail)); }

  /// A block of the kernel that adds sums has 64 rows and a share of the columns of all partial tiles of a tile.
  double getReductionTime() const {
    if (tail == 0 || s.addsInBlocks())
      return 0;
    double sums = partialTiles * double(s.rows() * s.columns()) * 4, columns = s.getReductionColumns();
    double reducing = tail * double(s.rows() * s.columns()) / (64 * columns);
    double rate =
        std::min(kReductionRate * 1e6, std::min(reducing, double(chip.sms)) * kReductionBytes * kHighestClock * 1e3);
    return kReductionLaunch + sums / rate;
  }

  double getStreamRate() const { return chip.memoryGBs * 1e-3 * kStreamShare; }

  /// Bytes of the operands that are copied first; those that are transposed weigh as much more as they take longer.
  double getCopiedBytes(double transposeShare = 1) const {
    auto share = [&](bool transposes) { return transposes ? transposeShare : 1; };
    double rows = (s.copyA ? double(p.m) / share(p.needsTransposeA()) : 0) +
                  (s.copyB ? double(p.n) / share(p.needsTransposeB()) : 0);
    return double(p.batches) * rows * double(p.k) * double(p.type->elementBytes);
  }

  /// One kernel copies what is to be copied.
  double getCopyTime() const {
    return copies() ? kCopyLaunch + 2 * getCopiedBytes(kTransposeShare) / (kCopyRate * 1e6) : 0;
  }

  const SM90Schedule &s;
  const ScheduleProblem &p;
  const ChipInfo &chip;
  double tilesM, tilesN, tiles, slots;
  /// Tiles, or with split-K shares of tiles; those of them whose K is split, and their partial tiles; blocks that take
  /// them; and those of the busiest block, where a partial tile counts as much as it has of K.
  double units, tail, partialTiles, blocks, unitsOfBlock;
  /// Blocks on one multiprocessor: they share its units, and each hides the others' epilogues.
  double resident;
  /// The same where blocks started behind a copy.
  double packed;
  /// Bytes of A and B.
  double operands;
};
} // namespace

SM90Time fusion::predictSM90Time(const SM90Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip) {
  return Model(schedule, problem, chip).run();
}

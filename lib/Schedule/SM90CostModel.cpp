// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion/Schedule/SM90CostModel.h"

#include "fusion/Support/ChipTable.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::fusion;

// Measured on H200 with kernels of this scheme, bursts, bias and gelu fused (docs/Schedules.md). Clocks are those of
// one multiprocessor. Only +, -, *, / and sqrt are used, which IEEE 754 rounds the same way everywhere.

/// Clock in GHz: the highest, and the one that full tensor load of `kReferenceSMs` multiprocessors leaves at the power
/// limit while each fills `kReferenceFill` bytes of shared memory a clock.
static constexpr double kHighestClock = 1.98, kLoadedClock = 1.63;
static constexpr double kReferenceSMs = 128, kReferenceFill = 48;
/// Power that each further byte a clock takes, as a share of the whole.
static constexpr double kPowerPerFill = 0.10 / 16;

/// Bytes a clock: reads of shared memory, and what TMA brings from the L2.
static constexpr double kSharedBytes = 128, kFillBytes = 76;
/// A box whose rows start at odd places of 128-byte lines takes this many times as long.
static constexpr double kStraddle = 3.2;
/// Clocks that a k block takes beside the loads it waits for; that sharing its loads costs a cluster; that passing the
/// tensor cores on costs ping-pong.
static constexpr double kBarrierClocks = 45, kClusterClocks = 9, kTurnClocks = 150;

/// Clocks of a load from the L2 under load.
static constexpr double kLoadClocks = 1000;

/// Clocks of a tile's epilogue: for each consumer warpgroup; for an element's store; for a unit of scalar cost.
static constexpr double kEpilogueClocks = 350, kStoreClocks = 2.0 / 128, kScalarClocks = 0.5 / 128;
/// Bytes a clock of the last stores of a kernel, and of partial sums between the blocks of a cluster.
static constexpr double kDrainBytes = 24;
static constexpr double kSplitClocks = 1300;

/// Microseconds: of a launch with the first loads, of a cluster's start, and what dependent launches save.
static constexpr double kLaunch = 2.05, kClusterLaunch = 0.3, kEarlyGain = 0.4, kLateGain = 0.3;
static constexpr double kStreamLateGain = 0.7;
/// An early dependent takes the places of blocks that are still to start, where several share a multiprocessor.
static constexpr double kEarlyLoss = 1.4;
static constexpr double kFirstMemory = 0.8;
/// A copy that comes before the product; of one that transposes, the share of a stream's rate (predicted: it waits for
/// loads and stores in turn).
static constexpr double kCopyLaunch = 2.0, kTransposeShare = 0.85;

/// Share of the memory's nominal bandwidth that a stream reaches: 4.37 of 4.8 TB/s.
static constexpr double kStreamShare = 0.91;
/// TB/s that one multiprocessor can stream: 112 of them read the weights of 128 x 14336 x 4096 at 4.0, 128 at 4.2.
static constexpr double kRatePerSM = 0.0365;
/// Of operands that are read again this much is still to be found in the L2.
static constexpr double kReuse = 0.12;
/// TB/s at which traffic that the products hide slows them down (power).
static constexpr double kRasterRate = 40.6;
/// Going back and forth saves this share of the traffic.
static constexpr double kSnakeSaving = 0.25;
/// Multiprocessors that clusters of four can take, of 132 (GPCs of an odd number of pairs).
static constexpr double kClusterOf4Share = 120.0 / 132;

int64_t fusion::getSM90Slots(const SM90Schedule &schedule, const ChipInfo &chip) {
  int64_t cluster = schedule.clusterSize();
  int64_t sms = cluster > 2 ? int64_t(double(chip.sms) * kClusterOf4Share) : chip.sms;
  int64_t slots = std::max(cluster, sms * schedule.blocksPerSM / cluster * cluster);
  return schedule.grid ? std::min(schedule.grid, slots) : slots;
}

int64_t fusion::getSM90TilesM(const SM90Schedule &schedule, const ScheduleProblem &problem) {
  return std::max<int64_t>(1, llvm::divideCeil(problem.m, schedule.tileM * schedule.clusterM)) * schedule.clusterM;
}

int64_t fusion::getSM90TilesN(const SM90Schedule &schedule, const ScheduleProblem &problem) {
  return std::max<int64_t>(1, llvm::divideCeil(problem.n, schedule.tileN * schedule.clusterN)) * schedule.clusterN;
}

namespace {
/// One prediction. Counts are doubles: sizes are whatever the IR says.
class Model {
public:
  Model(const SM90Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip)
      : s(schedule), p(problem), chip(chip), tilesM(double(getSM90TilesM(schedule, problem))),
        tilesN(double(getSM90TilesN(schedule, problem))),
        tiles(tilesM * tilesN * std::max(1.0, double(problem.batches))), slots(double(getSM90Slots(schedule, chip))),
        units(tiles * double(schedule.splitK)), blocks(std::min(slots, units)), unitsOfBlock(std::ceil(units / slots)),
        resident(std::min(double(schedule.blocksPerSM), std::ceil(blocks / double(chip.sms)))) {}

  SM90Time run() const {
    SM90Time time;
    double operands = p.batches * (double(p.m) * double(p.k) + double(p.n) * double(p.k)) * double(p.elementBytes);
    double traffic = getTraffic(operands);
    time.compute = getCompute();
    time.memory = getMemory(operands, traffic);
    time.raster = units > slots ? traffic / (kRasterRate * 1e6) : 0;
    time.repack = getRepack();
    time.fixed = getFixed(/*streams=*/time.memory - kFirstMemory > time.compute + time.raster);
    return time;
  }

private:
  double getFixed(bool streams) const {
    double fixed = kLaunch + (s.clusterSize() > 1 ? kClusterLaunch : 0);
    if (s.dependents == DependentLaunch::Late)
      return fixed - (streams ? kStreamLateGain : kLateGain);
    if (s.blocksPerSM > 1)
      return fixed + kEarlyLoss;
    // The next kernel's blocks find room beside one that is small and the last. Behind a copy there is nothing to gain.
    bool gains = units <= slots && !s.movesRegisters() && !streams && !s.repackA && !s.repackB;
    return gains ? fixed - kEarlyGain : fixed;
  }

  /// Bytes that one k block puts into shared memory, weighted by how long TMA takes for them.
  double getFillBytes(bool weighted) const {
    double kBytes = double(s.tileK * p.elementBytes);
    auto straddles = [&](int64_t size) { return size % 128 * p.elementBytes % 128 != 0; };
    // Blocks that share an operand load a part of it each.
    auto weight = [&](bool repacked, int64_t contiguous, int64_t sharers) {
      return weighted && !repacked && straddles(contiguous) ? std::max(1.0, kStraddle / double(sharers)) : 1;
    };
    double weightA = weight(s.repackA, p.transposeA ? p.m : p.k, s.clusterN);
    double weightB = weight(s.repackB, p.transposeB ? p.k : p.n, s.clusterM);
    return kBytes * (double(s.tileM) * weightA + double(s.tileN) * weightB);
  }

  /// Clocks of the tensor cores for one k block of a tile: 4096 dense 16-bit FLOP a clock.
  double getTensorClocks() const {
    return double(s.tileM * s.tileN * s.tileK * 2 * p.products) / (4096 * 2.0 / double(p.elementBytes));
  }

  /// Clocks of one k block of a tile of each resident block: tensor cores, shared memory (each wgmma reads 64 rows and
  /// all columns) or loads.
  double getBlockClocks() const {
    double kBytes = double(s.tileK * p.elementBytes);
    double warpgroups = double(s.rows()) / 64;
    double reads = warpgroups * double(64 + s.columns()) * kBytes * double(p.products);
    // In parts every element is read once more, and its low part written.
    double splits = s.isInParts() ? 2 * getFillBytes(false) : 0;
    double shared = (reads + splits + getFillBytes(false) / 2) / kSharedBytes;
    double slowest = std::max(
        {getTensorClocks() * resident, shared * resident, getFillBytes(true) / kFillBytes * resident + kBarrierClocks});
    return slowest + (s.clusterM * s.clusterN > 1 ? kClusterClocks : 0);
  }

  /// Power is what it takes to keep the tensor cores busy and to bring their operands; it goes with the square of the
  /// clock, roughly.
  double getClock() const {
    double busy = getTensorClocks() * resident / getBlockClocks();
    double fill = getFillBytes(false) * resident / getBlockClocks();
    double active = std::min(blocks, double(chip.sms));
    double power = active / kReferenceSMs * busy * (1 + kPowerPerFill * std::max(0.0, fill - kReferenceFill));
    return std::min(kHighestClock, kLoadedClock / std::sqrt(power));
  }

  /// That a block finishes.
  double getElements() const { return double(s.rows() * s.finishedColumns()); }

  double getEpilogueClocks() const {
    double stores = double(p.epilogue.outputBytes.size() + p.epilogue.operandBytes.size());
    return kEpilogueClocks * double(s.consumers) +
           getElements() * (kStoreClocks * std::max(1.0, stores) + kScalarClocks * double(p.epilogue.scalarCost));
  }

  double getCompute() const {
    double kBlocks = std::ceil(std::ceil(double(p.k) / double(s.tileK)) / double(s.splitK));
    // A stage is filled again no sooner than a load takes.
    double main = kBlocks * std::max(getBlockClocks(), kLoadClocks / double(s.stages - 1));
    double epilogue = getEpilogueClocks();
    double clocks;
    if (s.isPingPong()) {
      main += kTurnClocks;
      clocks = std::max(unitsOfBlock * main + epilogue, std::ceil(unitsOfBlock / 2) * (main + epilogue));
    } else {
      clocks = unitsOfBlock * (main + epilogue);
    }
    double outputBytes = 0;
    for (int64_t bytes : p.epilogue.outputBytes)
      outputBytes += double(bytes);
    clocks += resident * getElements() * outputBytes / kDrainBytes;
    if (s.splitK > 1)
      clocks += kSplitClocks + getElements() * 4 * double(s.splitK - 1) / kDrainBytes;
    return clocks / (getClock() * 1e3);
  }

  /// Bytes of operands that the waves of tiles read from memory. Operands that fit stay in the L2, and so does what one
  /// wave reads several times; of several waves, each group in a wave reads its rows of A and columns of B.
  double getTraffic(double operands) const {
    if (units <= slots || operands <= double(chip.l2Bytes))
      return operands;
    bool byRows = s.order == RasterOrder::Rows || s.order == RasterOrder::SnakeRows;
    bool snake = s.order == RasterOrder::SnakeRows || s.order == RasterOrder::SnakeColumns;
    double across = byRows ? tilesM : tilesN, along = byRows ? tilesN : tilesM;
    double tileAcross = double(byRows ? s.tileM : s.tileN), tileAlong = double(byRows ? s.tileN : s.tileM);
    double group = std::min(double(s.group * (byRows ? s.clusterM : s.clusterN)), across);
    double wave = std::min(blocks / double(s.splitK), tiles);
    double length = std::clamp(wave / group, 1.0, along);
    double groups = wave / (group * length);
    double bytes = groups * (group * tileAcross + length * tileAlong) * double(p.k) * double(p.elementBytes);
    return bytes * (tiles / wave) * (snake && group < across ? 1 - kSnakeSaving : 1);
  }

  double getMemory(double operands, double traffic) const {
    double bytes = operands + (1 - kReuse) * std::max(0.0, traffic - operands);
    double elements = double(p.batches) * double(p.m) * double(p.n);
    for (ArrayRef<int64_t> moved : {ArrayRef(p.epilogue.outputBytes), ArrayRef(p.epilogue.operandBytes)})
      for (int64_t elementBytes : moved)
        bytes += elements * double(elementBytes);
    // Where blocks take turns on a multiprocessor, those with one turn more finish later, though they then have more
    // of the bandwidth.
    double imbalance = units > slots ? 1 + 0.4 * (unitsOfBlock / (units / slots) - 1) : 1;
    double rate = std::min(getStreamRate(), kRatePerSM * std::min(blocks, double(chip.sms)));
    return bytes * imbalance / (rate * 1e6) + kFirstMemory;
  }

  double getStreamRate() const { return chip.memoryGBs * 1e-3 * kStreamShare; }

  /// One kernel copies what is to be copied.
  double getRepack() const {
    if (!s.repackA && !s.repackB)
      return 0;
    auto share = [](bool transposes) { return transposes ? kTransposeShare : 1; };
    double rows = (s.repackA ? double(p.m) / share(p.isTransposedByCopyA()) : 0) +
                  (s.repackB ? double(p.n) / share(p.isTransposedByCopyB()) : 0);
    double bytes = double(p.batches) * rows * double(p.k) * double(p.elementBytes);
    return kCopyLaunch + 2 * bytes / (getStreamRate() * 1e6);
  }

  const SM90Schedule &s;
  const ScheduleProblem &p;
  const ChipInfo &chip;
  double tilesM, tilesN, tiles, slots;
  /// Tiles, or with split-K shares of tiles; blocks that take them; and those of the busiest block.
  double units, blocks, unitsOfBlock;
  /// Blocks on one multiprocessor: they share its units, and each hides the others' epilogues.
  double resident;
};
} // namespace

SM90Time fusion::predictSM90Time(const SM90Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip) {
  return Model(schedule, problem, chip).run();
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Predicts the time of products by mma.sync: by what was measured on a chip that prefers another family, where their
// rows are not aligned; or by a chip's data sheet.

#include "fusion/Families/SM80/CostModel.h"

#include "Candidates.h"
#include "fusion/Analysis/CostModel.h"
#include "fusion/Support/ChipTable.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

// Microseconds, measured on H200 with kernels of bias and gelu whose K, and mostly N, is no multiple of 8
// (docs/dev/CostModel.md).

/// Of a launch, and of starting a block on every multiprocessor.
static constexpr double kLaunch = 0.89, kBlocksLaunch = 0.7;
/// Of loads that are waited for.
static constexpr double kLoad = 0.46;
/// Of a thread's cp.async; of an element that it loads to a register and stores.
static constexpr double kCopy = 0.0117, kElement = 0.074;
/// Of an element of a thread's results: one after the other where rows start anywhere, or eight at a time.
static constexpr double kScalarResult = 0.098, kVectorResult = 0.035;
/// TFLOP/s of one multiprocessor's tensor cores with mma.sync (fitted; large products reach 4.0). Of tf32 and tf32x3
/// large products reach 167 and 79 TFLOP/s in all (docs/lab): these have the same ratio to the best.
static constexpr double kRate = 4.6, kTf32Rate = 1.46, kTf32x3Rate = 0.69;
/// How much longer a step takes that widens its factors: where a warp's tile is 64 x 32, 24 words of 14 instructions
/// beside 32 products of 8 clocks. Counted, not measured.
static constexpr double kWidening = 2.3;
/// Registers of a thread beside its accumulators.
static constexpr int64_t kFurtherRegisters = 90;
/// What blocks on one multiprocessor cost each other.
static constexpr double kSharing = 1.3;
/// TB/s at which all blocks together load through the L2: rows that fill lines of 128 bytes (4096 x 4096 x 4096), and
/// others (89 x 4869 x 3156).
static constexpr double kL2Rate = 6.2, kL2StraddleRate = 4.2;

/// Of blocks that come at once, two that meet to add their sums; and bytes a microsecond of these (on H200, by stream-K
/// tails: kMeetAtOnceClocks and kAddBytes of their family's model).
static constexpr double kMeeting = 2.7, kAddedBytes = 117e3;

/// Of groups of warps that add their sums: two barriers and a way through shared memory (an estimate), and bytes a
/// microsecond that a multiprocessor writes and reads there (128 a clock of 1.4 GHz).
static constexpr double kGroupMeeting = 0.2, kSharedBytes = 180e3;
/// Of a tile's copies, from their start to its products, where the memory is busy. Fitted with getSlower to an H200
/// with code for sm_80 and four stages: 16x4096x4096 and 16x4096x14336 with split_k = 2 take 14.6 and 40.2,
/// 16x14336x4096 31.2.
static constexpr double kRound = 0.85;

bool fusion::hasPreferredFamily(const ChipInfo &chip) {
  return !chip.families.empty() && chip.families.front() != getSM80FamilyName(/*tensorCores=*/true);
}

bool fusion::hasSM80Model(const ScheduleProblem &problem, const ChipInfo &chip) {
  return hasPreferredFamily(chip) && problem.type->elementBytes == 2 && problem.type->usesTensorCores();
}

static int64_t countColumnTiles(const ScheduleProblem &problem, int64_t tileN) {
  int64_t tiles = problem.isShared() ? 0 : llvm::divideCeil(problem.n, tileN);
  for (int64_t columns : problem.columnsOfEach)
    tiles += llvm::divideCeil(columns, tileN);
  return tiles;
}

/// As a double: sizes are whatever the IR says.
static double countTiles(const SM80Schedule &schedule, const ScheduleProblem &problem) {
  return double(llvm::divideCeil(problem.m, schedule.tileM)) * double(countColumnTiles(problem, schedule.tileN)) *
         std::max(1.0, double(problem.batches));
}

int64_t fusion::countSM80Tiles(const SM80Schedule &schedule, const ScheduleProblem &problem) {
  return int64_t(std::clamp(countTiles(schedule, problem), 1.0, double(int64_t(1) << 31)));
}

/// In which groups of warps, and blocks, that share K add their sums: blocks two and two.
static double getReductionTime(const SM80Schedule &schedule, const ScheduleProblem &problem) {
  double meetings = llvm::Log2_64_Ceil(schedule.splitK), others = double(schedule.warpsK - 1);
  double bytes = double(schedule.tileM * schedule.tileN * problem.products) * 4;
  double ofGroups = others > 0 ? kGroupMeeting + 2 * others * bytes / kSharedBytes : 0;
  return ofGroups + meetings * (kMeeting + bytes / kAddedBytes);
}

/// Elements of k that one block has of the product that is added, whole k tiles: of those that share K the first.
static int64_t getAddedDepth(const SM80Schedule &schedule, const ScheduleProblem &problem) {
  return llvm::alignTo(problem.added.k, schedule.tileK);
}

/// In which the memory is read and written once.
static double getMemoryTime(const ScheduleProblem &problem, const ChipInfo &chip) {
  double m(problem.m), n(problem.n), k(problem.k + problem.added.k);
  double bytes = (m + n * double(problem.products)) * k * double(problem.type->elementBytes);
  for (ArrayRef<int64_t> moved : {ArrayRef(problem.epilogue.outputBytes), ArrayRef(problem.epilogue.operandBytes)})
    for (int64_t elementBytes : moved)
      bytes += m * n * double(elementBytes);
  return bytes * double(problem.batches) / (chip.memoryGBs * kStreamShare * 1e3);
}

/// Blocks that fit a multiprocessor.
static int64_t getResident(const SM80Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip) {
  int64_t registers = schedule.warpTileM() * schedule.warpTileN() / 32 + kFurtherRegisters,
          threads = schedule.threads();
  int64_t shared = getSM80SharedBytes(schedule, problem.type->elementBytes, problem.products) + kReservedSharedBytes;
  return std::max<int64_t>(1, std::min({chip.registersPerSM / (threads * registers), chip.sharedPerSM / shared,
                                        chip.threadsPerSM / threads}));
}

/// The widest copy that rows of `size` elements allow, in bytes.
static int64_t getAccessBytes(int64_t size, int64_t elementBytes) {
  int64_t pitch = size % 16 * elementBytes;
  for (int64_t bytes : {16, 8, 4})
    if (pitch % bytes == 0)
      return std::max(bytes, elementBytes);
  return elementBytes;
}

namespace {
/// One prediction. Counts are doubles: sizes are whatever the IR says.
class Model {
public:
  Model(const SM80Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip)
      : s(schedule), p(problem), chip(chip),
        kBlocks(double(getSplitShare(schedule, problem.k) + getAddedDepth(schedule, problem)) / double(schedule.tileK)),
        columns(problem.isShared() ? *llvm::max_element(problem.columnsOfEach) : problem.n) {}

  SM80Time run() const {
    double tiles = countTiles(s, p) * double(s.splitK);
    double sms = double(chip.sms);
    // Of the blocks on one multiprocessor each takes its time; further ones overlap with as many as fit.
    double blocks = std::max(1.0, std::ceil(tiles / sms));
    double turns = 1 + (blocks - 1) * kSharing / double(getResident(s, p, chip));
    SM80Time time;
    time.fixed = kLaunch + kBlocksLaunch * std::min(1.0, tiles / sms);
    time.mainLoop = turns * getMainLoop() * double(p.products);
    time.epilogue = turns * getEpilogue();
    time.memory = std::max(getMemoryTime(p, chip), getL2Time());
    time.reduction = getReductionTime(s, p);
    return time;
  }

private:
  /// A thread's copies of a k block of one operand: those of elements are branched around where there are none.
  double getCopies(int64_t tile, int64_t size, int64_t contiguous) const {
    double rowBytes = double(s.tileK * p.type->elementBytes), rows = double(tile);
    int64_t bytes = getAccessBytes(contiguous, p.type->elementBytes);
    if (bytes >= 4)
      return rows * rowBytes / double(bytes * s.threads()) * kCopy;
    double inside = std::min(1.0, double(size) / rows) * std::min(1.0, double(p.k) / (kBlocks * double(s.tileK)));
    return rows * inside * rowBytes / double(bytes * s.threads()) * kElement;
  }

  double getRate() const {
    if (p.type->elementBytes == 4)
      return p.type->isSplit() ? kTf32x3Rate : kTf32Rate;
    return kRate * 2 / (widensFactors(*p.type, chip) ? 2 * kWidening : double(p.type->elementBytes));
  }

  double getMainLoop() const {
    double copies =
        getCopies(s.tileM, p.m, p.transposeA ? p.m : p.k) + getCopies(s.tileN, columns, p.transposeB ? p.k : columns);
    double products = double(2 * s.tileM * s.tileN * s.tileK) / (getRate() * 1e6);
    return kLoad * std::ceil(kBlocks / double(s.stages - 1)) + kBlocks * (copies + products);
  }

  double getEpilogue() const {
    // Rows and columns behind the end are skipped, as far as whole instructions of a warp have no others.
    int64_t rows = std::min<int64_t>(s.warpTileM(), llvm::alignTo(std::max<int64_t>(1, p.m), 16));
    int64_t width = std::min<int64_t>(s.warpTileN(), llvm::alignTo(std::max<int64_t>(1, columns), 8));
    bool vectors = p.dynamicN || columns % 8 == 0;
    return double(rows * width) / 32 * (vectors ? kVectorResult : kScalarResult);
  }

  /// In which the L2 gives all tiles their rows of A and columns of B.
  double getL2Time() const {
    auto read = [&](int64_t extent, double times, int64_t contiguous) {
      double rate = contiguous * p.type->elementBytes % 128 == 0 ? kL2Rate : kL2StraddleRate;
      return double(extent) * double(p.k) * double(p.type->elementBytes) * times / (rate * 1e6);
    };
    return std::max(1.0, double(p.batches)) * double(p.products) *
           (read(p.m, double(countColumnTiles(p, s.tileN)), p.transposeA ? p.m : p.k) +
            read(p.n, double(llvm::divideCeil(p.m, s.tileM)), p.transposeB ? p.k : columns));
  }

  const SM80Schedule &s;
  const ScheduleProblem &p;
  const ChipInfo &chip;
  double kBlocks;
  int64_t columns; ///< of the product that has most
};
} // namespace

/// What a tile's start and end take, as elements of k that are multiplied once.
static constexpr double kTileEnds = 256;

/// Of two things that go on at once: the slower one, and something of the other where they are alike (see kRound).
static double getSlower(double a, double b) { return std::sqrt(std::sqrt(a * a * a * a + b * b * b * b)); }

/// In which the memory is read and written once by `blocks`, of which each takes `ofBlock` at least: as many run at
/// once as fit, then the others.
static double getMemoryTime(const SM80Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip,
                            double blocks, double ofBlock) {
  double atOnce = double(chip.sms * getResident(schedule, problem, chip));
  double each = getMemoryTime(problem, chip) / blocks, waves = std::floor(blocks / atOnce);
  double last = blocks - waves * atOnce, time = waves * getSlower(atOnce * each, ofBlock);
  return last > 0 ? time + getSlower(last * each, ofBlock) : time;
}

SM80Time fusion::predictSM80TimeBySheet(const SM80Schedule &schedule, const ScheduleProblem &problem,
                                        const ChipInfo &chip) {
  // The multiprocessor with most tiles computes one after the other.
  double blocks = countTiles(schedule, problem) * double(schedule.splitK),
         rounds = std::ceil(blocks / double(chip.sms));
  double flopsPerK = 2 * double(schedule.tileM * schedule.tileN);
  double rate = getEfficiency(schedule, *problem.type, /*alone=*/rounds <= 1) * problem.type->getTFlops(chip) * 1e6 /
                double(chip.sms);
  SM80Time time;
  time.fixed = kLaunchMicroseconds;
  // Of a group, and of its block.
  int64_t share = getSplitShare(schedule, problem.k) * problem.products, added = getAddedDepth(schedule, problem);
  double ofBlock = flopsPerK * double(share * schedule.warpsK + added) / rate;
  double copies = std::ceil(double(share + added) / double(schedule.tileK * (schedule.stages - 1))) * kRound;
  time.mainLoop = rounds * ofBlock;
  time.epilogue = rounds * flopsPerK * kTileEnds / double(problem.type->products) / rate;
  // Where products take longer, the memory's time is that of its bytes.
  double inWaves = getMemoryTime(schedule, problem, chip, blocks, std::max(ofBlock, copies));
  time.memory = inWaves > time.mainLoop + time.epilogue ? inWaves : getMemoryTime(problem, chip);
  time.reduction = getReductionTime(schedule, problem);
  return time;
}

SM80Time fusion::predictSM80Time(const SM80Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip) {
  return hasPreferredFamily(chip) ? Model(schedule, problem, chip).run()
                                  : predictSM80TimeBySheet(schedule, problem, chip);
}

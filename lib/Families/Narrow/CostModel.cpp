// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Predicts the time of a product with narrow weights: memory, the L2, instructions, tensor cores.

#include "Schedule.h"

#include "fusion/Support/ChipTable.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

// Counted in PTX, and clocks as for other products by mma.sync: nothing of it was fitted to measurements.

/// Microseconds of a launch; clocks of a microsecond.
static constexpr double kLaunch = 2.0, kClocks = 1700;
/// Clocks between the issue of a load and its arrival, and of a stage from its barrier to its last sum where nothing
/// overlaps it.
static constexpr double kMemoryLatency = 1300, kStageLatency = 500;
/// Instructions of a word of weights: shifts, selections and additions (Dequantiser). With zero points one more for
/// each pair.
static constexpr double kOfByteWord = 7, kOfNibbleWord = 11;
/// Of a chunk of activations: a load, its address, four permutations; of a copy of 16 bytes; of a stage for each warp.
static constexpr double kOfChunk = 6, kOfCopy = 6, kOfStage = 40;
/// Clocks of a multiprocessor for an mma.m16n8k16, as large products by mma.sync reach (docs/lab).
static constexpr double kOfProduct = 1.5;
/// TB/s at which all blocks together load through the L2.
static constexpr double kL2Rate = 5.5;
/// Registers of a thread beside its sums.
static constexpr int64_t kFurtherRegisters = 80;

namespace {
class Model {
public:
  Model(const NarrowSchedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip)
      : s(schedule), p(problem), chip(chip), format{problem.bitsB, problem.groupB} {}

  double run() const { return kLaunch + std::max({getMemory(), getL2(), getBlocks()}) + getEpilogue(); }

private:
  double tilesM() const { return std::ceil(double(p.m) / double(s.tileM)); }
  double blocks() const { return tilesM() * std::ceil(double(p.n) / double(s.tileN)); }
  /// Blocks of the multiprocessor that has most, and how many of them run at once.
  double blocksOfBusiest() const { return std::max(1.0, std::ceil(blocks() / double(chip.sms))); }
  double getResident() const {
    int64_t sums = 4 * s.blocksN() * s.blocksM(), registers = sums * (format.group ? 2 : 1) + kFurtherRegisters;
    int64_t most =
        std::min({chip.registersPerSM / (s.threads() * registers),
                  chip.sharedPerSM / (s.sharedBytes(format) + kReservedSharedBytes), chip.threadsPerSM / s.threads()});
    return std::min(blocksOfBusiest(), double(std::max<int64_t>(1, most)));
  }

  /// Bytes that must come from memory, at a rate that loads under way allow, where all multiprocessors have as many.
  double getMemory() const {
    double weight = double(p.n) * double(p.k) * double(format.bits) / 8;
    double scales = format.group ? double(p.n) * double(p.k) / double(format.group) * 4 : 0;
    double rest = double(p.m) * double(p.k) * 2;
    for (int64_t bytes : p.epilogue.outputBytes)
      rest += double(p.m) * double(p.n) * double(bytes);
    double rate = chip.memoryGBs * kStreamShare * 1e3;
    double underWay = getResident() * double(s.stages - 1) * double(s.weightBytes(format)) * double(chip.sms);
    double share = std::min(1.0, underWay / (rate * kMemoryLatency / kClocks));
    double imbalance = blocksOfBusiest() * double(chip.sms) / std::max(1.0, blocks());
    return (weight * std::min(imbalance, 4.0) + scales + rest) / (rate * share);
  }

  double getL2() const {
    double rows = std::min(double(p.m), tilesM() * double(s.tileM));
    double activations = std::ceil(double(p.n) / double(s.tileN)) * rows * double(p.k) * 2;
    double weight = tilesM() * double(p.n) * double(p.k) * double(format.bits) / 8;
    return (activations + weight) / (kL2Rate * 1e6);
  }

  /// Instructions of a block's stage, of all its warps.
  double getInstructions() const {
    double warps = s.warps(), words = double(s.tileN * s.tileK * format.bits) / 32 / 32 * double(s.warpsM);
    double chunks = double(s.warpTileK()) / 32 * double(s.blocksM()) * warps;
    double copies = double(s.stageBytes(format)) / 16 / 32;
    double parts = format.group ? std::max(1.0, double(s.warpTileK()) / double(format.group)) : 0;
    double scales = parts * double(s.blocksN()) * (4 * double(s.blocksM()) + 8) * warps;
    return words * (format.bits == 4 ? kOfNibbleWord : kOfByteWord) + chunks * kOfChunk + copies * kOfCopy + scales +
           getProducts() + kOfStage * warps;
  }
  double getProducts() const {
    return double(s.warpTileK()) / 16 * double(s.blocksN() * s.blocksM()) * double(s.warps());
  }

  double getBlocks() const {
    double clocks = std::max(getInstructions() / 4, getProducts() * kOfProduct);
    double stages = std::ceil(double(p.k) / double(s.tileK)) * blocksOfBusiest();
    return (stages * std::max(clocks, kStageLatency / getResident()) + kMemoryLatency) / kClocks;
  }

  double getEpilogue() const {
    double elements = double(s.tileM * s.tileN) / s.threads() * (double(s.warpsK) + 4);
    return elements * 8 * blocksOfBusiest() / kClocks;
  }

  const NarrowSchedule &s;
  const ScheduleProblem &p;
  const ChipInfo &chip;
  WeightFormat format;
};
} // namespace

double fusion::predictNarrow(const NarrowSchedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip) {
  return Model(schedule, problem, chip).run();
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Predicts the time of a product with narrow weights: memory, the L2, instructions, tensor cores.

#include "Schedule.h"

#include "fusion/Support/ChipTable.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

// Instructions are counted in SASS, and rates are the chip's. The constants marked so were fitted to 39 measured
// schedules of 1 to 256 rows, N = K = 8192, which the model misses by 6.5 % in the mean square
// (docs/lab/2026-11-27-few-rows-of-narrow-weights.md).

/// Microseconds of a launch with the first loads' latency; of each further block of a multiprocessor, at once or later;
/// and of what a cluster takes to meet twice. Fitted.
static constexpr double kFixed = 2.5, kFurtherBlock = 3.5, kMeeting = 3.0;
static constexpr double kClocks = 1700; ///< of a microsecond
/// Clocks between the issue of loads and their arrival, where all multiprocessors load. Fitted.
static constexpr double kMemoryLatency = 1700;
/// TB/s at which all blocks together load through the L2. Fitted.
static constexpr double kL2Rate = 4.5;
/// Share of a scheduler's clocks in which one warp finds an instruction to issue; that of several grows with the root
/// of their number. Fitted.
static constexpr double kIssueShare = 0.25;
/// Instructions of a word of weights (Dequantiser), and those of them that take two clocks of a scheduler: shifts and
/// logic.
static constexpr double kOfByteWord = 7, kSlowOfByteWord = 5, kOfNibbleWord = 11, kSlowOfNibbleWord = 7;
/// Of 16 bytes that are copied to shared memory; that are put in pairs there, of which four are slow; of a warp in a
/// stage.
static constexpr double kOfCopy = 6, kOfPairing = 7, kSlowOfPairing = 4, kOfStage = 45;
/// Clocks of a multiprocessor for an mma.m16n8k16, as large products by mma.sync reach (docs/lab); and for 16 bytes of
/// each thread of a warp in shared memory.
static constexpr double kOfProduct = 1.63, kOfAccess = 4;

namespace {
class Model {
public:
  Model(const NarrowSchedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip)
      : s(schedule), p(problem), chip(chip), format(WeightFormat::get(problem)) {}

  double run() const {
    double memory = getMemory(), l2 = getL2(), stage = getStage(), all = stage * stages() * blocksOfBusiest();
    double fixed = kFixed + kFurtherBlock * (blocksOfBusiest() - 1) + (s.cluster > 1 ? kMeeting : 0);
    // Nothing is loaded any more while the last stage is multiplied.
    return fixed + std::max({memory, l2, all}) + stage;
  }

private:
  double tilesM() const { return std::ceil(double(p.m) / double(s.tileM)); }
  double tilesN() const { return std::ceil(double(p.n) / double(s.tileN)); }
  double blocks() const { return std::max(1.0, tilesM() * tilesN() * double(s.cluster)); }
  /// Stages of a block.
  double stages() const { return std::ceil(double(p.k) / double(s.tileK * s.cluster)); }
  /// Blocks of the multiprocessor that has most, and how many of them run at once.
  double blocksOfBusiest() const {
    double atOnce = double(s.cluster > 1 ? s.cluster * getMostClusters(chip, s.cluster, 1) : chip.sms);
    return std::ceil(blocks() / atOnce);
  }
  double getResident() const {
    int64_t most =
        std::min({chip.registersPerSM / (s.threads() * s.registers(format)),
                  chip.sharedPerSM / (s.sharedBytes(format) + kReservedSharedBytes), chip.threadsPerSM / s.threads()});
    return std::min(blocksOfBusiest(), double(std::max<int64_t>(1, most)));
  }
  /// What the busiest multiprocessor has more to do than the mean one.
  double getImbalance() const { return std::min(4.0, blocksOfBusiest() * double(chip.sms) / blocks()); }

  /// Bytes that must come from memory, at a rate that loads under way allow.
  double getMemory() const {
    double weight = double(p.n) * double(p.k) * double(format.bits) / 8;
    double scales = format.group ? double(p.n) * double(p.k) / double(format.group) * 4 : 0;
    double rest = double(p.m) * double(p.k) * 2;
    for (int64_t bytes : p.epilogue.outputBytes)
      rest += double(p.m) * double(p.n) * double(bytes);
    double rate = chip.memoryGBs * kStreamShare * 1e3;
    double ahead = s.inRegisters ? double(s.tileN) * double(format.bytesOf(s.tileK))
                                 : double(s.stages - 1) * double(s.weightBytes(format));
    double share = std::min(1.0, getResident() * ahead * double(chip.sms) / (rate * kMemoryLatency / kClocks));
    return (weight * getImbalance() + scales + rest) / (rate * share);
  }

  double getL2() const {
    double rows = std::min(double(p.m), tilesM() * double(s.tileM));
    double weight = tilesM() * double(p.n) * double(p.k) * double(format.bits) / 8;
    return (tilesN() * rows * double(p.k) * 2 + weight) / (kL2Rate * 1e6) * getImbalance();
  }

  /// A block's stage on its multiprocessor, in microseconds: the longest of instructions that warps find to issue, the
  /// pipe of shifts and logic, accesses to shared memory, and products.
  double getStage() const {
    double warps = double(s.warps()), panels = double(s.panels(format));
    double units = warps * panels * 2 * double(s.blocksN()), words = units * double(format.unitBytes()) / 4;
    double copies = double(s.stageBytes(format)) / 16 / 32, pairs = double(s.activationBytes()) / 16 / 32;
    double chunks = warps * panels * double(format.unitElements()) / 8 * double(s.blocksM());
    double parts = format.group ? std::max(1.0, double(s.warpTileK()) / double(format.group)) : 0;
    double scales = warps * parts * double(s.blocksN()) * (4 * double(s.blocksM()) + 8);
    double products = warps * double(s.warpTileK()) / 16 * double(s.blocksN() * s.blocksM());
    double instructions = words * (format.bits == 4 ? kOfNibbleWord : kOfByteWord) + units + chunks + scales +
                          copies * kOfCopy + pairs * kOfPairing + products + kOfStage * warps;
    double slow = words * (format.bits == 4 ? kSlowOfNibbleWord : kSlowOfByteWord) + pairs * kSlowOfPairing;
    double accesses = copies + 2 * pairs + chunks + (s.inRegisters ? 0 : units);
    double issued = std::min(1.0, kIssueShare * std::sqrt(warps * getResident() / 4));
    return std::max({instructions / 4 / issued, (instructions - slow) / 4 + slow / 2, accesses * kOfAccess,
                     products * kOfProduct}) /
           kClocks;
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

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A schedule of products with narrow weights as numbers.

#ifndef FUSION_LIB_FAMILIES_NARROW_SCHEDULE_H
#define FUSION_LIB_FAMILIES_NARROW_SCHEDULE_H

#include "fusion/Analysis/NarrowProduct.h"
#include "fusion/Schedule/ScheduleProblem.h"
#include "fusion/Support/Verdict.h"

namespace fusion {
struct ChipInfo;

inline constexpr StringLiteral kNarrowFamilyName = "narrow";

/// Integers of a weight, as far as schedules and kernels depend on them: the family's part of a problem.
struct WeightFormat : FamilyProblemOf<WeightFormat> {
  int64_t bits = 0;
  int64_t group = 0; ///< elements along k that share a scale, 0: all
  /// Words of eight along k lie side by side along n, as [K / 8, N].
  bool wordsAlongN = false;

  /// Fewest elements along k with one scale: a thread's eight, of a quad.
  static constexpr int64_t kLeastGroup = 32;
  bool hasValidGroup() const { return group == 0 || (group & -group) >= kLeastGroup; }
  bool isValid() const { return (bits == 4 || bits == 8) && hasValidGroup(); }

  static constexpr StringLiteral kName = kNarrowFamilyName;
  template <typename Visit> static void visitFields(Visit visit) {
    visit("bits", &WeightFormat::bits);
    visit("group", &WeightFormat::group);
    visit("words_along_n", &WeightFormat::wordsAlongN);
  }

  WeightFormat() = default;
  explicit WeightFormat(const NarrowProduct &formula)
      : bits(formula.bits), group(formula.getGroup()), wordsAlongN(formula.wordsAlongN) {}
  /// Of a problem of the family.
  static const WeightFormat &get(const ScheduleProblem &problem) { return *problem.getFamily<WeightFormat>(); }

  int64_t bytesOf(int64_t elements) const { return elements * bits / 8; }
  /// What a thread loads of a row at once. The four threads of a quad hold neighbours, all of one group.
  int64_t unitBytes() const { return group == 0 ? 16 : std::min<int64_t>(16, bytesOf(group & -group) / 4); }
  int64_t unitElements() const { return unitBytes() * 8 / bits; }
  /// Elements along k of a panel: a unit of each thread of a quad.
  int64_t panelElements() const { return 4 * unitElements(); }
};

/// How such a product runs: #fusion.schedule<family = narrow, tile = [m, n, k], warps = [along m, along n], stages,
/// narrow = <warps_k, cluster>>. Without warps_k a block has eight warps; those that m and n leave share a stage's k.
struct NarrowSchedule {
  int64_t tileM = 16, tileN = 64, tileK = 128;
  int64_t warpsM = 1, warpsN = 4, warpsK = 2;
  int64_t stages = 4;
  /// The weight comes straight to registers, a stage ahead of the products; stages in shared memory hold activations
  /// alone.
  bool inRegisters = false;
  int64_t cluster = 1; ///< blocks that share a tile's k

  static constexpr int64_t sharedWarps = 8;

  static NarrowSchedule get(ScheduleAttr schedule);
  ScheduleAttr toAttr(MLIRContext *context) const;

  int64_t warps() const { return warpsM * warpsN * warpsK; }
  int64_t threads() const { return 32 * warps(); }
  int64_t warpTileM() const { return tileM / warpsM; }
  int64_t warpTileN() const { return tileN / warpsN; }
  int64_t warpTileK() const { return tileK / warpsK; }
  /// Blocks of an mma: 16 rows of the weight, 8 of the activations.
  int64_t blocksN() const { return warpTileN() / 16; }
  int64_t blocksM() const { return (warpTileM() + 7) / 8; }
  /// Rows of the weight that a thread has words of: two of each block.
  int64_t rowsOfThread() const { return 2 * blocksN(); }
  /// Panels of a stage that a warp multiplies.
  int64_t panels(const WeightFormat &format) const { return warpTileK() / format.panelElements(); }
  /// Registers of a thread, estimated: sums, those of a group beside them, and a stage of the weight.
  int64_t registers(const WeightFormat &format) const {
    constexpr int64_t further = 60;
    int64_t weight = inRegisters ? 2 * blocksN() * panels(format) * format.unitBytes() / 4 : 0;
    return 4 * blocksN() * blocksM() * (format.group ? 2 : 1) + weight + further;
  }

  /// Bytes of a stage's tiles, and of a block's shared memory: the stages, or the sums of all warps, which take their
  /// place.
  int64_t weightBytes(const WeightFormat &format) const { return inRegisters ? 0 : tileN * format.bytesOf(tileK); }
  int64_t activationBytes() const { return tileM * tileK * 2; }
  int64_t stageBytes(const WeightFormat &format) const { return weightBytes(format) + activationBytes(); }
  int64_t sumPitch() const { return tileN + 4; }
  int64_t sumBytes() const { return warpsK * tileM * sumPitch() * 4; }
  int64_t sharedBytes(const WeightFormat &format) const { return std::max(stages * stageBytes(format), sumBytes()); }

  /// Whether it can be lowered, or what is wrong with it.
  FusionVerdict check(const ScheduleProblem &problem, const ChipInfo &chip) const;

private:
  FusionVerdict checkWarps(const WeightFormat &format) const;
};

/// The schedule that asks for least.
NarrowSchedule getSmallestNarrowSchedule(const WeightFormat &format);

/// Those that are worth measuring, the best by the model first.
SmallVector<NarrowSchedule> enumerateNarrow(const ScheduleProblem &problem, const ChipInfo &chip);

/// Microseconds that a kernel takes.
double predictNarrow(const NarrowSchedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_NARROW_SCHEDULE_H

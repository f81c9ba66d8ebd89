// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A schedule of attention by mma.sync as numbers, and its shared memory.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SM80_SCHEDULE_H
#define FUSION_LIB_FAMILIES_ATTENTION_SM80_SCHEDULE_H

#include "../Spec.h"
#include "Panels.h"
#include "fusion/Support/Verdict.h"

namespace fusion {
struct ChipInfo;
struct ScheduleProblem;

/// What multiplies, and the sizes that it has: depth of the first product, columns of the second; and what scores take.
struct MmaAttentionSizes {
  int64_t depth, columns;
  const ProductType *type;
  bool hasOperandTiles; ///< an operand of the scores can be copied in tiles
  int64_t rowRegisters; ///< of a thread, for its formula of the scores, of 16 rows

  /// Of a plan whose formula takes as many registers as any.
  static MmaAttentionSizes getMost(const AttentionPlan &plan);
  static MmaAttentionSizes get(const ScheduleProblem &problem);
  /// Elements of k of one instruction.
  int64_t stepElements() const { return 32 / type->elementBytes; }
  int64_t countSteps(int64_t k) const { return static_cast<int64_t>(llvm::divideCeil(k, stepElements())); }
  /// Of a thread, for fragments that are split, or of 32-bit elements.
  int64_t typeRegisters() const { return type->isSplit() ? 24 : type->elementBytes == 4 ? 8 : 0; }
  /// Steps that are one sum from zero (ProductType::chain).
  int64_t chainSteps() const { return type->chain / stepElements(); }
};

/// How a kernel of attention by mma.sync runs: #fusion.schedule<family = attention_sm80, tile = [rows, keys, depth],
/// warps = [W, 1], stages = S>. Each of the W warps has rows / W of the rows, and all of them load.
struct MmaAttentionSchedule {
  int64_t rows = 64;  ///< of a block
  int64_t warps = 4;  ///< of a block
  int64_t keys = 64;  ///< of a block of keys
  int64_t stages = 1; ///< of the keys, and of the values
  int64_t blocksPerSM = 1;
  int64_t splits = 1;        ///< of a tile's keys, of which each is a block's
  bool operandTiles = false; ///< an operand of the scores is copied in tiles

  static MmaAttentionSchedule get(ScheduleAttr schedule);
  /// The one that takes least of everything.
  static MmaAttentionSchedule getLeast(const MmaAttentionSizes &sizes) {
    int64_t warps = sizes.type->elementBytes == 4 ? 2 : 1;
    return {16 * warps, warps, /*keys=*/32};
  }
  ScheduleAttr toAttr(MLIRContext *context, int64_t depth) const;
  FusionVerdict check(const MmaAttentionSizes &sizes, const ChipInfo &chip) const;

  AttentionTiling getTiling() const { return {rows, keys, AttentionOrder::Single, splits}; }
  int64_t threads() const { return 32 * warps; }
  /// Blocks of 16 rows that a warp has.
  int64_t rowBlocks() const { return rows / (16 * warps); }
  /// Copies of 16 bytes that a thread starts for a block of keys and one of values.
  int64_t countCopies(const MmaAttentionSizes &sizes) const {
    return keys * (sizes.depth + sizes.columns) * sizes.type->elementBytes / (16 * threads());
  }
  /// Registers of a thread: sums of values and of a chain of them, scores, and what addresses, fragments and rows take,
  /// and fragments of an operand. Weights take the place of scores. Of more copies than 12, addresses stay in
  /// registers.
  int64_t neededRegisters(const MmaAttentionSizes &sizes) const {
    int64_t sums = sizes.type->chain > 0 ? 2 : 1, operand = operandTiles ? 8 : 0;
    int64_t ofRows = (sums * sizes.columns + keys) / 2 + 16 + std::max(operand, sizes.rowRegisters);
    int64_t addresses = 2 * std::max<int64_t>(0, countCopies(sizes) - 12);
    return rowBlocks() * ofRows + addresses + 36 + sizes.typeRegisters();
  }
  int64_t mostRegisters() const { return std::min<int64_t>(255, 65536 / (threads() * blocksPerSM) / 8 * 8); }
  int64_t spareRegisters(const MmaAttentionSizes &sizes) const { return mostRegisters() - neededRegisters(sizes); }
  /// Whether the query stays in registers; otherwise each block of keys loads it from shared memory.
  bool keepsQuery(const MmaAttentionSizes &sizes) const {
    return 4 * rowBlocks() * sizes.countSteps(sizes.depth) <= spareRegisters(sizes);
  }
};

/// A kernel's multiplicands, and where they lie in shared memory.
struct MmaAttentionLayout {
  Panels query, key, value;
  Panels operand; ///< of the scores, if it is copied in tiles: rows and keys of a block, as a product would read them
  int64_t keyOffset, valueOffset, operandOffset, bytes;

  static MmaAttentionLayout get(const MmaAttentionSchedule &schedule, const MmaAttentionSizes &sizes, bool keyIsKMajor,
                                bool valueIsKMajor);
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SM80_SCHEDULE_H

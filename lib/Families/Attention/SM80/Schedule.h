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

/// Products along 16 elements of k, or columns by 16, that cover so many.
inline int64_t countSixteens(int64_t size) { return static_cast<int64_t>(llvm::divideCeil(size, 16)); }

/// How a kernel of attention by mma.sync runs: #fusion.schedule<family = attention_sm80, tile = [rows, keys, depth],
/// warps = [W, 1], stages = S>. Each of the W warps has rows / W of the rows, and all of them load.
struct MmaAttentionSchedule {
  int64_t rows = 64;  ///< of a block
  int64_t warps = 4;  ///< of a block
  int64_t keys = 64;  ///< of a block of keys
  int64_t stages = 1; ///< of the keys, and of the values
  int64_t blocksPerSM = 1;
  int64_t splits = 1; ///< of a tile's keys, of which each is a block's

  static MmaAttentionSchedule get(ScheduleAttr schedule);
  ScheduleAttr toAttr(MLIRContext *context, int64_t depth) const;
  /// Whether it can be lowered for products of this depth and so many columns, of 16-bit elements.
  FusionVerdict check(int64_t depth, int64_t columns, const ChipInfo &chip) const;

  AttentionTiling getTiling() const { return {rows, keys, AttentionOrder::Single, splits}; }
  int64_t threads() const { return 32 * warps; }
  /// Blocks of 16 rows that a warp has.
  int64_t rowBlocks() const { return rows / (16 * warps); }
  /// Registers of a thread: sums of values, scores, and what addresses, fragments and rows take. Weights take the
  /// place of scores.
  int64_t neededRegisters(int64_t columns) const { return rowBlocks() * (columns + keys) / 2 + 50; }
  int64_t mostRegisters() const { return std::min<int64_t>(255, 65536 / (threads() * blocksPerSM) / 8 * 8); }
  int64_t spareRegisters(int64_t columns) const { return mostRegisters() - neededRegisters(columns); }
  /// Whether the query stays in registers; otherwise each block of keys loads it from shared memory.
  bool keepsQuery(int64_t depth, int64_t columns) const {
    return 4 * rowBlocks() * countSixteens(depth) <= spareRegisters(columns);
  }
};

/// A kernel's multiplicands, and where they lie in shared memory.
struct MmaAttentionLayout {
  Panels query, key, value;
  int64_t keyOffset, valueOffset, bytes;

  static MmaAttentionLayout get(const MmaAttentionSchedule &schedule, int64_t depth, int64_t columns, bool keyIsKMajor,
                                bool valueIsKMajor);
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SM80_SCHEDULE_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A schedule of attention as numbers, and its shared memory.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SM90_SCHEDULE_H
#define FUSION_LIB_FAMILIES_ATTENTION_SM90_SCHEDULE_H

#include "../Spec.h"
#include "fusion/Families/Async/Multiplicand.h"
#include "fusion/Support/Verdict.h"

namespace fusion {
struct ChipInfo;

/// How a kernel of attention runs: #fusion.schedule<family = attention, tile = [rows, keys, depth], warps = [W, 1],
/// stages = S>, of W consumer warps. One warpgroup of four warps has 64 rows.
struct AttentionSchedule {
  int64_t warpgroups = 2; ///< that consume
  int64_t keys = 128;     ///< of a block of keys
  int64_t stages = 2;     ///< of the keys, and of the values
  int64_t blocksPerSM = 1;
  AttentionOrder order = AttentionOrder::Single;
  bool pingPong = false, continuous = false;
  int64_t splits = 1;        ///< of a tile's keys, of which each is a block's
  int64_t operandStages = 0; ///< of an operand of the scores that TMA brings; 0: none is

  static AttentionSchedule get(ScheduleAttr schedule);
  ScheduleAttr toAttr(MLIRContext *context, int64_t depth) const;
  /// Whether it can be lowered for products of this depth and so many columns, of 16-bit elements, and scores with or
  /// without an operand for TMA.
  FusionVerdict check(int64_t depth, int64_t columns, bool hasOperandTiles, const ChipInfo &chip) const;

  AttentionTiling getTiling() const { return {rows(), keys, order, splits}; }
  bool isPersistent() const { return order != AttentionOrder::Single; }
  /// Buffers of the query.
  int64_t queries() const { return continuous ? 2 : 1; }
  int64_t rows() const { return 64 * warpgroups; }
  /// The register file is four parts, of one warp of each warpgroup; a single warp beside several warpgroups would take
  /// as many registers as a warpgroup. So the producer is one then, and gives its registers away.
  bool movesRegisters() const { return warpgroups > 1; }
  int64_t threads() const { return 128 * warpgroups + (movesRegisters() ? 128 : 32); }
  /// Registers of a thread by setmaxnreg: together no more than the launch gave.
  int64_t consumerRegisters() const { return warpgroups == 2 ? 240 : warpgroups == 3 ? 160 : 112; }
  int64_t producerRegisters() const { return warpgroups == 2 ? 24 : 32; }
  /// Registers that a consumer needs: scores, their exponentials in 16 bits, sums of values, and what addresses and
  /// rows take; an operand's 16-bit elements. Stores of many columns take more.
  int64_t neededRegisters(int64_t columns) const {
    return keys / 2 + keys / 4 + (operandStages > 0 ? keys / 4 : 0) + columns / 2 + 30 +
           std::max<int64_t>(columns - 128, 0) / 4;
  }
  /// Registers that a consumer has at most: the register file's four parts have every fourth warp each.
  int64_t mostRegisters() const {
    if (movesRegisters())
      return consumerRegisters();
    int64_t warps = llvm::divideCeil(blocksPerSM * threads() / 32, 4);
    return std::min<int64_t>(255, 16384 / 32 / warps / 8 * 8);
  }
  int64_t spareRegisters(int64_t columns) const { return mostRegisters() - neededRegisters(columns); }
};

/// A kernel's multiplicands, and where they lie in shared memory from its first multiple of 1024 bytes on.
struct AttentionLayout {
  async::Multiplicand query, key, value;
  async::Multiplicand
      operand; ///< of the scores, if it has stages: rows and keys of a block, as a product would read them
  int64_t queryOffset, keyOffset, valueOffset, operandOffset;
  int64_t barrierOffset, keyBarrierOffset, valueBarrierOffset, operandBarrierOffset;
  int64_t bytes; ///< with what the alignment takes

  static AttentionLayout get(const AttentionSchedule &schedule, int64_t depth, int64_t columns, bool keyIsKMajor,
                             bool valueIsKMajor);
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SM90_SCHEDULE_H

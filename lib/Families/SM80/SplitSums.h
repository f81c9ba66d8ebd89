// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where the blocks that share the K of a tile leave their sums.

#ifndef FUSION_LIB_FAMILIES_SM80_SPLITSUMS_H
#define FUSION_LIB_FAMILIES_SM80_SPLITSUMS_H

#include "Matmul.h"
#include "fusion/Families/Product/PairwiseSums.h"

namespace fusion::sm80 {

/// The threads of a block's first group add for themselves, each with the same thread of the other blocks, by way of
///
///   [partial tile] [four accumulators] [thread] 4 x 32 bits
///
/// and behind all of that
///
///   [partial tile] i64: its flag
class SplitSums : public async::PairwiseSums {
public:
  SplitSums(const MatmulSpec &spec, const SplitPart &part, const ThreadPosition &position, Value isLead)
      : spec(spec), part(part), position(position), isLead(isLead) {}

  /// Bytes of memory for each partial tile.
  static int64_t bytes(const SM80Schedule &schedule, int64_t products);

  /// What the block has in the end: whether it came last, and then the sums of each product.
  struct Sums {
    Value isLast;
    SmallVector<SmallVector<Value>> sums;
  };
  Sums add(KernelBuilder &kb, ArrayRef<SmallVector<Value>> ofBlock) const;

private:
  Value getLead() const override { return isLead; }
  void sync(KernelBuilder &kb) const override;
  Value voteAny(KernelBuilder &kb, Value vote) const override;
  Value flagOf(KernelBuilder &kb, Value partialTile) const override;
  void store(KernelBuilder &kb, Value partialTile, ArrayRef<Value> sums) const override;
  SmallVector<Value> add(KernelBuilder &kb, Value partialTile, ArrayRef<Value> sums) const override;

  int64_t tileBytes() const;
  Value addressOf(KernelBuilder &kb, Value partialTile) const;

  const MatmulSpec &spec;
  const SplitPart &part;
  const ThreadPosition &position;
  Value isLead;
};

} // namespace fusion::sm80

#endif // FUSION_LIB_FAMILIES_SM80_SPLITSUMS_H

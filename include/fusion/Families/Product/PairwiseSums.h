// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How the blocks that share the K of a tile add their sums.

#ifndef FUSION_FAMILIES_PRODUCT_PAIRWISESUMS_H
#define FUSION_FAMILIES_PRODUCT_PAIRWISESUMS_H

#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion::async {

/// Adds the partial tiles of a tile in a tree: two neighbours, then two neighbouring sums of two, and so on; a sum
/// without a neighbour goes up as it is.
///
///   part        0   1   2   3   4
///                \ /     \ /    |
///                 1       3     |       the flag of the right side's first part
///                  \__ __/      |
///                     2         |
///                      \___ ____/
///                          4
///
/// Some threads of a block do it for themselves, with the same ones of the other blocks. Of the two that meet, the
/// first leaves its sums in memory and sets a flag. The second finds the flag, adds the other's sums to those in its
/// registers and goes on. So nobody waits, and the last one has the whole sum. Who comes first does not change it: a +
/// b is b + a.
///
/// Flags need no initial value. The memory is the call's workspace, where anything may be; a flag counts as set where
/// all its 64 bits are those of `kSet`, of which each word is an f32 NaN that no arithmetic makes, and its upper half
/// one of bf16. The second one clears the flag, so that none is left when the kernel ends.
class PairwiseSums {
public:
  static constexpr int64_t kSet = 0x7FDB'A359'FFE6'95ABu;

  /// What the threads have in the end: whether they came last (i1, the same in all of them), and then the sums.
  struct Result {
    Value isLast;
    SmallVector<Value> sums;
  };

  virtual ~PairwiseSums() = default;

  /// `sums` are those of part `part` (i32) of `parts`, whose number among all partial tiles is `numberOf(part)`.
  Result emit(KernelBuilder &kb, int64_t parts, Value part, function_ref<Value(Value)> numberOf,
              ArrayRef<Value> sums) const;

protected:
  /// i1: the one of the threads that tests and sets flags.
  virtual Value getLead() const = 0;
  /// All of them wait for each other, and see what they stored.
  virtual void sync(KernelBuilder &kb) const = 0;
  /// The same, and whether `vote` (i1) holds in any of them.
  virtual Value voteAny(KernelBuilder &kb, Value vote) const = 0;

  /// The flag (i64) of these threads that belongs to partial tile number `partialTile` (i32).
  virtual Value flagOf(KernelBuilder &kb, Value partialTile) const = 0;
  /// Leaves sums in that partial tile; adds to `sums` those that the same thread of another block left there.
  virtual void store(KernelBuilder &kb, Value partialTile, ArrayRef<Value> sums) const = 0;
  virtual SmallVector<Value> add(KernelBuilder &kb, Value partialTile, ArrayRef<Value> sums) const = 0;

private:
  /// i1: whether the other one has left its sums, and they can be read. Else the own `sums` are in `partialTile` (i32)
  /// for the other one.
  Value comesSecond(KernelBuilder &kb, Value flag, Value partialTile, ArrayRef<Value> sums) const;
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_PAIRWISESUMS_H

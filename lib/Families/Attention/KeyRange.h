// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which blocks of keys a tile of rows visits, and where it needs no masks by position.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_KEYRANGE_H
#define FUSION_LIB_FAMILIES_ATTENTION_KEYRANGE_H

#include "ScoreFormula.h"
#include "fusion/Analysis/KeyBlocks.h"

namespace fusion {

/// The blocks of keys that a tile visits, from the last to the first (i32, both included): at least one, of which the
/// last comes first. Those from `firstWhole` to `lastWhole`, perhaps none, need no masks by position.
struct KeyRange {
  Value first, last, firstWhole, lastWhole;

  Value getCount(KernelBuilder &kb) const { return kb.add(kb.sub(last, first), 1); }
  /// Part `number` of `parts` that are as long as each other, but for the last ones, which may be shorter or empty.
  /// Those that have the last keys come first.
  KeyRange getPart(KernelBuilder &kb, Value number, int64_t parts) const;
};

/// How much of the scores masks by position leave.
struct VisibleKeys {
  double share = 1;           ///< of all, in the mean of the rows
  bool growsWithRows = false; ///< the last rows keep more than the first
};

/// The same of so many rows and keys, as far as it is known when the kernel is compiled.
VisibleKeys getVisibleKeys(const AttentionPlan &plan, int64_t rows, int64_t keys);

/// The ranges of a kernel's tiles, as functions of the tile.
class KeyRanges {
public:
  /// `scores` need only live while this is made.
  KeyRanges(const AttentionPlan &plan, const ScoreFormula &scores, ScoreBlocks blocks);

  /// Scores in blocks that need no masks by position; null where there are no such masks.
  const ScoreFormula *getWholeScores() const { return wholeScores ? &*wholeScores : nullptr; }
  /// Whether blocks behind the whole ones need masks, too: those of the first keys.
  bool masksFirstKeys() const { return masksFirst; }

  /// The range of rows from `queries` times `queryBlock` on; of so many rows and keys in all (i32).
  KeyRange emit(KernelBuilder &kb, Value queryBlock, Value rows, Value keys) const;

private:
  void findVisited(const AttentionPlan &plan);
  void findWhole(const ScoreFormula &scores);

  ScoreBlocks blocks;
  /// A block outside of all intervals of one of them has weight zero.
  SmallVector<SmallVector<KeyInterval>> visited;
  /// Blocks outside of all of them are whole.
  SmallVector<KeyInterval> masked;
  std::optional<ScoreFormula> wholeScores;
  bool masksFirst = false;
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_KEYRANGE_H

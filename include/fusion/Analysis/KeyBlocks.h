// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which blocks of keys a block of queries has to visit under a mask.

#ifndef FUSION_ANALYSIS_KEYBLOCKS_H
#define FUSION_ANALYSIS_KEYBLOCKS_H

#include "fusion/Analysis/PositionCondition.h"
#include "mlir/IR/AffineMap.h"

namespace fusion {

/// Scores are cut into blocks of `queries` by `keys` positions along two dimensions; the last ones may be smaller.
/// Other dimensions (batch, head) are not cut: what is said of a block holds for all of their positions.
struct ScoreBlocks {
  int64_t queryDim, keyDim;
  int64_t queries, keys;
};

/// What is to be done with a block of scores.
enum class BlockUse : uint8_t {
  Skip,  ///< all of it is masked
  Mask,  ///< some of it is masked, or nothing is known
  Whole, ///< none of it is masked: the mask need not be evaluated
};

class KeyBlockTable {
public:
  KeyBlockTable(int64_t queryBlocks, int64_t keyBlocks)
      : keyBlocks(keyBlocks), uses(queryBlocks * keyBlocks, BlockUse::Mask) {}

  int64_t getQueryBlocks() const { return keyBlocks ? int64_t(uses.size()) / keyBlocks : 0; }
  int64_t getKeyBlocks() const { return keyBlocks; }
  BlockUse get(int64_t query, int64_t key) const { return uses[query * keyBlocks + key]; }
  void set(int64_t query, int64_t key, BlockUse use) { uses[query * keyBlocks + key] = use; }
  bool isVisited(int64_t query, int64_t key) const { return get(query, key) != BlockUse::Skip; }

private:
  int64_t keyBlocks;
  SmallVector<BlockUse> uses;
};

/// All blocks of a static shape. What is skipped is masked for sure, at all positions of the other dimensions. The
/// blocks visited are those that brute force finds, and no more, where the condition is one of positions and integers
/// alone (PositionCondition::find), unless that takes more than 2^14 evaluations of a block or 2^20 of all. Nothing
/// where a size is dynamic or the blocks are more than 2^18.
std::optional<KeyBlockTable> tabulateKeyBlocks(const PositionCondition &masked, ScoreBlocks blocks);

/// The key blocks from the largest result of `first` to the smallest of `last`, both included; none if that is less.
/// Both map (query block)[number of queries, number of keys], as affine.max and affine.min take it.
struct KeyInterval {
  AffineMap first, last;

  /// First and last block, for sizes that are given.
  std::pair<int64_t, int64_t> evaluate(int64_t queryBlock, int64_t queries, int64_t keys) const;
};

/// The intervals that together hold all key blocks that a query block has to visit, for sizes that may be dynamic.
/// They may overlap, and hold blocks that need no visit, but none for causal masks, windows, prefixes and diagonal
/// blocks. Fails, and PositionCondition::classify is to be asked for each block, unless
/// - the condition is made of not, and, or, xor and select from comparisons of affine functions of the two positions,
/// of
///   absolute values and of extrema of two such functions; floor and ceil division are affine;
/// - in each of them the key's position can be isolated, and the bound is monotone in the query's position.
FailureOr<SmallVector<KeyInterval>> describeKeyBlocks(const PositionCondition &masked, ScoreBlocks blocks);

} // namespace fusion

#endif // FUSION_ANALYSIS_KEYBLOCKS_H

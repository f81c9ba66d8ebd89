// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The way of a block over the tiles.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_TILEWALK_H
#define FUSION_LIB_FAMILIES_ATTENTION_TILEWALK_H

#include "Block.h"

namespace fusion {

/// scf.while: `before` maps the carried values to others and sets a condition, under which `after` maps those to the
/// carried values of the next round; else they are the results. All have the same types.
SmallVector<Value> emitWhile(KernelBuilder &kb, ValueRange init,
                             function_ref<SmallVector<Value>(ValueRange, Value &)> before,
                             function_ref<SmallVector<Value>(ValueRange)> after);

/// The way of a block over the tiles, of one matrix after the other: blocks that run at once share keys and values in
/// the L2. It is over pairs of tiles of a matrix, first and last, second and last but one, ..., or over tiles.
class TileWalk {
public:
  /// A tile's number, or that of its pair, and which of the pair it is, the last rows first (i32).
  struct Place {
    Value number, half;
  };

  explicit TileWalk(const AttentionBlock &block);

  /// Each block has one.
  Place first() const;
  Place next(Place place) const;
  /// Whether (i1) there is a tile.
  Value isInside(Place place) const { return kb.lt(place.number, count); }
  AttentionTile locate(Place place) const;

  /// Emits `body` for each tile of the block in turn. It maps the values that are carried from tile to tile.
  void forEach(ValueRange init, function_ref<SmallVector<Value>(const AttentionTile &, ValueRange)> body) const;

private:
  bool isPaired() const { return block.spec.tiling.order == AttentionOrder::Pairs; }

  const AttentionBlock &block;
  KernelBuilder &kb;
  Value tiles; ///< of a matrix
  Value units; ///< of a matrix: tiles or pairs
  Value count; ///< of those of all matrices
};

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_TILEWALK_H

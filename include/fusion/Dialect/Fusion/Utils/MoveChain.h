// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operations that only move elements, one behind the other, as one access map.

#ifndef FUSION_DIALECT_FUSION_UTILS_MOVECHAIN_H
#define FUSION_DIALECT_FUSION_UTILS_MOVECHAIN_H

#include "fusion/Dialect/Fusion/IR/AccessMap.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {

/// The place in the tensor that `op` moves of the element that its result has at `point`; nothing where `op` computes,
/// or elements are none of the dialect. Moves are reshapes, slices, transpositions, repetitions, rolls, and maps of
/// static shape that look up one element. `getSize` gives the size of a dimension of a tensor: a number, or a symbol.
std::optional<SmallVector<AffineExpr>> getMovePlaces(Operation *op, ArrayRef<AffineExpr> point,
                                                     llvm::function_ref<AffineExpr(Value, int64_t)> getSize);

/// Whether `op` moves elements, and does nothing else. It may be null.
bool isMove(Operation *op);

/// Which element of its operand each element of the result of `op` is, where all sizes are numbers.
std::optional<AccessMap> getMoveAccess(Operation *op);

/// The tensor whose elements a move takes.
Value getMovedTensor(Operation *op);

/// An integer of the region of `map` as an expression of `place`, the map's positions, which has dimensions of `sizes`;
/// null where it is none.
AffineExpr getAffineIndex(MapOp map, Value index, ArrayRef<AffineExpr> place, ArrayRef<AffineExpr> sizes);

/// A tensor whose elements are those of another.
struct MoveChain {
  Value source;
  AccessMap access;               ///< from the tensor's elements to those of the source
  SmallVector<Operation *> moves; ///< the last one first
  bool reorders = false; ///< whether a move is more than a reshape, a slice or a repetition, which nobody copies

  /// All moves between `value` and what is computed or passed. Nothing where there are none.
  static std::optional<MoveChain> get(Value value);
};

/// The elements that `access` reads of `source`: `source` itself where they are all of it, in its shape; else a map
/// that looks them up. Null, and nothing is made, where emitPlaces fails.
Value lookUp(OpBuilder &builder, Location loc, Value source, const AccessMap &access);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_UTILS_MOVECHAIN_H

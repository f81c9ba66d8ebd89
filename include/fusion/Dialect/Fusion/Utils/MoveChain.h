// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operations that only move elements, one behind the other, as one access map.

#ifndef FUSION_DIALECT_FUSION_UTILS_MOVECHAIN_H
#define FUSION_DIALECT_FUSION_UTILS_MOVECHAIN_H

#include "fusion/Dialect/Fusion/IR/AccessMap.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {

/// Which element of its operand each element of the result of `op` is; nothing where `op` computes, where sizes are
/// open or elements are none of the dialect: of reshapes, slices, transpositions, repetitions, and maps that look up
/// one.
std::optional<AccessMap> getMoveAccess(Operation *op);

/// The tensor whose elements a move takes.
Value getMovedTensor(Operation *op);

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

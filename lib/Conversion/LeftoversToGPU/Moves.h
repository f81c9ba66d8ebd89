// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which operations only move elements.

#ifndef FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_MOVES_H
#define FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_MOVES_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fusion {

/// Two memories of which each element of the output is one of the input.
struct Move {
  TypedValue<MemRefType> input, output;
  AffineMap read; ///< from the dimensions of the output to those of the input, each of which is one of them
};

/// Nothing where `op` computes something, or repeats or skips elements by other than leaving out dimensions.
std::optional<Move> matchMove(linalg::GenericOp op);

/// Bits of an element that is loaded and stored as it is; nothing for types that memory keeps in another way.
std::optional<unsigned> getMovedBits(MemRefType type);

/// Strides of `type`; nothing where elements of its last dimension are not known to be adjacent.
std::optional<SmallVector<int64_t>> getStridesOfAdjacent(MemRefType type);

/// Elements of a vector, a power of two, of at most `bytes` bytes, such that the last `dims` dimensions of memory of
/// `type` are whole vectors of adjacent elements, and each starts at a multiple of its size if the memory does. One
/// where that is not known.
int64_t chooseVector(MemRefType type, size_t dims, int64_t bytes);

/// Zero where the first elements of all `memories` are at multiples of `bytes`, a power of two: a constant where the
/// program tells.
Value findMisalignment(OpBuilder &builder, Location loc, ValueRange memories, int64_t bytes);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_MOVES_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The launch of a transposition, of which each block moves a tile.

#ifndef FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_TILEDMOVE_H
#define FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_TILEDMOVE_H

#include "Moves.h"
#include "mlir/IR/PatternMatch.h"

namespace fusion {

/// The dimensions of a move along one of a tile's: the last ones of a memory.
struct Side {
  SmallVector<int64_t> dims; ///< of the output, in the order of that memory
  int64_t size = 1;          ///< of them together; dynamic where one is
  int64_t tile = 0;          ///< elements along them that a block moves

  /// Whether no tile has fewer elements.
  bool isWhole() const { return !ShapedType::isDynamic(size) && size % tile == 0; }
};

/// Makes the launch where `rewriter` stands, and leaves that inside it. The sides are the last dimensions of the input
/// and of the output. Both memories are accessed by vectors of `pack` elements, a power of two: both sides are whole
/// vectors of adjacent elements, each of which starts at a multiple of its size. A tile has squares of `pack` vectors,
/// at least one for each thread of a block.
void createTiledMove(RewriterBase &rewriter, Location loc, const Move &move, const Side &read, const Side &written,
                     int64_t pack);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LEFTOVERSTOGPU_TILEDMOVE_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Matches operations that only move elements.

#include "Moves.h"

using namespace mlir;
using namespace fusion;

std::optional<Move> fusion::matchMove(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 || op.getNumReductionLoops() != 0 ||
      !llvm::hasSingleElement(*op.getBlock()))
    return std::nullopt;
  OpOperand *input = op.getDpsInputOperand(0), *output = op.getDpsInitOperand(0);
  auto moved = dyn_cast<BlockArgument>(op.getBlock()->getTerminator()->getOperand(0));
  AffineMap read = op.getMatchingIndexingMap(input), written = op.getMatchingIndexingMap(output);
  if (!isa<MemRefType>(input->get().getType()) || !moved || moved.getArgNumber() != 0 || !written.isPermutation() ||
      !read.isProjectedPermutation() || read.getNumResults() == 0)
    return std::nullopt;
  return Move{cast<TypedValue<MemRefType>>(input->get()), cast<TypedValue<MemRefType>>(output->get()),
              read.compose(inversePermutation(written))};
}

std::optional<unsigned> fusion::getMovedBits(MemRefType type) {
  Type element = type.getElementType();
  unsigned bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
  if (bits != 16 && bits != 32 && bits != 64 && !element.isInteger(8))
    return std::nullopt;
  return bits;
}

std::optional<SmallVector<int64_t>> fusion::getStridesOfAdjacent(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || strides.empty() || strides.back() != 1)
    return std::nullopt;
  return strides;
}

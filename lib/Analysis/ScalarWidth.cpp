// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads the width of scalars off their ranges.

#include "fusion/Analysis/ScalarWidth.h"

#include "ScalarRanges.h"

using namespace mlir;
using namespace fusion;

static constexpr unsigned kNarrowWidth = 32;

/// The ranges of the region's scalars, those of positions from the shape of the result.
static ScalarRanges inferRanges(MapOp map) {
  SmallVector<std::pair<Value, PositionRange>> positions;
  for (auto [position, size] : llvm::zip(map.getPositions(), map.getResultType().getShape()))
    if (!ShapedType::isDynamic(size) && size > 1)
      positions.emplace_back(position, PositionRange{0, size - 1});
  auto ops = llvm::map_to_vector(map.getBodyBlock()->without_terminator(), [](Operation &op) { return &op; });
  return {positions, ops};
}

llvm::DenseMap<Value, NarrowScalar> fusion::findNarrowScalars(MapOp map) {
  ScalarRanges ranges = inferRanges(map);
  llvm::DenseMap<Value, NarrowScalar> narrow;
  auto note = [&](Value scalar) {
    if (!scalar.getType().isIndex() && !scalar.getType().isInteger(64))
      return;
    ConstantIntRanges range = ranges.getIntegers(scalar);
    if (range.smin().getSignificantBits() <= kNarrowWidth && range.smax().getSignificantBits() <= kNarrowWidth)
      narrow[scalar] = range.smin().isNegative() ? NarrowScalar::Signed : NarrowScalar::NotNegative;
  };
  llvm::for_each(map.getBodyBlock()->getArguments(), note);
  for (Operation &op : map.getBodyBlock()->without_terminator())
    llvm::for_each(op.getResults(), note);
  return narrow;
}

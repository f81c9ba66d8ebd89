// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Says in which order elements of a table are read: side by side, or in one row.

#include "fusion/Transforms/ComposeMoves/ElementReader.h"

#include "fusion/Dialect/Fusion/Utils/Reshape.h"

using namespace mlir;
using namespace fusion;

/// Whether what `loop` reads lies in runs.
static bool readsRuns(Value source, const AccessMap &access, unsigned loop) {
  constexpr int64_t kRunBits = 128;
  RankedTensorType type = getTensorType(source);
  ArrayRef<int64_t> shape = type.getShape();
  LoopRun run = access.getRun(loop, 1, shape, AccessMap::getDenseStrides(shape));
  return run.length * type.getElementTypeBitWidth() >= kRunBits;
}

/// Whether `isFound` holds for something that a scalar of a map's region is computed from.
static bool isComputedFrom(Value scalar, function_ref<bool(Value)> isFound) {
  SmallVector<Value> left{scalar};
  llvm::SmallDenseSet<Value> seen;
  while (!left.empty()) {
    Value value = left.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (isFound(value))
      return true;
    if (Operation *op = value.getDefiningOp())
      llvm::append_range(left, op->getOperands());
  }
  return false;
}

/// Whether a scalar of the region follows from positions and single numbers: no element decides it.
static bool isFormula(MapOp map, Value scalar) {
  return !isComputedFrom(scalar, [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && !llvm::is_contained(map.getPositions(), argument);
  });
}

bool ElementReader::readsRuns(const Leaf &leaf) const {
  constexpr int64_t kAnySize = int64_t(1) << 31;
  MLIRContext *context = leaf.source.getContext();
  if (numPositions == 0)
    return false;
  SmallVector<AffineExpr> any(sizeExprs.getSymbols().size(), getAffineConstantExpr(kAnySize, context)), loops, place;
  for (AffineExpr size : sizes)
    loops.push_back(size.replaceSymbols(any));
  for (AffineExpr expr : leaf.place)
    place.push_back(expr.replaceSymbols(any));
  return ::readsRuns(leaf.source, AccessMap::get(loops, place, context), numPositions - 1);
}

/// Whether most steps of `expr` are short as the last of `numDims` loops runs and the others stand still. `size` is
/// that loop's.
static bool hasShortSteps(AffineExpr expr, unsigned numDims, int64_t size) {
  constexpr int64_t kMostSamples = 64, kShort = 2;
  MLIRContext *context = expr.getContext();
  SmallVector<AffineExpr> at(numDims, getAffineConstantExpr(0, context));
  int64_t samples = std::min(size, kMostSamples), isShort = 0;
  std::optional<int64_t> before;
  for (int64_t i = 0; i < samples; ++i) {
    at.back() = getAffineConstantExpr(i, context);
    auto number = dyn_cast<AffineConstantExpr>(expr.replaceDims(at));
    if (!number)
      return false;
    isShort += before && number.getValue() != *before && std::abs(number.getValue() - *before) <= kShort;
    before = number.getValue();
  }
  return isShort * 4 >= samples * 3;
}

bool ElementReader::readsRows(const Leaf &leaf) const {
  if (numPositions == 0 || leaf.place.empty())
    return false;
  Value lastPosition = indices[numPositions - 1];
  auto variesInRow = [&](AffineExpr expr) {
    for (auto [dim, index] : llvm::enumerate(indices))
      if (expr.isFunctionOfDim(dim) && isComputedFrom(index, [&](Value value) { return value == lastPosition; }))
        return true;
    return false;
  };
  if (llvm::any_of(ArrayRef(leaf.place).drop_back(), variesInRow))
    return false;
  auto last = dyn_cast<AffineDimExpr>(leaf.place.back());
  if (last && last.getPosition() >= numPositions)
    return isFormula(map, indices[last.getPosition()]);
  auto size = dyn_cast<AffineConstantExpr>(sizes[numPositions - 1]);
  return size && leaf.place.back().isFunctionOfDim(numPositions - 1) &&
         hasShortSteps(leaf.place.back(), numPositions, size.getValue());
}

bool fusion::readsRuns(Value source, const AccessMap &access) {
  return access.getNumLoops() != 0 && ::readsRuns(source, access, access.getNumLoops() - 1);
}

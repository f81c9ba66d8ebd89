// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the blocks that are left: by bounds of affine conditions, else by evaluating blocks.

#include "fusion/Analysis/KeyBlocks.h"
#include "AffineBounds.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;

//===----------------------------------------------------------------------===//
// As a table
//===----------------------------------------------------------------------===//

static PositionRange getBlock(int64_t number, int64_t size, int64_t whole) {
  return {number * size, std::min((number + 1) * size, whole) - 1};
}

/// `left` is what may still be evaluated for all blocks. A block takes no more than its share, so that one of which
/// little can be proved leaves something to the others.
static BlockUse findUse(const PositionCondition &masked, ArrayRef<PositionRange> box, int64_t &left) {
  constexpr int64_t kMostOfBlock = 1 << 14;
  auto isNowhere = [&](bool value) {
    int64_t share = std::min(left, kMostOfBlock), unused = share;
    Occurrence found = masked.find(value, box, unused);
    left -= share - std::max<int64_t>(unused, 0);
    return found == Occurrence::Nowhere;
  };
  switch (masked.classify(box)) {
  case Truth::AlwaysTrue:
    return BlockUse::Skip;
  case Truth::AlwaysFalse:
    return BlockUse::Whole;
  case Truth::Mixed:
    break;
  }
  if (isNowhere(/*value=*/false))
    return BlockUse::Skip;
  return isNowhere(/*value=*/true) ? BlockUse::Whole : BlockUse::Mask;
}

std::optional<KeyBlockTable> fusion::tabulateKeyBlocks(const PositionCondition &masked, ScoreBlocks blocks) {
  constexpr int64_t kMostBlocks = 1 << 18;
  int64_t left = 1 << 20;
  ArrayRef<int64_t> shape = masked.getFormula().shape;
  if (ShapedType::isDynamicShape(shape))
    return std::nullopt;
  int64_t queries = shape[blocks.queryDim], keys = shape[blocks.keyDim];
  int64_t queryBlocks = llvm::divideCeil(queries, blocks.queries), keyBlocks = llvm::divideCeil(keys, blocks.keys);
  if (keyBlocks && queryBlocks > kMostBlocks / keyBlocks)
    return std::nullopt;
  KeyBlockTable table(queryBlocks, keyBlocks);
  PositionBox box = getWholeBox(shape);
  for (int64_t query = 0; query < queryBlocks; ++query)
    for (int64_t key = 0; key < keyBlocks; ++key) {
      box[blocks.queryDim] = getBlock(query, blocks.queries, queries);
      box[blocks.keyDim] = getBlock(key, blocks.keys, keys);
      table.set(query, key, findUse(masked, box, left));
    }
  return table;
}

//===----------------------------------------------------------------------===//
// As affine functions
//===----------------------------------------------------------------------===//

/// Of a bound over the rows of query block d0 the most that one of them allows: the largest or smallest of the results,
/// if it is the smallest or largest for a row. The last row of the last block is that of the tensor: of a function that
/// never decreases, the value at the lesser of two rows is the lesser of two values, of one that never increases it is
/// the larger.
static FailureOr<SmallVector<AffineExpr, 2>> getExtreme(AffineExpr bound, bool isLower, int64_t rows) {
  std::optional<int> direction = getDirection(bound);
  if (!direction)
    return failure();
  MLIRContext *context = bound.getContext();
  AffineExpr firstRow = getAffineDimExpr(0, context) * rows;
  auto at = [&](AffineExpr row) { return bound.replaceDimsAndSymbols({row}, {}); };
  if (*direction == 0 || (*direction > 0) == isLower)
    return SmallVector<AffineExpr, 2>{at(firstRow)};
  return SmallVector<AffineExpr, 2>{at(firstRow + (rows - 1)), at(getAffineSymbolExpr(0, context) - 1)};
}

static LogicalResult addBound(AffineBound bound, ScoreBlocks blocks, SmallVectorImpl<AffineExpr> &first,
                              SmallVectorImpl<AffineExpr> &last) {
  bool isLower = bound.kind == AffineBound::Lower;
  FailureOr<SmallVector<AffineExpr, 2>> extreme = getExtreme(bound.bound, isLower, blocks.queries);
  if (failed(extreme))
    return failure();
  for (AffineExpr value : *extreme) {
    // A condition of the query alone, value >= 0, leaves all keys or none: the last block is 2^40 - 1 or -1.
    constexpr int64_t kMany = int64_t(1) << 40;
    AffineExpr block =
        bound.kind == AffineBound::OfQuery ? (value.floorDiv(kMany) + 1) * kMany - 1 : value.floorDiv(blocks.keys);
    (isLower ? first : last).push_back(simplifyAffineExpr(block, 1, 2));
  }
  return success();
}

FailureOr<SmallVector<KeyInterval>> fusion::describeKeyBlocks(const PositionCondition &masked, ScoreBlocks blocks) {
  FailureOr<SmallVector<BoundConjunction>> kept =
      getAffineBounds(masked, /*wanted=*/false, blocks.queryDim, blocks.keyDim);
  if (failed(kept))
    return failure();
  MLIRContext *context = masked.getCondition().getContext();
  SmallVector<KeyInterval> intervals;
  for (const BoundConjunction &conjunction : *kept) {
    SmallVector<AffineExpr> first{getAffineConstantExpr(0, context)};
    SmallVector<AffineExpr> last{(getAffineSymbolExpr(1, context) - 1).floorDiv(blocks.keys)};
    for (AffineBound bound : conjunction)
      if (failed(addBound(bound, blocks, first, last)))
        return failure();
    intervals.push_back({AffineMap::get(1, 2, first, context), AffineMap::get(1, 2, last, context)});
  }
  return intervals;
}

std::pair<int64_t, int64_t> KeyInterval::evaluate(int64_t queryBlock, int64_t queries, int64_t keys) const {
  Builder builder(first.getContext());
  SmallVector<Attribute> operands;
  for (int64_t value : {queryBlock, queries, keys})
    operands.push_back(builder.getI64IntegerAttr(value));
  auto evaluateAll = [&](AffineMap map) {
    SmallVector<Attribute> results;
    bool folds = succeeded(map.constantFold(operands, results));
    assert(folds && "divisors are positive constants");
    (void)folds;
    return llvm::map_to_vector(results, [](Attribute result) { return cast<IntegerAttr>(result).getInt(); });
  };
  return {*llvm::max_element(evaluateAll(first)), *llvm::min_element(evaluateAll(last))};
}

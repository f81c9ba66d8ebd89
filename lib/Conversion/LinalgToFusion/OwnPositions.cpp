// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elements that a body looks up where it is itself, which an operand can say.

#include "OwnPositions.h"

#include "fusion/Dialect/Fusion/Utils/SizeOrigin.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

/// The size of each loop, as results have it.
static SmallVector<SizeOrigin> getLoopSizes(linalg::GenericOp op) {
  SmallVector<SizeOrigin> sizes(op.getNumLoops(), SizeOrigin{Value(), ShapedType::kDynamic});
  for (OpOperand &init : op.getDpsInitsMutable())
    for (auto [dim, expr] : llvm::enumerate(op.getMatchingIndexingMap(&init).getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        sizes[loop.getPosition()] = SizeOrigin::get(init.get(), dim);
  return sizes;
}

/// The loop that `index` is the position in; nothing if it is something else. Where a size of 1 is asked for and 0
/// given, as exporters do for what may be repeated, the position is 0 anyway:
///
///   select(size == 1, 0, linalg.index)  ->  linalg.index, of a loop of that size
static std::optional<int64_t> getLoop(Value index, ArrayRef<SizeOrigin> sizes) {
  if (auto position = index.getDefiningOp<linalg::IndexOp>())
    return position.getDim();
  auto select = index.getDefiningOp<arith::SelectOp>();
  auto compare = select ? select.getCondition().getDefiningOp<arith::CmpIOp>() : nullptr;
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq || !matchPattern(compare.getRhs(), m_One()) ||
      !matchPattern(select.getTrueValue(), m_Zero()))
    return std::nullopt;
  auto position = select.getFalseValue().getDefiningOp<linalg::IndexOp>();
  if (!position || !(SizeOrigin::get(OpFoldResult(compare.getLhs())) == sizes[position.getDim()]))
    return std::nullopt;
  return position.getDim();
}

/// The map of an operand whose element is what `extract` gives; null if there is none.
static AffineMap getOwnMap(tensor::ExtractOp extract, linalg::GenericOp op, ArrayRef<SizeOrigin> sizes) {
  SmallVector<AffineExpr> exprs;
  llvm::SmallBitVector seen(op.getNumLoops());
  for (auto [dim, index] : llvm::enumerate(extract.getIndices())) {
    std::optional<int64_t> loop = getLoop(index, sizes);
    if (!loop && !matchPattern(index, m_Zero()))
      return {};
    // Parts of longer dimensions and diagonals are no operands.
    if (loop && (seen[*loop] || !(SizeOrigin::get(extract.getTensor(), dim) == sizes[*loop])))
      return {};
    if (loop)
      seen.set(*loop);
    exprs.push_back(loop ? getAffineDimExpr(*loop, op.getContext()) : getAffineConstantExpr(0, op.getContext()));
  }
  return AffineMap::get(op.getNumLoops(), 0, exprs, op.getContext());
}

static void addOperands(IRRewriter &rewriter, linalg::GenericOp op) {
  SmallVector<SizeOrigin> sizes = getLoopSizes(op);
  SmallVector<std::pair<tensor::ExtractOp, AffineMap>> reads;
  for (auto extract : op.getBody()->getOps<tensor::ExtractOp>())
    if (extract.getTensor().getParentRegion() != &op.getRegion())
      if (AffineMap map = getOwnMap(extract, op, sizes))
        reads.push_back({extract, map});
  if (reads.empty())
    return;
  rewriter.modifyOpInPlace(op, [&] {
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    for (auto [extract, map] : reads) {
      unsigned number = op.getNumDpsInputs();
      maps.insert(maps.begin() + number, map);
      op.getInputsMutable().append(extract.getTensor());
      Value element = op.getBody()->insertArgument(number, extract.getType(), extract.getLoc());
      rewriter.replaceOp(extract, element);
    }
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
}

void fusion::readOwnPositions(Operation *root) {
  SmallVector<linalg::GenericOp> ops;
  root->walk([&](linalg::GenericOp op) {
    if (op.hasPureTensorSemantics() && op.getNumParallelLoops() == op.getNumLoops())
      ops.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (linalg::GenericOp op : ops)
    addOperands(rewriter, op);
}

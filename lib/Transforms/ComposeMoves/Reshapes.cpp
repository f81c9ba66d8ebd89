// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Changes the shapes of elementwise operations, and makes maps of operands that no reshape gives.

#include "Reshapes.h"

#include "fusion/Dialect/Fusion/Utils/MoveChain.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"

using namespace mlir;
using namespace fusion;

using Groups = SmallVector<ReassociationIndices>;

/// The groups of `to`, each of several of `from`, as groups of what `from` gives; nothing where one is cut.
static std::optional<Groups> joinGroups(ArrayRef<ReassociationIndices> from, ArrayRef<ReassociationIndices> to) {
  Groups joined;
  size_t next = 0;
  for (const ReassociationIndices &group : to) {
    ReassociationIndices own;
    size_t dims = 0;
    for (; dims < group.size() && next < from.size(); ++next) {
      own.push_back(next);
      dims += from[next].size();
    }
    if (dims != group.size())
      return std::nullopt;
    joined.push_back(own);
  }
  return joined;
}

/// A map that moves elements for one reader, in the shape of the reader's result.
static bool isOwnMove(Value operand, ArrayRef<int64_t> shape) {
  auto map = operand.getDefiningOp<MapOp>();
  return map && map->hasOneUse() && map.getResultType().getShape() == shape && getMoveAccess(map);
}

bool fusion::computeMerged(RewriterBase &rewriter, ElementwiseOpInterface op) {
  RankedTensorType type = getTensorType(op->getResult(0));
  auto isMoved = [&](Value operand) { return isOwnMove(operand, type.getShape()); };
  if (op.dependsOnPosition() || !type.hasStaticShape() || op->use_empty() ||
      !llvm::any_of(getAlignedOperands(op), isMoved))
    return false;
  SmallVector<tensor::CollapseShapeOp> merges;
  for (Operation *user : op->getUsers()) {
    auto merge = dyn_cast<tensor::CollapseShapeOp>(user);
    if (!merge)
      return false;
    merges.push_back(merge);
  }
  // The one that merges least, of which the others merge more.
  auto rank = [](tensor::CollapseShapeOp merge) { return merge.getResultType().getRank(); };
  Groups groups =
      (*llvm::max_element(merges, [&](auto a, auto b) { return rank(a) < rank(b); })).getReassociationIndices();
  if (!llvm::all_of(merges, [&](auto merge) { return joinGroups(groups, merge.getReassociationIndices()); }))
    return false;
  SmallVector<Groups> plans;
  for (Value operand : getAlignedOperands(op)) {
    FailureOr<Groups> plan = planCollapse(getTensorType(operand), type.getShape(), groups);
    if (failed(plan))
      return false;
    plans.push_back(*plan);
  }
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands;
  for (auto [operand, plan] : llvm::zip_equal(getAlignedOperands(op), plans)) {
    bool moves = isMoved(operand);
    Value merged = collapseDims(rewriter, op.getLoc(), operand, plan);
    std::optional<MoveChain> chain = moves ? MoveChain::get(merged) : std::nullopt;
    Value moved = chain ? lookUp(rewriter, op.getLoc(), chain->source, chain->access) : Value();
    operands.push_back(moved ? moved : merged);
    if (moved)
      rewriter.eraseOp(merged.getDefiningOp());
  }
  SmallVector<int64_t> shape;
  for (const ReassociationIndices &group : groups)
    shape.push_back(llvm::product_of(ArrayRef(type.getShape()).slice(group.front(), group.size())));
  Value result = rebuildElementwise(rewriter, op, operands, shape);
  for (tensor::CollapseShapeOp merge : merges) {
    rewriter.setInsertionPoint(merge);
    Value own = collapseDims(rewriter, merge.getLoc(), result, *joinGroups(groups, merge.getReassociationIndices()));
    rewriter.replaceOp(merge, own);
  }
  return true;
}

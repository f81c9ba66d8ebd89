// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Concatenations of slices and cheap formulas become maps that look up what they join.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/ComposeMoves/ElementReader.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace fusion {
#define GEN_PASS_DEF_FOLDCONCATSPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Whether `op` only takes a part of its operand whose place is known now.
static bool isStaticSlice(Operation *op) {
  auto slice = dyn_cast_if_present<tensor::ExtractSliceOp>(op);
  return slice && llvm::none_of(slice.getStaticOffsets(), ShapedType::isDynamic) &&
         llvm::none_of(slice.getStaticStrides(), ShapedType::isDynamic);
}

/// The reshape that alone reads a concatenation, if it merges the dimension that is joined with others: pairs that were
/// taken apart lie side by side again.
static tensor::CollapseShapeOp getMerge(tensor::ConcatOp concat) {
  auto merge =
      concat->hasOneUse() ? dyn_cast<tensor::CollapseShapeOp>(*concat->user_begin()) : tensor::CollapseShapeOp();
  if (!merge || isUnitReshape(merge))
    return {};
  bool mergesJoined = llvm::any_of(merge.getReassociationIndices(), [&](const ReassociationIndices &group) {
    return group.size() > 1 && llvm::is_contained(group, int64_t(concat.getDim()));
  });
  return mergesJoined ? merge : tensor::CollapseShapeOp();
}

namespace {
struct FoldConcatsPass : fusion::impl::FoldConcatsPassBase<FoldConcatsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Operation *> joins;
    getOperation()->walk([&](Operation *op) {
      if (isJoin(op))
        joins.push_back(op);
    });
    bool changed = false;
    for (Operation *op : joins) {
      // Loops would take a launch for the border of a padding, and two for what stands in it.
      auto concat = dyn_cast<tensor::ConcatOp>(op);
      if (concat && !isWorthFolding(concat))
        continue;
      tensor::CollapseShapeOp merge = concat ? getMerge(concat) : tensor::CollapseShapeOp();
      changed |= fold(merge ? merge.getOperation() : op);
    }
    if (changed)
      eraseUnused();
    else
      markAllAnalysesPreserved();
  }

private:
  /// Whether elementwise operations alone read `value`, so that it need not be stored.
  static bool isReadByElement(Value value) {
    return !value.use_empty() && llvm::all_of(value.getUses(), [](OpOperand &use) {
      if (isUnitReshape(use.getOwner()))
        return isReadByElement(use.getOwner()->getResult(0));
      auto elementwise = dyn_cast<ElementwiseOpInterface>(use.getOwner());
      return elementwise && use.getOperandNumber() < elementwise.getElementOperands().size();
    });
  }

  /// A copy of what is stored anyway is best made by copies; there, one launch of any kind is as good as another.
  static bool isWorthFolding(tensor::ConcatOp concat) {
    tensor::CollapseShapeOp merge = getMerge(concat);
    return isReadByElement(merge ? merge.getResult() : concat.getResult()) ||
           llvm::any_of(concat.getInputs(), [](Value part) {
             Operation *op = part.getDefiningOp();
             while (isUnitReshape(op))
               op = op->getOperand(0).getDefiningOp();
             return isStaticSlice(op) || isRepeated(op) || isa_and_present<linalg::BroadcastOp>(op);
           });
  }

  bool fold(Operation *op) {
    MapOp map = computeByMap(op, [](const ElementReader &) { return true; });
    if (!map)
      return false;
    op->getResult(0).replaceAllUsesWith(map.getResult());
    ++numFolded;
    return true;
  }

  /// What nothing reads any more: slices, and what was computed for the concatenations.
  void eraseUnused() {
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (!op->getParentOfType<KernelOp>() && isOpTriviallyDead(op))
        op->erase();
    });
  }
};
} // namespace

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Concatenations of slices and cheap formulas become maps that look up what they join.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Dialect/Fusion/Utils/SizeOrigin.h"
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
/// taken apart lie side by side again. Sizes that are open are none of merged dimensions.
static tensor::CollapseShapeOp getMerge(tensor::ConcatOp concat) {
  auto merge =
      concat->hasOneUse() ? dyn_cast<tensor::CollapseShapeOp>(*concat->user_begin()) : tensor::CollapseShapeOp();
  if (!merge || isUnitReshape(merge))
    return {};
  RankedTensorType type = getTensorType(concat.getResult());
  bool mergesJoined = false;
  for (const ReassociationIndices &group : merge.getReassociationIndices()) {
    auto isOpen = [&](int64_t dim) { return type.isDynamicDim(dim); };
    if (group.size() > 1 && llvm::any_of(group, isOpen))
      return {};
    mergesJoined |= group.size() > 1 && llvm::is_contained(group, int64_t(concat.getDim()));
  }
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
      auto pad = dyn_cast<tensor::PadOp>(op);
      if (pad || isWorthFolding(cast<tensor::ConcatOp>(op)))
        changed |= pad ? fold(pad) : fold(cast<tensor::ConcatOp>(op));
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

  /// A place in a tensor as a place in what its dimensions were merged from.
  static SmallVector<AffineExpr> splitPlace(tensor::CollapseShapeOp merge, ArrayRef<AffineExpr> place) {
    RankedTensorType from = merge.getSrcType();
    SmallVector<AffineExpr> split(from.getRank());
    for (auto [group, index] : llvm::zip_equal(merge.getReassociationIndices(), place)) {
      AffineExpr rest = index;
      for (int64_t dim : llvm::reverse(ArrayRef(group).drop_front())) {
        split[dim] = rest % from.getDimSize(dim);
        rest = rest.floorDiv(from.getDimSize(dim));
      }
      split[group.front()] = rest;
    }
    return split;
  }

  bool fold(tensor::ConcatOp concat) {
    OpBuilder before(concat);
    RankedTensorType type = getTensorType(concat.getResult());
    tensor::CollapseShapeOp merge = getMerge(concat);
    RankedTensorType computed = merge ? merge.getResultType() : type;
    // Sizes that are open come from an operand whose elements nobody reads.
    SmallVector<Value> sizes, shape;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(SizeOrigin::get(concat.getInputs().front(), dim).materialize(before, concat.getLoc()));
    if (!sizes.empty())
      shape.push_back(tensor::EmptyOp::create(before, concat.getLoc(), computed, sizes));
    auto map = MapOp::create(before, concat.getLoc(), computed, shape, ValueRange(), /*positions=*/true);
    ElementReader reader(map);
    SmallVector<AffineExpr> place = reader.getPositions();
    if (merge)
      place = splitPlace(merge, place);
    Value element = reader.readConcat(concat, place);
    YieldOp::create(reader.getBuilder(), concat.getLoc(), element);
    if (reader.hasFailed() || map.getBodyBlock()->getOperations().size() > MapOp::kMaxOperations) {
      map.erase();
      return false;
    }
    Operation *replaced = merge ? merge.getOperation() : concat.getOperation();
    replaced->getResult(0).replaceAllUsesWith(map.getResult());
    if (merge)
      merge.erase();
    concat.erase();
    ++numFolded;
    return true;
  }

  /// Loops would take a launch for the border, and two for what stands in it.
  bool fold(tensor::PadOp pad) {
    OpBuilder before(pad);
    auto map = MapOp::create(before, pad.getLoc(), pad.getType(), ValueRange(), ValueRange(), /*positions=*/true);
    ElementReader reader(map);
    YieldOp::create(reader.getBuilder(), pad.getLoc(), reader.readPad(pad, reader.getPositions()));
    if (reader.hasFailed() || map.getBodyBlock()->getOperations().size() > MapOp::kMaxOperations) {
      map.erase();
      return false;
    }
    pad.getResult().replaceAllUsesWith(map.getResult());
    pad.erase();
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

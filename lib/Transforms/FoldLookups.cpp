// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is joined, looked up and stored is looked up where it comes from, through all that only moves it.

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/MoveChain.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/ComposeMoves/ElementReader.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace fusion {
#define GEN_PASS_DEF_FOLDLOOKUPSPASS
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

/// Whether `op` computes elements at the places where it reads them.
static bool computes(Operation *op) {
  auto map = dyn_cast<MapOp>(op);
  return isa<ElementwiseOpInterface>(op) && (!map || map.getTables().empty());
}

/// Whether a product alone reads what is computed and moved behind `value`: it has ways of its own to read a factor.
static bool isOfFactor(Value value) {
  while (value.hasOneUse()) {
    Operation *user = *value.user_begin();
    if (isProduct(user))
      return true;
    if (!computes(user) && !isMove(user))
      return false;
    value = user->getResult(0);
  }
  return false;
}

/// Whether a part of a concatenation is copied, and not computed in its place.
static bool isCopied(Value part) {
  Operation *op = part.getDefiningOp();
  while (isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op) && op->hasOneUse())
    op = op->getOperand(0).getDefiningOp();
  return !op || !op->hasOneUse() || isa<tensor::ExtractSliceOp>(op);
}

/// Whether a transposition or a repetition is computed by the loop of another that reads it.
static bool areOneLoop(Operation *op, Operation *reader) {
  return isa<linalg::LinalgOp>(op) && isa_and_present<linalg::LinalgOp>(reader) && op->hasOneUse() &&
         reader->getOperand(0) == op->getResult(0);
}

/// Launches that move what a map reads through: a copy for what is put into another order or repeated, for what is
/// joined and for the border around it, and for what is stored last but is no memory of its own, where one `isLast`.
static unsigned countMoves(ArrayRef<Operation *> ops, bool isLast) {
  unsigned launches = 0;
  bool isMerged = false;
  Operation *reader = nullptr;
  for (Operation *op : ops) {
    bool isMerge = isa<tensor::CollapseShapeOp>(op), isSlice = isa<tensor::ExtractSliceOp>(op);
    if (auto concat = dyn_cast<tensor::ConcatOp>(op))
      launches += llvm::count_if(concat.getInputs(), isCopied);
    else if (isSlice)
      launches += isLast || isMerged;
    else if (isMerge) // outputs are split where sizes are known
      launches += isLast && !getTensorType(op->getResult(0)).hasStaticShape();
    else if (isa<tensor::PadOp, tensor::InsertSliceOp>(op))
      launches += 2;
    else if (!computes(op) && !isa<tensor::ExpandShapeOp>(op) && !areOneLoop(op, reader))
      ++launches;
    reader = op;
    isLast &= isa<tensor::ExpandShapeOp>(op);
    isMerged = isMerge || (isMerged && isa<tensor::ExpandShapeOp>(op));
  }
  return launches;
}

/// Whether one launch of a map takes the place of several, and reads no slower: what no product writes in that order,
/// and what is adjacent, is read a few times from a cache, or has a size that is not known. The map gives the result of
/// `op`, and takes no launch if it `fuses`.
static bool isOneForSeveral(const ElementReader &reader, Operation *op, bool fuses = false) {
  constexpr int64_t kCachedBits = int64_t(1) << 23, kFewReads = int64_t(1) << 20;
  RankedTensorType result = getTensorType(op->getResult(0));
  auto isCached = [&](const ElementReader::Leaf &leaf) {
    RankedTensorType type = getTensorType(leaf.source);
    int64_t reads = llvm::count_if(reader.getLeaves(),
                                   [&](const ElementReader::Leaf &other) { return other.source == leaf.source; });
    return type.getNumElements() * type.getElementTypeBitWidth() <= kCachedBits &&
           (!result.hasStaticShape() || result.getNumElements() * reads <= kFewReads);
  };
  auto isRead = [&](const ElementReader::Leaf &leaf) {
    return !comesFromMatmul(leaf.source) && (!getTensorType(leaf.source).hasStaticShape() || isCached(leaf) ||
                                             reader.readsRuns(leaf) || reader.readsRows(leaf));
  };
  // What is computed has a kernel of its own, unless that has more to compute.
  unsigned moves = countMoves(reader.getFollowed(), /*isLast=*/!fuses);
  bool hasKernel = llvm::any_of(reader.getFollowed(), computes) &&
                   llvm::none_of(reader.getLeaves(), [](const ElementReader::Leaf &leaf) {
                     return isa_and_present<ElementwiseOpInterface>(leaf.source.getDefiningOp());
                   });
  // A map that looks up has a launch anyway.
  bool isMoved = !isa<MapOp>(op) || !llvm::all_of(reader.getFollowed().drop_front(), computes);
  return isMoved && moves != 0 && moves + hasKernel + fuses > 1 && llvm::all_of(reader.getLeaves(), isRead);
}

/// Whether an operation gives one value for each row.
static bool isOfRow(Operation *op) {
  ArrayRef<int64_t> shape = getTensorType(op->getResult(0)).getShape();
  return shape.empty() || shape.back() == 1;
}

/// Whether an operation in front of a map that looks its row up is computed by the map: what is computed of a reduced
/// row. What the row is reduced to is there for all elements, and what is reduced is stored.
static bool isComputedOfRow(Operation *op) {
  if (!op || !computes(op) || op->hasAttr(kMustFuseAttrName) || isOfRow(op))
    return false;
  return comesFromReduction(op->getResult(0));
}

/// Whether all that a map reads through, for each of its lookups, is computed again for little, of what is stored and
/// what rows are reduced to.
static bool isRowAgain(const ElementReader &reader, int64_t lookups) {
  constexpr int64_t kUsualLookups = 2; // the halves of a rotary embedding
  int64_t cost = 0;
  for (Operation *op : reader.getFollowed().drop_front())
    // What belongs to the row is the same for all lookups.
    if (auto elementwise = dyn_cast<ElementwiseOpInterface>(op); elementwise && !isOfRow(op))
      cost += elementwise.getScalarCost();
  return reader.readsReduced() && cost * lookups <= kMaxPartCost * kUsualLookups &&
         llvm::none_of(reader.getLeaves(),
                       [](const ElementReader::Leaf &leaf) { return comesFromReduction(leaf.source); });
}

namespace {
struct FoldLookupsPass : fusion::impl::FoldLookupsPassBase<FoldLookupsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<KernelOp>(op))
        return WalkResult::skip();
      ops.push_back(op);
      return isa<MapOp>(op) ? WalkResult::skip() : WalkResult::advance();
    });
    // The last ones first: what is looked up then reads through those in front of it.
    for (Operation *op : llvm::reverse(ops)) {
      if (isOpTriviallyDead(op))
        op->erase();
      else
        numFolded += visit(op);
    }
    if (numFolded == 0)
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

  bool visit(Operation *op) {
    auto always = [](auto &) { return true; };
    auto merge = dyn_cast<tensor::CollapseShapeOp>(op);
    auto concat = merge ? merge.getSrc().getDefiningOp<tensor::ConcatOp>() : dyn_cast<tensor::ConcatOp>(op);
    bool isOfConcat = concat && (!merge || getMerge(concat) == merge) && isJoin(concat) && isWorthFolding(concat);
    // Loops would take a launch for the border of a padding, and two for what stands in it.
    if (isOfConcat || (isa<tensor::PadOp, tensor::InsertSliceOp>(op) && isJoin(op)))
      return fold(op, always, always);
    auto isStored = [op](const ElementReader &reader) { return isOneForSeveral(reader, op); };
    auto isFused = [op](const ElementReader &reader) { return isOneForSeveral(reader, op, /*fuses=*/true); };
    if (auto map = dyn_cast<MapOp>(op); map && !map.getTables().empty())
      return fold(op, isStored, always) || computeRowAgain(map);
    if (isJoin(op))
      return fold(op, isStored, always);
    if (isMove(op) && isReadByElement(op->getResult(0)) && !isOfFactor(op->getResult(0)))
      return fold(op, isFused, always);
    return isMove(op) && llvm::any_of(op->getUses(), isReturned) && fold(op, isStored, isReturned);
  }

  static bool isReturned(OpOperand &use) { return use.getOwner()->hasTrait<OpTrait::ReturnLike>(); }

  /// Gives the uses that are asked for the result of a map, if that is worthwhile.
  static bool fold(Operation *op, function_ref<bool(const ElementReader &)> isWorthwhile,
                   function_ref<bool(OpOperand &)> isReplaced) {
    MapOp map = computeByMap(op, isWorthwhile);
    if (!map)
      return false;
    op->getResult(0).replaceUsesWithIf(map.getResult(), isReplaced);
    if (isOpTriviallyDead(op))
      op->erase();
    computeRowAgain(map);
    return true;
  }

  /// Computes what a map looks up of a row that is reduced again: a rotary embedding behind a norm of heads looks up
  /// the other half of what the norm reads, and is one kernel with it. Returns whether it did.
  static bool computeRowAgain(MapOp map) {
    if (llvm::none_of(map.getTables(), comesFromReduction))
      return false;
    int64_t lookups = llvm::count_if(map.getBodyBlock()->getOps<LookupOp>(), [&](LookupOp lookup) {
      return comesFromReduction(map->getOperand(lookup.getTableNumber()));
    });
    auto isWorthwhile = [&](const ElementReader &reader) { return isRowAgain(reader, lookups); };
    MapOp again = computeByMap(map, isWorthwhile, isComputedOfRow);
    if (!again)
      return false;
    map.replaceAllUsesWith(again.getResult());
    map.erase();
    return true;
  }
};
} // namespace

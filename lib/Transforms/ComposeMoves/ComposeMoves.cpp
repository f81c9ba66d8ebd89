// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that reads through moves: what computes does so in the order in which its result is read.

#include "Reorder.h"
#include "Reshapes.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/ComposeMoves/ElementReader.h"
#include "fusion/Transforms/ComposeMoves/Passes.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace fusion {
#define GEN_PASS_DEF_COMPOSEMOVESPASS
#include "fusion/Transforms/ComposeMoves/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

static bool isStaticMove(Operation *op) { return getMoveAccess(op).has_value(); }

/// Whether a chain of moves that ends with `op` may be more than reshapes and repetitions, or come from what is joined.
/// It costs much less to ask than the chain's access map.
static bool mayReorder(Operation *op, bool orSlices) {
  while (isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp, linalg::BroadcastOp, tensor::ExtractSliceOp>(
      op)) {
    if (orSlices && isa<tensor::ExtractSliceOp>(op))
      return true;
    op = op->getOperand(0).getDefiningOp();
  }
  return isa_and_present<linalg::TransposeOp, tensor::ConcatOp, tensor::PadOp, MapOp>(op);
}

/// Whether `op` computes rows or elements, so that it can read its operands at any place.
static bool readsAnywhere(OpOperand &use) {
  if (isa<ReduceOp>(use.getOwner()))
    return true;
  auto elementwise = dyn_cast<ElementwiseOpInterface>(use.getOwner());
  return elementwise && use.getOperandNumber() < elementwise.getElementOperands().size();
}

/// Whether a product can read the source, or write it, in the other order by strides: those of a tensor map.
static bool isStrided(const MoveChain &chain) {
  constexpr size_t kDims = 5;
  ArrayRef<int64_t> shape = getTensorType(chain.source).getShape();
  std::optional<StridedAccess> access = chain.access.getStrided(shape, AccessMap::getDenseStrides(shape));
  return access && access->loops.size() <= kDims;
}

/// Whether an operation of type `Reader` reads what is computed of `value` element by element.
template <typename Reader> static bool isReadBy(Value value) {
  // More than scales and casts take.
  constexpr size_t limit = 16;
  llvm::SmallSetVector<Operation *, 8> ops;
  ops.insert_range(value.getUsers());
  for (size_t i = 0; i < ops.size() && i < limit; ++i) {
    if (isa<Reader>(ops[i]))
      return true;
    // Halves that are turned and joined again are those of a rotary embedding.
    if (isa<ElementwiseOpInterface, tensor::ConcatOp>(ops[i]) || isStaticMove(ops[i]))
      ops.insert_range(ops[i]->getUsers());
  }
  return false;
}

/// Whether a value is computed of a product's result, element by element, and of nothing that is reduced: in the
/// product's epilogue. There may be reshapes on the way.
static bool isEpilogue(Value value) {
  // More than any epilogue takes.
  constexpr size_t limit = 32;
  llvm::SmallSetVector<Operation *, 8> ops;
  if (Operation *op = value.getDefiningOp())
    ops.insert(op);
  bool hasProduct = false;
  for (size_t i = 0; i < ops.size() && i < limit; ++i) {
    if (isa<ReduceOp>(ops[i]))
      return false;
    hasProduct |= isa<MatmulOp>(ops[i]);
    if (isa<ElementwiseOpInterface, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(ops[i]))
      for (Value operand : ops[i]->getOperands())
        if (Operation *producer = operand.getDefiningOp())
          ops.insert(producer);
  }
  return hasProduct || comesFromMatmul(value);
}

/// Whether it is a part of a product's matrix of which rows are reduced: heads that are normalized, behind a
/// transposition. No strides of a product's write it, and none read it.
static bool isNormalizedPart(Value value, const MoveChain &chain) {
  RankedTensorType matrix = getTensorType(chain.source);
  return matrix.getRank() == 2 && getTensorType(value).getShape().back() < matrix.getDimSize(1) &&
         isReadBy<ReduceOp>(value);
}

namespace {
struct ComposeMovesPass : fusion::impl::ComposeMovesPassBase<ComposeMovesPass> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<Operation *> moves;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<KernelOp>(op))
        return WalkResult::skip();
      // The last of a chain, whose result something reads that is none of it, and pads that moves do not pass.
      if (isa<tensor::PadOp>(op) || (isStaticMove(op) && !llvm::all_of(op->getUsers(), isStaticMove)))
        moves.push_back(op);
      return WalkResult::advance();
    });
    if (stored)
      keepReturned(moves);
    // The last ones first: what is reordered then moves no more, and stands in no other's way.
    erased.clear();
    for (Operation *op : llvm::reverse(moves)) {
      if (erased.contains(op) || !mayReorder(op, /*orSlices=*/stored))
        continue;
      std::optional<MoveChain> chain = MoveChain::get(op->getResult(0));
      bool isReordered = false;
      Value value;
      if (chain && (chain->reorders || (stored && isPartOfProduct(*chain))))
        value = compose(rewriter, op, *chain, isReordered);
      if (!value && !stored && isJoin(chain ? chain->source.getDefiningOp() : op))
        value = readJoined(rewriter, op);
      if (!value || value == op->getResult(0))
        continue;
      // What only moves reads the results of products by strides.
      rewriter.replaceUsesWithIf(op->getResult(0), value,
                                 [&](OpOperand &use) { return isReordered || !stored || isReturned(use); });
      ++numComposed;
      eraseUnused(rewriter, op);
    }
    if (stored)
      return;
    SmallVector<ElementwiseOpInterface> ops;
    getOperation()->walk([&](ElementwiseOpInterface op) {
      if (!op->getParentOfType<KernelOp>())
        ops.push_back(op);
    });
    for (ElementwiseOpInterface op : ops)
      numReshaped += computeMerged(rewriter, op);
  }

private:
  /// Whether a value is looked up in tables that stay in a cache, so that it is made as fast in any order: biases of
  /// relative positions.
  static bool looksUpInCache(Value value) {
    constexpr int64_t kMostBits = 64 * 1024 * 8;
    auto map = value.getDefiningOp<MapOp>();
    return map && llvm::all_of(map.getTables(), [](Value table) {
             auto type = cast<RankedTensorType>(table.getType());
             return type.hasStaticShape() && type.getNumElements() * type.getElementTypeBitWidth() <= kMostBits;
           });
  }

  /// Whether `op` puts whole rows into another order, in front of products or behind them: rows of products are
  /// computed in the order of memory (OrderRows), and what is around them follows.
  static bool ordersRows(Operation *op, const MoveChain &chain) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    RankedTensorType source = getTensorType(chain.source);
    if (!llvm::all_of(chain.moves, llvm::IsaPred<linalg::TransposeOp, tensor::CollapseShapeOp>) || source.getRank() < 2)
      return false;
    AffineExpr column = getAffineDimExpr(type.getRank() - 1, op->getContext());
    return chain.access.getPlaces().back() == column && type.getShape().back() == source.getShape().back() &&
           (llvm::any_of(op->getUsers(), llvm::IsaPred<MatmulOp>) ||
            comesFromMatmul(chain.source, /*throughLayout=*/true));
  }

  Value compose(RewriterBase &rewriter, Operation *op, const MoveChain &chain, bool &isReordered) {
    if (!stored && ordersRows(op, chain))
      return {};
    // Whether runs are read costs most to ask.
    bool reorders = canReorder(op, chain), reads = stored ? isStored(op, chain) : mayReadThrough(op, chain);
    if (!reorders && !reads)
      return {};
    bool runs = readsRuns(chain.source, chain.access);
    if (!runs && (stored || !looksUpInCache(chain.source)))
      return {};
    Value value = reorders ? reorderSource(rewriter, op, chain) : Value();
    isReordered = value != nullptr;
    if (value || !runs || !reads)
      return value;
    rewriter.setInsertionPoint(op);
    return lookUp(rewriter, op->getLoc(), chain.source, chain.access);
  }

  /// Whether the result of `op` is more than one copy of what it joins or pads: then it is better made by one kernel,
  /// whoever reads it. So it is with queries that are transposed and padded.
  static bool takesCopies(Operation *op) {
    unsigned copies = 0;
    for (Operation *next = op; next && (isStaticMove(next) || isJoin(next)); next = next->getOperand(0).getDefiningOp())
      copies += isJoin(next) || isa<linalg::TransposeOp>(next);
    return copies > 1;
  }

  /// The result of `op` as a map that looks up what is joined or padded before it.
  static Value readJoined(RewriterBase &rewriter, Operation *op) {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (!type.hasStaticShape() || (!llvm::all_of(op->getUses(), readsAnywhere) && !takesCopies(op)))
      return {};
    rewriter.setInsertionPoint(op);
    SmallVector<AffineExpr> place;
    for (auto [dim, size] : llvm::enumerate(type.getShape()))
      place.push_back(size == 1 ? rewriter.getAffineConstantExpr(0) : rewriter.getAffineDimExpr(dim));
    return readThrough(rewriter, op->getLoc(), type, op->getResult(0), place, op);
  }

  /// Erases `op`, and what it alone read, where nothing reads it.
  void eraseUnused(RewriterBase &rewriter, Operation *op) {
    SmallVector<Operation *> unused{op};
    while (!unused.empty()) {
      Operation *next = unused.pop_back_val();
      if (!isOpTriviallyDead(next))
        continue;
      llvm::SmallSetVector<Operation *, 4> before;
      for (Value operand : next->getOperands())
        if (Operation *producer = operand.getDefiningOp(); producer && producer->hasOneUse())
          before.insert(producer);
      erased.insert(next);
      rewriter.eraseOp(next);
      unused.append(before.begin(), before.end());
    }
  }

  /// Whether it is a part of what a product computes, which is copied where it is returned: the one head of keys that
  /// all queries share, say.
  static bool isPartOfProduct(const MoveChain &chain) {
    return llvm::any_of(chain.moves, llvm::IsaPred<tensor::ExtractSliceOp>) && comesFromMatmul(chain.source);
  }

  static bool isReturned(OpOperand &use) { return use.getOwner()->hasTrait<OpTrait::ReturnLike>(); }

  /// Keeps moves whose results are returned, and those that the kernel of such a one could compute: queries beside
  /// keys.
  static void keepReturned(SmallVectorImpl<Operation *> &moves) {
    llvm::SmallDenseSet<std::pair<Block *, Type>> returned;
    for (Operation *op : moves)
      if (llvm::any_of(op->getUses(), isReturned))
        returned.insert({op->getBlock(), op->getResult(0).getType()});
    llvm::erase_if(moves,
                   [&](Operation *op) { return !returned.contains({op->getBlock(), op->getResult(0).getType()}); });
  }

  /// Whether the result of `op` is returned, and no product can write it so.
  static bool isStored(Operation *op, const MoveChain &chain) {
    bool isOnly = chain.moves.size() == 1 && chain.source.hasOneUse() && comesFromMatmul(chain.source);
    return llvm::any_of(op->getUses(), isReturned) && !(isOnly && isStrided(chain));
  }

  /// Whether those that read the result of `op` had better read what it moves.
  static bool mayReadThrough(Operation *op, const MoveChain &chain) {
    return llvm::all_of(op->getUses(), readsAnywhere) &&
           (isNormalizedPart(op->getResult(0), chain) || !isStrided(chain) ||
            !(isEpilogue(chain.source) || isReadBy<MatmulOp>(op->getResult(0))));
  }

  llvm::SmallDenseSet<Operation *> erased; ///< of the moves, among others
};
} // namespace

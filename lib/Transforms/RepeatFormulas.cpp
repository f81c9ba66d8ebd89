// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that computes formulas of positions where they are read.

#include "RaiseDiagonals.h"

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/MoveChain.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/ComposeMoves/ElementReader.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fusion {
#define GEN_PASS_DEF_REPEATFORMULASPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
/// Values that follow from constants and positions alone, and cost little for each element.
class Formulas {
public:
  explicit Formulas(Operation *root) {
    root->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<KernelOp>(op))
        return WalkResult::skip();
      auto isFormula = [&](Value operand) { return contains(operand.getDefiningOp()); };
      std::optional<MoveChain> chain;
      if (op->getNumResults() == 1 && llvm::any_of(op->getOperands(), isFormula))
        chain = MoveChain::get(op->getResult(0));
      if (chain)
        visitMove(op, *chain);
      else if (auto elementwise = dyn_cast<ElementwiseOpInterface>(op))
        visit(elementwise);
      return WalkResult::advance();
    });
  }

  bool contains(Operation *op) const { return parts.contains(op); }
  ArrayRef<Operation *> get() const { return order; }

  /// Copies of `op` and of the formulas that it reads, in front of `reader`.
  Value copy(OpBuilder &builder, Operation *op, IRMapping &copies) const {
    if (Value known = copies.lookupOrNull(op->getResult(0)))
      return known;
    if (moved.contains(op)) {
      Value copy = computeMoved(builder, op);
      copies.map(op->getResult(0), copy);
      return copy;
    }
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp(); producer && contains(producer))
        (void)copy(builder, producer, copies);
    return builder.clone(*op, copies)->getResult(0);
  }

private:
  /// A formula whose elements are moved, as a formula of where they are.
  Value computeMoved(OpBuilder &builder, Operation *op) const {
    RankedTensorType type = getTensorType(op->getResult(0));
    auto map = MapOp::create(builder, op->getLoc(), type, ValueRange(), ValueRange(), /*positions=*/true);
    auto isComputed = [&](Operation *formula) { return formula && contains(formula) && !moved.contains(formula); };
    ElementReader reader(map, isComputed);
    YieldOp::create(reader.getBuilder(), op->getLoc(), reader.read(op->getResult(0), reader.getPositions()));
    // What is read twice is computed once, and offsets of zero are none: the formula stays as cheap as it was.
    (void)applyPatternsGreedily(map.getRegion(), FrozenRewritePatternSet());
    IRRewriter rewriter(builder);
    DominanceInfo dominance(map);
    eliminateCommonSubExpressions(rewriter, dominance, map);
    return map.getResult();
  }

  void visitMove(Operation *op, const MoveChain &chain) {
    auto source = parts.find(chain.source.getDefiningOp());
    if (source == parts.end())
      return;
    SmallVector<Operation *> own = source->second;
    parts[op] = own;
    moved.insert(op);
    order.push_back(op);
  }

  void visit(ElementwiseOpInterface op) {
    // What is read of memory is no formula, nor is a size that a tensor gives.
    llvm::SmallSetVector<Operation *, 16> own;
    own.insert(op);
    for (Value operand : op->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      SplatElementsAttr splat;
      if (producer && matchPattern(producer, m_Constant(&splat)))
        continue;
      auto known = parts.find(producer);
      if (known == parts.end())
        return;
      own.insert_range(known->second);
    }
    int64_t cost = 0;
    for (Operation *part : own)
      cost += cast<ElementwiseOpInterface>(part).getScalarCost();
    if (cost > kMaxFormulaCost || op->hasAttr(kMustFuseAttrName))
      return;
    parts[op] = own.takeVector();
    order.push_back(op);
  }

  /// The elementwise operations of which a formula is made, each once.
  llvm::DenseMap<Operation *, SmallVector<Operation *>> parts;
  llvm::SmallDenseSet<Operation *> moved;
  SmallVector<Operation *> order;
};

struct RepeatFormulasPass : fusion::impl::RepeatFormulasPassBase<RepeatFormulasPass> {
  using Base::Base;

  void runOnOperation() override {
    raiseDiagonals(getOperation());
    Formulas formulas(getOperation());
    // A reader may read several formulas, which share what they read.
    llvm::MapVector<Operation *, IRMapping> readers;
    for (Operation *formula : formulas.get()) {
      Value value = formula->getResult(0);
      for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
        Operation *reader = use.getOwner();
        if (!isa<ElementwiseOpInterface>(reader) || formulas.contains(reader))
          continue;
        OpBuilder builder(reader);
        use.set(formulas.copy(builder, formula, readers[reader]));
        ++numRepeated;
      }
    }
    for (Operation *formula : llvm::reverse(formulas.get()))
      if (formula->use_empty())
        formula->erase();
  }
};
} // namespace

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that computes formulas of positions where they are read.

#include "RaiseDiagonals.h"

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace fusion {
#define GEN_PASS_DEF_REPEATFORMULASPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
/// Values that follow from constants and positions alone, with what they cost for each element.
class Formulas {
public:
  explicit Formulas(Operation *root) {
    root->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<KernelOp>(op))
        return WalkResult::skip();
      if (auto elementwise = dyn_cast<ElementwiseOpInterface>(op))
        visit(elementwise);
      else if (isUnitReshape(op) && isSource(op->getOperand(0).getDefiningOp())) {
        costs[op] = costs.lookup(op->getOperand(0).getDefiningOp());
        order.push_back(op);
      }
      return WalkResult::advance();
    });
  }

  bool contains(Operation *op) const { return costs.contains(op); }
  ArrayRef<Operation *> get() const { return order; }

  /// Copies of `op` and of the formulas that it reads, in front of `reader`.
  Value copy(OpBuilder &builder, Operation *op, IRMapping &copies) const {
    if (Value known = copies.lookupOrNull(op->getResult(0)))
      return known;
    if (isUnitReshape(op)) {
      auto source = cast<ElementwiseOpInterface>(builder.clone(*op->getOperand(0).getDefiningOp()));
      source.setResultShape(getTensorType(op->getResult(0)).getShape());
      copies.map(op->getResult(0), source->getResult(0));
      return source->getResult(0);
    }
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp(); producer && contains(producer))
        (void)copy(builder, producer, copies);
    return builder.clone(*op, copies)->getResult(0);
  }

private:
  /// Whether `op` is a formula of positions alone, so that it is one in every shape.
  bool isSource(Operation *op) const { return op && contains(op) && op->getNumOperands() == 0; }

  void visit(ElementwiseOpInterface op) {
    // What is read of memory is no formula, nor is a size that a tensor gives.
    int64_t cost = op.getScalarCost();
    for (Value operand : op->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      SplatElementsAttr splat;
      if (producer && matchPattern(producer, m_Constant(&splat)))
        continue;
      auto known = costs.find(producer);
      if (known == costs.end())
        return;
      cost += known->second;
    }
    if (cost > kMaxFormulaCost || op->hasAttr(kMustFuseAttrName))
      return;
    costs[op] = cost;
    order.push_back(op);
  }

  llvm::DenseMap<Operation *, int64_t> costs;
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

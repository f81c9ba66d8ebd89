// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that gives each writer its own empty or filled tensor.

#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

namespace fusion {
#define GEN_PASS_DEF_SPLITDESTINATIONSPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace fusion

using namespace mlir;

/// Whether `op` makes a tensor that costs no more to make again than to copy: an empty one, or one that is filled with
/// a scalar or with indices.
static bool isCheap(Operation *op) {
  if (isa<tensor::EmptyOp>(op))
    return true;
  auto fill = dyn_cast<linalg::LinalgOp>(op);
  return fill && fill.hasPureTensorSemantics() && fill->getNumResults() == 1 && fill.getNumReductionLoops() == 0 &&
         llvm::none_of(fill.getDpsInputs(), [](Value input) { return isa<ShapedType>(input.getType()); }) &&
         fill.getDpsInits()[0].getDefiningOp<tensor::EmptyOp>() &&
         llvm::all_of(fill->getRegion(0).front().without_terminator(),
                      [](Operation &scalar) { return isa<linalg::IndexOp, CastOpInterface>(scalar); });
}

/// linalg.op outs(%constant)  ->  linalg.op outs(fill): what begins with a value reads no copy of a constant tensor.
static bool fillConstantInits(linalg::LinalgOp op) {
  bool any = false;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    SplatElementsAttr splat;
    auto type = dyn_cast<RankedTensorType>(init.get().getType());
    if (!op.payloadUsesValueFromOperand(&init) || !type || !type.getElementType().isIntOrIndexOrFloat() ||
        !matchPattern(init.get(), m_Constant(&splat)))
      continue;
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Value value = arith::ConstantOp::create(builder, loc, splat.getSplatValue<TypedAttr>());
    Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(), type.getElementType());
    init.set(linalg::FillOp::create(builder, loc, value, empty).getResult(0));
    any = true;
  }
  return any;
}

namespace {
struct SplitDestinations : fusion::impl::SplitDestinationsPassBase<SplitDestinations> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> users;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureTensorSemantics())
        users.push_back(op);
    });
    for (linalg::LinalgOp user : users)
      numFills += fillConstantInits(user);
    // Users come before what they use, so that a copied fill gets its own empty tensor.
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isCheap(op))
        ops.push_back(op);
    });
    for (Operation *op : llvm::reverse(ops))
      split(op);
  }

private:
  /// Each use has its own, right in front of it: a fill at the start of the function would keep its memory until then.
  void split(Operation *op) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : op->getResult(0).getUses())
      uses.push_back(&use);
    auto findUser = [&](OpOperand *use) { return op->getBlock()->findAncestorOpInBlock(*use->getOwner()); };
    for (OpOperand *use : llvm::drop_begin(uses, std::min<size_t>(1, uses.size()))) {
      OpBuilder builder(findUser(use));
      use->set(builder.clone(*op)->getResult(0));
      ++numCopies;
    }
    if (!uses.empty())
      op->moveBefore(findUser(uses.front()));
  }
};
} // namespace

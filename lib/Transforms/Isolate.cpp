// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sets boundaries around what users marked with fusion.no_fuse.

#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

namespace fusion {
#define GEN_PASS_DEF_ISOLATEPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Whether a tensor is a constant, or what an operation's result begins with: no kernel computes it.
static bool isStart(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isa<linalg::FillOp, tensor::SplatOp>(op))
    return matchPattern(op->getOperand(0), m_Constant());
  return op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp>(op) ||
         (isReshape(op) && isStart(op->getOperand(0)));
}

/// The tensors that may come from a kernel, or from memory that others read.
static SmallVector<Value> getReads(Operation *op) {
  llvm::SetVector<Value> reads(llvm::from_range, op->getOperands());
  getUsedValuesDefinedAbove(op->getRegions(), reads);
  return llvm::filter_to_vector(reads,
                                [](Value value) { return isa<RankedTensorType>(value.getType()) && !isStart(value); });
}

static LogicalResult checkMarked(Operation *op) {
  if (op->getParentOfType<KernelOp>())
    return op->emitOpError() << "must not carry '" << kNoFuseAttrName
                             << "' in a kernel, which is fused already; mark the kernel";
  if (isa<CallOpInterface>(op))
    return op->emitOpError() << "must not carry '" << kNoFuseAttrName
                             << "': the function is inlined; mark operations of the function";
  if (llvm::none_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return op->emitOpError() << "must not carry '" << kNoFuseAttrName
                             << "', which belongs on an operation of a graph with a tensor as its result";
  return success();
}

static void isolate(Operation *op, int64_t number) {
  OpBuilder builder(op);
  for (Value read : getReads(op)) {
    auto entering = BoundaryOp::create(builder, op->getLoc(), read, /*leaves=*/false, number);
    read.replaceUsesWithIf(entering.getResult(), [&](OpOperand &use) { return op->isAncestor(use.getOwner()); });
  }
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults())
    if (isa<RankedTensorType>(result.getType())) {
      auto leaving = BoundaryOp::create(builder, op->getLoc(), result, /*leaves=*/true, number);
      result.replaceAllUsesExcept(leaving, leaving);
    }
  op->removeAttr(kNoFuseAttrName);
  op->removeAttr(kIsolatedAttrName);
}

/// A number behind those that boundaries have, and what stood between two.
static uint64_t getFreeNumber(Operation *root) {
  uint64_t free = 0; // texts have any numbers
  root->walk([&](Operation *op) {
    auto boundary = dyn_cast<BoundaryOp>(op);
    IntegerAttr number = boundary ? boundary.getNumberAttr() : op->getAttrOfType<IntegerAttr>(kIsolatedAttrName);
    if (number && number.getInt() >= 0)
      free = std::max(free, static_cast<uint64_t>(number.getInt()) + 1);
  });
  return free;
}

namespace {
struct IsolatePass : fusion::impl::IsolatePassBase<IsolatePass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Operation *> marked;
    bool isWrong = false;
    getOperation()->walk([&](Operation *op) {
      if (op->hasAttr(kNoFuseAttrName))
        isWrong |= failed(checkMarked(op));
      // What a module that was fused before has outside of kernels' bodies.
      else if (!op->hasAttr(kIsolatedAttrName) || op->getNumResults() == 0 || op->getParentOfType<KernelOp>())
        return;
      marked.push_back(op);
    });
    if (isWrong)
      return signalPassFailure();
    uint64_t free = marked.empty() ? 0 : getFreeNumber(getOperation());
    for (Operation *op : marked) {
      auto known = op->getAttrOfType<IntegerAttr>(kIsolatedAttrName);
      isolate(op, known ? known.getInt() : static_cast<int64_t>(free++));
    }
    numIsolated += marked.size();
  }
};
} // namespace

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Puts each product and elementwise operation into a kernel of its own.

#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace fusion {
#define GEN_PASS_DEF_FORMKERNELSPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

static bool isSplatConstant(Value value) { return matchPattern(value, m_Constant<SplatElementsAttr>(nullptr)); }

KernelOp fusion::wrapInKernel(RewriterBase &rewriter, Operation *op) {
  llvm::SmallSetVector<Value, 4> inputs, constants;
  auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
  size_t elements = elementwise ? elementwise.getElementOperands().size() : 0;
  for (auto [number, operand] : llvm::enumerate(op->getOperands()))
    if (number >= elements || !isSplatConstant(operand))
      inputs.insert(operand);
  // A constant that is also a factor or a table stays an input for all uses.
  for (Value operand : op->getOperands().take_front(elements))
    if (!inputs.contains(operand))
      constants.insert(operand);
  rewriter.setInsertionPoint(op);
  auto kernel = KernelOp::create(rewriter, op->getLoc(), op->getResultTypes(), inputs.getArrayRef());
  rewriter.replaceAllUsesWith(op->getResults(), kernel.getResults());

  rewriter.setInsertionPointToStart(kernel.getBodyBlock());
  IRMapping mapping;
  for (auto [input, argument] : llvm::zip_equal(inputs, kernel.getBodyBlock()->getArguments()))
    mapping.map(input, argument);
  for (Value constant : constants)
    mapping.map(constant, rewriter.clone(*constant.getDefiningOp())->getResult(0));
  auto yield = YieldOp::create(rewriter, op->getLoc(), op->getResults());
  rewriter.moveOpBefore(op, yield);
  rewriter.modifyOpInPlace(op, [&] {
    for (OpOperand &operand : op->getOpOperands())
      operand.set(mapping.lookup(operand.get()));
  });
  return kernel;
}

int64_t fusion::formKernels(RewriterBase &rewriter, Operation *root) {
  SmallVector<Operation *> ops;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<KernelOp>(op))
      return WalkResult::skip();
    if (isa<AnchorOpInterface, ElementwiseOpInterface, StoreOpInterface>(op))
      ops.push_back(op);
    return WalkResult::advance();
  });
  int64_t formed = 0;
  // Users first, so that chains of unused operations go away.
  for (Operation *op : llvm::reverse(ops)) {
    if (op->use_empty()) {
      rewriter.eraseOp(op);
      continue;
    }
    wrapInKernel(rewriter, op);
    ++formed;
  }
  return formed;
}

namespace {
struct FormKernelsPass : fusion::impl::FormKernelsPassBase<FormKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    numKernels += formKernels(rewriter, getOperation());
  }
};
} // namespace

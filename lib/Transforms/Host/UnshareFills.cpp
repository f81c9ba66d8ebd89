// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Each operation that adds to a filled tensor fills its own.

#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fusion {
#define GEN_PASS_DEF_UNSHAREFILLSPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;
using namespace mlir::fusion;

/// Whether an operation writes values to an empty tensor that it gets from no other tensor.
static bool isFill(Operation *op) {
  auto linalg = dyn_cast_or_null<linalg::LinalgOp>(op);
  return linalg && linalg.hasPureTensorSemantics() && linalg->getNumResults() == 1 &&
         llvm::none_of(linalg.getDpsInputs(), [](Value input) { return isa<ShapedType>(input.getType()); }) &&
         linalg.getDpsInits()[0].getDefiningOp<tensor::EmptyOp>();
}

namespace {
struct UnshareFills : fusion::impl::UnshareFillsPassBase<UnshareFills> {
  void runOnOperation() override {
    SmallVector<OpOperand *> shared;
    getOperation()->walk([&](DestinationStyleOpInterface op) {
      for (OpOperand &init : op.getDpsInitsMutable())
        if (isFill(init.get().getDefiningOp()) && !init.get().hasOneUse())
          shared.push_back(&init);
    });
    for (OpOperand *init : shared) {
      // The last use keeps the fill that is there.
      if (init->get().hasOneUse())
        continue;
      OpBuilder builder(init->getOwner());
      init->set(builder.clone(*init->get().getDefiningOp())->getResult(0));
      ++numFills;
    }
  }
};
} // namespace

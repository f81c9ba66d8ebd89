// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SubsetOpInterface.h"

namespace mlir::fusion {
#define GEN_PASS_DEF_ELIMINATEEMPTYTENSORSPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;

namespace {
struct EliminateEmptyTensors : fusion::impl::EliminateEmptyTensorsPassBase<EliminateEmptyTensors> {
  void runOnOperation() override {
    // The analysis in front of the rewrite takes time that grows with the square of the readers of a value.
    auto found = getOperation().walk([](Operation *op) {
      return isa<SubsetInsertionOpInterface>(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!found.wasInterrupted())
      return;
    ++numAnalyses;
    IRRewriter rewriter(&getContext());
    if (failed(bufferization::eliminateEmptyTensors(rewriter, getOperation())))
      signalPassFailure();
  }
};
} // namespace

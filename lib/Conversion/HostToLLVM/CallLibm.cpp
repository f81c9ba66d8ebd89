// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that calls libm for functions that would lose accuracy otherwise.

#include "fusion/Conversion/HostToLLVM/Passes.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace fusion {
#define GEN_PASS_DEF_CALLLIBMPASS
#include "fusion/Conversion/HostToLLVM/Passes.h.inc"
} // namespace fusion

using namespace mlir;

namespace {
struct CallLibm : fusion::impl::CallLibmPassBase<CallLibm> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    ConversionTarget target(getContext());
    target.addIllegalOp<math::Log1pOp, math::ExpM1Op>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    int64_t numFound = 0;
    getOperation().walk([&](Operation *op) { numFound += isa<math::Log1pOp, math::ExpM1Op>(op); });
    if (failed(applyPartialConversion(getOperation(), target, std::move(patterns))))
      return signalPassFailure();
    numReplaced += numFound;
  }
};
} // namespace

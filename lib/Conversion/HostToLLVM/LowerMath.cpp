// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that lowers the math dialect, in functions that have any of it.

#include "fusion/Conversion/HostToLLVM/Passes.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace fusion {
#define GEN_PASS_DEF_LOWERMATHPASS
#include "fusion/Conversion/HostToLLVM/Passes.h.inc"
} // namespace fusion

using namespace mlir;

/// Calls libm for the operations that `isIllegal` names.
static LogicalResult callLibm(ArrayRef<Operation *> functions, MLIRContext &context,
                              function_ref<bool(Operation *)> isIllegal) {
  RewritePatternSet patterns(&context);
  populateMathToLibmConversionPatterns(patterns);
  ConversionTarget target(context);
  target.markUnknownOpDynamicallyLegal([&](Operation *op) { return !isIllegal(op); });
  return applyPartialConversion(functions, target, std::move(patterns));
}

static LogicalResult useIntrinsics(ArrayRef<Operation *> functions, MLIRContext &context) {
  RewritePatternSet patterns(&context);
  LLVMTypeConverter converter(&context);
  populateMathToLLVMConversionPatterns(converter, patterns);
  LLVMConversionTarget target(context);
  return applyPartialConversion(functions, target, std::move(patterns));
}

static bool losesDigits(Operation *op) { return isa<math::Log1pOp, math::ExpM1Op>(op); }

static bool isMath(Operation *op) { return isa_and_present<math::MathDialect>(op->getDialect()); }

namespace {
struct LowerMath : fusion::impl::LowerMathPassBase<LowerMath> {
  void runOnOperation() override {
    MLIRContext &context = getContext();
    SmallVector<Operation *> functions;
    int64_t numFound = 0;
    for (auto function : getOperation().getOps<FunctionOpInterface>()) {
      bool any = false;
      function->walk([&](Operation *op) {
        any |= isMath(op);
        numFound += losesDigits(op);
      });
      if (any)
        functions.push_back(function);
    }
    if (failed(callLibm(functions, context, losesDigits)) || failed(useIntrinsics(functions, context)) ||
        failed(callLibm(functions, context, isMath)))
      return signalPassFailure();
    numReplaced += numFound;
  }
};
} // namespace

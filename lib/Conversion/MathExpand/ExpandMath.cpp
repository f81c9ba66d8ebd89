// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that makes arithmetic of math functions: its patterns by function and target.

#include "Expansion.h"
#include "Logistic.h"
#include "Wide.h"
#include "fusion/Conversion/MathExpand/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace fusion {
#define GEN_PASS_DEF_EXPANDMATHPASS
#include "fusion/Conversion/MathExpand/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;
using namespace fusion::mathexpand;

static Type withElement(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(element);
  return element;
}

std::pair<Value, double> mathexpand::peelFactor(Value value) {
  double factor = 1.0;
  while (Operation *op = value.getDefiningOp()) {
    APFloat constant(0.0f);
    if (auto negation = dyn_cast<arith::NegFOp>(op)) {
      factor = -factor;
      value = negation.getOperand();
    } else if (auto product = dyn_cast<arith::MulFOp>(op);
               product && isFusible(product) && matchPattern(product.getRhs(), m_ConstantFloat(&constant))) {
      factor *= constant.convertToDouble();
      value = product.getLhs();
    } else {
      break;
    }
  }
  return {value, factor};
}

bool mathexpand::isOnlyScaled(Value value) {
  SmallVector<Value> work{value};
  for (size_t i = 0; i < work.size(); ++i)
    for (Operation *user : work[i].getUsers()) {
      if (isa<arith::TruncFOp>(user))
        continue;
      if (!isa<arith::MulFOp, arith::DivFOp, arith::NegFOp, vector::FromElementsOp, vector::InsertOp>(user) ||
          work.size() > 64)
        return false;
      work.push_back(user->getResult(0));
    }
  return true;
}

LogicalResult mathexpand::expandInF32(Operation *op, ValueRange operands, PatternRewriter &rewriter, MathTarget target,
                                      bool approximate, Emitter emit) {
  Type type = op->getResult(0).getType(), element = getElementTypeOrSelf(type);
  if (isa<TensorType>(type))
    return rewriter.notifyMatchFailure(op, "works on scalars and vectors, not on tensors");
  if (!element.isF32() && !isNarrowFloat(element))
    return rewriter.notifyMatchFailure(op, "element type is not f8E4M3FN, f8E5M2, f16, bf16 or f32");

  // What is rounded to 16 bits or less afterwards needs no more than a relative error of 1e-6.
  MathBuilder b(op->getLoc(), rewriter, target, approximate || !element.isF32());
  Type wide = withElement(type, rewriter.getF32Type());
  SmallVector<Expr> values;
  for (Value x : operands)
    values.push_back(b.wrap(element.isF32() ? x : arith::ExtFOp::create(b, wide, x).getResult()));
  Value result = emit(values).value;
  rewriter.replaceOp(op, element.isF32() ? result : arith::TruncFOp::create(b, type, result).getResult());
  return success();
}

void fusion::populateExpandCompositeMathPatterns(RewritePatternSet &patterns, const ExpandMathOptions &options) {
  populateLogisticPatterns(patterns, options.target);
  populateScaledErfcPatterns(patterns, options.target);
  populateSinCosPatterns(patterns);
}

void fusion::populateExpandMathPatterns(RewritePatternSet &patterns, const ExpandMathOptions &options) {
  populateDivisionPatterns(patterns, options.target);
  populateErfPatterns(patterns, options.target);
  populateExpPatterns(patterns, options.target);
  populateFloatToIntegerPatterns(patterns, options.target);
  populateHyperbolicPatterns(patterns, options.target);
  populateIntegerDivisionPatterns(patterns);
  populateInverseHyperbolicPatterns(patterns, options.target);
  populateInverseTrigPatterns(patterns, options.target);
  populateLogPatterns(patterns, options.target);
  populatePowPatterns(patterns, options.target);
  populateRootPatterns(patterns, options.target);
  populateShiftPatterns(patterns, options.target);
  populateSimplePatterns(patterns, options.target);
  populateTanhPatterns(patterns, options.target);
  populateTrigPatterns(patterns, options.target);
  if (options.target != MathTarget::NVPTX)
    return;
  populateRemainderPatterns(patterns);
  populateWideErfPatterns(patterns);
  populateWideExpPatterns(patterns);
  populateWideInverseTrigPatterns(patterns);
  populateWideLogPatterns(patterns);
  populateWidePowPatterns(patterns);
  populateWideTrigPatterns(patterns);
}

namespace {
/// Counts the operations that patterns replace.
struct CountReplacements : RewriterBase::Listener {
  int64_t count = 0;
  using RewriterBase::Listener::notifyOperationReplaced;
  void notifyOperationReplaced(Operation *op, ValueRange) override { ++count; }
};

struct ExpandMathPass : fusion::impl::ExpandMathPassBase<ExpandMathPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet first(context), second(context);
    populateExpandCompositeMathPatterns(first, {target});
    populateExpandMathPatterns(second, {target});
    composites = std::move(first);
    singles = std::move(second);
    return success();
  }

  void runOnOperation() override {
    CountReplacements listener;
    IRRewriter rewriter(&getContext(), &listener);
    if (target == MathTarget::NVPTX)
      pairLogistics(getOperation(), rewriter);
    walkAndApplyPatterns(getOperation(), composites, &listener);
    walkAndApplyPatterns(getOperation(), singles, &listener);
    numExpanded += listener.count;
    if (target == MathTarget::NVPTX && failed(checkNothingLeft()))
      signalPassFailure();
  }

  /// On NVPTX a function that is left would become a call to libdevice, or could not be translated.
  LogicalResult checkNothingLeft() {
    WalkResult result = getOperation()->walk([](Operation *op) {
      if (!isa_and_nonnull<math::MathDialect>(op->getDialect()) || op->getNumOperands() == 0)
        return WalkResult::advance();
      op->emitOpError() << "has no expansion on " << op->getOperand(0).getType() << " for target nvptx";
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  FrozenRewritePatternSet composites, singles;
};
} // namespace

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that makes bytes of 8-bit floats: arithmetic on them is that of f32, and conversions are integer operations,
// or instructions of the GPU where it has them.

#include "Float8.h"
#include "fusion/Conversion/MathExpand/Passes.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace fusion {
#define GEN_PASS_DEF_EXPANDFLOAT8PASS
#include "fusion/Conversion/MathExpand/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;
using namespace fusion::mathexpand;

static Type withElement(Type type, Type element) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(element);
  return element;
}

static Value widen(OpBuilder &b, Location loc, Value x) {
  return arith::ExtFOp::create(b, loc, withElement(x.getType(), b.getF32Type()), x);
}

static Value narrow(OpBuilder &b, Location loc, Value x, Type type) { return arith::TruncFOp::create(b, loc, type, x); }

namespace {
/// %z = arith.addf %x, %y : f8E5M2
///   ->
/// %z = arith.truncf (arith.addf (arith.extf %x), (arith.extf %y)) : f32 to f8E5M2
///
/// Whatever computes with such floats; not what moves or converts them.
struct WidenArithmetic : RewritePattern {
  explicit WidenArithmetic(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!isa<arith::ArithDialect>(op->getDialect()) || op->getNumResults() != 1 ||
        isa<arith::ConstantOp, arith::BitcastOp, arith::SelectOp, arith::ExtFOp, arith::TruncFOp>(op))
      return rewriter.notifyMatchFailure(op, "computes nothing");
    auto isNarrow = [](Type type) { return isFloat8(type); };
    Type type = op->getResult(0).getType();
    if (llvm::none_of(op->getOperandTypes(), isNarrow) && !isFloat8(type))
      return rewriter.notifyMatchFailure(op, "has no 8-bit float");
    if (isa<TensorType>(type))
      return rewriter.notifyMatchFailure(op, "works on scalars and vectors, not on tensors");
    SmallVector<Value> operands = llvm::map_to_vector(
        op->getOperands(), [&](Value x) { return isFloat8(x.getType()) ? widen(rewriter, op->getLoc(), x) : x; });
    Type wide = isFloat8(type) ? withElement(type, rewriter.getF32Type()) : type;
    Operation *computed = rewriter.create(op->getLoc(), op->getName().getIdentifier(), operands, wide, op->getAttrs());
    Value result = computed->getResult(0);
    rewriter.replaceOp(op, isFloat8(type) ? narrow(rewriter, op->getLoc(), result, type) : result);
    return success();
  }
};

/// %y = arith.extf %x : f8E4M3FN to f16
///   ->
/// %y = arith.truncf (arith.extf %x : f8E4M3FN to f32) : f32 to f16
///
/// f32 is what the other patterns give and take; it holds all 8-bit floats, and so does f16.
struct ThroughF32 : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op, PatternRewriter &rewriter) const override {
    Type type = op.getType(), element = getElementTypeOrSelf(type);
    if (!isFloat8(op.getIn().getType()) || isa<TensorType>(type) || element.isF32())
      return rewriter.notifyMatchFailure(op, "does not widen an 8-bit float past f32");
    Value wide = widen(rewriter, op.getLoc(), op.getIn());
    if (element.getIntOrFloatBitWidth() < 32)
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, wide);
    else
      rewriter.replaceOpWithNewOp<arith::ExtFOp>(op, type, wide);
    return success();
  }
};

/// %y = arith.truncf %x : f64 to f8E4M3FN
///   ->
/// %odd = %x in f32, rounded to odd (truncateToOdd)
/// %y = arith.truncf %odd : f32 to f8E4M3FN
///
/// f16 and bf16, which f32 holds, are extended.
struct TruncateThroughF32 : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op, PatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getIn().getType());
    if (!isFloat8(op.getType()) || isa<TensorType>(op.getType()) || from.isF32())
      return rewriter.notifyMatchFailure(op, "does not narrow another float than f32 to 8 bits");
    Value wide =
        from.isF64() ? truncateToOdd(rewriter, op.getLoc(), op.getIn()) : widen(rewriter, op.getLoc(), op.getIn());
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), wide);
    return success();
  }
};

/// %y = arith.extf %x : f8E4M3FN to f32
///   ->
/// %y = operations on the bits of %x (Float8.cpp)
struct ExpandWidening : OpRewritePattern<arith::ExtFOp> {
  ExpandWidening(MLIRContext *context, bool hasInstructions)
      : OpRewritePattern(context), hasInstructions(hasInstructions) {}

  LogicalResult matchAndRewrite(arith::ExtFOp op, PatternRewriter &rewriter) const override {
    Type type = op.getIn().getType();
    if (!isFloat8(type) || isa<TensorType>(type) || !getElementTypeOrSelf(op.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "is no extension of an 8-bit float to f32");
    MathBuilder b(op.getLoc(), rewriter, hasInstructions ? MathTarget::NVPTX : MathTarget::Generic, false);
    Float8 format = Float8::get(getElementTypeOrSelf(type));
    Expr bytes = b.wrap(arith::BitcastOp::create(b, withElement(type, b.getI8Type()), op.getIn()));
    bool fits = hasInstructions && (!isa<VectorType>(type) || cast<VectorType>(type).getRank() == 1);
    rewriter.replaceOp(op, (fits ? emitFromFloat8ByInstructions(bytes, format) : emitFromFloat8(bytes, format)).value);
    return success();
  }

  bool hasInstructions;
};

/// %y = arith.truncf %x : f32 to f8E4M3FN
///   ->
/// %y = operations on the bits of %x (Float8.cpp)
struct ExpandNarrowing : OpRewritePattern<arith::TruncFOp> {
  ExpandNarrowing(MLIRContext *context, bool hasInstructions)
      : OpRewritePattern(context), hasInstructions(hasInstructions) {}

  LogicalResult matchAndRewrite(arith::TruncFOp op, PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!isFloat8(type) || isa<TensorType>(type) || !getElementTypeOrSelf(op.getIn().getType()).isF32())
      return rewriter.notifyMatchFailure(op, "is no truncation of f32 to an 8-bit float");
    if (op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) != arith::RoundingMode::to_nearest_even)
      return op.emitOpError() << "rounds " << arith::stringifyRoundingMode(*op.getRoundingmode())
                              << ", but 8-bit floats are rounded to nearest even alone";
    MathBuilder b(op.getLoc(), rewriter, hasInstructions ? MathTarget::NVPTX : MathTarget::Generic, false);
    Float8 format = Float8::get(getElementTypeOrSelf(type));
    Expr x = b.wrap(op.getIn());
    bool fits = hasInstructions && (!isa<VectorType>(type) || cast<VectorType>(type).getRank() == 1);
    Expr bytes = fits ? emitToFloat8ByInstructions(x, format) : emitToFloat8(x, format);
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, type, bytes.value);
    return success();
  }

  bool hasInstructions;
};

/// Counts the operations that patterns replace.
struct CountReplacements : RewriterBase::Listener {
  int64_t count = 0;
  using RewriterBase::Listener::notifyOperationReplaced;
  void notifyOperationReplaced(Operation *op, ValueRange) override { ++count; }
};

struct ExpandFloat8Pass : fusion::impl::ExpandFloat8PassBase<ExpandFloat8Pass> {
  using Base::Base;

  void runOnOperation() override {
    if (!holdsFloat8())
      return;
    MLIRContext *context = &getContext();
    bool hasInstructions = target == MathTarget::NVPTX && chipHasInstructions();
    // Each walk sees what the one before has made.
    RewritePatternSet arithmetic(context), throughF32(context), conversions(context);
    arithmetic.add<WidenArithmetic>(context);
    throughF32.add<ThroughF32, TruncateThroughF32>(context);
    conversions.add<ExpandWidening, ExpandNarrowing>(context, hasInstructions);
    CountReplacements listener;
    for (RewritePatternSet *patterns : {&arithmetic, &throughF32, &conversions})
      walkAndApplyPatterns(getOperation(), std::move(*patterns), &listener);
    numExpanded += listener.count;
  }

private:
  bool holdsFloat8() {
    return getOperation()
        ->walk([](Operation *op) {
          auto isNarrow = [](Type type) { return isFloat8(type); };
          bool has = llvm::any_of(op->getOperandTypes(), isNarrow) || llvm::any_of(op->getResultTypes(), isNarrow);
          return has ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }

  bool chipHasInstructions() {
    for (Operation *op = getOperation(); op; op = op->getParentOp())
      if (auto attr = op->getAttrOfType<TargetAttr>(kTargetAttrName))
        return attr.getInfo().float8;
    return false;
  }
};
} // namespace

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// TOSA operations that compute: products, elementwise operations, casts.

#include "fusion/Conversion/ImportUtils/ImportUtils.h"
#include "fusion/Conversion/TosaToFusion/TosaToFusion.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fusion;

static bool isFloatTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isSupportedFloat(tensor.getElementType());
}

/// The type that operands broadcast to, or failure with a reason.
static FailureOr<RankedTensorType> getBroadcastType(Operation *op, ValueRange operands, PatternRewriter &rewriter) {
  Type elementType = getElementTypeOrSelf(op->getResult(0).getType());
  SmallVector<int64_t> shape;
  for (Value operand : operands) {
    ArrayRef<int64_t> own = getTensorType(operand).getShape();
    if (!shape.empty() && own.size() != shape.size())
      return rewriter.notifyMatchFailure(op, "its operands differ in rank");
    for (auto [size, previous] : llvm::zip(own, shape))
      if (size != previous && size != 1 && previous != 1 &&
          (ShapedType::isDynamic(size) || ShapedType::isDynamic(previous)))
        return rewriter.notifyMatchFailure(op, "an operand has a dynamic size where another has a static one: it may "
                                               "be 1, and repeated");
    FailureOr<SmallVector<int64_t>> joined = broadcastShapes(shape, own);
    if (failed(joined))
      return rewriter.notifyMatchFailure(op, "its operands do not broadcast");
    shape = std::move(*joined);
  }
  return RankedTensorType::get(shape, elementType);
}

/// Checks that operands and result are float tensors (a predicate aside), and replaces the operation by what `build`
/// makes of the type that the operands broadcast to.
static LogicalResult replaceElementwise(Operation *op, ValueRange operands, PatternRewriter &rewriter,
                                        function_ref<Value(RankedTensorType)> build) {
  // The condition of a select is a boolean beside the values.
  ValueRange values = isa<tosa::SelectOp>(op) ? operands.drop_front() : operands;
  for (Value operand : values)
    if (!isFloatTensor(operand.getType()))
      return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
        diag << "it works on " << operand.getType() << ", which is not a ranked tensor of supported floats";
      });
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !isa<RankedTensorType>(operands.front().getType()))
    return rewriter.notifyMatchFailure(op, "its result or an operand is unranked");
  FailureOr<RankedTensorType> broadcast = getBroadcastType(op, operands, rewriter);
  if (failed(broadcast))
    return failure();
  rewriter.replaceOp(op, castStaticSizes(rewriter, op->getLoc(), build(*broadcast), type));
  return success();
}

namespace {
/// %0 = tosa.add %x, %b : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
///   ->
/// %0 = fusion.add %x, %b : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
///
/// And whatever else has a counterpart without attributes. Predicates (i1 results) of logical operations have none.
template <typename TosaOp, typename FusionOp> struct ConvertDirect : OpRewritePattern<TosaOp> {
  using OpRewritePattern<TosaOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(TosaOp op, PatternRewriter &rewriter) const override {
    return replaceElementwise(op, op->getOperands(), rewriter, [&](RankedTensorType type) -> Value {
      return FusionOp::create(rewriter, op.getLoc(), TypeRange(type), op->getOperands());
    });
  }
};

/// %0 = tosa.maximum %x, %y {nan_mode = IGNORE} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
///   ->
/// %0 = fusion.max %x, %y {ignore_nan} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
template <typename TosaOp, typename FusionOp> struct ConvertExtremum : OpRewritePattern<TosaOp> {
  using OpRewritePattern<TosaOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(TosaOp op, PatternRewriter &rewriter) const override {
    bool ignoreNan = op.getNanMode() == tosa::NanPropagationMode::IGNORE;
    return replaceElementwise(op, op->getOperands(), rewriter, [&](RankedTensorType type) -> Value {
      return FusionOp::create(rewriter, op.getLoc(), type, op.getInput1(), op.getInput2(), ignoreNan);
    });
  }
};

/// %0 = tosa.greater %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
///   ->
/// %0 = fusion.compare ogt, %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
template <typename TosaOp, arith::CmpFPredicate predicate> struct ConvertCompare : OpRewritePattern<TosaOp> {
  using OpRewritePattern<TosaOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(TosaOp op, PatternRewriter &rewriter) const override {
    if (getElementTypeOrSelf(op.getInput1()).isInteger(1))
      return rewriter.notifyMatchFailure(op, "it compares predicates");
    return replaceElementwise(op, op->getOperands(), rewriter, [&](RankedTensorType type) -> Value {
      return CompareOp::create(rewriter, op.getLoc(), type, predicate, op.getInput1(), op.getInput2());
    });
  }
};

/// %0 = tosa.mul %x, %y, %shift : (tensor<4xf32>, tensor<4xf32>, tensor<1xi8>) -> tensor<4xf32>
///   ->
/// %0 = fusion.mul %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
///
/// The shift is for integers.
struct ConvertMul : OpRewritePattern<tosa::MulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::MulOp op, PatternRewriter &rewriter) const override {
    return replaceElementwise(op, {op.getInput1(), op.getInput2()}, rewriter, [&](RankedTensorType type) -> Value {
      return MulOp::create(rewriter, op.getLoc(), type, op.getInput1(), op.getInput2());
    });
  }
};

/// %0 = tosa.negate %x, %zp, %zp : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
///   ->
/// %0 = fusion.neg %x : tensor<4xf32>
///
/// The zero points of floats are 0.
struct ConvertNegate : OpRewritePattern<tosa::NegateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::NegateOp op, PatternRewriter &rewriter) const override {
    return replaceElementwise(op, op.getInput1(), rewriter, [&](RankedTensorType type) -> Value {
      return NegOp::create(rewriter, op.getLoc(), type, op.getInput1());
    });
  }
};

/// %0 = tosa.reciprocal %x : (tensor<4xf32>) -> tensor<4xf32>
///   ->
/// %one = arith.constant dense<1.0> : tensor<f32>
/// %0 = fusion.div %one, %x : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
struct ConvertReciprocal : OpRewritePattern<tosa::ReciprocalOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::ReciprocalOp op, PatternRewriter &rewriter) const override {
    return replaceElementwise(op, op.getInput1(), rewriter, [&](RankedTensorType type) -> Value {
      Value one = createScalarTensor(rewriter, op.getLoc(), type.getElementType(), 1.0);
      Value x = op.getInput1();
      return DivOp::create(rewriter, op.getLoc(), type, one, x);
    });
  }
};

/// %0 = tosa.clamp %x {min_val = 0.0 : f32, max_val = 6.0 : f32, nan_mode = IGNORE} : (tensor<4xf32>) -> tensor<4xf32>
///   ->
/// %0 = fusion.clamp %x {min = 0.0 : f64, max = 6.0 : f64, ignore_nan} : tensor<4xf32>
struct ConvertClamp : OpRewritePattern<tosa::ClampOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::ClampOp op, PatternRewriter &rewriter) const override {
    auto min = dyn_cast<FloatAttr>(op.getMinVal()), max = dyn_cast<FloatAttr>(op.getMaxVal());
    if (!min || !max)
      return rewriter.notifyMatchFailure(op, "its limits are integers");
    if (min.getValue().isNaN() || max.getValue().isNaN() || min.getValueAsDouble() > max.getValueAsDouble())
      return rewriter.notifyMatchFailure(op, "its limits are NaN or in the wrong order");
    bool ignoreNan = op.getNanMode() == tosa::NanPropagationMode::IGNORE;
    return replaceElementwise(op, op.getInput(), rewriter, [&](RankedTensorType type) -> Value {
      return ClampOp::create(rewriter, op.getLoc(), type, op.getInput(), APFloat(min.getValueAsDouble()),
                             APFloat(max.getValueAsDouble()), ignoreNan);
    });
  }
};

/// sum (a - azp) * (b - bzp), in linalg, whose import takes the zero points out of the product.
static Value subtractZeroPoints(PatternRewriter &rewriter, tosa::MatMulOp op) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getType());
  AffineExpr b, m, n, k;
  bindDims(rewriter.getContext(), b, m, n, k);
  auto map = [&](ArrayRef<AffineExpr> exprs) { return AffineMap::get(4, 0, exprs, rewriter.getContext()); };
  AffineMap number = map(rewriter.getAffineConstantExpr(0));
  auto sizeOf = [&](Value value, int64_t dim) { return tensor::getMixedSize(rewriter, loc, value, dim); };
  SmallVector<OpFoldResult> sizes = {sizeOf(op.getA(), 0), sizeOf(op.getA(), 1), sizeOf(op.getB(), 2)};
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
  Value zero = arith::ConstantIntOp::create(rewriter, loc, type.getElementType(), 0);
  Value init = linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
  constexpr auto parallel = utils::IteratorType::parallel;
  Value sums =
      linalg::GenericOp::create(
          rewriter, loc, init.getType(), {op.getA(), op.getB(), op.getAZp(), op.getBZp()}, init,
          {map({b, m, k}), map({b, k, n}), number, number, map({b, m, n})},
          {parallel, parallel, parallel, utils::IteratorType::reduction},
          [&](OpBuilder &builder, Location loc, ValueRange elements) {
            auto shift = [&](Value element, Value zero) -> Value {
              Value wide = arith::ExtSIOp::create(builder, loc, type.getElementType(), element);
              Value wideZero = arith::ExtSIOp::create(builder, loc, type.getElementType(), zero);
              return arith::SubIOp::create(builder, loc, wide, wideZero);
            };
            Value term =
                arith::MulIOp::create(builder, loc, shift(elements[0], elements[2]), shift(elements[1], elements[3]));
            linalg::YieldOp::create(builder, loc, arith::AddIOp::create(builder, loc, elements[4], term).getResult());
          })
          .getResult(0);
  return castStaticSizes(rewriter, loc, sums, type);
}

/// %0 = tosa.matmul %a, %b, %zero, %zero : (tensor<2x4x8xf16>, tensor<2x8x6xf16>, ..) -> tensor<2x4x6xf16>
///   ->
/// %0 = fusion.matmul %a, %b : (tensor<2x4x8xf16>, tensor<2x8x6xf16>) -> tensor<2x4x6xf16>
///
/// With zero points it is a sum in linalg.
struct ConvertMatmul : OpRewritePattern<tosa::MatMulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::MatMulOp op, PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getA()), result = getElementTypeOrSelf(op.getOutput());
    bool isRanked = llvm::all_of(ArrayRef<Value>{op.getA(), op.getB(), op.getOutput()},
                                 [](Value value) { return isa<RankedTensorType>(value.getType()); });
    bool ofBytes = isRanked && element.isSignlessInteger(8) && result.isSignlessInteger(32);
    for (Value value : {op.getA(), op.getB(), op.getOutput()})
      if (!ofBytes && !isFloatTensor(value.getType()))
        return rewriter.notifyMatchFailure(op, [&](Diagnostic &diag) {
          diag << "it works on " << value.getType()
               << ", which is not a ranked tensor of supported floats, nor is it a "
               << "product of i8 into i32";
        });
    if (element.getIntOrFloatBitWidth() > result.getIntOrFloatBitWidth())
      return rewriter.notifyMatchFailure(op, "its result is narrower than its operands");
    if (element != getElementTypeOrSelf(op.getB()))
      return rewriter.notifyMatchFailure(op, "its operands differ in element type");
    if (!isZeroTensor(op.getAZp()) || !isZeroTensor(op.getBZp())) {
      if (!ofBytes)
        return rewriter.notifyMatchFailure(op, "its zero points are not the constant 0");
      rewriter.replaceOp(op, subtractZeroPoints(rewriter, op));
      return success();
    }
    rewriter.replaceOpWithNewOp<MatmulOp>(op, op.getOutput().getType(), op.getA(), op.getB());
    return success();
  }
};

/// %0 = tosa.cast %x : (tensor<4xi8>) -> tensor<4xf32>
///   ->
/// %0 = fusion.cast %x : tensor<4xi8> -> tensor<4xf32>
///
/// From floats to integers tosa.cast rounds, as fusion.roundeven does before the cast, and saturates; from floats to
/// booleans it is fusion.compare une with 0.
struct ConvertCast : OpRewritePattern<tosa::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::CastOp op, PatternRewriter &rewriter) const override {
    auto from = dyn_cast<RankedTensorType>(op.getInput().getType()), to = dyn_cast<RankedTensorType>(op.getType());
    if (!from || !to || !isSupportedElement(from.getElementType()) || !isSupportedElement(to.getElementType()))
      return rewriter.notifyMatchFailure(op, "an element type is not supported, or a tensor unranked");
    // To a boolean everything but 0 is true. (Upstream's folder clamps.)
    if (isa<FloatType>(from.getElementType()) && to.getElementType().isInteger(1)) {
      Value zero = createScalarTensor(rewriter, op.getLoc(), from.getElementType(), 0.0);
      Value result = CompareOp::create(rewriter, op.getLoc(), from.clone(to.getElementType()),
                                       arith::CmpFPredicate::UNE, op.getInput(), zero);
      rewriter.replaceOp(op, castStaticSizes(rewriter, op.getLoc(), result, to));
      return success();
    }
    bool rounds = isa<FloatType>(from.getElementType()) && isa<IntegerType>(to.getElementType());
    Value input = rounds ? RoundEvenOp::create(rewriter, op.getLoc(), from, op.getInput()).getResult() : op.getInput();
    Value result = CastOp::create(rewriter, op.getLoc(), from.clone(to.getElementType()), input, /*saturate=*/rounds);
    rewriter.replaceOp(op, castStaticSizes(rewriter, op.getLoc(), result, to));
    return success();
  }
};
} // namespace

void fusion::populateTosaComputeToFusionPatterns(RewritePatternSet &patterns) {
  using P = arith::CmpFPredicate;
  patterns.add<
      // clang-format off
      ConvertDirect<tosa::AddOp, AddOp>, ConvertDirect<tosa::SubOp, SubOp>, ConvertDirect<tosa::PowOp, PowOp>,
      ConvertDirect<tosa::AbsOp, AbsOp>, ConvertDirect<tosa::ExpOp, ExpOp>, ConvertDirect<tosa::LogOp, LogOp>,
      ConvertDirect<tosa::RsqrtOp, RsqrtOp>, ConvertDirect<tosa::SinOp, SinOp>, ConvertDirect<tosa::CosOp, CosOp>,
      ConvertDirect<tosa::TanhOp, TanhOp>, ConvertDirect<tosa::ErfOp, ErfOp>,
      ConvertDirect<tosa::SigmoidOp, SigmoidOp>, ConvertDirect<tosa::SelectOp, SelectOp>,
      ConvertExtremum<tosa::MaximumOp, MaxOp>, ConvertExtremum<tosa::MinimumOp, MinOp>,
      ConvertCompare<tosa::GreaterOp, P::OGT>, ConvertCompare<tosa::GreaterEqualOp, P::OGE>,
      ConvertCompare<tosa::EqualOp, P::OEQ>,
      ConvertMul, ConvertNegate, ConvertReciprocal, ConvertClamp, ConvertMatmul, ConvertCast
      // clang-format on
      >(patterns.getContext());
}

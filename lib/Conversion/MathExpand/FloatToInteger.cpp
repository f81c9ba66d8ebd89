// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conversion of floats to integers that has a result for every operand: the nearest number of the integer's type where
// the float, cut off to a whole number, is out of its range, and 0 for NaN. In LLVM these are poison: the instructions
// of one machine give other numbers than those of the next, and vectors other ones than scalars.

#include "Expansion.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include <cmath>

using namespace mlir;

namespace fusion::mathexpand {

namespace {
/// The integers of a type, and how a float becomes one of them.
struct IntegerRange {
  unsigned width;
  bool isSigned;

  APInt least() const { return isSigned ? APInt::getSignedMinValue(width) : APInt::getZero(width); }
  APInt most() const { return isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width); }
  /// The bits that a float needs to hold `most`.
  unsigned digits() const { return width - isSigned; }
};
} // namespace

/// %low = arith.select (%x < least), least, %x
/// %v = arith.select (%low > most), most, %low
/// %i = arith.fptosi (arith.select (%v is NaN), 0, %v)
///
/// Of floats that hold both ends of the range. Three instructions on vectors, beside the conversion; two without sign.
template <typename ConvertOp> static Value convertLimited(Expr x, Type type, IntegerRange range) {
  double least = range.least().signedRoundToDouble(), most = range.most().roundToDouble(range.isSigned);
  if (range.isSigned)
    return ConvertOp::create(*x.b, type, select(isNaN(x), 0.0, clamp(x, least, most)).value);
  Expr positive = select(gt(x, 0.0), x, 0.0); // 0 for NaN too
  return ConvertOp::create(*x.b, type, atMost(positive, most).value);
}

/// %r = arith.fptosi %x
/// %s = arith.select (%x >= most + 1), most, %r
/// %t = arith.select (%x < least), least, %s
/// %i = arith.select (%x is NaN), 0, %t
///
/// Of floats that do not hold the greatest integer. What is poison is never selected.
template <typename ConvertOp> static Value convertSelected(Expr x, Type type, IntegerRange range) {
  Expr result = x.b->wrap(ConvertOp::create(*x.b, type, x.value));
  Expr zero = x.b->constant(APInt::getZero(range.width), result), most = x.b->constant(range.most(), result);
  result = select(ge(x, std::ldexp(1.0, range.digits())), most, result);
  if (!range.isSigned)
    return select(gt(x, 0.0), result, zero).value;
  Expr least = x.b->constant(range.least(), result);
  result = select(lt(x, -std::ldexp(1.0, range.digits())), least, result);
  return select(isNaN(x), zero, result).value;
}

/// %r = llvm.call_intrinsic "llvm.nvvm.f2i.rz"(%x) : (f32) -> i32
/// %low = arith.maxsi %r, least
/// %v = arith.minsi %low, most
/// %i = arith.trunci %v : i32 to i8
///
/// PTX's cvt limits to the range of 32 or 64 bits, and makes 0 of a NaN unless one of both types has 64 (PTX ISA, cvt).
static Value convertOnNVPTX(Expr x, Type type, IntegerRange range) {
  MathBuilder &b = *x.b;
  bool isDouble = x.value.getType().isF64(), isLong = range.width > 32;
  std::string name = std::string("llvm.nvvm.") + (isDouble ? "d" : "f") + (range.isSigned ? "2" : "2u") +
                     (isLong ? "ll" : "i") + ".rz";
  Type whole = b.getIntegerType(isLong ? 64 : 32);
  Expr result =
      b.wrap(LLVM::CallIntrinsicOp::create(b, whole, b.getStringAttr(name), ValueRange(x.value)).getResult(0));
  if (isDouble || isLong)
    result = select(isNaN(x), 0.0, result);
  unsigned wide = whole.getIntOrFloatBitWidth();
  if (range.width == wide)
    return result.value;
  if (range.isSigned) {
    Value low = arith::MaxSIOp::create(b, result.value, b.constant(range.least().sext(wide), result).value);
    result.value = arith::MinSIOp::create(b, low, b.constant(range.most().sext(wide), result).value);
  } else {
    result.value = arith::MinUIOp::create(b, result.value, b.constant(range.most().zext(wide), result).value);
  }
  return arith::TruncIOp::create(b, type, result.value);
}

namespace {
/// %i = arith.fptoui %x : f16 to i32
///   ->
/// %w = arith.extf %x : f16 to f32
/// %i = what one of the functions above builds of %w
template <typename ConvertOp, bool isSigned> struct DefineConversion : OpRewritePattern<ConvertOp> {
  DefineConversion(MLIRContext *context, MathTarget target) : OpRewritePattern<ConvertOp>(context), target(target) {}

  LogicalResult matchAndRewrite(ConvertOp op, PatternRewriter &rewriter) const override {
    Type type = op.getType(), element = getElementTypeOrSelf(op.getIn().getType());
    if (isa<TensorType>(type))
      return rewriter.notifyMatchFailure(op, "works on scalars and vectors, not on tensors");
    if (!isNarrowFloat(element) && !element.isF32() && !element.isF64())
      return rewriter.notifyMatchFailure(op, "element type is not f8E4M3FN, f8E5M2, f16, bf16, f32 or f64");
    MathBuilder b(op.getLoc(), rewriter, target, /*approximate=*/false);
    Type computed = element.isF64() ? element : rewriter.getF32Type();
    Expr x = b.wrap(convertFloat(b, op.getLoc(), op.getIn(), computed));
    IntegerRange range{getElementTypeOrSelf(type).getIntOrFloatBitWidth(), isSigned};
    unsigned precision = APFloat::semanticsPrecision(cast<FloatType>(computed).getFloatSemantics());
    if (range.width == 1) // 0 and 1, or 0 and -1
      rewriter.replaceOp(op, ge(isSigned ? -x : x, 1.0).value);
    else if (b.isNVPTX() && !isa<VectorType>(type) && range.width <= 64)
      rewriter.replaceOp(op, convertOnNVPTX(x, type, range));
    else if (range.digits() <= precision)
      rewriter.replaceOp(op, convertLimited<ConvertOp>(x, type, range));
    else
      rewriter.replaceOp(op, convertSelected<ConvertOp>(x, type, range));
    return success();
  }

  MathTarget target;
};
} // namespace

void populateFloatToIntegerPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<DefineConversion<arith::FPToSIOp, true>, DefineConversion<arith::FPToUIOp, false>>(patterns.getContext(),
                                                                                                  target);
}

} // namespace fusion::mathexpand

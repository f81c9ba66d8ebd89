// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Arithmetic operators that build operations of arith, or NVPTX's own.

#include "MathBuilder.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace fusion::mathexpand;

/// `like` (scalar or vector) with another element type.
static Type withElementType(Type like, Type element) {
  if (auto vector = dyn_cast<VectorType>(like))
    return vector.clone(element);
  return element;
}

static bool isFloat(Expr x) { return isa<FloatType>(getElementTypeOrSelf(x.value.getType())); }

Expr MathBuilder::constant(double c, Expr like) {
  Type type = like.value.getType(), element = getElementTypeOrSelf(type);
  auto integer = dyn_cast<IntegerType>(element);
  if (integer)
    return constant(APInt(integer.getWidth(), static_cast<uint64_t>(static_cast<int64_t>(c)), true, true), like);
  TypedAttr attr = getFloatAttr(element, c);
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector, attr);
  return wrap(arith::ConstantOp::create(*this, attr));
}

Expr MathBuilder::constant(const APInt &c, Expr like) {
  Type type = like.value.getType();
  TypedAttr attr = IntegerAttr::get(getElementTypeOrSelf(type), c);
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector, attr);
  return wrap(arith::ConstantOp::create(*this, attr));
}

Expr fusion::mathexpand::mapScalars(ArrayRef<Expr> operands, function_ref<Expr(ArrayRef<Expr>)> fn) {
  auto vector = dyn_cast<VectorType>(operands.front().value.getType());
  if (!vector)
    return fn(operands);
  MathBuilder &b = *operands.front().b;
  SmallVector<Value> results;
  for (int64_t i = 0, e = vector.getNumElements(); i < e; ++i) {
    SmallVector<int64_t> position(vector.getRank());
    for (int64_t rest = i, d = vector.getRank() - 1; d >= 0; --d) {
      position[d] = rest % vector.getDimSize(d);
      rest /= vector.getDimSize(d);
    }
    SmallVector<Expr> scalars;
    for (Expr x : operands)
      scalars.push_back(b.wrap(vector::ExtractOp::create(b, x.value, position)));
    results.push_back(fn(scalars).value);
  }
  return b.wrap(vector::FromElementsOp::create(b, vector, results));
}

Expr MathBuilder::nvvm(StringRef name, ArrayRef<Expr> operands) {
  std::string intrinsic = ("llvm.nvvm." + name).str();
  return mapScalars(operands, [&](ArrayRef<Expr> scalars) {
    SmallVector<Value> values = llvm::map_to_vector(scalars, [](Expr x) { return x.value; });
    return wrap(
        LLVM::CallIntrinsicOp::create(*this, values[0].getType(), getStringAttr(intrinsic), values).getResult(0));
  });
}

Value fusion::mathexpand::callIntrinsic(OpBuilder &b, Location loc, StringRef name, ValueRange operands) {
  Type type = operands[0].getType();
  std::string suffix;
  if (auto vector = dyn_cast<VectorType>(type))
    suffix = "v" + std::to_string(vector.getNumElements());
  Type element = getElementTypeOrSelf(type);
  suffix += element.isBF16() ? "bf16" : "f" + std::to_string(element.getIntOrFloatBitWidth());
  StringAttr intrinsic = b.getStringAttr("llvm." + name + "." + suffix);
  return LLVM::CallIntrinsicOp::create(b, loc, type, intrinsic, operands).getResult(0);
}

/// The math op, or on NVPTX the LLVM intrinsic of the same meaning.
template <typename MathOp> static Expr simple(StringRef intrinsic, ArrayRef<Expr> operands) {
  MathBuilder &b = *operands.front().b;
  Type type = operands.front().value.getType();
  auto vector = dyn_cast<VectorType>(type);
  SmallVector<Value> values;
  for (Expr x : operands)
    values.push_back(x.value);
  if (!b.isNVPTX())
    return b.wrap(MathOp::create(b, TypeRange(type), values));
  if (vector && vector.getRank() != 1)
    return mapScalars(operands, [&](ArrayRef<Expr> scalars) {
      SmallVector<Value> values = llvm::map_to_vector(scalars, [](Expr x) { return x.value; });
      return b.wrap(callIntrinsic(b, b.getLoc(), intrinsic, values));
    });
  return b.wrap(callIntrinsic(b, b.getLoc(), intrinsic, values));
}

namespace fusion::mathexpand {

#define FUSION_ARITH(OPERATOR, FLOAT, INTEGER)                                                                         \
  Expr operator OPERATOR(Expr x, Expr y) {                                                                             \
    if (isFloat(x))                                                                                                    \
      return x.b->wrap(arith::FLOAT::create(*x.b, x.value, y.value));                                                  \
    return x.b->wrap(arith::INTEGER::create(*x.b, x.value, y.value));                                                  \
  }                                                                                                                    \
  Expr operator OPERATOR(Expr x, double c) { return x OPERATOR x.b->constant(c, x); }
FUSION_ARITH(+, AddFOp, AddIOp)
FUSION_ARITH(-, SubFOp, SubIOp)
FUSION_ARITH(*, MulFOp, MulIOp)
#undef FUSION_ARITH

Expr operator/(Expr x, Expr y) { return x.b->wrap(arith::DivFOp::create(*x.b, x.value, y.value)); }
Expr operator/(double c, Expr x) { return x.b->constant(c, x) / x; }
Expr operator-(double c, Expr x) { return x.b->constant(c, x) - x; }
Expr operator-(Expr x) { return x.b->wrap(arith::NegFOp::create(*x.b, x.value)); }

Expr fma(Expr x, Expr y, Expr z) { return simple<math::FmaOp>("fma", {x, y, z}); }
Expr fma(Expr x, double y, Expr z) { return fma(x, x.b->constant(y, x), z); }
Expr fma(Expr x, Expr y, double z) { return fma(x, y, x.b->constant(z, x)); }
Expr fma(Expr x, double y, double z) { return fma(x, x.b->constant(y, x), x.b->constant(z, x)); }
Expr abs(Expr x) { return simple<math::AbsFOp>("fabs", {x}); }
Expr copysign(Expr magnitude, Expr sign) { return simple<math::CopySignOp>("copysign", {magnitude, sign}); }
Expr floor(Expr x) { return simple<math::FloorOp>("floor", {x}); }

// LLVM's sqrt may become sqrt.approx on NVPTX; the intrinsic with a rounding mode may not.
Expr sqrt(Expr x) {
  if (!x.b->isNVPTX())
    return x.b->wrap(math::SqrtOp::create(*x.b, x.value));
  return x.b->nvvm(getElementTypeOrSelf(x.value.getType()).isF64() ? "sqrt.rn.d" : "sqrt.rn.f", {x});
}

Expr quotient(Expr x, Expr d) {
  if (!d.b->isNVPTX())
    return x / d;
  Expr r = rcpApproxFlush(d);
  return x * fma(r, fma(-d, r, 1.0), r);
}
Expr quotient(double c, Expr d) { return quotient(d.b->constant(c, d), d); }

Expr horner(Expr x, ArrayRef<double> c) {
  Expr y = fma(x, c.back(), c[c.size() - 2]);
  for (double coefficient : llvm::reverse(c.drop_back(2)))
    y = fma(y, x, coefficient);
  return y;
}

static Expr compare(arith::CmpFPredicate f, arith::CmpIPredicate i, Expr x, Expr y) {
  if (isFloat(x))
    return x.b->wrap(arith::CmpFOp::create(*x.b, f, x.value, y.value));
  return x.b->wrap(arith::CmpIOp::create(*x.b, i, x.value, y.value));
}
Expr lt(Expr x, double c) {
  return compare(arith::CmpFPredicate::OLT, arith::CmpIPredicate::slt, x, x.b->constant(c, x));
}
Expr gt(Expr x, Expr y) { return compare(arith::CmpFPredicate::OGT, arith::CmpIPredicate::sgt, x, y); }
Expr lt(Expr x, Expr y) { return compare(arith::CmpFPredicate::OLT, arith::CmpIPredicate::slt, x, y); }
Expr ne(Expr x, Expr y) { return compare(arith::CmpFPredicate::UNE, arith::CmpIPredicate::ne, x, y); }
Expr gt(Expr x, double c) { return gt(x, x.b->constant(c, x)); }
Expr ge(Expr x, double c) {
  return compare(arith::CmpFPredicate::OGE, arith::CmpIPredicate::sge, x, x.b->constant(c, x));
}
Expr eq(Expr x, Expr y) { return compare(arith::CmpFPredicate::OEQ, arith::CmpIPredicate::eq, x, y); }
Expr eq(Expr x, double c) { return eq(x, x.b->constant(c, x)); }
Expr isNaN(Expr x) { return x.b->wrap(arith::CmpFOp::create(*x.b, arith::CmpFPredicate::UNO, x.value, x.value)); }

Expr operator&(Expr x, Expr y) { return x.b->wrap(arith::AndIOp::create(*x.b, x.value, y.value)); }
Expr operator|(Expr x, Expr y) { return x.b->wrap(arith::OrIOp::create(*x.b, x.value, y.value)); }
Expr operator^(Expr x, Expr y) { return x.b->wrap(arith::XOrIOp::create(*x.b, x.value, y.value)); }

Expr select(Expr condition, Expr x, Expr y) {
  return x.b->wrap(arith::SelectOp::create(*x.b, condition.value, x.value, y.value));
}
Expr select(Expr condition, double c, Expr y) { return select(condition, y.b->constant(c, y), y); }
Expr select(Expr condition, Expr x, double c) { return select(condition, x, x.b->constant(c, x)); }
Expr atMost(Expr x, double high) { return select(gt(x, high), high, x); }
Expr clamp(Expr x, double low, double high) { return atMost(select(lt(x, low), low, x), high); }
// One instruction of the GPU each.
Expr larger(Expr x, Expr y) { return x.b->wrap(arith::MaximumFOp::create(*x.b, x.value, y.value)); }
Expr smaller(Expr x, double c) {
  return x.b->wrap(arith::MinimumFOp::create(*x.b, x.value, x.b->constant(c, x).value));
}
Expr smallerNumber(Expr x, double c) {
  return x.b->wrap(arith::MinNumFOp::create(*x.b, x.value, x.b->constant(c, x).value));
}

Expr bits(Expr x) {
  return x.b->wrap(arith::BitcastOp::create(*x.b, withElementType(x.value.getType(), x.b->getI32Type()), x.value));
}
Expr asFloat(Expr i) {
  return i.b->wrap(arith::BitcastOp::create(*i.b, withElementType(i.value.getType(), i.b->getF32Type()), i.value));
}
Expr toFloat(Expr i) {
  return i.b->wrap(arith::SIToFPOp::create(*i.b, withElementType(i.value.getType(), i.b->getF32Type()), i.value));
}
Expr shl(Expr x, unsigned n) { return x.b->wrap(arith::ShLIOp::create(*x.b, x.value, x.b->constant(n, x).value)); }
Expr ashr(Expr x, unsigned n) { return x.b->wrap(arith::ShRSIOp::create(*x.b, x.value, x.b->constant(n, x).value)); }
Expr lshr(Expr x, unsigned n) { return x.b->wrap(arith::ShRUIOp::create(*x.b, x.value, x.b->constant(n, x).value)); }

Expr shl(Expr x, Expr n) { return x.b->wrap(arith::ShLIOp::create(*x.b, x.value, n.value)); }
Expr lshr(Expr x, Expr n) { return x.b->wrap(arith::ShRUIOp::create(*x.b, x.value, n.value)); }
Expr zext64(Expr i) {
  return i.b->wrap(arith::ExtUIOp::create(*i.b, withElementType(i.value.getType(), i.b->getI64Type()), i.value));
}
Expr toFloatScaled(Expr i, double factor) {
  MathBuilder &b = *i.b;
  Type type = i.value.getType();
  Expr wide = b.wrap(arith::SIToFPOp::create(b, withElementType(type, b.getF64Type()), i.value)) * factor;
  return b.wrap(arith::TruncFOp::create(b, withElementType(type, b.getF32Type()), wide.value));
}

Expr withSign(Expr magnitude, Expr sign) {
  Expr i = bits(sign);
  return asFloat(bits(magnitude) | (i & i.b->constant(APInt::getSignMask(32), i)));
}

Expr ex2ApproxFlush(Expr x) { return x.b->nvvm("ex2.approx.ftz.f32", {x}); }
Expr lg2Approx(Expr x) { return x.b->nvvm("lg2.approx.f", {x}); }
Expr rcpApproxFlush(Expr x) { return x.b->nvvm("rcp.approx.ftz.f", {x}); }
Expr divFull(Expr x, Expr y) { return x.b->nvvm("div.full", {x, y}); }
// LLVM has no intrinsic of NVPTX for it, but selects it for this.
Expr tanhApprox(Expr x) {
  return x.b->wrap(LLVM::TanhOp::create(*x.b, x.value.getType(), x.value, LLVM::FastmathFlags::afn));
}

} // namespace fusion::mathexpand

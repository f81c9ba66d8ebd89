// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Random numbers in operations of arith.

#include "fusion/Dialect/Fusion/IR/ScalarOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <array>

using namespace mlir;
using namespace fusion;

#include "fusion/Dialect/Fusion/IR/FusionScalarInterfaces.cpp.inc"
#define GET_OP_CLASSES
#include "fusion/Dialect/Fusion/IR/FusionScalarOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Philox
//===----------------------------------------------------------------------===//

// Multipliers of the words 0 and 2, and what the key's words grow by each round (Salmon and others, 2011, table 2 and
// section 3.3).
static constexpr uint32_t kMultipliers[] = {0xD2511F53, 0xCD9E8D57};
static constexpr uint32_t kKeySteps[] = {0x9E3779B9, 0xBB67AE85};
static constexpr int kRounds = 10;

namespace {
/// Builds integers of 32 and 64 bits.
class BitBuilder : public ImplicitLocOpBuilder {
public:
  BitBuilder(OpBuilder &builder, Location loc) : ImplicitLocOpBuilder(loc, builder) {}

  template <class Op, class... Args> Value make(Args &&...args) {
    return Op::create(*this, std::forward<Args>(args)...);
  }
  Value number(Value like, int64_t value) {
    Type type = like.getType();
    APInt bits(type.getIntOrFloatBitWidth(), value, /*isSigned=*/true, /*implicitTrunc=*/true);
    return make<arith::ConstantOp>(type, getIntegerAttr(type, bits));
  }
  Value low(Value wide) { return make<arith::TruncIOp>(getI32Type(), wide); }
  Value high(Value wide) { return low(make<arith::ShRUIOp>(wide, number(wide, 32))); }
  Value add(Value a, Value b) { return make<arith::AddIOp>(a, b); }
  Value sub(Value a, Value b) { return make<arith::SubIOp>(a, b); }
  Value exclusiveOr(Value a, Value b) { return make<arith::XOrIOp>(a, b); }
  Value widen(Value narrow) { return make<arith::ExtUIOp>(getI64Type(), narrow); }
};
} // namespace

/// One round; `key` is the round's own.
static std::array<Value, 4> buildRound(BitBuilder &b, const std::array<Value, 4> &words,
                                       const std::array<Value, 2> &key) {
  auto multiply = [&](Value word, uint32_t factor) -> std::pair<Value, Value> {
    Value wide = b.widen(word);
    Value product = b.make<arith::MulIOp>(wide, b.number(wide, factor));
    return {b.low(product), b.high(product)};
  };
  auto [low0, high0] = multiply(words[0], kMultipliers[0]);
  auto [low1, high1] = multiply(words[2], kMultipliers[1]);
  return {b.exclusiveOr(b.exclusiveOr(high1, words[1]), key[0]), low1,
          b.exclusiveOr(b.exclusiveOr(high0, words[3]), key[1]), low0};
}

SmallVector<Value> PhiloxOp::buildScalars(OpBuilder &builder, Location loc, ValueRange operands) {
  BitBuilder b(builder, loc);
  Value counter = operands[0], seed = operands[1], offset = operands[2];
  std::array<Value, 4> words = {b.low(counter), b.high(counter), b.low(offset), b.high(offset)};
  std::array<Value, 2> first = {b.low(seed), b.high(seed)};
  for (int round = 0; round < kRounds; ++round) {
    std::array<Value, 2> key;
    for (int i = 0; i < 2; ++i)
      key[i] = round == 0 ? first[i] : b.add(first[i], b.number(first[i], int64_t(kKeySteps[i]) * round));
    words = buildRound(b, words, key);
  }
  return llvm::to_vector(words);
}

/// Ten rounds of two wide products and two exclusive or of three, for each of two neighbours.
int64_t PhiloxOp::getScalarCost() { return 30; }

//===----------------------------------------------------------------------===//
// Stochastic rounding
//===----------------------------------------------------------------------===//

// Of f32.
static constexpr int kPrecision = 24;
static constexpr int64_t kMagnitude = 0x7FFFFFFF, kInfinity = 0x7F800000, kNaN = 0x7FC00000;

/// Normal numbers of the result's type: what is lost are the low bits of the significand, and a carry out of it is one
/// into the exponent, as it should be.
static Value roundNormal(BitBuilder &b, Value magnitude, Value bits, int lost) {
  Value random = b.make<arith::ShRUIOp>(bits, b.number(bits, 32 - lost));
  return b.make<arith::AndIOp>(b.add(magnitude, random), b.number(bits, -(int64_t(1) << lost)));
}

/// Below the least normal number, at one distance: floor(t + bits / 2^32) times it, with t in units of 2^-32. f32 holds
/// t, and what it has below 2^-32 decides nothing.
static Value roundSubnormal(BitBuilder &b, Value magnitude, Value bits, int exponent) {
  Type f32 = b.getF32Type();
  auto power = [&](int of) { return b.make<arith::ConstantOp>(b.getF32FloatAttr(std::ldexp(1.0f, of))); };
  Value value = b.make<arith::BitcastOp>(f32, magnitude);
  Value fixed = b.make<arith::FPToUIOp>(b.getI64Type(), b.make<arith::MulFOp>(value, power(32 - exponent)));
  Value steps = b.high(b.add(fixed, b.widen(bits)));
  Value rounded = b.make<arith::MulFOp>(b.make<arith::UIToFPOp>(f32, steps), power(exponent));
  return b.make<arith::BitcastOp>(bits.getType(), rounded);
}

SmallVector<Value> StochasticRoundOp::buildScalars(OpBuilder &builder, Location loc, ValueRange operands) {
  BitBuilder b(builder, loc);
  const llvm::fltSemantics &format = cast<FloatType>(getType()).getFloatSemantics();
  int precision = APFloat::semanticsPrecision(format), least = APFloat::semanticsMinExponent(format);
  Value input = operands[0], bits = operands[1];
  Type i32 = b.getI32Type();
  Value own = b.make<arith::BitcastOp>(i32, input);
  Value magnitude = b.make<arith::AndIOp>(own, b.number(own, kMagnitude));
  Value rounded = roundNormal(b, magnitude, bits, kPrecision - precision);
  // f32's own subnormal numbers have the bits of normal ones of another exponent.
  if (least > APFloat::semanticsMinExponent(APFloat::IEEEsingle())) {
    Value limit = b.number(own, int64_t(least + 127) << (kPrecision - 1));
    Value isLess = b.make<arith::CmpIOp>(arith::CmpIPredicate::ult, magnitude, limit);
    // The other numbers do not fit the integers of this form.
    Value small = b.make<arith::SelectOp>(isLess, magnitude, b.number(own, 0));
    Value below = roundSubnormal(b, small, bits, least - (precision - 1));
    rounded = b.make<arith::SelectOp>(isLess, below, rounded);
  }
  // Relaxed kernels go on in f32, which may have numbers beyond the type's largest. An infinity has come through as
  // one.
  if (getSaturate() || APFloat::semanticsMaxExponent(format) < APFloat::semanticsMaxExponent(APFloat::IEEEsingle())) {
    APFloat largest = APFloat::getLargest(format);
    bool losesInfo;
    largest.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &losesInfo);
    int64_t most = largest.bitcastToAPInt().getSExtValue();
    int64_t beyond = getSaturate() ? most : APFloat::semanticsHasInf(format) ? kInfinity : kNaN;
    Value last = b.number(own, most);
    Value isBeyond = b.make<arith::CmpIOp>(arith::CmpIPredicate::ugt, rounded, last);
    rounded = b.make<arith::SelectOp>(isBeyond, b.number(own, beyond), rounded);
  }
  Value sign = b.make<arith::AndIOp>(own, b.number(own, ~kMagnitude));
  Value result = b.make<arith::BitcastOp>(b.getF32Type(), b.make<arith::OrIOp>(rounded, sign));
  Value isNumber = b.make<arith::CmpIOp>(arith::CmpIPredicate::ule, magnitude, b.number(own, kInfinity));
  result = b.make<arith::SelectOp>(isNumber, result, input);
  return {toCompute(b, loc, result, getType())};
}

int64_t StochasticRoundOp::getScalarCost() { return getType().isBF16() ? 8 : 20; }

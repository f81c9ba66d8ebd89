// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// sin, cos and tan of f64.

#include "Wide.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <array>

using namespace mlir;

namespace fusion::mathexpand {

/// 64 zero bits, then 2/pi in binary.
static constexpr std::array<uint64_t, 20> kTwoOverPi = {
    0x0000000000000000, 0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB6295993C439041, 0xFE5163ABDEBBC561,
    0xB7246E3A424DD2E0, 0x06492EEA09D1921C, 0xFE1DEB1CB129A73E, 0xE88235F52EBB4484, 0xE99C7026B45F7E41,
    0x3991D639835339F4, 0x9C845F8BBDF9283B, 0x1FF897FFDE05980F, 0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7,
    0x4F463F669E5FEA2D, 0x7527BAC7EBE5F17B, 0x3D0739F78A5292EA, 0x6BFB5FB11F8D5D08, 0x56033046FC7B6BAB};

namespace {
/// |x| = (4 k + quadrant) pi/2 + r + low for some k, |r| <= pi/4.
struct Reduced {
  Expr r, low, quadrant;
};

/// Both halves of a product of unsigned 64-bit numbers.
struct Product {
  Expr low, high;
};
} // namespace

static Product multiply(Expr x, Expr y) {
  auto op = arith::MulUIExtendedOp::create(*x.b, x.value, y.value);
  return {x.b->wrap(op.getLow()), x.b->wrap(op.getHigh())};
}

static Expr isLess(Expr x, Expr y) { // unsigned
  return x.b->wrap(arith::CmpIOp::create(*x.b, arith::CmpIPredicate::ult, x.value, y.value));
}

static Expr toBit(Expr condition, Expr like) {
  return select(condition, like.b->constant(1, like), like.b->constant(0, like));
}

/// Word number `index` (0 to 16) + `offset` of kTwoOverPi.
static Expr tableWord(Expr index, unsigned offset) {
  auto word = [&](unsigned i) { return index.b->constant(APInt(64, kTwoOverPi[i + offset]), index); };
  Expr result = word(0);
  for (unsigned i = 1; i <= 16; ++i)
    result = select(eq(index, i), word(i), result);
  return result;
}

/// After Payne and Hanek: a = m 2^p with an integer m < 2^53. Of the bits of 2/pi, those of weight 2^-j with j <= p - 2
/// only add whole turns; the 192 bits after them give a * 2/pi mod 4 to 2^-137, which is enough for every f64.
static Reduced reduceLarge(Expr a) {
  MathBuilder &b = *a.b;
  Expr i = bits64(a);
  auto number = [&](uint64_t c) { return b.constant(APInt(64, c), i); };
  Expr offset = lshr(i, 52) - 1013; // p + 62: the first bit wanted
  Expr m = (i & number(0xFFFFFFFFFFFFF)) | number(0x10000000000000);
  offset = select(lt(offset, 0.0), number(0), offset);
  Expr index = lshr(offset, 6), shift = offset & number(63);

  // Three words from four. A shift by 64 in two steps.
  std::array<Expr, 4> words = {tableWord(index, 0), tableWord(index, 1), tableWord(index, 2), tableWord(index, 3)};
  auto window = [&](unsigned k) { return shl(words[k], shift) | lshr(lshr(words[k + 1], 1), number(63) - shift); };
  // m * window mod 2^192, its high 128 bits: two of quadrant, 126 of fraction.
  Product last = multiply(m, window(2)), middle = multiply(m, window(1));
  Expr low = last.high + middle.low;
  Expr high = m * window(0) + middle.high + toBit(isLess(low, middle.low), low);
  Expr quadrant = lshr(high + number(uint64_t(1) << 61), 62);
  Expr rest = high - shl(quadrant, 62);
  // The magnitude of the fraction, in parts that f64 holds.
  Expr negative = lt(rest, 0.0), none = number(0);
  Expr carry = toBit(eq(low, none), low);
  rest = select(negative, (rest ^ number(~uint64_t(0))) + carry, rest);
  low = select(negative, none - low, low);
  Expr first = toDouble(lshr(rest, 32)) * 0x1p-30, second = toDouble(rest & number(0xFFFFFFFF)) * 0x1p-62;
  WidePair sum = wideSum(first, second), all = wideSum(sum.high, sum.low + toDouble(lshr(low, 11)) * 0x1p-115);
  // Times pi/2.
  constexpr double half = 0x1.921fb54442d18p+0, halfLow = 0x1.1a62633145c07p-54;
  WidePair r = wideProduct(all.high, b.constant(half, a));
  r.low = fma(all.high, halfLow, fma(all.low, half, r.low));
  return {select(negative, -r.high, r.high), select(negative, -r.low, r.low), quadrant};
}

/// Arguments up to pi/4 as they are.
static Reduced reduce(Expr a) {
  Reduced large = reduceLarge(a);
  Expr small = lt(a, 0x1.921fb54442d18p-1);
  return {select(small, a, large.r), select(small, 0.0, large.low), select(small, 0.0, large.quadrant)};
}

/// sin(r + low) and cos(r + low), |r| <= pi/4: relative errors 1.2e-20 and 1.3e-18.
static Expr sinCore(Reduced x) {
  Expr s = x.r * x.r;
  Expr p = horner(s, {-0x1.5555555555555p-3, 0x1.1111111111110p-7, -0x1.a01a01a019937p-13, 0x1.71de3a54607a5p-19,
                      -0x1.ae64541295cdfp-26, 0x1.61217ee5cca1bp-33, -0x1.ab17bdcbd3414p-41});
  return fma(x.r * s, p, x.low * fma(s, -0.5, 1.0)) + x.r;
}
static Expr cosCore(Reduced x) {
  Expr s = x.r * x.r, sLow = fma(x.r, x.r, -s);
  Expr q = horner(s, {0x1.5555555555555p-5, -0x1.6c16c16c16967p-10, 0x1.a01a019f4e9b4p-16, -0x1.27e4fa17bf139p-22,
                      0x1.1eeb68cd22f56p-29, -0x1.907d8f29fe831p-37});
  // 1 - s/2, and what that rounds off.
  Expr half = s * 0.5, w = 1.0 - half, lost = (1.0 - w) - half;
  return w + (lost + fma(s * s, q, -fma(x.r, x.low, sLow * 0.5)));
}

static Expr bit(Expr x, uint64_t mask) { return ne(x & x.b->constant(mask, x), x.b->constant(0, x)); }

/// sin(r + quadrant * pi/2).
static Expr sinOfQuadrant(Reduced x) {
  Expr y = select(bit(x.quadrant, 1), cosCore(x), sinCore(x));
  return select(bit(x.quadrant, 2), -y, y);
}

static Expr nanUnlessFinite(Expr a, Expr y) { return select(lt(a, kInfinity), y, kNotANumber); }

/// y times the sign of x, for an odd function that was computed on |x|.
static Expr oddSign(Expr x, Expr y) { return select(lt(bits64(x), 0.0), -y, y); }

namespace {
Expr sinOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]);
  return nanUnlessFinite(a, oddSign(x[0], sinOfQuadrant(reduce(a))));
}

Expr cosOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]);
  Reduced r = reduce(a);
  return nanUnlessFinite(a, sinOfQuadrant({r.r, r.low, r.quadrant + 1}));
}

Expr tanOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]);
  Reduced r = reduce(a);
  Expr s = sinCore(r), c = cosCore(r), odd = bit(r.quadrant, 1);
  return nanUnlessFinite(a, oddSign(x[0], select(odd, -c, s) / select(odd, s, c)));
}
} // namespace

void populateWideTrigPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandWide<math::CosOp, cosOp>, ExpandWide<math::SinOp, sinOp>, ExpandWide<math::TanOp, tanOp>>(
      patterns.getContext());
}

} // namespace fusion::mathexpand

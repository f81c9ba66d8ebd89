// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// sin, cos, tan. The hardware's sin and cos have an absolute error of 2^-20.5, which no output type takes near a zero,
// so there is one path for every accuracy.

#include "Expansion.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <array>

using namespace mlir;

namespace fusion::mathexpand {

namespace {
/// |x| = (4 k + quadrant) pi/2 + r for some k, r in [-pi/4, pi/4].
struct Reduced {
  Expr r, quadrant;
};
} // namespace

/// 32 zero bits, then 2/pi in binary.
static constexpr std::array<uint32_t, 8> kTwoOverPi = {0x00000000, 0xA2F9836E, 0x4E441529, 0xFC2757D1,
                                                       0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB};

/// Word number `index` (0 to 4) + `offset` of kTwoOverPi, in an i64.
static Expr tableWord(Expr index, unsigned offset) {
  auto word = [&](unsigned i) { return index.b->constant(APInt(64, kTwoOverPi[i + offset]), zext64(index)); };
  Expr result = word(0);
  for (unsigned i = 1; i <= 4; ++i)
    result = select(eq(index, i), word(i), result);
  return result;
}

/// After Payne and Hanek: |x| = m 2^p with an integer m < 2^24. Of the bits of 2/pi, those of weight 2^-j with j <= p -
/// 2 only add whole turns; the 96 bits after them give x * 2/pi mod 4 to 2^-70, which is enough for every f32.
static Reduced reduceLarge(Expr a) {
  MathBuilder &b = *a.b;
  Expr i = bits(a);
  Expr offset = lshr(i, 23) - 120; // p + 30: the first bit wanted
  Expr m = zext64((i & b.constant(0x7FFFFF, i)) | b.constant(0x800000, i));
  offset = select(lt(offset, 0.0), 0.0, offset);
  Expr index = lshr(offset, 5), shift = zext64(offset & b.constant(31, offset));

  // Three 32-bit words from four.
  std::array<Expr, 4> words = {tableWord(index, 0), tableWord(index, 1), tableWord(index, 2), tableWord(index, 3)};
  Expr mask = b.constant(APInt(64, 0xFFFFFFFFu), m);
  auto window = [&](unsigned k) { return lshr(shl(words[k], 32) | words[k + 1], 32.0 - shift) & mask; };
  // m * window mod 2^96, its high 64 bits: two of quadrant, 62 of fraction.
  Expr middle = m * window(1) + lshr(m * window(2), 32);
  Expr product = shl(m * window(0), 32) + middle;
  Expr quadrant = lshr(product + b.constant(APInt(64, uint64_t(1) << 61), product), 62);
  Expr rest = product - shl(quadrant, 62);
  return {toFloatScaled(rest, 0x1.921fb54442d18p-62), quadrant};
}

/// Arguments up to pi/4 as they are.
static Reduced reduce(Expr a) {
  Reduced large = reduceLarge(a);
  Expr small = lt(a, 0x1.921fb4p-1);
  return {select(small, a, large.r), select(small, 0.0, large.quadrant)};
}

/// sin r and cos r on [-pi/4, pi/4]: relative errors 1.7e-10 and 7.3e-12.
static Expr sinCore(Expr r) {
  Expr s = r * r;
  return fma(r * s, horner(s, {-0x1.555556p-3, 0x1.111174p-7, -0x1.a05954p-13, 0x1.7c2e22p-19}), r);
}
static Expr cosCore(Expr r) {
  Expr s = r * r;
  Expr q = horner(s, {0x1.555556p-5, -0x1.6c175ep-10, 0x1.a071bep-16, -0x1.361852p-22});
  return fma(s, fma(s, q, -0.5), 1.0);
}

static Expr bit(Expr x, uint64_t mask) { return ne(x & x.b->constant(mask, x), x.b->constant(0, x)); }

/// sin(r + quadrant * pi/2).
static Expr sinOfQuadrant(Reduced x) {
  Expr y = select(bit(x.quadrant, 1), cosCore(x.r), sinCore(x.r));
  return select(bit(x.quadrant, 2), -y, y);
}

static Expr nanUnlessFinite(Expr a, Expr y) { return select(lt(a, kInf), y, kNaN); }

/// y times the sign of x, for an odd function that was computed on |x|.
static Expr oddSign(Expr x, Expr y) { return select(lt(bits(x), 0.0), -y, y); }

namespace {
Expr sinOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]);
  return nanUnlessFinite(a, oddSign(x[0], sinOfQuadrant(reduce(a))));
}

Expr cosOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]);
  Reduced r = reduce(a);
  return nanUnlessFinite(a, sinOfQuadrant({r.r, r.quadrant + 1}));
}

Expr tanOp(ArrayRef<Expr> x) {
  Expr a = abs(x[0]);
  Reduced r = reduce(a);
  Expr s = sinCore(r.r), c = cosCore(r.r), odd = bit(r.quadrant, 1);
  Expr y = select(odd, -c, s) / select(odd, s, c);
  return nanUnlessFinite(a, oddSign(x[0], y));
}
} // namespace

namespace {
/// %s, %c = math.sincos %x : f32
///   ->
/// %s = math.sin %x : f32
/// %c = math.cos %x : f32
struct SplitSinCos : OpRewritePattern<math::SincosOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::SincosOp op, PatternRewriter &rewriter) const override {
    Value sin = math::SinOp::create(rewriter, op.getLoc(), op.getOperand(), op.getFastmath());
    Value cos = math::CosOp::create(rewriter, op.getLoc(), op.getOperand(), op.getFastmath());
    rewriter.replaceOp(op, {sin, cos});
    return success();
  }
};
} // namespace

void populateSinCosPatterns(RewritePatternSet &patterns) { patterns.add<SplitSinCos>(patterns.getContext()); }

void populateTrigPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<Expand<math::SinOp, sinOp>, Expand<math::CosOp, cosOp>, Expand<math::TanOp, tanOp>>(
      patterns.getContext(), target);
}

} // namespace fusion::mathexpand

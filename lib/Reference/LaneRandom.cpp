// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Random numbers, and rounding by them.

#include "FloatFormat.h"
#include "IntegerOps.h"
#include "fusion/Dialect/Fusion/IR/ScalarOps.h"
#include <array>
#include <cmath>

using namespace mlir;
using namespace fusion::reference;

namespace {
using Words = std::array<uint32_t, 4>;

/// Philox-4x32-10, as the paper writes it: the key grows after each round.
Words philox(uint64_t counter, uint64_t seed, uint64_t offset) {
  Words r = {uint32_t(counter), uint32_t(counter >> 32), uint32_t(offset), uint32_t(offset >> 32)};
  uint32_t k0 = uint32_t(seed), k1 = uint32_t(seed >> 32);
  for (int round = 0; round < 10; ++round, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
    uint64_t left = uint64_t(0xD2511F53u) * r[0], right = uint64_t(0xCD9E8D57u) * r[2];
    r = {uint32_t(right >> 32) ^ r[1] ^ k0, uint32_t(right), uint32_t(left >> 32) ^ r[3] ^ k1, uint32_t(left)};
  }
  return r;
}

/// Fills four registers, from the instruction's own on.
void runPhilox(const Instruction &in, LaneContext &c) {
  const Register &counter = c.src(in, 0), &seed = c.src(in, 1), &offset = c.src(in, 2);
  bool exact = !c.bounds || (counter.exact && seed.exact && offset.exact);
  for (int word = 0; word < 4; ++word)
    c.registers[in.dst + word].exact = exact;
  for (int l = 0; l < c.lanes; ++l) {
    Words words = philox(counter.value[l].i, seed.value[l].i, offset.value[l].i);
    bool certain = exact || (isCertain(counter, l) && isCertain(seed, l) && isCertain(offset, l));
    for (int word = 0; word < 4; ++word) {
      Register &dst = c.registers[in.dst + word];
      dst.value[l] = dst.lo[l] = dst.hi[l] = makeInt(normalize(words[word], 32));
      if (!certain)
        setUnknown(dst, l, 32);
    }
  }
}

LogicalResult encodePhilox(LaneCompiler &compiler, Operation *op) {
  FailureOr<Instruction *> in = compiler.append(op, runPhilox);
  if (failed(in))
    return failure();
  for (Value other : op->getResults().drop_front())
    compiler.setRegister(other, compiler.newRegister());
  return success();
}

/// floor(|x| / distance + bits / 2^32) distances, also beyond the format's largest number. The sum may have more digits
/// than a float64: fractions are compared.
double roundAtRandom(double x, uint32_t bits, const FloatFormat &format) {
  if (!std::isfinite(x) || x == 0)
    return x;
  int exponent = std::max(std::ilogb(x), format.minExponent) - (format.precision - 1);
  double t = std::ldexp(std::abs(x), -exponent), whole = std::floor(t);
  if (t - whole >= std::ldexp(double((uint64_t(1) << 32) - bits), -32))
    whole += 1;
  return std::copysign(std::ldexp(whole, exponent), x);
}

/// What stands for a rounded number, also for one that the format does not have.
double limit(double x, const FloatFormat &format, bool saturates) {
  if (std::isnan(x) || std::abs(x) <= format.maxFinite)
    return x;
  return saturates ? std::copysign(format.maxFinite, x) : format.hasInfinity ? std::copysign(INFINITY, x) : NAN;
}

/// The same of an interval: where too large numbers are NaN, NaN and the numbers that are left.
Interval limit(Interval x, const FloatFormat &format, bool saturates) {
  if (x.isNaN())
    return x;
  bool becomesNaN = !saturates && !format.hasInfinity;
  double lo = limit(x.lo, format, saturates || becomesNaN), hi = limit(x.hi, format, saturates || becomesNaN);
  if (becomesNaN && (x.lo > format.maxFinite || x.hi < -format.maxFinite))
    return {x.value, kNaN, kNaN};
  return {x.value, lo, hi, x.nan || (becomesNaN && (lo != x.lo || hi != x.hi))};
}

/// Of one set of bits the result grows with the input.
void runRound(const Instruction &in, LaneContext &c) {
  const Register &x = c.src(in, 0), &bits = c.src(in, 1);
  Register &dst = c.dst(in);
  FloatFormat format = FloatFormat::get(cast<FloatType>(getElementTypeOrSelf(in.op->getResult(0).getType())));
  bool saturates = cast<fusion::StochasticRoundOp>(in.op).getSaturate();
  dst.exact = !c.bounds || (x.exact && bits.exact);
  for (int l = 0; l < c.lanes; ++l) {
    auto round = [&](double value, uint32_t random) { return roundAtRandom(value, random, format); };
    uint32_t random = uint32_t(bits.value[l].i);
    dst.value[l].f = limit(round(x.value[l].f, random), format, saturates);
    if (dst.exact)
      continue;
    Interval v = x.interval(l);
    // Away from zero with all bits set, towards it with none.
    bool certain = isCertain(bits, l);
    uint32_t least = certain ? random : 0, most = certain ? random : ~uint32_t(0);
    v.value = dst.value[l].f;
    v.lo = round(v.lo, std::signbit(v.lo) ? most : least);
    v.hi = round(v.hi, std::signbit(v.hi) ? least : most);
    dst.set(l, limit(v, format, saturates));
  }
}

LogicalResult encodeRound(LaneCompiler &compiler, Operation *op) { return compiler.append(op, runRound); }
} // namespace

const llvm::StringMap<Encoder> &fusion::reference::getRandomEncoders() {
  static const llvm::StringMap<Encoder> encoders = [] {
    llvm::StringMap<Encoder> table;
    table["fusion.philox"] = encodePhilox;
    table["fusion.stochastic_round"] = encodeRound;
    return table;
  }();
  return encoders;
}

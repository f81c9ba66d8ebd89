// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Arithmetic on registers, rounded as the hardware rounds.

#include "Operations.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

using namespace emulator;

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

float emulator::bfloatToFloat(uint16_t bits) { return asFloat(uint64_t(bits) << 16); }

float emulator::halfToFloat(uint16_t bits) {
  int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  float sign = bits >> 15 ? -1.0f : 1.0f;
  if (exponent == 31)
    return mantissa ? asFloat(0x7FC00000u | uint32_t(bits >> 15) << 31) : sign * INFINITY;
  return sign * (exponent ? std::ldexp(float(1024 + mantissa), exponent - 25) : std::ldexp(float(mantissa), -24));
}

uint16_t emulator::floatToBfloat(float value) {
  uint32_t bits = static_cast<uint32_t>(fromFloat(value));
  if (std::isnan(value))
    return 0x7FFF;
  return static_cast<uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

uint16_t emulator::floatToHalf(float value) {
  if (std::isnan(value))
    return 0x7FFF;
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  double size = std::fabs(value);
  if (size >= 65520)
    return sign | 0x7C00;
  int exponent = size < std::ldexp(1.0, -14) ? -14 : std::ilogb(size);
  double steps = std::nearbyint(std::ldexp(size, 10 - exponent)); // to even
  if (steps >= 2048)
    steps /= 2, ++exponent;
  int mantissa = static_cast<int>(steps);
  return static_cast<uint16_t>(sign | (mantissa < 1024 ? mantissa : (exponent + 15) << 10 | (mantissa - 1024)));
}

/// To 10 bits of mantissa, ties away from zero (cvt.rna.tf32).
static float roundToTF32(float value) {
  uint32_t bits = static_cast<uint32_t>(fromFloat(value));
  return std::isfinite(value) ? asFloat((bits + 0x1000) & ~0x1FFFu) : value;
}

static float flush(float value) { return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value) : value; }

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static uint64_t truncate(uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((uint64_t(1) << bits) - 1);
}

static int64_t extend(uint64_t value, unsigned bits) {
  return bits >= 64 ? static_cast<int64_t>(value) : static_cast<int64_t>(value << (64 - bits)) >> (64 - bits);
}

/// An integer operand, as wide as the type says.
static uint64_t readInteger(Machine &m, const Thread &t, const Instruction &i, size_t which) {
  uint64_t value = m.read(t, i.operands.at(which));
  return i.type.kind == 's' ? static_cast<uint64_t>(extend(value, i.type.bits)) : truncate(value, i.type.bits);
}

/// A value of a format of at most 32 bits.
static float readAs(Type type, uint64_t bits) {
  if (type.kind == 'B' && type.bits == 16)
    return bfloatToFloat(static_cast<uint16_t>(bits));
  if (type.kind == 'f' && type.bits == 16)
    return halfToFloat(static_cast<uint16_t>(bits));
  if (type.kind == 'f' && type.bits == 32)
    return asFloat(bits);
  throw Fault("floats of this type are not known");
}

static float readFloat(Machine &m, const Thread &t, const Instruction &i, size_t which) {
  float value = readAs(i.type, m.read(t, i.operands.at(which)));
  return i.ftz ? flush(value) : value;
}

/// Whether a sum is of f32 and its first operands are of 16 bits: add.f32.bf16, fma.f32.f16 (PTX ISA 8.6).
static bool isMixed(const Instruction &i) {
  bool isNarrow = i.type.bits == 16 && (i.type.kind == 'f' || i.type.kind == 'B');
  return isNarrow && i.from.kind == 'f' && i.from.bits == 32;
}

/// The addend of a mixed sum.
static float readAddend(Machine &m, const Thread &t, const Instruction &i, size_t which) {
  float value = asFloat(m.read(t, i.operands.at(which)));
  return i.ftz ? flush(value) : value;
}

static Step finishMixed(Thread &t, const Instruction &i, float value) {
  Machine::write(t, i.operands[0], fromFloat(i.ftz ? flush(value) : value));
  return Step::Next;
}

static Step finish(Thread &t, const Instruction &i, uint64_t value) {
  Machine::write(t, i.operands[0], truncate(value, i.type.bits));
  return Step::Next;
}

/// Results of 16 bits are rounded from f32, which is wide enough for sums and products.
static Step finish(Thread &t, const Instruction &i, float value) {
  if (i.ftz)
    value = flush(value);
  bool isBfloat = i.type.kind == 'B';
  Machine::write(t, i.operands[0],
                 i.type.bits == 32 ? fromFloat(value)
                 : isBfloat        ? floatToBfloat(value)
                                   : floatToHalf(value));
  return Step::Next;
}

static double readDouble(Machine &m, const Thread &t, const Instruction &i, size_t which) {
  uint64_t bits = m.read(t, i.operands.at(which));
  double value;
  std::memcpy(&value, &bits, 8);
  return value;
}

static Step finishDouble(Thread &t, const Instruction &i, double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, 8);
  Machine::write(t, i.operands[0], bits);
  return Step::Next;
}

static bool isDouble(const Instruction &i) { return i.type.kind == 'f' && i.type.bits == 64; }

static bool isPacked(const Instruction &i) { return i.has("f16x2") || i.has("bf16x2"); }

/// dst = f(a, b) or f(a, b, c) of both halves.
template <typename OfFloats> static Step finishPacked(Machine &m, Thread &t, const Instruction &i, OfFloats ofFloats) {
  bool isBfloat = i.has("bf16x2");
  auto half = [&](size_t which, int shift) {
    auto bits = static_cast<uint16_t>(m.read(t, i.operands.at(which)) >> shift);
    return isBfloat ? bfloatToFloat(bits) : halfToFloat(bits);
  };
  uint64_t result = 0;
  for (int shift : {0, 16}) {
    float value;
    if constexpr (std::is_invocable_v<OfFloats, float, float>)
      value = ofFloats(half(1, shift), half(2, shift));
    else
      value = ofFloats(half(1, shift), half(2, shift), half(3, shift));
    result |= static_cast<uint64_t>(isBfloat ? floatToBfloat(value) : floatToHalf(value)) << shift;
  }
  Machine::write(t, i.operands[0], result);
  return Step::Next;
}

static bool isFloat(const Instruction &i) {
  if (isPacked(i) || (i.type.kind == 'f' && i.type.bits > 32))
    throw Fault("arithmetic of this type is not known");
  return i.type.kind == 'f' || i.type.kind == 'B';
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// dst = f(a, b), for floats and for integers.
template <typename OfFloats, typename OfIntegers>
static Step binary(Machine &m, Thread &t, const Instruction &i, OfFloats ofFloats, OfIntegers ofIntegers) {
  if (isDouble(i))
    return finishDouble(t, i, ofFloats(readDouble(m, t, i, 1), readDouble(m, t, i, 2)));
  if (isPacked(i))
    return finishPacked(m, t, i, ofFloats);
  if (isMixed(i))
    return finishMixed(t, i, ofFloats(readFloat(m, t, i, 1), readAddend(m, t, i, 2)));
  if (isFloat(i))
    return finish(t, i, ofFloats(readFloat(m, t, i, 1), readFloat(m, t, i, 2)));
  return finish(t, i, static_cast<uint64_t>(ofIntegers(readInteger(m, t, i, 1), readInteger(m, t, i, 2))));
}

#define BINARY(NAME, FLOATS, INTEGERS)                                                                                 \
  static Step NAME(Machine &m, Thread &t, const Instruction &i) {                                                      \
    return binary(                                                                                                     \
        m, t, i, [](auto a, auto b) { return FLOATS; }, [](uint64_t a, uint64_t b) -> uint64_t { return INTEGERS; });  \
  }
BINARY(doAdd, a + b, a + b)
BINARY(doSub, a - b, a - b)

/// add.cc, addc, sub.cc and subc: with the carry of the instruction before, and theirs kept for the next.
static Step doCarry(Machine &m, Thread &t, const Instruction &i) {
  bool subtracts = i.words[0] == "sub" || i.words[0] == "subc", takes = i.words[0] == "addc" || i.words[0] == "subc";
  uint64_t a = truncate(readInteger(m, t, i, 1), i.type.bits), b = truncate(readInteger(m, t, i, 2), i.type.bits);
  auto carry = static_cast<unsigned __int128>(takes && t.carry);
  unsigned __int128 wide = subtracts ? a - static_cast<unsigned __int128>(b) - carry : a + carry + b;
  if (i.has("cc"))
    t.carry = (wide >> i.type.bits) & 1;
  return finish(t, i, static_cast<uint64_t>(wide));
}

static Step doMultiply(Machine &m, Thread &t, const Instruction &i) {
  if (isDouble(i))
    return finishDouble(t, i, readDouble(m, t, i, 1) * readDouble(m, t, i, 2));
  if (isPacked(i))
    return finishPacked(m, t, i, [](float a, float b) { return a * b; });
  if (isFloat(i))
    return finish(t, i, readFloat(m, t, i, 1) * readFloat(m, t, i, 2));
  uint64_t a = readInteger(m, t, i, 1), b = readInteger(m, t, i, 2);
  unsigned bits = i.type.bits;
  if (i.has("wide")) {
    Machine::write(t, i.operands[0], truncate(a * b, 2 * bits));
    return Step::Next;
  }
  if (i.has("hi")) {
    unsigned __int128 product =
        i.type.kind == 's'
            ? static_cast<unsigned __int128>(static_cast<__int128>(static_cast<int64_t>(a)) * static_cast<int64_t>(b))
            : static_cast<unsigned __int128>(a) * b;
    return finish(t, i, static_cast<uint64_t>(product >> bits));
  }
  return finish(t, i, a * b);
}

static Step doMultiplyAdd(Machine &m, Thread &t, const Instruction &i) {
  if (isDouble(i))
    return finishDouble(t, i, std::fma(readDouble(m, t, i, 1), readDouble(m, t, i, 2), readDouble(m, t, i, 3)));
  if (isPacked(i))
    return finishPacked(m, t, i, [](float a, float b, float c) { return std::fma(a, b, c); });
  if (isMixed(i))
    return finishMixed(t, i, std::fma(readFloat(m, t, i, 1), readFloat(m, t, i, 2), readAddend(m, t, i, 3)));
  if (isFloat(i))
    return finish(t, i, std::fma(readFloat(m, t, i, 1), readFloat(m, t, i, 2), readFloat(m, t, i, 3)));
  uint64_t product = readInteger(m, t, i, 1) * readInteger(m, t, i, 2), c = m.read(t, i.operands.at(3));
  if (i.has("wide")) {
    Machine::write(t, i.operands[0], truncate(product + c, 2 * i.type.bits));
    return Step::Next;
  }
  if (i.has("hi"))
    throw Fault("mad.hi is not known");
  return finish(t, i, product + c);
}

static Step doDivide(Machine &m, Thread &t, const Instruction &i) {
  bool remainder = i.words[0] == "rem";
  if (isDouble(i))
    return finishDouble(t, i, readDouble(m, t, i, 1) / readDouble(m, t, i, 2));
  if (isFloat(i))
    return finish(t, i, readFloat(m, t, i, 1) / readFloat(m, t, i, 2));
  uint64_t a = readInteger(m, t, i, 1), b = readInteger(m, t, i, 2);
  if (b == 0)
    throw Fault("division by zero");
  if (i.type.kind == 's') {
    int64_t x = static_cast<int64_t>(a), y = static_cast<int64_t>(b);
    if (y == -1) // of the least number the quotient is itself
      return finish(t, i, remainder ? 0 : -a);
    return finish(t, i, static_cast<uint64_t>(remainder ? x % y : x / y));
  }
  return finish(t, i, remainder ? a % b : a / b);
}

/// The less or the greater. Without .NaN the number wins; of zeros -0 is less.
template <typename T> static T chooseExtreme(T a, T b, bool least, bool keepsNaN) {
  if (std::isnan(a) || std::isnan(b))
    return keepsNaN || (std::isnan(a) && std::isnan(b)) ? static_cast<T>(NAN) : std::isnan(a) ? b : a;
  if (a == b)
    return std::signbit(a) == least ? a : b;
  return (a < b) == least ? a : b;
}

static Step doExtreme(Machine &m, Thread &t, const Instruction &i) {
  bool least = i.words[0] == "min";
  if (isDouble(i))
    return finishDouble(t, i, chooseExtreme(readDouble(m, t, i, 1), readDouble(m, t, i, 2), least, i.has("NaN")));
  if (isPacked(i))
    return finishPacked(m, t, i, [&](float a, float b) { return chooseExtreme(a, b, least, i.has("NaN")); });
  if (isFloat(i))
    return finish(t, i, chooseExtreme(readFloat(m, t, i, 1), readFloat(m, t, i, 2), least, i.has("NaN")));
  uint64_t a = readInteger(m, t, i, 1), b = readInteger(m, t, i, 2);
  bool less = i.type.kind == 's' ? static_cast<int64_t>(a) < static_cast<int64_t>(b) : a < b;
  uint64_t result = less == least ? a : b;
  return finish(t, i, i.has("relu") && static_cast<int64_t>(result) < 0 ? 0 : result);
}

static Step doAbs(Machine &m, Thread &t, const Instruction &i) {
  if (isDouble(i))
    return finishDouble(t, i, std::fabs(readDouble(m, t, i, 1)));
  if (isFloat(i))
    return finish(t, i, std::fabs(readFloat(m, t, i, 1)));
  uint64_t a = readInteger(m, t, i, 1);
  return finish(t, i, static_cast<int64_t>(a) < 0 ? -a : a); // the least number is itself
}

/// copysign.{f32,f64} d, sign, size
static Step doCopySign(Machine &m, Thread &t, const Instruction &i) {
  if (isDouble(i))
    return finishDouble(t, i, std::copysign(readDouble(m, t, i, 2), readDouble(m, t, i, 1)));
  return finish(t, i, std::copysign(readFloat(m, t, i, 2), readFloat(m, t, i, 1)));
}

static Step doNegate(Machine &m, Thread &t, const Instruction &i) {
  if (isDouble(i))
    return finishDouble(t, i, -readDouble(m, t, i, 1));
  if (isFloat(i))
    return finish(t, i, -readFloat(m, t, i, 1));
  return finish(t, i, -readInteger(m, t, i, 1));
}

#define UNARY_FLOAT(NAME, VALUE)                                                                                       \
  static Step NAME(Machine &m, Thread &t, const Instruction &i) {                                                      \
    double x = isDouble(i) ? readDouble(m, t, i, 1) : readFloat(m, t, i, 1);                                           \
    return isDouble(i) ? finishDouble(t, i, VALUE) : finish(t, i, static_cast<float>(VALUE));                          \
  }
UNARY_FLOAT(doReciprocal, 1 / x)
UNARY_FLOAT(doSquareRoot, std::sqrt(x))
UNARY_FLOAT(doInverseRoot, 1 / std::sqrt(x))
UNARY_FLOAT(doExp2, std::exp2(x))
UNARY_FLOAT(doLog2, std::log2(x))
// The GPU has an approximation alone, here one as bad as it may be (PTX ISA: a relative error of 2^-11; of infinities
// it is 1 and -1).
UNARY_FLOAT(doTanh, std::tanh(x) * (std::isinf(x) ? 1 : 1 - 0x1p-11))
UNARY_FLOAT(doSine, std::sin(x))
UNARY_FLOAT(doCosine, std::cos(x))

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

static Step doLogic(Machine &m, Thread &t, const Instruction &i) {
  uint64_t a = m.read(t, i.operands.at(1)), b = m.read(t, i.operands.at(2));
  return finish(t, i, i.words[0] == "and" ? a & b : i.words[0] == "or" ? a | b : a ^ b);
}

/// lop3.b32 dst, a, b, c, table: bit by bit, a, b and c are the number of the table's bit.
static Step doLogicOfThree(Machine &m, Thread &t, const Instruction &i) {
  uint64_t a = m.read(t, i.operands.at(1)), b = m.read(t, i.operands.at(2)), c = m.read(t, i.operands.at(3));
  uint64_t table = i.operands.at(4).value, value = 0;
  for (unsigned bit = 0; bit < 32; ++bit)
    value |= (table >> ((a >> bit & 1) * 4 + (b >> bit & 1) * 2 + (c >> bit & 1)) & 1) << bit;
  return finish(t, i, value);
}

static Step doNot(Machine &m, Thread &t, const Instruction &i) { return finish(t, i, ~m.read(t, i.operands.at(1))); }

static Step doShift(Machine &m, Thread &t, const Instruction &i) {
  uint64_t a = readInteger(m, t, i, 1), by = truncate(m.read(t, i.operands.at(2)), 32);
  if (i.words[0] == "shl")
    return finish(t, i, by >= i.type.bits ? 0 : a << by);
  if (i.type.kind == 's')
    return finish(t, i, static_cast<uint64_t>(static_cast<int64_t>(a) >> std::min<uint64_t>(by, 63)));
  return finish(t, i, by >= i.type.bits ? 0 : a >> by);
}

/// shf.{l,r}.{wrap,clamp}.b32 d, a, b, c: of the 64 bits b:a.
static Step doFunnelShift(Machine &m, Thread &t, const Instruction &i) {
  uint64_t both = readInteger(m, t, i, 2) << 32 | readInteger(m, t, i, 1),
           by = truncate(m.read(t, i.operands.at(3)), 32);
  by = i.has("wrap") ? by % 32 : std::min<uint64_t>(by, 32);
  return finish(t, i, i.has("l") ? both << by >> 32 : both >> by);
}

static Step doExtractField(Machine &m, Thread &t, const Instruction &i) {
  uint64_t a = truncate(m.read(t, i.operands.at(1)), i.type.bits);
  unsigned at = static_cast<unsigned>(m.read(t, i.operands.at(2)) & 255),
           width = static_cast<unsigned>(m.read(t, i.operands.at(3)) & 255);
  if (at + width > i.type.bits || width == 0)
    throw Fault("bfe of bits that are not there");
  uint64_t field = truncate(a >> at, width);
  return finish(t, i, i.type.kind == 's' ? static_cast<uint64_t>(extend(field, width)) : field);
}

static Step doInsertField(Machine &m, Thread &t, const Instruction &i) {
  uint64_t a = m.read(t, i.operands.at(1)), b = m.read(t, i.operands.at(2));
  unsigned at = static_cast<unsigned>(m.read(t, i.operands.at(3)) & 255),
           width = static_cast<unsigned>(m.read(t, i.operands.at(4)) & 255);
  if (at >= i.type.bits)
    return finish(t, i, b);
  uint64_t mask = truncate(~uint64_t(0), width) << at;
  return finish(t, i, (b & ~mask) | (a << at & mask));
}

/// Bytes of b:a. f4e: four from byte c on; b4e: from byte c on downwards; without a mode c names each.
static Step doPermute(Machine &m, Thread &t, const Instruction &i) {
  uint64_t both = truncate(m.read(t, i.operands.at(2)), 32) << 32 | truncate(m.read(t, i.operands.at(1)), 32),
           selector = m.read(t, i.operands.at(3)), result = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    uint64_t choice = i.has("f4e") ? (selector & 3) + byte : selector >> (4 * byte) & 15;
    if (i.words.size() > 2 && !i.has("f4e"))
      throw Fault("this mode of prmt is not known");
    uint64_t value = both >> (8 * (choice & 7)) & 255;
    if (choice & 8 && !i.has("f4e"))
      value = value & 128 ? 255 : 0;
    result |= value << (8 * byte);
  }
  Machine::write(t, i.operands[0], result);
  return Step::Next;
}

static Step doPopulation(Machine &m, Thread &t, const Instruction &i) {
  Machine::write(t, i.operands[0], static_cast<uint64_t>(__builtin_popcountll(readInteger(m, t, i, 1))));
  return Step::Next;
}

static Step doLeadingZeros(Machine &m, Thread &t, const Instruction &i) {
  uint64_t bits = readInteger(m, t, i, 1);
  int width = static_cast<int>(i.type.bits);
  int zeros = bits == 0 ? width : __builtin_clzll(bits) - (64 - width);
  Machine::write(t, i.operands[0], static_cast<uint64_t>(zeros));
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Comparisons, moves, conversions
//===----------------------------------------------------------------------===//

template <typename T> static bool compare(const std::string &how, T a, T b) {
  if (how == "eq")
    return a == b;
  if (how == "ne")
    return a < b || a > b; // false of a NaN
  if (how == "lt" || how == "lo")
    return a < b;
  if (how == "le" || how == "ls")
    return a <= b;
  if (how == "gt" || how == "hi")
    return a > b;
  if (how == "ge" || how == "hs")
    return a >= b;
  throw Fault("comparison " + how + " is not known");
}

static bool compareFloats(const std::string &how, double a, double b) {
  bool unordered = std::isnan(a) || std::isnan(b);
  if (how == "nan" || how == "num")
    return unordered == (how == "nan");
  if (how.size() == 3 && how[2] == 'u')
    return unordered || compare(how.substr(0, 2), a, b);
  return !unordered && compare(how, a, b);
}

static Step doCompare(Machine &m, Thread &t, const Instruction &i) {
  const std::string &how = i.words.at(1);
  bool result;
  if (isDouble(i))
    result = compareFloats(how, readDouble(m, t, i, 1), readDouble(m, t, i, 2));
  else if (isFloat(i))
    result = compareFloats(how, readFloat(m, t, i, 1), readFloat(m, t, i, 2));
  else if (i.type.kind == 's')
    result = compare(how, static_cast<int64_t>(readInteger(m, t, i, 1)), static_cast<int64_t>(readInteger(m, t, i, 2)));
  else
    result = compare(how, readInteger(m, t, i, 1), readInteger(m, t, i, 2));
  if (i.operands.size() > 3 || i.words.size() > 4)
    throw Fault("this form of setp is not known");
  Machine::write(t, i.operands[0], result);
  return Step::Next;
}

/// testp: the class of a float of 32 or 64 bits.
static Step doTest(Machine &m, Thread &t, const Instruction &i) {
  double value = isDouble(i) ? readDouble(m, t, i, 1) : readFloat(m, t, i, 1);
  double least = isDouble(i) ? 0x1p-1022 : 0x1p-126;
  const std::string &what = i.words.at(1);
  bool result = what == "infinite"     ? std::isinf(value)
                : what == "finite"     ? std::isfinite(value)
                : what == "number"     ? !std::isnan(value)
                : what == "notanumber" ? std::isnan(value)
                : what == "normal"     ? std::isfinite(value) && std::abs(value) >= least
                : what == "subnormal"  ? std::abs(value) < least
                                       : throw Fault("this form of testp is not known");
  Machine::write(t, i.operands[0], result);
  return Step::Next;
}

static Step doSelect(Machine &m, Thread &t, const Instruction &i) {
  return finish(t, i, m.read(t, i.operands.at(m.read(t, i.operands.at(3)) ? 1 : 2)));
}

/// Also between a register and the parts of it: mov.b32 %r, {%rs1, %rs2}.
static Step doMove(Machine &m, Thread &t, const Instruction &i) {
  const Operand &to = i.operands.at(0), &from = i.operands.at(1);
  if (from.kind == Operand::List) {
    unsigned bits = i.type.bits / static_cast<unsigned>(from.list.size());
    uint64_t value = 0;
    for (size_t part = 0; part < from.list.size(); ++part)
      value |= truncate(m.read(t, from.list[part]), bits) << (bits * part);
    return finish(t, i, value);
  }
  uint64_t value = m.read(t, from);
  if (to.kind == Operand::List) {
    unsigned bits = i.type.bits / static_cast<unsigned>(to.list.size());
    for (size_t part = 0; part < to.list.size(); ++part)
      Machine::write(t, to.list[part], truncate(value >> (bits * part), bits));
    return Step::Next;
  }
  return finish(t, i, value);
}

/// An address of shared memory as a generic one, and back. Addresses of global memory and parameters are what they are.
static Step doConvertAddress(Machine &m, Thread &t, const Instruction &i) {
  uint64_t value = m.read(t, i.operands.at(1));
  if (i.has("shared") || i.has("shared::cluster") || i.has("shared::cta"))
    value = i.has("to") ? value - kSharedWindow : value + kSharedWindow;
  Machine::write(t, i.operands[0], value);
  return Step::Next;
}

/// As .rni, .rmi, .rpi or .rzi says; as it is if none is there.
static double roundToWhole(double value, const Instruction &i) {
  return i.has("rni")   ? std::nearbyint(value)
         : i.has("rmi") ? std::floor(value)
         : i.has("rpi") ? std::ceil(value)
         : i.has("rzi") ? std::trunc(value)
                        : value;
}

/// The nearest number of the type. NaN is 0, but the first bit alone where the float or the integer has 64 bits (PTX
/// ISA, cvt).
static uint64_t convertToInteger(double whole, const Instruction &i) {
  Type to = i.type;
  if (std::isnan(whole))
    return i.from.bits == 64 || to.bits == 64 ? uint64_t(1) << (to.bits - 1) : 0;
  bool isSigned = to.kind == 's';
  double end = std::ldexp(1.0, static_cast<int>(to.bits) - isSigned); // the first number above the range
  uint64_t most = truncate(~uint64_t(0), to.bits - isSigned);
  if (whole >= end)
    return most;
  if (!isSigned)
    return whole <= 0 ? 0 : static_cast<uint64_t>(whole);
  return whole < -end ? ~most : static_cast<uint64_t>(static_cast<int64_t>(whole));
}

/// To an integer, or to a float of at most 32 bits from one.
static uint64_t convertFloat(double from, const Instruction &i) {
  Type to = i.type;
  if (i.has("relu"))
    from = from > 0 ? from : 0;
  double whole = roundToWhole(from, i);
  float value = static_cast<float>(whole);
  if (to.kind == 'B')
    return floatToBfloat(value);
  if (to.kind == 't')
    return fromFloat(roundToTF32(value));
  if (to.kind == 'f' && (to.bits == 16 || i.operands.size() == 3))
    return floatToHalf(value);
  if (to.kind == 'f' && to.bits == 32)
    return fromFloat(value);
  return convertToInteger(whole, i);
}

static bool isByte(Type type) { return type.kind == '4' || type.kind == '5'; }

/// Between pairs of 8-bit floats and f16, or from two f32, of which the first becomes the upper byte.
static Step doConvertBytes(Machine &m, Thread &t, const Instruction &i) {
  uint64_t source = m.read(t, i.operands.at(1)), result = 0;
  if (isByte(i.from)) {
    if (!i.has("rn") || !i.has("f16x2") || i.has("relu"))
      throw Fault("this conversion from 8-bit floats is not known");
    for (int half : {0, 1}) {
      float value = byteToFloat(static_cast<uint8_t>(source >> (8 * half)), byteFormatOf(i.from.kind));
      result |= static_cast<uint64_t>(floatToHalf(value)) << (16 * half);
    }
    Machine::write(t, i.operands[0], result);
    return Step::Next;
  }
  if (!i.has("rn") || !i.has("satfinite") || i.has("relu") || i.operands.size() != 3 || i.from.kind != 'f' ||
      i.from.bits != 32)
    throw Fault("this conversion to 8-bit floats is not known");
  const ByteFormat &format = byteFormatOf(i.type.kind);
  result = floatToByte(asFloat(source), format) << 8 | floatToByte(asFloat(m.read(t, i.operands[2])), format);
  Machine::write(t, i.operands[0], result);
  return Step::Next;
}

static Step doConvert(Machine &m, Thread &t, const Instruction &i) {
  if (isByte(i.type) || isByte(i.from))
    return doConvertBytes(m, t, i);
  uint64_t source = m.read(t, i.operands.at(1));
  if (i.operands.size() == 3) { // .f16x2, .bf16x2: the first source becomes the upper half
    float high = asFloat(source), low = asFloat(m.read(t, i.operands.at(2)));
    Machine::write(t, i.operands[0], convertFloat(high, i) << 16 | convertFloat(low, i));
    return Step::Next;
  }
  if (isDouble(i)) {
    if (i.from.kind == 'f' && i.from.bits == 64)
      return finishDouble(t, i, roundToWhole(readDouble(m, t, i, 1), i));
    if (i.from.kind == 'f' || i.from.kind == 'B')
      return finishDouble(t, i, readAs(i.from, source));
    return finishDouble(t, i,
                        i.from.kind == 's' ? static_cast<double>(extend(source, i.from.bits))
                                           : static_cast<double>(truncate(source, i.from.bits)));
  }
  if (i.from.kind == 'f' && i.from.bits == 64) {
    double value = readDouble(m, t, i, 1);
    if (i.type.kind == 's' || i.type.kind == 'u')
      return finish(t, i, convertFloat(value, i));
    if (i.type.kind != 'f' || i.type.bits != 32)
      throw Fault("this conversion from f64 is not known");
    return finish(t, i, static_cast<float>(value));
  }
  bool fromFloats = i.from.kind == 'f' || i.from.kind == 'B',
       toFloats = i.type.kind == 'f' || i.type.kind == 'B' || i.type.kind == 't';
  if (fromFloats) {
    float value = readAs(i.from, source);
    return finish(t, i, convertFloat(i.ftz ? flush(value) : value, i));
  }
  if (i.from.bits < 64)
    source = i.from.kind == 's' ? static_cast<uint64_t>(extend(source, i.from.bits)) : truncate(source, i.from.bits);
  if (toFloats)
    return finish(
        t, i,
        convertFloat(i.from.kind == 's' ? static_cast<float>(static_cast<int64_t>(source)) : static_cast<float>(source),
                     i));
  if (i.type.kind != 's')
    return finish(t, i, source);
  // The result fills a wider register with its sign.
  Machine::write(t, i.operands[0], static_cast<uint64_t>(extend(truncate(source, i.type.bits), i.type.bits)));
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

static Step doBranch(Machine &, Thread &t, const Instruction &i) {
  t.pc = static_cast<uint32_t>(i.operands.at(0).value);
  return Step::Jump;
}
static Step doReturn(Machine &, Thread &, const Instruction &) { return Step::Exit; }
static Step doTrap(Machine &, Thread &, const Instruction &) { throw Fault("trap"); }
static Step doNothing(Machine &, Thread &, const Instruction &) { return Step::Next; }

const Operations &emulator::scalarOperations() {
  static const Operations operations = {
      {"add", {doAdd, Scope::Thread}},
      {"sub", {doSub, Scope::Thread}},
      {"add.cc", {doCarry, Scope::Thread}},
      {"addc", {doCarry, Scope::Thread}},
      {"sub.cc", {doCarry, Scope::Thread}},
      {"subc", {doCarry, Scope::Thread}},
      {"mul", {doMultiply, Scope::Thread}},
      {"mad", {doMultiplyAdd, Scope::Thread}},
      {"fma", {doMultiplyAdd, Scope::Thread}},
      {"div", {doDivide, Scope::Thread}},
      {"rem", {doDivide, Scope::Thread}},
      {"min", {doExtreme, Scope::Thread}},
      {"max", {doExtreme, Scope::Thread}},
      {"abs", {doAbs, Scope::Thread}},
      {"copysign", {doCopySign, Scope::Thread}},
      {"neg", {doNegate, Scope::Thread}},
      {"rcp", {doReciprocal, Scope::Thread}},
      {"sqrt", {doSquareRoot, Scope::Thread}},
      {"rsqrt", {doInverseRoot, Scope::Thread}},
      {"ex2", {doExp2, Scope::Thread}},
      {"lg2", {doLog2, Scope::Thread}},
      {"tanh", {doTanh, Scope::Thread}},
      {"sin", {doSine, Scope::Thread}},
      {"cos", {doCosine, Scope::Thread}},
      {"and", {doLogic, Scope::Thread}},
      {"or", {doLogic, Scope::Thread}},
      {"xor", {doLogic, Scope::Thread}},
      {"lop3", {doLogicOfThree, Scope::Thread}},
      {"not", {doNot, Scope::Thread}},
      {"shl", {doShift, Scope::Thread}},
      {"shr", {doShift, Scope::Thread}},
      {"shf", {doFunnelShift, Scope::Thread}},
      {"bfe", {doExtractField, Scope::Thread}},
      {"bfi", {doInsertField, Scope::Thread}},
      {"prmt", {doPermute, Scope::Thread}},
      {"popc", {doPopulation, Scope::Thread}},
      {"clz", {doLeadingZeros, Scope::Thread}},
      {"setp", {doCompare, Scope::Thread}},
      {"testp", {doTest, Scope::Thread}},
      {"selp", {doSelect, Scope::Thread}},
      {"mov", {doMove, Scope::Thread}},
      {"cvta", {doConvertAddress, Scope::Thread}},
      {"cvt", {doConvert, Scope::Thread}},
      {"bra", {doBranch, Scope::Thread}},
      {"ret", {doReturn, Scope::Thread}},
      {"exit", {doReturn, Scope::Thread}},
      {"trap", {doTrap, Scope::Thread}},
      // Hints, and what orders accesses that are in order here.
      {"prefetch", {doNothing, Scope::Thread}},
      {"setmaxnreg", {doNothing, Scope::Warp}},
      {"fence", {doNothing, Scope::Thread}},
      {"membar", {doNothing, Scope::Thread}},
      {"nanosleep", {doNothing, Scope::Thread}},
  };
  return operations;
}

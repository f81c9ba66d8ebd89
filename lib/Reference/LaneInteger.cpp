// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Integer operations of arith, and conversions between integers.

#include "FloatOps.h"
#include "IntegerOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion::reference;

namespace {
constexpr uint64_t kMostTries = 64;

/// Integers that the operand may be.
uint64_t countOf(const Register &r, int l) {
  return static_cast<uint64_t>(r.hiOrValue()[l].i) - static_cast<uint64_t>(r.loOrValue()[l].i) + 1;
}

/// Sets dst's interval: `fn(x, y)` computes the op.
template <class Fn> void boundInteger(const Instruction &in, LaneContext &c, int l, Fn fn) {
  const Register &x = c.src(in, 0), &y = c.src(in, in.src.size() - 1);
  Register &dst = c.dst(in);
  if (isCertain(x, l) && isCertain(y, l)) {
    dst.lo[l] = dst.hi[l] = dst.value[l];
    return;
  }
  bool sameOperand = in.src.front() == in.src.back();
  uint64_t ofX = countOf(x, l), ofY = sameOperand ? 1 : countOf(y, l);
  if (ofX - 1 >= kMostTries || ofY - 1 >= kMostTries || ofX * ofY > kMostTries) {
    setUnknown(dst, l, in.integers[1]);
    return;
  }
  int64_t low = INT64_MAX, high = INT64_MIN;
  for (uint64_t i = 0; i < ofX; ++i)
    for (uint64_t j = 0; j < ofY; ++j) {
      int64_t a = x.loOrValue()[l].i + i, result = fn(a, sameOperand ? a : y.loOrValue()[l].i + j);
      low = std::min(low, result);
      high = std::max(high, result);
    }
  dst.lo[l].i = low;
  dst.hi[l].i = high;
}

/// Kernel of an integer op of one or two operands; unary functions get their operand twice.
template <int64_t (*F)(int64_t, int64_t, const Instruction &)> void runInteger(const Instruction &in, LaneContext &c) {
  const Register &x = c.src(in, 0), &y = c.src(in, in.src.size() - 1);
  Register &dst = c.dst(in);
  auto fn = [&](int64_t a, int64_t b) { return normalize(F(a, b, in), in.integers[1]); };
  for (int l = 0; l < c.lanes; ++l)
    dst.value[l].i = fn(x.value[l].i, y.value[l].i);
  dst.exact = !c.bounds || (x.exact && y.exact);
  if (!dst.exact)
    for (int l = 0; l < c.lanes; ++l)
      boundInteger(in, c, l, fn);
}

LogicalResult appendInteger(LaneCompiler &compiler, Operation *op, Kernel kernel, unsigned resultWidth) {
  FailureOr<Instruction *> in = compiler.append(op, kernel);
  if (failed(in))
    return failure();
  (*in)->integers[0] = getWidth(op->getOperand(0).getType());
  (*in)->integers[1] = resultWidth;
  return success();
}

template <int64_t (*F)(int64_t, int64_t, const Instruction &)>
LogicalResult encodeInteger(LaneCompiler &compiler, Operation *op) {
  return appendInteger(compiler, op, runInteger<F>, getWidth(op->getResult(0).getType()));
}

using I = const Instruction &;
// Unsigned arithmetic wraps without being undefined.
int64_t addOf(int64_t x, int64_t y, I) { return uint64_t(x) + uint64_t(y); }
int64_t subOf(int64_t x, int64_t y, I) { return uint64_t(x) - uint64_t(y); }
int64_t mulOf(int64_t x, int64_t y, I) { return uint64_t(x) * uint64_t(y); }
int64_t andOf(int64_t x, int64_t y, I) { return x & y; }
int64_t orOf(int64_t x, int64_t y, I) { return x | y; }
int64_t xorOf(int64_t x, int64_t y, I) { return x ^ y; }
// A quotient by zero is all ones, a remainder by it the dividend; the least number divided by -1 is itself.
template <int64_t (*F)(int64_t, int64_t)> int64_t quotientOf(int64_t x, int64_t y, I in) {
  x = asSigned(x, in.integers[0]), y = asSigned(y, in.integers[0]);
  return y == 0 ? -1 : x == INT64_MIN && y == -1 ? x : F(x, y);
}
template <bool Up> int64_t divUOf(int64_t x, int64_t y, I in) {
  uint64_t a = asUnsigned(x, in.integers[0]), b = asUnsigned(y, in.integers[0]);
  return b == 0 ? -1 : a / b + (Up && a % b != 0);
}
int64_t remSOf(int64_t x, int64_t y, I in) {
  x = asSigned(x, in.integers[0]), y = asSigned(y, in.integers[0]);
  return y == 0 ? x : y == -1 ? 0 : x % y;
}
int64_t remUOf(int64_t x, int64_t y, I in) {
  uint64_t a = asUnsigned(x, in.integers[0]), b = asUnsigned(y, in.integers[0]);
  return b == 0 ? a : a % b;
}
int64_t truncatedQuotient(int64_t x, int64_t y) { return x / y; }
int64_t flooredQuotient(int64_t x, int64_t y) { return llvm::divideFloorSigned(x, y); }
int64_t ceiledQuotient(int64_t x, int64_t y) { return llvm::divideCeilSigned(x, y); }
// By the width or more all bits are shifted out; what an arithmetic shift leaves is the sign.
bool isInside(int64_t amount, I in) { return asUnsigned(amount, in.integers[0]) < uint64_t(in.integers[0]); }
int64_t shlOf(int64_t x, int64_t y, I in) { return isInside(y, in) ? uint64_t(x) << y : 0; }
int64_t shrSOf(int64_t x, int64_t y, I in) {
  return asSigned(x, in.integers[0]) >> (isInside(y, in) ? y : in.integers[0] - 1);
}
int64_t shrUOf(int64_t x, int64_t y, I in) { return isInside(y, in) ? asUnsigned(x, in.integers[0]) >> y : 0; }
int64_t maxSOf(int64_t x, int64_t y, I in) { return asSigned(x, in.integers[0]) > asSigned(y, in.integers[0]) ? x : y; }
int64_t minSOf(int64_t x, int64_t y, I in) { return asSigned(x, in.integers[0]) < asSigned(y, in.integers[0]) ? x : y; }
int64_t maxUOf(int64_t x, int64_t y, I in) {
  return asUnsigned(x, in.integers[0]) > asUnsigned(y, in.integers[0]) ? x : y;
}
int64_t minUOf(int64_t x, int64_t y, I in) {
  return asUnsigned(x, in.integers[0]) < asUnsigned(y, in.integers[0]) ? x : y;
}
// Wraps. A negative power is what 1 / x^|y| is cut off to; of 0 it is undefined, 0 here.
int64_t powerOf(int64_t x, int64_t y, I in) {
  if (y < 0)
    return x == 1 || (x == -1 && y % 2 != 0) ? x : x == -1;
  uint64_t power = 1, square = asSigned(x, in.integers[0]);
  for (uint64_t rest = y; rest != 0; rest >>= 1, square *= square)
    if (rest & 1)
      power *= square;
  return power;
}
int64_t leadingZerosOf(int64_t x, int64_t, I in) {
  return llvm::countl_zero(asUnsigned(x, in.integers[0])) - (64 - in.integers[0]);
}
int64_t trailingZerosOf(int64_t x, int64_t, I in) {
  uint64_t bits = asUnsigned(x, in.integers[0]);
  return bits == 0 ? in.integers[0] : llvm::countr_zero(bits);
}
int64_t onesOf(int64_t x, int64_t, I in) { return llvm::popcount(asUnsigned(x, in.integers[0])); }
int64_t absOf(int64_t x, int64_t, I) { return x < 0 ? -uint64_t(x) : x; }
int64_t extendSOf(int64_t x, int64_t, I in) { return asSigned(x, in.integers[0]); }
int64_t extendUOf(int64_t x, int64_t, I in) { return asUnsigned(x, in.integers[0]); }
int64_t truncOf(int64_t x, int64_t, I) { return x; }

template <arith::CmpIPredicate P> int64_t compareOf(int64_t x, int64_t y, I in) {
  return arith::applyCmpPredicate(P, APInt(64, asSigned(x, in.integers[0]), true),
                                  APInt(64, asSigned(y, in.integers[0]), true));
}

template <int P = 0> Kernel selectCompareKernel(arith::CmpIPredicate predicate) {
  if constexpr (P <= static_cast<int>(arith::getMaxEnumValForCmpIPredicate())) {
    constexpr auto current = static_cast<arith::CmpIPredicate>(P);
    return predicate == current ? runInteger<compareOf<current>> : selectCompareKernel<P + 1>(predicate);
  }
  return nullptr;
}

LogicalResult encodeCompareInteger(LaneCompiler &compiler, Operation *op) {
  return appendInteger(compiler, op, selectCompareKernel(cast<arith::CmpIOp>(op).getPredicate()), 1);
}

LogicalResult encodeCompareIndex(LaneCompiler &compiler, Operation *op) {
  // The two dialects number their predicates alike.
  auto predicate = static_cast<arith::CmpIPredicate>(cast<index::CmpOp>(op).getPred());
  return appendInteger(compiler, op, selectCompareKernel(predicate), 1);
}

int64_t highSOf(int64_t x, int64_t y, I in) {
  return (__int128(asSigned(x, in.integers[0])) * asSigned(y, in.integers[0])) >> in.integers[0];
}
int64_t highUOf(int64_t x, int64_t y, I in) {
  return (static_cast<unsigned __int128>(asUnsigned(x, in.integers[0])) * asUnsigned(y, in.integers[0])) >>
         in.integers[0];
}
int64_t carryOf(int64_t x, int64_t y, I in) {
  uint64_t a = asUnsigned(x, in.integers[0]);
  return asUnsigned(a + asUnsigned(y, in.integers[0]), in.integers[0]) < a;
}

/// An op of two results, each a function of its own.
template <int64_t (*First)(int64_t, int64_t, I), int64_t (*Second)(int64_t, int64_t, I)>
LogicalResult encodePair(LaneCompiler &compiler, Operation *op) {
  if (failed(encodeInteger<First>(compiler, op)))
    return failure();
  int first = *compiler.getRegister(op->getResult(0), op);
  if (failed(appendInteger(compiler, op, runInteger<Second>, getWidth(op->getResult(1).getType()))))
    return failure();
  compiler.setRegister(op->getResult(1), *compiler.getRegister(op->getResult(0), op));
  compiler.setRegister(op->getResult(0), first);
  return success();
}

int64_t nonZeroOf(int64_t x, int64_t, I) { return x != 0; }
} // namespace

LogicalResult fusion::reference::appendResize(LaneCompiler &compiler, Operation *op, bool isSigned) {
  return isSigned ? encodeInteger<extendSOf>(compiler, op) : encodeInteger<extendUOf>(compiler, op);
}

LogicalResult fusion::reference::appendNonZero(LaneCompiler &compiler, Operation *op) {
  if (isa<FloatType>(getElementTypeOrSelf(op->getOperand(0).getType())))
    return appendFloatNonZero(compiler, op);
  return encodeInteger<nonZeroOf>(compiler, op);
}

static void addConversions(llvm::StringMap<Encoder> &table) {
  table["arith.extsi"] = encodeInteger<extendSOf>;
  table["arith.extui"] = encodeInteger<extendUOf>;
  table["arith.trunci"] = encodeInteger<truncOf>;
  table["arith.index_cast"] = encodeInteger<extendSOf>;
  table["arith.index_castui"] = encodeInteger<extendUOf>;
}

/// Of the index dialect: arith's under other names.
static void addIndexOps(llvm::StringMap<Encoder> &table) {
  static const std::pair<const char *, const char *> names[] = {
      {"add", "addi"},         {"sub", "subi"},           {"mul", "muli"},           {"and", "andi"},
      {"or", "ori"},           {"xor", "xori"},           {"divs", "divsi"},         {"divu", "divui"},
      {"rems", "remsi"},       {"remu", "remui"},         {"maxs", "maxsi"},         {"maxu", "maxui"},
      {"mins", "minsi"},       {"minu", "minui"},         {"shl", "shli"},           {"shrs", "shrsi"},
      {"shru", "shrui"},       {"ceildivs", "ceildivsi"}, {"ceildivu", "ceildivui"}, {"floordivs", "floordivsi"},
      {"casts", "index_cast"}, {"castu", "index_castui"}};
  for (auto [name, ofArith] : names)
    table[std::string("index.") + name] = table.lookup(std::string("arith.") + ofArith);
  table["index.cmp"] = encodeCompareIndex;
}

const llvm::StringMap<Encoder> &fusion::reference::getIntegerEncoders() {
  static const llvm::StringMap<Encoder> encoders = [] {
    llvm::StringMap<Encoder> table;
    table["arith.addi"] = encodeInteger<addOf>;
    table["arith.subi"] = encodeInteger<subOf>;
    table["arith.muli"] = encodeInteger<mulOf>;
    table["arith.andi"] = encodeInteger<andOf>;
    table["arith.ori"] = encodeInteger<orOf>;
    table["arith.xori"] = encodeInteger<xorOf>;
    table["arith.divsi"] = encodeInteger<quotientOf<truncatedQuotient>>;
    table["arith.divui"] = encodeInteger<divUOf</*Up=*/false>>;
    table["arith.remsi"] = encodeInteger<remSOf>;
    table["arith.remui"] = encodeInteger<remUOf>;
    table["arith.floordivsi"] = encodeInteger<quotientOf<flooredQuotient>>;
    table["arith.ceildivsi"] = encodeInteger<quotientOf<ceiledQuotient>>;
    table["arith.ceildivui"] = encodeInteger<divUOf</*Up=*/true>>;
    table["arith.shli"] = encodeInteger<shlOf>;
    table["arith.shrsi"] = encodeInteger<shrSOf>;
    table["arith.shrui"] = encodeInteger<shrUOf>;
    table["arith.maxsi"] = encodeInteger<maxSOf>;
    table["arith.minsi"] = encodeInteger<minSOf>;
    table["arith.maxui"] = encodeInteger<maxUOf>;
    table["arith.minui"] = encodeInteger<minUOf>;
    table["math.ctlz"] = encodeInteger<leadingZerosOf>;
    table["math.cttz"] = encodeInteger<trailingZerosOf>;
    table["math.ctpop"] = encodeInteger<onesOf>;
    table["math.absi"] = encodeInteger<absOf>;
    table["math.ipowi"] = encodeInteger<powerOf>;
    table["arith.cmpi"] = encodeCompareInteger;
    table["arith.addui_extended"] = encodePair<addOf, carryOf>;
    table["arith.mulsi_extended"] = encodePair<mulOf, highSOf>;
    table["arith.mului_extended"] = encodePair<mulOf, highUOf>;
    addConversions(table);
    addIndexOps(table);
    return table;
  }();
  return encoders;
}

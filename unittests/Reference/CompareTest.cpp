// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The comparer: what counts as equal, in kind and in size.

#include "fusion/Reference/Compare.h"
#include "Unit.h"
#include "fusion/Reference/Interpreter.h"
#include <cmath>

using namespace mlir;
using namespace fusion::reference;

namespace {
struct Element {
  double value, lo, hi, actual;
};

Comparison compare(const char *type, ArrayRef<Element> elements, CompareMode mode = CompareMode::Bounds) {
  Type dtype = parseTestType(type);
  int64_t n = elements.size();
  Tensor expected = Tensor::allocate(dtype, {n}, true), actual = Tensor::allocate(dtype, {n}, false);
  for (int64_t i = 0; i < n; ++i) {
    expected.valueMut()[i].f = elements[i].value;
    expected.loMut()[i].f = elements[i].lo;
    expected.hiMut()[i].f = elements[i].hi;
    actual.valueMut()[i].f = elements[i].actual;
  }
  return *compareOutputs(expected, actual.toBytes(), dtype, mode);
}

int64_t mismatches(const char *type, Element element, CompareMode mode = CompareMode::Bounds) {
  return compare(type, {element}, mode).mismatches;
}

TEST(Compare, Finite) {
  EXPECT_EQ(mismatches("f32", {1, 0.5, 1.5, 1.25}), 0);
  EXPECT_EQ(mismatches("f32", {1, 0.5, 1.5, 1.75}), 1);
  EXPECT_EQ(mismatches("f32", {1, 0.5, 1.5, 0.25}), 1);
  // A reference that needs rounding equals its rounding, whatever the bound.
  EXPECT_EQ(mismatches("bf16", {1.001, 1.001, 1.001, 1.0}), 0);
  EXPECT_EQ(mismatches("f32", {0.1, 0.1, 0.1, 0.1f}, CompareMode::Exact), 0);
  EXPECT_EQ(mismatches("f32", {1, 0.5, 1.5, 1.25}, CompareMode::Exact), 1);
  EXPECT_EQ(mismatches("f32", {0.0, 0, 0, -0.0}, CompareMode::Exact), 1);
  EXPECT_EQ(mismatches("f32", {0.0, 0, 0, -0.0}), 0);
  Comparison c = compare("f32", {{1, 0, 2, 1.25}, {4, 3, 6, 5}, {8, 8, 8, 8}});
  EXPECT_EQ(c.maxError, 1);
  EXPECT_EQ(c.maxBoundRatio, 0.5);
  EXPECT_EQ(c.worstIndex, 1);
  EXPECT_EQ(c.boundAtMax, 2);
  EXPECT_FALSE(c.exact);
  EXPECT_EQ(c.expectedAtWorst, 4);
  EXPECT_EQ(c.actualAtWorst, 5);
  EXPECT_TRUE(c.passed());
}

TEST(Compare, Special) {
  EXPECT_EQ(mismatches("f32", {NAN, NAN, NAN, NAN}), 0);
  EXPECT_EQ(mismatches("f32", {NAN, NAN, NAN, 1}), 1);
  EXPECT_EQ(mismatches("f32", {1, 0, 2, NAN}), 1);
  EXPECT_EQ(mismatches("f32", {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL}), 0);
  EXPECT_EQ(mismatches("f32", {HUGE_VAL, HUGE_VAL, HUGE_VAL, -HUGE_VAL}), 1);
  EXPECT_EQ(mismatches("f32", {HUGE_VAL, HUGE_VAL, HUGE_VAL, 3e38}), 1);
  // Overflow counts where the interval rounds beyond the greatest number.
  EXPECT_EQ(mismatches("f16", {65500, 65400, 65600, HUGE_VAL}), 0);
  EXPECT_EQ(mismatches("f16", {65400, 65300, 65500, HUGE_VAL}), 1);
  EXPECT_EQ(mismatches("f16", {70000, 65000, 75000, 65504}), 0);
  EXPECT_EQ(mismatches("f16", {70000, 69000, 75000, 65504}), 1);
  // Ends in reverse: NaN is possible beside the numbers.
  EXPECT_EQ(mismatches("f32", {1, 2, 0, NAN}), 0);
  EXPECT_EQ(mismatches("f32", {1, 2, 0, 1.5}), 0);
  EXPECT_EQ(mismatches("f32", {1, 2, 0, 3}), 1);
  EXPECT_EQ(mismatches("f32", {NAN, 2, 0, 1.5}), 0);
  EXPECT_EQ(mismatches("f32", {NAN, 2, 0, 3}), 1);
  EXPECT_EQ(mismatches("f32", {HUGE_VAL, HUGE_VAL, 2, 1}), 1);
  EXPECT_EQ(mismatches("f32", {1, -HUGE_VAL, HUGE_VAL, NAN}), 1);
  EXPECT_EQ(compare("f32", {{1, HUGE_VAL, -HUGE_VAL, NAN}}).unbounded, 1);
  EXPECT_EQ(compare("f32", {{1, -8, 10, 3}, {0.5, 0.4, 0.6, 0.5}}).wide, 1);
}

/// Whether a comparison says anything: half of the elements have a bound that does.
TEST(Compare, Conclusive) {
  Element bounded = {1, 0.5, 1.5, 1}, wide = {0.5, -0.5, 1, 0.5}, unknown = {1, HUGE_VAL, -HUGE_VAL, 1};
  EXPECT_EQ(compare("f32", {bounded, wide, unknown}).getBounded(), 1);
  EXPECT_EQ(compare("f32", {}).getBounded(), 0);
  // A bound below half of the root mean square says something, and one below half of the element.
  ASSERT_EQ(compare("f32", {{1, 1, 1, 1}, {0, -0.35, 0.35, 0}}).getBounded(), 2);
  EXPECT_EQ(compare("f32", {{1, 1, 1, 1}, {0, -0.36, 0.1, 0}}).getBounded(), 1);
  EXPECT_EQ(compare("f32", {{1, 0.5, 1, 1}, {0, 0, 0, 0}, {0, 0, 0, 0}}).getBounded(), 3);
  EXPECT_EQ(compare("f32", {{1e300, 1e300, 1e300, HUGE_VAL}, {0, -1e299, 1e299, 0}}).getBounded(), 2);
  // Zeros have no scale of their own: a bound below 1 says something.
  ASSERT_EQ(compare("f32", {{0, -0.5, 0.5, 0.25}}).getBounded(), 1);
  EXPECT_EQ(compare("f32", {{0, -2, 2, 0.25}}).getBounded(), 0);
  EXPECT_EQ(compare("f32", {{HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL}}).getBounded(), 1);
  // A truth value that may be either.
  Type i1 = parseTestType("i1");
  Tensor expected = Tensor::allocate(i1, {1}, true), actual = Tensor::allocate(i1, {1}, false);
  expected.valueMut()->i = expected.loMut()->i = actual.valueMut()->i = 0;
  expected.hiMut()->i = 1;
  EXPECT_EQ(compareOutputs(expected, actual.toBytes(), i1)->getBounded(), 0);
  expected.hiMut()->i = 0;
  EXPECT_EQ(compareOutputs(expected, actual.toBytes(), i1)->getBounded(), 1);
}

/// What is NaN or infinite in one alone counts, whatever the bound allows.
TEST(Compare, Apart) {
  ASSERT_EQ(compare("f32", {{1, HUGE_VAL, -HUGE_VAL, NAN}, {1, 2, 0, NAN}, {NAN, 2, 0, 1}}).apart, 3);
  EXPECT_EQ(compare("f16", {{65500, 65400, 65600, HUGE_VAL}, {70000, 65000, 75000, 65504}}).apart, 2);
  EXPECT_EQ(compare("f32", {{HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL}}).apart, 1);
  EXPECT_EQ(compare("f16", {{70000, 70000, 70000, HUGE_VAL}, {NAN, NAN, NAN, NAN}, {1, 1, 1, 1}}).apart, 0);
}

/// Whether a fault of more than a few roundings may hide.
TEST(Compare, Loose) {
  ASSERT_EQ(compare("f32", {{1, 1 - 0x1p-22, 1, 1}, {0, 0, 0x1p-22, 0}}).loose, 0);
  EXPECT_EQ(compare("f32", {{1, 1 - 0x1p-20, 1, 1}, {0, 0, 0x1p-20, 0}}).loose, 2);
  EXPECT_EQ(compare("bf16", {{1, 1 - 0x1p-20, 1, 1}, {NAN, NAN, NAN, NAN}}).loose, 1);
}

/// To nearest, ties to even.
TEST(Compare, Rounding) {
  auto rounds = [](const char *type, double value, double rounded) {
    return mismatches(type, {value, value, value, rounded}, CompareMode::Exact) == 0;
  };
  ASSERT_TRUE(rounds("bf16", 1 + 0x1.1p-8, 1 + 0x1p-7));
  EXPECT_TRUE(rounds("bf16", -1 - 0x1.1p-8, -1 - 0x1p-7));
  EXPECT_TRUE(rounds("bf16", 1 + 0x0.fp-8, 1));
  ASSERT_TRUE(rounds("bf16", 1 + 0x1p-8, 1));
  EXPECT_TRUE(rounds("bf16", 1 + 0x3p-8, 1 + 0x1p-6));
  ASSERT_TRUE(rounds("f16", 2 - 0x1p-13, 2));
  EXPECT_TRUE(rounds("f16", 2047.75, 2048));
  ASSERT_TRUE(rounds("f16", 0x1.8p-24, 0x1p-23));
  EXPECT_TRUE(rounds("f16", 0x0.8p-24, 0));
  EXPECT_TRUE(rounds("f32", 1 + 0x1.1p-24, 1 + 0x1p-23));
}

TEST(Compare, Integers) {
  Type i32 = parseTestType("i32");
  Tensor expected = Tensor::allocate(i32, {2}, false), actual = Tensor::allocate(i32, {2}, false);
  expected.valueMut()[0].i = actual.valueMut()[0].i = -5;
  expected.valueMut()[1].i = 7;
  actual.valueMut()[1].i = 8;
  Comparison c = *compareOutputs(expected, actual.toBytes(), i32);
  EXPECT_EQ(c.mismatches, 1);
  EXPECT_EQ(c.worstIndex, 1);
  EXPECT_FALSE(c.exact);
  actual.valueMut()[1].i = 6;
  EXPECT_EQ(compareOutputs(expected, actual.toBytes(), i32)->mismatches, 1);
  EXPECT_TRUE(failed(compareOutputs(expected, actual.toBytes(), parseTestType("f32"))));
  EXPECT_TRUE(failed(compareOutputs(expected, ArrayRef<char>(), i32)));
}

TEST(Compare, MovedBounds) {
  Type f32 = parseTestType("f32");
  Tensor values = Tensor::splat(f32, {1}, makeFloat(10)), bounds = Tensor::allocate(f32, {1}, true);
  bounds.valueMut()[0].f = 11;
  bounds.loMut()[0].f = 10.5;
  bounds.hiMut()[0].f = 11.25;
  Tensor moved = withBoundsOf(values, bounds);
  EXPECT_EQ(moved.value()->f, 10);
  EXPECT_EQ(moved.lo()->f, 9.5);
  EXPECT_EQ(moved.hi()->f, 10.25);
  // What the values are uncertain by themselves comes on top.
  Tensor uncertain = Tensor::allocate(f32, {1}, true);
  uncertain.valueMut()[0].f = 10;
  uncertain.loMut()[0].f = 9;
  uncertain.hiMut()[0].f = 12;
  moved = withBoundsOf(uncertain, bounds);
  EXPECT_EQ(moved.value()->f, 10);
  EXPECT_EQ(moved.lo()->f, 8.5);
  EXPECT_EQ(moved.hi()->f, 12.25);
  // NaN stays possible.
  std::swap(bounds.loMut()->f, bounds.hiMut()->f);
  moved = withBoundsOf(uncertain, bounds);
  EXPECT_EQ(moved.value()->f, 10);
  EXPECT_EQ(moved.hi()->f, 8.5);
  EXPECT_EQ(moved.lo()->f, 12.25);
  // A value within the bounds of the other run: what they say where they are is possible too.
  bounds.valueMut()->f = 9.5;
  bounds.loMut()->f = 0;
  bounds.hiMut()->f = 10.5;
  moved = withBoundsOf(values, bounds);
  EXPECT_EQ(moved.value()->f, 10);
  EXPECT_EQ(moved.lo()->f, 0);
  EXPECT_EQ(moved.hi()->f, 11);
}

/// Where the value is not finite, the other run says what is possible beside it, if it has the same value or one that
/// is possible.
TEST(Compare, MovedSpecial) {
  Type f32 = parseTestType("f32");
  Tensor values = Tensor::splat(f32, {1}, makeFloat(HUGE_VAL)), bounds = Tensor::allocate(f32, {1}, true);
  bounds.valueMut()->f = HUGE_VAL;
  bounds.loMut()->f = HUGE_VAL;
  bounds.hiMut()->f = 3;
  Tensor moved = withBoundsOf(values, bounds);
  EXPECT_EQ(moved.lo()->f, HUGE_VAL);
  EXPECT_EQ(moved.hi()->f, 3);
  bounds.valueMut()->f = 5;
  moved = withBoundsOf(values, bounds);
  EXPECT_EQ(moved.lo()->f, HUGE_VAL);
  EXPECT_EQ(moved.hi()->f, HUGE_VAL);
  // 1 / (1 + erf(-9)), say: infinite in float64, but not for sure.
  Tensor uncertain = Tensor::allocate(f32, {1}, true);
  uncertain.valueMut()->f = HUGE_VAL;
  uncertain.loMut()->f = -HUGE_VAL;
  uncertain.hiMut()->f = HUGE_VAL;
  bounds.loMut()->f = 4;
  bounds.hiMut()->f = 6;
  moved = withBoundsOf(uncertain, bounds);
  EXPECT_EQ(moved.lo()->f, -HUGE_VAL);
  EXPECT_EQ(moved.hi()->f, HUGE_VAL);
  // A number from 0 on, or NaN, where the other run has NaN.
  uncertain.valueMut()->f = 1;
  uncertain.loMut()->f = HUGE_VAL;
  uncertain.hiMut()->f = 0;
  bounds.valueMut()->f = bounds.loMut()->f = bounds.hiMut()->f = NAN;
  moved = withBoundsOf(uncertain, bounds);
  EXPECT_EQ(moved.lo()->f, HUGE_VAL);
  EXPECT_EQ(moved.hi()->f, 0);
}

/// Integers: few that are possible move with the value, and stay possible where it is one of them.
TEST(Compare, MovedIntegers) {
  Type i32 = parseTestType("i32");
  Tensor values = Tensor::splat(i32, {1}, makeInt(7)), bounds = Tensor::allocate(i32, {1}, true);
  auto moved = [&](int64_t value, int64_t lo, int64_t hi) {
    bounds.valueMut()->i = value;
    bounds.loMut()->i = lo;
    bounds.hiMut()->i = hi;
    Tensor result = withBoundsOf(values, bounds);
    return std::pair(result.lo()->i, result.hi()->i);
  };
  EXPECT_EQ(moved(7, 6, 7), std::pair(int64_t(6), int64_t(7)));
  EXPECT_EQ(moved(6, 6, 7), std::pair(int64_t(6), int64_t(8)));
  EXPECT_EQ(moved(9, 9, 10), std::pair(int64_t(7), int64_t(8)));
  EXPECT_EQ(moved(9, 9, 9), std::pair(int64_t(7), int64_t(7)));
  EXPECT_EQ(moved(7, INT64_MIN, INT64_MAX), std::pair(INT64_MIN, INT64_MAX));
}

/// Where float64's value is not possible, only what is possible is right, in its own place.
TEST(Compare, ValueThatIsNotPossible) {
  Type f32 = parseTestType("f32"), i32 = parseTestType("i32");
  Tensor values = Tensor::splat(f32, {1}, makeFloat(8)), bounds = Tensor::allocate(f32, {1}, true);
  auto differs = [&](double value, double lo, double hi, double actual) {
    bounds.valueMut()->f = value;
    bounds.loMut()->f = lo;
    bounds.hiMut()->f = hi;
    Tensor got = Tensor::splat(f32, {1}, makeFloat(actual));
    return compareOutputs(withBoundsOf(values, bounds), got).mismatches != 0;
  };
  EXPECT_FALSE(differs(8, 5, 5, 5));
  EXPECT_TRUE(differs(8, 5, 5, 8));
  EXPECT_TRUE(differs(8, 5, 5, 6));
  EXPECT_FALSE(differs(8 + 1e-15, 0, 0, 0));
  EXPECT_FALSE(differs(8, NAN, NAN, NAN));
  EXPECT_TRUE(differs(8, NAN, NAN, 8));
  // Another graph: what is possible there moves.
  EXPECT_TRUE(differs(9, 5, 5, 5));

  Tensor integers = Tensor::splat(i32, {1}, makeInt(8)), few = Tensor::allocate(i32, {1}, true);
  few.valueMut()->i = 8;
  few.loMut()->i = few.hiMut()->i = 5;
  Tensor moved = withBoundsOf(integers, few);
  EXPECT_EQ(compareOutputs(moved, Tensor::splat(i32, {1}, makeInt(5))).mismatches, 0);
  EXPECT_EQ(compareOutputs(moved, Tensor::splat(i32, {1}, makeInt(8))).mismatches, 1);
}

TEST(Compare, RoundTrips) {
  // Every bf16 and f16 survives decoding and encoding (NaNs as NaNs).
  for (const char *name : {"bf16", "f16"}) {
    SmallVector<char> bytes;
    for (int i = 0; i < 65536; ++i) {
      bytes.push_back(i & 255);
      bytes.push_back(i >> 8);
    }
    Tensor tensor = *Tensor::fromBytes(parseTestType(name), {65536}, bytes);
    SmallVector<char> again = tensor.toBytes();
    int64_t different = 0;
    for (int i = 0; i < 65536; ++i)
      different +=
          !std::isnan(tensor.value()[i].f) && (again[2 * i] != bytes[2 * i] || again[2 * i + 1] != bytes[2 * i + 1]);
    EXPECT_EQ(different, 0);
  }
}
} // namespace

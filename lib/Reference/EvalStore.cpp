// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion.amax and fusion.pack_bits.

#include "Evaluator.h"
#include "RoundingModel.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include <cmath>

using namespace mlir;
using namespace fusion;
using namespace fusion::reference;

static Interval getMagnitude(Interval x) {
  if (x.isNaN())
    return {kNaN, kNaN, kNaN};
  double lo = std::abs(x.lo), hi = std::abs(x.hi);
  return {std::abs(x.value), x.mayBeZero() ? 0 : std::min(lo, hi), std::max(lo, hi), x.mayBeNaN()};
}

/// The larger one, or NaN if one is.
static Interval getLarger(Interval x, Interval y) {
  double value = std::isnan(x.value) || x.value > y.value ? x.value : y.value;
  if (x.isNaN() || y.isNaN())
    return {value, kNaN, kNaN};
  return {value, std::max(x.lo, y.lo), std::max(x.hi, y.hi), x.mayBeNaN() || y.mayBeNaN()};
}

LogicalResult fusion::reference::evaluateAmax(Evaluator &evaluator, Operation *operation) {
  auto op = cast<AmaxOp>(operation);
  Tensor input = evaluator.get(op.getInput());
  const InterpreterOptions &options = evaluator.getOptions();
  Interval largest = Interval::exact(-kInfinity);
  forEachOffset(input.getShape(), input.getStrides(), input.getStrides(), [&](int64_t at, int64_t) {
    Interval x = Interval::decode(input.value()[at].f, input.lo()[at].f, input.hi()[at].f);
    largest = getLarger(getMagnitude(x), largest);
  });
  // Elements are as their type has them, also where a kernel keeps more digits.
  if (Type type = op.getInput().getType().getElementType(); !type.isF32() && options.bounds && !options.ofFloat64)
    largest = RoundingModel::getStore(type).apply(largest);
  Tensor result =
      Tensor::allocate(op.getResult().getType().getElementType(), op.getResult().getType().getShape(), options.bounds);
  result.valueMut()[0] = makeFloat(largest.value);
  if (options.bounds) {
    largest.encode(result.loMut()[0].f, result.hiMut()[0].f);
    result.dropTrivialBounds();
  }
  evaluator.set(op.getResult(), result);
  return success();
}

/// What bit `bit` of a byte, which is signed, adds to it.
static int64_t getWeight(int64_t bit) { return bit == 7 ? -128 : int64_t(1) << bit; }

LogicalResult fusion::reference::evaluatePackBits(Evaluator &evaluator, Operation *operation) {
  auto op = cast<PackBitsOp>(operation);
  Tensor input = evaluator.get(op.getInput()).contiguous();
  bool bounds = evaluator.getOptions().bounds;
  SmallVector<int64_t> shape(input.getShape());
  shape.back() /= 8;
  Tensor result = Tensor::allocate(op.getResult().getType().getElementType(), shape, bounds);
  for (int64_t byte = 0, end = result.getNumElements(); byte < end; ++byte) {
    int64_t value = 0, lo = 0, hi = 0;
    for (int64_t bit = 0; bit < 8; ++bit) {
      int64_t at = 8 * byte + bit, weight = getWeight(bit);
      int64_t first = weight * input.lo()[at].i, second = weight * input.hi()[at].i;
      value += weight * input.value()[at].i;
      lo += std::min(first, second);
      hi += std::max(first, second);
    }
    result.valueMut()[byte] = makeInt(value);
    if (bounds)
      result.loMut()[byte] = makeInt(lo), result.hiMut()[byte] = makeInt(hi);
  }
  if (bounds)
    result.dropTrivialBounds();
  evaluator.set(op.getResult(), result);
  return success();
}

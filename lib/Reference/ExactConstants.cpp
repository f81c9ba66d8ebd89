// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The numbers of activations, and which constants stand for them.

#include "ExactConstants.h"
#include "FloatFormat.h"
#include "fusion/Reference/Constants.h"
#include <cmath>

using namespace mlir;
using namespace fusion::reference;

/// Up to a sign and a power of two.
static constexpr double kNumbersOfF32[] = {
    0.70710678118654752440,            // √½, of gelu by erf
    0.39894228040143267794,            // 1/√(2π), of its derivative, and √(2/π), of gelu by tanh
    0.56418958354775628695,            // 1/√π
    0.044715,                          // the cubic of gelu by tanh
    3 * 0.044715,                      // of its derivative
    0.79788456080286535588 * 0.044715, // the two multiplied
    0.79788456080286535588 * 3 * 0.044715,
};
/// The same of constants of any type.
static constexpr double kNumbersOfAll[] = {1.0 / 6.0};

/// The number that `value` is in `format`, or `value`.
static double findExact(double value, const FloatFormat &format) {
  int exponent, ignored;
  if (!std::isfinite(value) || std::frexp(value, &exponent) == 0)
    return value;
  auto search = [&](ArrayRef<double> numbers) {
    for (double number : numbers) {
      double scaled = std::copysign(std::ldexp(std::frexp(number, &ignored), exponent), value);
      if (format.round(scaled) == value)
        return scaled;
    }
    return value;
  };
  double exact = search(kNumbersOfAll);
  return exact == value && format.type.isF32() ? search(kNumbersOfF32) : exact;
}

static Tensor withExactNumber(Tensor constant) {
  double value = constant.value()->f;
  double exact = findExact(value, FloatFormat::get(cast<FloatType>(constant.getElementType())));
  if (exact == value)
    return constant;
  Tensor one = Tensor::allocate(constant.getElementType(), {}, /*bounds=*/true);
  one.valueMut()->f = value;
  one.loMut()->f = std::min(value, exact);
  one.hiMut()->f = std::max(value, exact);
  return one.view(constant.getShape(), SmallVector<int64_t>(constant.getRank(), 0));
}

static Tensor moved(Tensor constant, Direction direction) {
  double value = constant.value()->f;
  if (isPlainNumber(value) || !std::isfinite(value))
    return constant;
  FloatFormat format = FloatFormat::get(cast<FloatType>(constant.getElementType()));
  double half = std::max(std::ldexp(format.roundoff, std::ilogb(value)), format.minSubnormal / 2);
  bool up = direction == Direction::Up || (direction == Direction::TowardZero && value < 0);
  return Tensor::splat(constant.getElementType(), constant.getShape(), makeFloat(up ? value + half : value - half));
}

Tensor fusion::reference::readConstant(Tensor constant, const InterpreterOptions &options) {
  if (!constant.isFloat() || !constant.isSplat() || constant.getNumElements() == 0)
    return constant;
  if (options.direction != Direction::Nearest)
    return moved(constant, options.direction);
  return options.bounds && options.ofFloat64 ? withExactNumber(constant) : constant;
}

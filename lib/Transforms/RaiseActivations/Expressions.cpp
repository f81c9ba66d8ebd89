// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads values as polynomials and products, and compares constants but for rounding.

#include "Expressions.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

/// Activations are shallow; the limit bounds the search in long chains.
static constexpr unsigned kMaxDepth = 6;

static std::optional<Polynomial> multiply(const Polynomial &a, const Polynomial &b) {
  Polynomial product{};
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < b.size(); ++j) {
      if (i + j < product.size())
        product[i + j] += a[i] * b[j];
      else if (a[i] != 0 && b[j] != 0)
        return std::nullopt;
    }
  return product;
}

static Polynomial combine(const Polynomial &a, double factor, const Polynomial &b) {
  Polynomial sum = a;
  for (size_t i = 0; i < sum.size(); ++i)
    sum[i] += factor * b[i];
  return sum;
}

static std::optional<Polynomial> matchPolynomial(Value value, Value x, unsigned depth) {
  if (value == x)
    return Polynomial{0, 1, 0, 0};
  if (std::optional<double> constant = getSplatDouble(value))
    return Polynomial{*constant, 0, 0, 0};
  Operation *op = value.getDefiningOp();
  if (depth == 0 || !op || value.getType() != x.getType() || !isa<AddOp, SubOp, MulOp, DivOp, NegOp, PowOp>(op))
    return std::nullopt;
  std::optional<Polynomial> a = matchPolynomial(op->getOperand(0), x, depth - 1);
  if (!a)
    return std::nullopt;
  if (isa<NegOp>(op))
    return combine({}, -1.0, *a);
  std::optional<double> constant = getSplatDouble(op->getOperand(1));
  if (isa<PowOp>(op)) {
    if (constant == 2.0)
      return multiply(*a, *a);
    std::optional<Polynomial> square = constant == 3.0 ? multiply(*a, *a) : std::nullopt;
    return square ? multiply(*square, *a) : std::nullopt;
  }
  if (isa<DivOp>(op))
    return constant && *constant != 0 ? std::optional(combine({}, 1.0 / *constant, *a)) : std::nullopt;
  std::optional<Polynomial> b = matchPolynomial(op->getOperand(1), x, depth - 1);
  if (!b)
    return std::nullopt;
  if (isa<MulOp>(op))
    return multiply(*a, *b);
  return combine(*a, isa<AddOp>(op) ? 1.0 : -1.0, *b);
}

std::optional<Polynomial> fusion::matchPolynomial(Value value, Value x) {
  return ::matchPolynomial(value, x, kMaxDepth);
}

std::optional<std::pair<double, double>> fusion::matchLinear(Value value, Value x) {
  std::optional<Polynomial> polynomial = matchPolynomial(value, x);
  if (!polynomial || (*polynomial)[1] == 0 || (*polynomial)[2] != 0 || (*polynomial)[3] != 0)
    return std::nullopt;
  return std::pair((*polynomial)[0], (*polynomial)[1]);
}

SmallVector<Value> fusion::getPolynomialVariables(Value value) {
  SmallVector<Value> values{value};
  // Breadth first, so that the nearest come first. Small bodies only: the list is bounded.
  for (size_t i = 0; i < values.size() && values.size() < 32; ++i) {
    Operation *op = values[i].getDefiningOp();
    if (!op || !isa<AddOp, SubOp, MulOp, DivOp, NegOp, PowOp>(op))
      continue;
    for (Value operand : op->getOperands())
      if (!llvm::is_contained(values, operand) && !getSplatDouble(operand))
        values.push_back(operand);
  }
  return values;
}

namespace {
/// Counts the factors of a product.
struct GatedProduct {
  Value x, gate;
  unsigned numX = 0, numGates = 0;
  double constant = 1.0;

  bool add(Value value, unsigned depth) {
    if (value == x)
      return ++numX == 1;
    if (value == gate)
      return ++numGates == 1;
    if (std::optional<double> splat = getSplatDouble(value)) {
      constant *= *splat;
      return true;
    }
    if (depth == 0)
      return false;
    if (auto mul = value.getDefiningOp<MulOp>())
      return add(mul.getLhs(), depth - 1) && add(mul.getRhs(), depth - 1);
    auto div = value.getDefiningOp<DivOp>();
    std::optional<double> divisor = div ? getSplatDouble(div.getRhs()) : std::nullopt;
    if (!divisor)
      return false;
    constant /= *divisor;
    return add(div.getLhs(), depth - 1);
  }
};
} // namespace

std::optional<double> fusion::matchGatedProduct(Value value, Value x, Value gate) {
  GatedProduct product{x, gate};
  if (!product.add(value, kMaxDepth) || product.numX != 1 || product.numGates != 1)
    return std::nullopt;
  return product.constant;
}

SmallVector<Value> fusion::getFactors(Value value) {
  SmallVector<Value> values{value};
  for (size_t i = 0; i < values.size() && values.size() < 16; ++i) {
    Operation *op = values[i].getDefiningOp();
    if (!op || !isa<MulOp, DivOp>(op))
      continue;
    for (Value operand : isa<MulOp>(op) ? op->getOperands() : op->getOperands().take_front())
      if (!getSplatDouble(operand))
        values.push_back(operand);
  }
  return values;
}

bool fusion::equalButForRounding(double a, double b) {
  // Half a unit in the last place each; sums of a few are allowed for.
  return std::abs(a - b) <= std::ldexp(std::abs(b), -22);
}

/// The number of the type that is nearest to `value`.
static double roundTo(double value, Type elementType) {
  APFloat rounded(value);
  bool losesInfo;
  rounded.convert(cast<FloatType>(elementType).getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  return rounded.convertToDouble();
}

bool fusion::isNumberOf(double value, Type elementType) { return roundTo(value, elementType) == value; }

bool fusion::isRoundingOf(double value, double exact, Type elementType) {
  return value == roundTo(exact, elementType) || equalButForRounding(value, exact);
}

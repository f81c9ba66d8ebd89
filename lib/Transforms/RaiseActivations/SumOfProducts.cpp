// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Multiplies elementwise expressions out.

#include "SumOfProducts.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"

using namespace mlir;
using namespace fusion;

static constexpr unsigned kMaxDepth = 12, kMaxTerms = 24, kMaxVisited = 48;

void SumOfProducts::dropZeros() {
  double most = 0;
  for (auto &[product, constant] : terms)
    most = std::max(most, std::abs(constant));
  for (auto it = terms.begin(); it != terms.end();)
    it = std::abs(it->second) <= most * 0x1p-40 ? terms.erase(it) : std::next(it);
}

/// The function that `op` computes, or nothing.
static std::optional<Factor> getFunction(Operation *op) {
  if (!op)
    return std::nullopt;
  if (isa<SigmoidOp, SiluOp>(op))
    return Factor{Factor::Kind::Logistic, op->getOperand(0)};
  if (isa<TanhOp>(op))
    return Factor{Factor::Kind::Tanh, op->getOperand(0)};
  if (isa<ErfOp>(op))
    return Factor{Factor::Kind::Erf, op->getOperand(0)};
  if (isa<ExpOp>(op))
    return Factor{Factor::Kind::Exp, op->getOperand(0)};
  return std::nullopt;
}

static bool isArithmetic(Operation *op) { return isa_and_present<AddOp, SubOp, MulOp, DivOp, NegOp, PowOp>(op); }

SmallVector<Factor> fusion::findFunctions(Value value) {
  SmallVector<Value> values{value};
  SmallVector<Factor> functions;
  for (size_t i = 0; i < values.size() && values.size() < kMaxVisited; ++i) {
    Operation *op = values[i].getDefiningOp();
    if (std::optional<Factor> function = getFunction(op); function && !llvm::is_contained(functions, *function))
      functions.push_back(*function);
    if (!isArithmetic(op))
      continue;
    for (Value operand : op->getOperands())
      if (!llvm::is_contained(values, operand) && !getSplatDouble(operand))
        values.push_back(operand);
  }
  return functions;
}

namespace {
struct Expander {
  Value x;
  Type type;

  SmallVector<Factor> order;

  using Result = std::optional<SumOfProducts>;

  SumOfProducts single(Factor factor, double constant = 1.0) {
    if (!llvm::is_contained(order, factor))
      order.push_back(factor);
    SumOfProducts sum;
    sum.add(Product{{factor, 1}}, constant);
    return sum;
  }
  static SumOfProducts number(double value) {
    SumOfProducts sum;
    sum.add(Product{}, value);
    return sum;
  }
  static Result product(const Result &a, const Result &b) {
    if (!a || !b)
      return std::nullopt;
    SumOfProducts result;
    for (auto &[left, first] : a->terms)
      for (auto &[right, second] : b->terms) {
        Product joined = left;
        for (auto &[factor, count] : right)
          joined[factor] += count;
        result.add(joined, first * second);
      }
    result.dropZeros();
    return result.terms.size() > kMaxTerms ? std::nullopt : Result(result);
  }
  static Result sum(Result a, double sign, const Result &b) {
    if (!a || !b)
      return std::nullopt;
    for (auto &[term, constant] : b->terms)
      a->add(term, sign * constant);
    a->dropZeros();
    return a->terms.size() > kMaxTerms ? std::nullopt : a;
  }

  /// Whether x or a function is among what `value` is computed from; else it is a factor as it is.
  bool isOfInterest(Value value, unsigned depth) const {
    Operation *op = value.getDefiningOp();
    if (value == x || getFunction(op))
      return true;
    return depth > 0 && isArithmetic(op) &&
           llvm::any_of(op->getOperands(), [&](Value operand) { return isOfInterest(operand, depth - 1); });
  }

  Result expandFunction(Operation *op, Factor function) {
    if (isa<SiluOp>(op))
      return product(single(function), single({Factor::Kind::Plain, function.of}));
    auto negated = function.of.getDefiningOp<NegOp>();
    if (!negated || function.kind == Factor::Kind::Exp)
      return single(function);
    function.of = negated.getInput();
    if (function.kind == Factor::Kind::Logistic) // 1 - s(x)
      return sum(number(1.0), -1.0, single(function));
    return single(function, -1.0);
  }

  Result expandPower(Value base, std::optional<double> exponent, unsigned depth) {
    if (exponent != 2.0 && exponent != 3.0)
      return std::nullopt;
    Result a = expand(base, depth), square = product(a, a);
    return exponent == 2.0 ? square : product(square, a);
  }

  Result expand(Value value, unsigned depth) {
    if (std::optional<double> constant = getSplatDouble(value))
      return number(*constant);
    Factor itself{Factor::Kind::Plain, value};
    Operation *op = value.getDefiningOp();
    if (value == x || depth == 0)
      return single(itself);
    if (std::optional<Factor> function = getFunction(op))
      return expandFunction(op, *function);
    if (!isArithmetic(op) || value.getType() != type || !isOfInterest(value, depth))
      return single(itself);
    if (isa<NegOp>(op))
      return sum(SumOfProducts(), -1.0, expand(op->getOperand(0), depth - 1));
    std::optional<double> constant = getSplatDouble(op->getOperand(1));
    if (isa<PowOp>(op))
      return expandPower(op->getOperand(0), constant, depth - 1);
    if (isa<DivOp>(op))
      return constant && *constant != 0 ? product(expand(op->getOperand(0), depth - 1), number(1 / *constant))
                                        : Result(single(itself));
    Result a = expand(op->getOperand(0), depth - 1), b = expand(op->getOperand(1), depth - 1);
    return isa<MulOp>(op) ? product(a, b) : sum(a, isa<AddOp>(op) ? 1.0 : -1.0, b);
  }
};
} // namespace

std::optional<SumOfProducts> fusion::multiplyOut(Value value, Value x) {
  Expander expander{x, value.getType(), {}};
  std::optional<SumOfProducts> sum = expander.expand(value, kMaxDepth);
  if (sum)
    sum->order = std::move(expander.order);
  return sum;
}

/// `term` without the factors of `part`; nothing if it has not all of them.
static std::optional<Product> without(Product term, const Product &part) {
  for (auto &[factor, count] : part) {
    auto it = term.find(factor);
    if (it == term.end() || it->second < count)
      return std::nullopt;
    it->second -= count;
    if (it->second == 0)
      term.erase(it);
  }
  return term;
}

std::optional<std::pair<Product, double>> fusion::divide(const SumOfProducts &sum, const SumOfProducts &pattern) {
  if (sum.terms.size() != pattern.terms.size() || sum.terms.empty())
    return std::nullopt;
  auto &[first, factor] = *pattern.terms.begin();
  for (auto &[term, constant] : sum.terms) {
    std::optional<Product> rest = without(term, first);
    if (!rest)
      continue;
    double ratio = constant / factor;
    bool all = llvm::all_of(pattern.terms, [&](const auto &entry) {
      Product expected = entry.first;
      for (auto &[other, count] : *rest)
        expected[other] += count;
      auto found = sum.terms.find(expected);
      // Products of a few constants, each rounded to f32.
      return found != sum.terms.end() &&
             std::abs(found->second - ratio * entry.second) <= 0x1p-20 * std::abs(ratio * entry.second);
    });
    if (all)
      return std::pair(*rest, ratio);
  }
  return std::nullopt;
}

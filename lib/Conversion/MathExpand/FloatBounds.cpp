// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Bounds of floats from the operations that make them.

#include "FloatBounds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace fusion;
using namespace fusion::mathexpand;

/// Operations that one question looks at.
static constexpr int kMostOperations = 64;
/// More than the relative error of an operation, approximate ones too: the bounds of its result are so much wider.
static constexpr double kSlack = 0x1p-18;

static FloatBounds hull(FloatBounds x, FloatBounds y) { return {std::min(x.low, y.low), std::max(x.high, y.high)}; }
static FloatBounds negate(FloatBounds x) { return {-x.high, -x.low}; }
static FloatBounds add(FloatBounds x, FloatBounds y) { return {x.low + y.low, x.high + y.high}; }

static FloatBounds absolute(FloatBounds x) {
  double most = std::max(-x.low, x.high);
  return {std::max({0.0, x.low, -x.high}), most};
}

static FloatBounds multiply(FloatBounds x, FloatBounds y) {
  FloatBounds product{0, 0};
  bool isFirst = true;
  for (double a : {x.low, x.high})
    for (double b : {y.low, y.high}) {
      double corner = a == 0 || b == 0 ? 0 : a * b; // 0 times an infinity is NaN, and near it is 0
      product = isFirst ? FloatBounds{corner, corner} : hull(product, {corner, corner});
      isFirst = false;
    }
  return product;
}

static FloatBounds square(FloatBounds x) {
  FloatBounds magnitude = absolute(x);
  return {magnitude.low * magnitude.low, magnitude.high * magnitude.high};
}

/// Whether `value` is a constant, which is not NaN then.
static std::optional<double> getConstant(Value value) {
  APFloat number(0.0f);
  if (!matchPattern(value, m_ConstantFloat(&number)) || number.isNaN())
    return std::nullopt;
  bool losesInfo;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToDouble();
}

namespace {
/// One question.
class Search {
public:
  FloatBounds get(Value value) {
    if (std::optional<double> constant = getConstant(value))
      return {*constant, *constant};
    Operation *op = value.getDefiningOp();
    if (!op || ++operations > kMostOperations)
      return {};
    FloatBounds found = getResult(op);
    // What a sum of infinities would be is NaN.
    if (std::isnan(found.low) || std::isnan(found.high))
      return {};
    return {found.low - kSlack * std::abs(found.low), found.high + kSlack * std::abs(found.high)};
  }

private:
  FloatBounds getProduct(Value x, Value y) { return x == y ? square(get(x)) : multiply(get(x), get(y)); }

  FloatBounds getFma(ValueRange x) { return add(getProduct(x[0], x[1]), get(x[2])); }

  /// What operations have become that are expanded already.
  FloatBounds getCall(StringRef name, ValueRange arguments) {
    if (name.starts_with("llvm.fabs"))
      return absolute(get(arguments[0]));
    if (name.starts_with("llvm.fma."))
      return getFma(arguments);
    return name.starts_with("llvm.nvvm.ex2.approx") ? getPower(arguments[0], 2.0) : FloatBounds();
  }

  FloatBounds getResult(Operation *op) {
    return llvm::TypeSwitch<Operation *, FloatBounds>(op)
        .Case([&](math::AbsFOp abs) { return absolute(get(abs.getOperand())); })
        .Case([&](arith::NegFOp neg) { return negate(get(neg.getOperand())); })
        .Case([&](arith::AddFOp sum) { return add(get(sum.getLhs()), get(sum.getRhs())); })
        .Case([&](arith::SubFOp sum) { return add(get(sum.getLhs()), negate(get(sum.getRhs()))); })
        .Case([&](arith::MulFOp product) { return getProduct(product.getLhs(), product.getRhs()); })
        .Case([&](math::FmaOp fma) { return getFma(fma.getOperands()); })
        .Case([&](arith::MinimumFOp least) {
          FloatBounds x = get(least.getLhs()), y = get(least.getRhs());
          return FloatBounds{std::min(x.low, y.low), std::min(x.high, y.high)};
        })
        .Case([&](arith::MaximumFOp most) {
          FloatBounds x = get(most.getLhs()), y = get(most.getRhs());
          return FloatBounds{std::max(x.low, y.low), std::max(x.high, y.high)};
        })
        .Case([&](arith::SelectOp choice) { return hull(get(choice.getTrueValue()), get(choice.getFalseValue())); })
        .Case([&](arith::ExtFOp wide) { return get(wide.getIn()); })
        .Case([&](math::ExpOp exp) { return getPower(exp.getOperand(), std::exp(1.0)); })
        .Case([&](math::Exp2Op exp) { return getPower(exp.getOperand(), 2.0); })
        .Case([&](LLVM::CallIntrinsicOp call) { return getCall(call.getIntrin(), call.getArgs()); })
        .Default([](Operation *) { return FloatBounds(); });
  }

  /// Of an exponential function, which may give 0 for what is subnormal.
  FloatBounds getPower(Value exponent, double base) {
    FloatBounds power = get(exponent);
    double low = std::pow(base, power.low);
    return {low < std::numeric_limits<float>::min() ? 0 : low, std::pow(base, power.high)};
  }

  int operations = 0;
};
} // namespace

FloatBounds mathexpand::getBounds(Value value) { return Search().get(value); }

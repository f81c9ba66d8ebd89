// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows subtractions and additions of numbers through the maps of a kernel.

#include "IntegerDifference.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

/// The number that a scalar of a map's body always is.
static std::optional<int64_t> getNumber(Value scalar, MapOp map) {
  APInt number;
  if (matchPattern(scalar, m_ConstantInt(&number)))
    return number.getSExtValue();
  auto elements = map.getElementArguments();
  const auto *element = llvm::find(elements, scalar);
  DenseIntElementsAttr numbers;
  if (element == elements.end() || !matchPattern(map.getElements()[element - elements.begin()], m_Constant(&numbers)) ||
      !numbers.isSplat())
    return std::nullopt;
  return numbers.getSplatValue<APInt>().getSExtValue();
}

/// What a scalar is less the numbers that are added to it and taken off, which count by `sign`.
Value IntegerDifference::takeNumbers(Value scalar, MapOp map, int64_t sign) {
  while (Operation *op = scalar.getDefiningOp()) {
    std::optional<int64_t> number;
    if (isa<arith::AddIOp, arith::SubIOp>(op))
      number = getNumber(op->getOperand(1), map);
    if (!number)
      break;
    less += isa<arith::SubIOp>(op) ? sign * *number : -sign * *number;
    size += std::abs(*number);
    scalar = op->getOperand(0);
  }
  return scalar;
}

std::optional<IntegerDifference> IntegerDifference::find(Value integers) {
  IntegerDifference found;
  while (auto map = integers.getDefiningOp<MapOp>()) {
    auto elements = map.getElementArguments();
    auto getTensor = [&](Value scalar) -> Value {
      const auto *element = llvm::find(elements, scalar);
      return element == elements.end() ? Value() : map.getElements()[element - elements.begin()];
    };
    Value scalar = found.takeNumbers(map.getYield().getOperand(0), map, 1);
    if (auto difference = scalar.getDefiningOp<arith::SubIOp>()) {
      found.minuend = getTensor(found.takeNumbers(difference.getLhs(), map, 1));
      found.subtrahend = getTensor(found.takeNumbers(difference.getRhs(), map, -1));
      return found.minuend && found.subtrahend ? std::optional(found) : std::nullopt;
    }
    integers = getTensor(scalar);
    if (!integers)
      break;
  }
  return std::nullopt;
}

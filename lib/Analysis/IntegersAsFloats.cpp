// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads integers off casts, maps and constants.

#include "fusion/Analysis/IntegersAsFloats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fusion;

static Type getElement(Value value) { return getElementTypeOrSelf(value.getType()); }

Value fusion::skipFloatCasts(Value value) {
  while (auto cast = value.getDefiningOp<CastOp>()) {
    bool isPlain = isa<FloatType>(getElement(cast.getInput())) && isa<FloatType>(getElement(cast)) &&
                   getElement(cast).getIntOrFloatBitWidth() >= 16 && !cast.getSaturate();
    if (!isPlain)
      break;
    value = cast.getInput();
  }
  return value;
}

std::pair<Value, bool> fusion::getIntegers(Value value) {
  if (auto cast = value.getDefiningOp<CastOp>())
    return {cast.getInput(), cast.getIsUnsigned()};
  auto map = value.getDefiningOp<MapOp>();
  if (!map || map.getElements().size() != 1 || !map.getTables().empty())
    return {};
  Operation *op = map.getYield().getOperand(0).getDefiningOp();
  if (!isa_and_present<arith::UIToFPOp, arith::SIToFPOp>(op) || op->getOperand(0) != map.getElementArguments()[0])
    return {};
  return {map.getElements()[0], isa<arith::UIToFPOp>(op)};
}

std::optional<int64_t> fusion::getWholeNumber(Value value) {
  DenseFPElementsAttr numbers;
  if (!matchPattern(skipFloatCasts(value), m_Constant(&numbers)) || !numbers.isSplat())
    return std::nullopt;
  llvm::APSInt whole(32, /*isUnsigned=*/false);
  bool isExact = false;
  numbers.getSplatValue<APFloat>().convertToInteger(whole, APFloat::rmTowardZero, &isExact);
  return isExact ? std::optional(whole.getExtValue()) : std::nullopt;
}

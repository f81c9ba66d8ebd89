// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Constants of one number, read and made.

#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

std::optional<APFloat> fusion::getSplatFloat(Value value) {
  Attribute attr;
  if (!matchPattern(value, m_Constant(&attr)))
    return std::nullopt;
  if (auto scalar = dyn_cast<FloatAttr>(attr))
    return scalar.getValue();
  auto elements = dyn_cast<SplatElementsAttr>(attr);
  if (!elements || !isa<FloatType>(elements.getElementType()))
    return std::nullopt;
  return elements.getSplatValue<APFloat>();
}

std::optional<double> fusion::getSplatDouble(Value value) {
  std::optional<APFloat> splat = getSplatFloat(value);
  if (!splat)
    return std::nullopt;
  bool inexact;
  splat->convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &inexact);
  return splat->convertToDouble();
}

bool fusion::isZeroTensor(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto fill = dyn_cast<linalg::FillOp>(op))
      value = fill.getInputs()[0];
    else if (auto splat = dyn_cast<tensor::SplatOp>(op))
      value = splat.getInput();
    else if (auto broadcast = dyn_cast<linalg::BroadcastOp>(op))
      value = broadcast.getInput();
    else
      break;
  }
  std::optional<APFloat> splat = getSplatFloat(value);
  return splat ? splat->isZero() : matchPattern(value, m_Zero()); // of integers
}

Value fusion::createScalarTensor(OpBuilder &builder, Location loc, Type elementType, double value) {
  auto type = RankedTensorType::get({}, elementType);
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, builder.getFloatAttr(elementType, value)));
}

Value fusion::wrapScalar(OpBuilder &builder, Location loc, Value scalar) {
  auto type = RankedTensorType::get({}, scalar.getType());
  Attribute attr;
  if (matchPattern(scalar, m_Constant(&attr)))
    return arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, attr));
  return tensor::FromElementsOp::create(builder, loc, type, scalar);
}

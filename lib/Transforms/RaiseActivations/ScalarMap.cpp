// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Builds a map of scalar operations.

#include "ScalarMap.h"

using namespace mlir;
using namespace fusion;

Value fusion::createScalarMap(OpBuilder &builder, Location loc, Value x,
                              function_ref<Value(ScalarWriter &, Value)> build) {
  auto type = cast<RankedTensorType>(x.getType());
  auto map = MapOp::create(builder, loc, type, x, ValueRange(), /*positions=*/false);
  map->setAttr(kApproximableAttrName, builder.getUnitAttr());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(map.getBodyBlock());
  ScalarWriter writer{builder, loc, getComputeType(type.getElementType())};
  Value wide = convertFloat(builder, loc, map.getElementArguments().front(), writer.type);
  YieldOp::create(builder, loc, convertFloat(builder, loc, build(writer, wide), type.getElementType()));
  return map.getResult();
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows constants and sizes through operations.

#include "fusion/Reference/Constants.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include <cmath>

using namespace mlir;
using namespace fusion::reference;

bool fusion::reference::isPlainNumber(double value) {
  double twice = 2 * value;
  return twice == std::trunc(twice) && std::abs(twice) <= 16;
}

bool fusion::reference::givesSizesAlone(Operation *op) { return isa<tensor::EmptyOp, ShapedDimOpInterface>(op); }

bool ConstantValues::add(Operation *op) {
  SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  if (!givesSizesAlone(op) && !llvm::all_of(used, [&](Value value) { return contains(value); }))
    return false;
  values.insert_range(op->getResults());
  return true;
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Folds a copy that stands in no block.

#include "fusion/Dialect/Fusion/Utils/FoldCopy.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace fusion;

SmallVector<OpFoldResult> fusion::foldCopy(Operation &op, ArrayRef<Attribute> operands) {
  Block outside;
  IRMapping own, back;
  for (Value operand : op.getOperands())
    if (!own.contains(operand)) {
      own.map(operand, outside.addArgument(operand.getType(), operand.getLoc()));
      back.map(own.lookup(operand), operand);
    }
  Operation *copy = op.clone(own);
  SmallVector<OpFoldResult> results;
  if (failed(copy->fold(operands, results)) || results.size() != op.getNumResults())
    results.clear();
  for (OpFoldResult &result : results)
    if (auto value = dyn_cast<Value>(result))
      result = back.lookup(value);
  copy->destroy();
  return results;
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Looks at the types of a kernel's outputs, and at what integers among them follow from.

#include "fusion/Dialect/Fusion/Utils/NarrowOutputs.h"

using namespace mlir;
using namespace fusion;

/// The values of a body that a function, or a quotient, has gone into: what may be approximate.
static DenseSet<Value> findOfFunctions(KernelOp kernel) {
  DenseSet<Value> values;
  for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
    auto elementwise = dyn_cast<ElementwiseOpInterface>(op);
    bool isFunction = elementwise && isa<FloatType>(getElementTypeOrSelf(op.getResult(0).getType())) &&
                      elementwise.getPreciseScalarCost() > 1;
    if (isFunction || llvm::any_of(op.getOperands(), [&](Value operand) { return values.contains(operand); }))
      values.insert_range(op.getResults());
  }
  return values;
}

bool fusion::hasNarrowOutputs(KernelOp kernel) {
  auto isNarrow = [](Value value) {
    Type element = getElementTypeOrSelf(value.getType());
    return isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  };
  SmallVector<Value> results = llvm::to_vector(kernel.getComputed());
  if (llvm::none_of(results, isNarrow))
    return false;
  // A mask or a number beside them, of positions or sums, has nothing to do with functions.
  std::optional<DenseSet<Value>> ofFunctions;
  return llvm::all_of(results, [&](Value value) {
    if (isNarrow(value) || isa<FloatType>(getElementTypeOrSelf(value.getType())))
      return isNarrow(value);
    if (!ofFunctions)
      ofFunctions = findOfFunctions(kernel);
    return !ofFunctions->contains(value);
  });
}

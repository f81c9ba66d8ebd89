// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Whether a tensor has its values before the kernels in front of its reader have ended.

#include "fusion/Analysis/StableTensors.h"

#include "fusion/Analysis/KernelGraph.h"
#include "fusion/Analysis/KernelPlan.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace fusion;

bool fusion::mayHoldOthersBack(KernelOp kernel) {
  RankedTensorType type = KernelPlan(kernel).getIterationType();
  return type && !llvm::is_contained(type.getShape(), 0);
}

bool fusion::surelyHoldsOthersBack(KernelOp kernel) {
  return mayHoldOthersBack(kernel) && KernelPlan(kernel).getIterationType().hasStaticShape();
}

/// Whether a kernel before `reader` may hold it back. Looks no further than so many operations: schedules
/// for a graph of any size are chosen in linear time.
static bool isHeldBack(Operation *reader) {
  constexpr int farthest = 1000;
  int looked = 0;
  for (Operation *op = reader; op && !isa<FunctionOpInterface>(op); op = op->getParentOp())
    for (Operation *before = op->getPrevNode(); before; before = before->getPrevNode()) {
      if (auto kernel = dyn_cast<KernelOp>(before); kernel && mayHoldOthersBack(kernel))
        return true;
      if (++looked == farthest)
        return false;
    }
  return false;
}

bool fusion::isStableArgument(BlockArgument argument, function_ref<bool()> isHeldBack) {
  auto function = dyn_cast_or_null<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!function || !argument.getOwner()->isEntryBlock())
    return false;
  if (function.getArgAttr(argument.getArgNumber(), kAliasesAttrName))
    return false;
  return function.getArgAttr(argument.getArgNumber(), kConstantAttrName) || isHeldBack();
}

/// Whether a tensor is a constant, or an argument that may be read early (isStableArgument); reshaped or not.
static bool isStable(Value tensor, function_ref<bool()> isHeldBack) {
  while (Operation *op = tensor.getDefiningOp()) {
    if (!isReshape(op))
      return matchPattern(op, m_Constant());
    tensor = op->getOperand(0);
  }
  return isStableArgument(cast<BlockArgument>(tensor), isHeldBack);
}

bool fusion::isConstantTensor(Value tensor) {
  return isStable(tensor, [] { return false; });
}

bool fusion::isStableTensor(Value input, KernelOp reader) {
  return isStable(input, [&] { return isHeldBack(reader); });
}

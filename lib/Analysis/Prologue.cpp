// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Looks for inputs among factors and what they are computed of.

#include "fusion/Analysis/Prologue.h"

#include "fusion/Analysis/KernelPlan.h"

using namespace mlir;
using namespace fusion;

bool fusion::isReadForFactor(KernelOp kernel, Value input) {
  KernelPlan plan(kernel);
  if (plan.getAnchors().size() != 1 || !plan.hasProduct())
    return false;
  AnchorPlan anchor = plan.getAnchorPlans().front();
  auto isInput = [&](Value value) { return kernel.getInputOf(value) == input; };
  return llvm::any_of(anchor.factors, [&](const FactorPlan &factor) {
    return isInput(factor.operand->get()) ||
           llvm::any_of(factor.prologue, [&](Operation *op) { return llvm::any_of(op->getOperands(), isInput); });
  });
}

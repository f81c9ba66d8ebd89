// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Puts initialise steps back into their entries.

#include "fusion/Analysis/Initialization.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace fusion;

/// Clones the body of `step` to the beginning of `entry`, which then takes no values of it.
static void join(func::FuncOp entry, func::FuncOp step) {
  IRMapping mapping;
  llvm::BitVector values(entry.getNumArguments());
  unsigned input = 0;
  for (unsigned i = 0; i < entry.getNumArguments(); ++i) {
    if (isStepInput(entry, i))
      mapping.map(step.getArgument(input++), entry.getArgument(i));
    if (isInitialized(entry, i))
      values.set(i);
  }
  OpBuilder builder = OpBuilder::atBlockBegin(&entry.front());
  for (Operation &op : step.front().without_terminator()) {
    Operation *copy = builder.clone(op, mapping);
    if (isa<KernelOp>(copy))
      copy->setAttr(kInitializeAttrName, builder.getUnitAttr());
  }
  for (auto [index, value] : llvm::zip_equal(values.set_bits(), step.front().getTerminator()->getOperands()))
    entry.getArgument(index).replaceAllUsesWith(mapping.lookup(value));
  (void)entry.eraseArguments(values);
}

void fusion::joinInitializeSteps(ModuleOp module) {
  SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>()), steps;
  for (func::FuncOp entry : functions)
    if (func::FuncOp step = entry.isDeclaration() ? func::FuncOp() : getInitializeStep(entry)) {
      join(entry, step);
      steps.push_back(step);
    }
  for (func::FuncOp step : steps)
    step.erase();
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows the factors of products back through elementwise kernels, and asks families.

#include "NarrowFactors.h"

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fusion;

/// The constant elementwise kernels in front of a product, in order, that nobody else reads.
static SmallVector<KernelOp> collectProducers(KernelOp product, function_ref<bool(Operation *)> isConstant) {
  llvm::SmallSetVector<Operation *, 8> chain;
  chain.insert(product);
  SmallVector<KernelOp> producers;
  for (Operation *op = product->getPrevNode(); op; op = op->getPrevNode()) {
    auto kernel = dyn_cast<KernelOp>(op);
    auto isInChain = [&](Operation *user) { return chain.contains(user); };
    if (!kernel || !isConstant(kernel) || !kernel.isElementwise() || kernel->use_empty() ||
        !llvm::all_of(kernel->getUsers(), isInChain))
      continue;
    chain.insert(kernel);
    producers.push_back(kernel);
  }
  std::reverse(producers.begin(), producers.end());
  return producers;
}

/// Whether kernels read integers of 8 bits, or words of several, and the product has floats.
static bool areDequantised(ArrayRef<KernelOp> producers) {
  return llvm::any_of(producers, [](KernelOp kernel) {
    return llvm::any_of(kernel.getInputs(), [](Value input) {
      Type element = getElementTypeOrSelf(input.getType());
      return element.isInteger(8) || element.isInteger(32);
    });
  });
}

llvm::DenseSet<Operation *> fusion::findNarrowFactors(func::FuncOp entry, function_ref<bool(Operation *)> isConstant) {
  llvm::DenseSet<Operation *> found;
  for (auto product : llvm::to_vector(entry.front().getOps<KernelOp>())) {
    if (!KernelPlan(product).hasProduct())
      continue;
    SmallVector<KernelOp> producers = collectProducers(product, isConstant);
    if (areDequantised(producers) && takesAll(producers, product, getTargetChip(entry)))
      found.insert_range(llvm::map_range(producers, [](KernelOp kernel) { return kernel.getOperation(); }));
  }
  return found;
}

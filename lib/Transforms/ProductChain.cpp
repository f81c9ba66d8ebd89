// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds two products with what stands between them.

#include "ProductChain.h"

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/ProductFormula.h"

using namespace mlir;
using namespace fusion;

/// Most operations that are looked at in front of a product; attention has a few dozen at most.
static constexpr size_t kMostOperations = 256;

static bool hasProduct(Operation *op) {
  auto kernel = dyn_cast<KernelOp>(op);
  return kernel && KernelPlan(kernel).hasProduct();
}

static bool isInGraphForm(Operation *op) {
  auto kernel = dyn_cast<KernelOp>(op);
  return kernel && kernel.getOuts().empty();
}

bool ProductChain::resemblesAttention() const {
  auto takesMaximum = [](KernelOp kernel) {
    return llvm::any_of(kernel.getBodyBlock()->getOps<ReduceOp>(), [](ReduceOp reduce) {
      return reduce.getKind() == arith::AtomicRMWKind::maximumf || reduce.getKind() == arith::AtomicRMWKind::maxnumf;
    });
  };
  return !ProductFormula::getPlain(first())->batches.empty() || llvm::any_of(kernels, takesMaximum);
}

/// What the factors of a product's kernel depend on in its block, as far back as the next products; nothing if that is
/// too much.
static SmallVector<Operation *> collectInFront(KernelOp last, AnchorOpInterface product) {
  SmallVector<Value> left;
  for (Value factor : product->getOperands())
    if (Value input = last.getInputOf(factor))
      left.push_back(input);
  llvm::SetVector<Operation *> found;
  while (!left.empty()) {
    Operation *op = left.pop_back_val().getDefiningOp();
    if (!op || op->getBlock() != last->getBlock() || !found.insert(op))
      continue;
    if (found.size() > kMostOperations)
      return {};
    if (!hasProduct(op))
      llvm::append_range(left, op->getOperands());
  }
  SmallVector<Operation *> ordered = found.takeVector();
  llvm::sort(ordered, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return ordered;
}

/// The chain from `first` to `last` among what stands in front of that; no kernels if others than kernels are in it.
static ProductChain getChain(Operation *first, KernelOp last, ArrayRef<Operation *> inFront) {
  ProductChain chain;
  llvm::SmallDenseSet<Operation *> members;
  for (Operation *op : inFront) {
    bool reads = llvm::any_of(op->getOperands(), [&](Value value) { return members.contains(value.getDefiningOp()); });
    if (op != first && !reads)
      continue;
    if (!isInGraphForm(op) || (op != first && hasProduct(op)))
      return {};
    members.insert(op);
    chain.kernels.push_back(cast<KernelOp>(op));
  }
  chain.kernels.push_back(last);
  return chain;
}

/// Whether `op` depends on a chain in another way than by reading its results.
static bool dependsBeside(const ProductChain &chain, Operation *op) {
  llvm::SmallDenseSet<Operation *> dependents;
  for (Operation *other = chain.kernels.front()->getNextNode(); other != op; other = other->getNextNode()) {
    auto isDependent = [&](Value value) {
      Operation *producer = value.getDefiningOp();
      auto kernel = dyn_cast_or_null<KernelOp>(producer);
      return dependents.contains(producer) || (kernel && chain.contains(kernel));
    };
    auto kernel = dyn_cast<KernelOp>(other);
    if (kernel && chain.contains(kernel))
      continue;
    if (other->getNumRegions() > size_t(kernel ? 1 : 0) || llvm::any_of(other->getOperands(), isDependent))
      dependents.insert(other);
  }
  return llvm::any_of(op->getOperands(), [&](Value value) { return dependents.contains(value.getDefiningOp()); });
}

/// A kernel without a product that reads what the chain computes of its first product alone, and is none of it: the sum
/// of exponentials, or the division by it.
static KernelOp findReader(const ProductChain &chain, const llvm::SmallDenseSet<Operation *> &behind) {
  for (KernelOp kernel : chain.kernels) {
    if (behind.contains(kernel))
      continue;
    for (Operation *user : kernel->getUsers()) {
      auto reader = dyn_cast<KernelOp>(user);
      if (reader && reader->getBlock() == kernel->getBlock() && !chain.contains(reader) && isInGraphForm(reader) &&
          !hasProduct(reader) && !dependsBeside(chain, reader))
        return reader;
    }
  }
  return {};
}

/// Adds the kernels that read what stands between the two products, up to those that depend on the second too.
static void addReaders(ProductChain &chain) {
  llvm::SmallDenseSet<Operation *> behind = {chain.kernels.back()};
  while (KernelOp reader = findReader(chain, behind)) {
    if (llvm::any_of(reader->getOperands(), [&](Value value) { return behind.contains(value.getDefiningOp()); }))
      behind.insert(reader);
    chain.kernels.push_back(reader);
    llvm::sort(chain.kernels, [](KernelOp a, KernelOp b) { return a->isBeforeInBlock(b); });
  }
}

SmallVector<ProductChain, 1> fusion::findProductChains(KernelOp last) {
  std::optional<ProductSum> product = ProductFormula::getPlain(last);
  if (!product || !isInGraphForm(last))
    return {};
  SmallVector<Operation *> inFront = collectInFront(last, product->anchor);
  SmallVector<ProductChain, 1> chains;
  for (Operation *op : inFront) {
    auto kernel = dyn_cast<KernelOp>(op);
    if (!kernel || !ProductFormula::getPlain(kernel))
      continue;
    ProductChain chain = getChain(op, last, inFront);
    if (chain.kernels.empty())
      continue;
    addReaders(chain);
    chains.push_back(std::move(chain));
  }
  return chains;
}

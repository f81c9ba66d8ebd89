// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Upstream's elimination of common subexpressions, with a hash that sees regions.

#include "fusion/Support/RegionHash.h"
#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"

namespace fusion {
#define GEN_PASS_DEF_COMMONSUBEXPRESSIONSPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
/// Whether a kernel writes what it reads nowhere, and something is then written into that. Were it one with an equal
/// kernel, its result would be copied, which takes longer than to compute it.
static bool startsMemory(Operation *op) {
  auto kernel = dyn_cast<KernelOp>(op);
  return kernel && kernel.getInputs().empty() && llvm::any_of(op->getUses(), isWrittenInto);
}

/// An attribute of each operation with regions, that is there as long as this object: the hash of the regions. Upstream
/// hashes attributes, and equal operations have equal ones. Operations that are to stay two have different ones.
class HashAttributes {
public:
  explicit HashAttributes(Operation *root) : root(root) {
    OpBuilder builder(root->getContext());
    root->walk([&](Operation *op) {
      if (op == root || op->getNumRegions() == 0)
        return;
      llvm::hash_code hash = 0;
      for (Region &region : op->getRegions())
        hash = llvm::hash_combine(hash, hashRegion(region));
      if (startsMemory(op))
        hash = llvm::hash_combine(hash, op);
      op->setDiscardableAttr(kName, builder.getI64IntegerAttr(static_cast<int64_t>(size_t(hash))));
    });
  }

  ~HashAttributes() {
    root->walk([](Operation *op) { op->removeDiscardableAttr(kName); });
  }

  HashAttributes(const HashAttributes &) = delete;
  HashAttributes &operator=(const HashAttributes &) = delete;

private:
  static constexpr StringRef kName = "fusion.region_hash";

  Operation *root;
};

struct ErasureCounter : RewriterBase::Listener {
  void notifyOperationErased(Operation *op) override { ++numErased; }
  int64_t numErased = 0;
};

struct CommonSubexpressionsPass : fusion::impl::CommonSubexpressionsPassBase<CommonSubexpressionsPass> {
  void runOnOperation() override {
    HashAttributes hashes(getOperation());
    ErasureCounter counter;
    IRRewriter rewriter(&getContext(), &counter);
    bool changed = false;
    eliminateCommonSubExpressions(rewriter, getAnalysis<DominanceInfo>(), getOperation(), &changed);
    numErased += counter.numErased;
    markAnalysesPreserved<DominanceInfo, PostDominanceInfo>();
  }
};
} // namespace

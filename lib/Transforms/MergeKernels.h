// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What several kernels are as one, and kernels with more outputs.

#ifndef FUSION_LIB_TRANSFORMS_MERGEKERNELS_H
#define FUSION_LIB_TRANSFORMS_MERGEKERNELS_H

#include "fusion/Analysis/DetachedFunction.h"
#include "fusion/Analysis/KernelPlan.h"
#include "llvm/ADT/SetVector.h"
#include <optional>

namespace fusion {

/// The values of the graph that kernels read and give as one: `parts`, of one block, in graph form and in their order,
/// which may read each other. Outputs are those of the last, and what others than the parts read.
struct MergedOperands {
  explicit MergedOperands(ArrayRef<KernelOp> parts);

  llvm::SmallSetVector<Value, 8> inputs;
  SmallVector<Value> outputs;
};

/// The kernel that `parts` would become, to ask about: a copy outside of their module, which does not know of it.
class MergedCopy {
public:
  explicit MergedCopy(ArrayRef<KernelOp> parts);

  const KernelPlan &getPlan() const { return *plan; }

private:
  MergedCopy(ArrayRef<KernelOp> parts, const MergedOperands &operands);

  DetachedFunction function;
  std::optional<KernelPlan> plan;
};

/// The same kernel in graph form with one more output, `value` of its body. It is in the place of `kernel`.
KernelOp addOutput(RewriterBase &rewriter, KernelOp kernel, Value value);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_MERGEKERNELS_H

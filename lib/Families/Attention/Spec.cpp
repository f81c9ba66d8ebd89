// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads off a kernel what it is emitted from.

#include "Spec.h"

using namespace mlir;
using namespace fusion;

AttentionSpec AttentionSpec::get(KernelOp kernel, const AttentionTiling &tiling) {
  FusionVerdict verdict;
  AttentionSpec spec;
  spec.plan = *AttentionPlan::get(KernelPlan(kernel), verdict);
  spec.tiling = tiling;
  spec.depth = spec.plan.getDepth();
  spec.columns = spec.plan.getColumns();
  spec.elementType = spec.plan.second.lhs.getType().getElementType();
  return spec;
}

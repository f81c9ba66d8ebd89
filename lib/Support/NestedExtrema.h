// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Keeps NaN where LLVM would merge two extrema.

#ifndef FUSION_LIB_SUPPORT_NESTEDEXTREMA_H
#define FUSION_LIB_SUPPORT_NESTEDEXTREMA_H

#include "fusion/Support/LLVM.h"
#include "llvm/IR/PassManager.h"

namespace fusion {

/// Lets the outer of two nested extrema with one limit, both selected by comparisons, compare what the inner one
/// compares:
///
///   y = x < c ? c : x;  z = y > c ? y : c   ->   z = x > c ? y : c
///
/// which is the same for all values, NaN too. LLVM 22's InstCombine (`foldSPFofSPF`) takes y for z, though a NaN gives
/// c.
struct NestedExtremaPass : llvm::PassInfoMixin<NestedExtremaPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace fusion

#endif // FUSION_LIB_SUPPORT_NESTEDEXTREMA_H

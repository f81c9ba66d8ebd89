// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Keeps the sign of zero that a choice by a comparison gives.

#ifndef FUSION_LIB_SUPPORT_ZEROSIGNS_H
#define FUSION_LIB_SUPPORT_ZEROSIGNS_H

#include "fusion/Support/LLVM.h"
#include "llvm/IR/PassManager.h"

namespace fusion {

/// Hides choices that InstCombine would take for a minimum or maximum of another type, and build again with a strict
/// comparison, where zeros of both signs may meet and the result would be another one:
///
///   (float)x < 0.0 ? 0.0 : (float)x     of -0.0 is -0.0, (float)(x > 0.0 ? x : 0.0) is +0.0
///
/// (LLVM 22, `visitSelectInst`: "type casts are outside select patterns".) They compare a fenced value until
/// ZeroSignsPass.
struct FenceZeroSignsPass : llvm::PassInfoMixin<FenceZeroSignsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// Hides choices that the back end would take for a minimum or a maximum from it, where zeros of both signs may meet
/// and the instruction would give another one than the choice does:
///
///   x < 0.0 ? x : 0.0     of -0.0 is +0.0, min(x, 0.0) is -0.0
///
/// LLVM 22's SelectionDAGBuilder asks for no sign of zero where the comparison is strict. A hidden choice is one
/// between integers of the same bits. relu (x > 0.0 ? x : 0.0) stays a maximum on NVIDIA GPUs, where max(-0.0, +0.0) is
/// +0.0. It must be the last pass: InstCombine would undo it.
struct ZeroSignsPass : llvm::PassInfoMixin<ZeroSignsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace fusion

#endif // FUSION_LIB_SUPPORT_ZEROSIGNS_H

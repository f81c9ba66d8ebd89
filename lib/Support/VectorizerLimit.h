// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Keeps LLVM's vectorizer from loops that it would take too long for.

#ifndef FUSION_LIB_SUPPORT_VECTORIZERLIMIT_H
#define FUSION_LIB_SUPPORT_VECTORIZERLIMIT_H

#include "fusion/Support/LLVM.h"
#include "llvm/IR/PassManager.h"

namespace fusion {

/// Marks loops that LLVM's loop vectorizer would take too long for with `llvm.loop.vectorize.enable` = 0, so that it
/// leaves them alone. LLVM 22 asks of each value of a loop whether it is the same in all lanes by asking that of its
/// operands, and remembers no answer (`vputils::isUniformAcrossVFsAndUFs`, `vputils::isSingleScalar`): the time grows
/// with the number of paths from the value to its leaves, which doubles with each square of a square.
struct VectorizerLimitPass : llvm::PassInfoMixin<VectorizerLimitPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace fusion

#endif // FUSION_LIB_SUPPORT_VECTORIZERLIMIT_H

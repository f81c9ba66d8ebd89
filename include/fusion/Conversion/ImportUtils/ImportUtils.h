// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the conversions into the fusion dialect share.

#ifndef FUSION_CONVERSION_IMPORTUTILS_IMPORTUTILS_H
#define FUSION_CONVERSION_IMPORTUTILS_IMPORTUTILS_H

#include "fusion/Dialect/Fusion/Utils/ElementTypes.h"
#include "fusion/Support/LLVM.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace mlir {
class Operation;
class PatternRewriter;
class Type;
} // namespace mlir

namespace fusion {

/// How many operations a conversion changed, and how many it should have understood but did not.
struct ImportCounts {
  int64_t converted = 0, left = 0;
};

/// Applies the patterns once to each operation below `root` for which `isSource` holds, without folding. An operation
/// that no pattern takes stays as it is and gets a remark with the last reason that a pattern gave, unless a later pass
/// says what becomes of it.
ImportCounts applyImportPatterns(
    Operation *root, const FrozenRewritePatternSet &patterns, llvm::function_ref<bool(Operation *)> isSource,
    llvm::function_ref<bool(Operation *)> isForLaterPass = [](Operation *) { return false; });

/// The last reason that `match` gives for a failure.
std::string explainFailure(MLIRContext *context, llvm::function_ref<void(PatternRewriter &)> match);

} // namespace fusion

#endif // FUSION_CONVERSION_IMPORTUTILS_IMPORTUTILS_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Remarks of this project's passes: each has a code of RemarkCodes.h, which gives its name and category.

#ifndef FUSION_SUPPORT_REMARK_H
#define FUSION_SUPPORT_REMARK_H

#include "fusion/Support/RemarkCodes.h"
#include "mlir/IR/Remarks.h"
#include <cstdint>
#include <optional>
#include <string>

namespace mlir {
class Operation;
} // namespace mlir

namespace fusion {

/// A measured effect of a decision, for example {"bytes_saved", 4096}.
struct RemarkMetric {
  llvm::StringRef name;
  int64_t value;
};

/// Reports at `op` that something was done: `what` says it in words.
void emitPassed(Operation *op, RemarkCode code, llvm::StringRef what, std::optional<RemarkMetric> metric = {});

/// Reports at `op` that something was not done, and why. Without a `suggestion` that of the code is given.
void emitMissed(Operation *op, RemarkCode code, llvm::StringRef reason,
                std::optional<llvm::StringRef> suggestion = std::nullopt, std::optional<RemarkMetric> metric = {});

} // namespace fusion

#endif // FUSION_SUPPORT_REMARK_H

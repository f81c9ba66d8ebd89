// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Counts what a greedy driver rewrites, for the statistics of passes that are a list of patterns.

#ifndef FUSION_SUPPORT_REWRITECOUNTER_H
#define FUSION_SUPPORT_REWRITECOUNTER_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/PatternMatch.h"

namespace fusion {

/// A listener (GreedyRewriteConfig::setListener) of which `numApplied` is the number of times that a pattern has
/// changed the IR. What the driver folds by itself, or erases because nothing uses it, is not counted.
struct RewriteCounter : RewriterBase::Listener {
  void notifyPatternEnd(const Pattern &, LogicalResult status) override { numApplied += succeeded(status); }

  int64_t numApplied = 0;
};

} // namespace fusion

#endif // FUSION_SUPPORT_REWRITECOUNTER_H

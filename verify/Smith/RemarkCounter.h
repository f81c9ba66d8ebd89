// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Counts remarks by their codes: which decisions the graphs led to.

#ifndef FUSION_VERIFY_SMITH_REMARKCOUNTER_H
#define FUSION_VERIFY_SMITH_REMARKCOUNTER_H

#include "Counters.h"
#include "mlir/IR/MLIRContext.h"

namespace fusion::smith {

/// Counts "code.CODE" for what is remarked on in the context while it lives.
class RemarkCounter {
public:
  RemarkCounter(MLIRContext *context, Counters &counters);
  ~RemarkCounter();
  RemarkCounter(const RemarkCounter &) = delete;

private:
  MLIRContext *context;
};

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_REMARKCOUNTER_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Waits for barriers that end in a trap instead of never.

#ifndef FUSION_LIB_CONVERSION_FUSIONTOGPU_BOUNDEDWAITS_H
#define FUSION_LIB_CONVERSION_FUSIONTOGPU_BOUNDEDWAITS_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Operation.h"

namespace fusion {

/// Makes every loop in `root` that polls an mbarrier (nvvm.mbarrier.try_wait inside scf.while, as waitBarrier emits it)
/// count its polls, and trap after `polls` of them (1 to 2^31 - 1) that found the phase unfinished. Blocks of a cluster
/// meet before they do anything else.
void boundWaits(Operation *root, int64_t polls);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_FUSIONTOGPU_BOUNDEDWAITS_H

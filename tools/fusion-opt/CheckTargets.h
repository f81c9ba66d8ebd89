// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Keeps texts of a graph from files and programs.

#ifndef FUSION_TOOLS_FUSION_OPT_CHECKTARGETS_H
#define FUSION_TOOLS_FUSION_OPT_CHECKTARGETS_H

#include "fusion/Support/LLVM.h"
#include "mlir/Pass/Pass.h"

namespace fusion {

/// A pass that refuses attributes whose text would reach a file or a program: targets (#nvvm.target and the like) with
/// `flags`, which upstream's serialization gives to the assembler, or with `link`, files that it reads.
std::unique_ptr<Pass> createCheckTargetsPass();

} // namespace fusion

#endif // FUSION_TOOLS_FUSION_OPT_CHECKTARGETS_H

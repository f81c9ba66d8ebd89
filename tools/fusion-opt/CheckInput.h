// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What fusion-opt takes of text that nobody vouches for.

#ifndef FUSION_TOOLS_FUSION_OPT_CHECKINPUT_H
#define FUSION_TOOLS_FUSION_OPT_CHECKINPUT_H

#include "fusion/Support/LLVM.h"
#include "mlir/Pass/Pass.h"

namespace fusion {

/// A pass on what was parsed and not yet verified. It refuses what is wrong in any dialect: types over the limits of
/// inputs (fusion/Driver/Input.h), marks of numbers that operands give without these operands, which some verifiers
/// crash on (fusion/Transforms/CheckGraph/CheckGraph.h), what the verifiers refuse, and attributes whose text would
/// reach a file or a program: targets (#nvvm.target and the like) with `flags`, which upstream's serialization gives to
/// the assembler, or with `link`, files that it reads.
std::unique_ptr<Pass> createCheckInputPass();

} // namespace fusion

#endif // FUSION_TOOLS_FUSION_OPT_CHECKINPUT_H

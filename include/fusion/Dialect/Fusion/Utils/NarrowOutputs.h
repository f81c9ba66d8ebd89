// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where approximate functions will do.

#ifndef FUSION_DIALECT_FUSION_UTILS_NARROWOUTPUTS_H
#define FUSION_DIALECT_FUSION_UTILS_NARROWOUTPUTS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {

/// Whether every output is rounded to 16 bits, or is an integer that follows from no function of floats. Approximate
/// functions will do then, unless the kernel is strict.
bool hasNarrowOutputs(KernelOp kernel);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_UTILS_NARROWOUTPUTS_H

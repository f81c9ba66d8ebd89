// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the family is instead of.

#ifndef FUSION_LIB_FAMILIES_NARROW_ALTERNATIVE_H
#define FUSION_LIB_FAMILIES_NARROW_ALTERNATIVE_H

#include "Schedule.h"

namespace fusion {

/// Microseconds of the kernel that writes a weight in 16 bits.
double predictWidening(const ScheduleProblem &problem, const ChipInfo &chip);

/// Microseconds of the product of floats that reads it: by the models of the chip's families for such products.
double predictFloats(const ScheduleProblem &problem, const ChipInfo &chip, MLIRContext *context);

/// Whether a product of known sizes is faster in one launch than in two, by their models; of a constant weight (stable
/// B) than a product of the floats that are kept.
FusionVerdict checkAlternative(const ScheduleProblem &problem, const ChipInfo &chip, MLIRContext *context);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_NARROW_ALTERNATIVE_H

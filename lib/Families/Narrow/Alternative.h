// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the family is instead of.

#ifndef FUSION_LIB_FAMILIES_NARROW_ALTERNATIVE_H
#define FUSION_LIB_FAMILIES_NARROW_ALTERNATIVE_H

#include "Schedule.h"
#include "fusion/Schedule/KernelFamily.h"

namespace fusion {

/// Microseconds of the kernel that writes a weight in 16 bits.
double predictWidening(const ScheduleProblem &problem, const ChipInfo &chip);

/// The problem of the product that reads it.
ScheduleProblem withoutIntegers(ScheduleProblem problem);

/// What the fastest of the chip's families for products of floats takes for that product, by their models. Nothing
/// where none takes it.
std::optional<FamilyChoice> chooseFloats(const ScheduleProblem &problem, const ChipInfo &chip, MLIRContext *context);

/// Microseconds of it.
double predictFloats(const ScheduleProblem &problem, const ChipInfo &chip, MLIRContext *context);

/// Whether a product of known sizes is faster in one launch than in two, by their models; of a constant weight (stable
/// B) than a product of the floats that are kept. One launch takes `longer` times what its model says.
FusionVerdict checkAlternative(const ScheduleProblem &problem, const ChipInfo &chip, MLIRContext *context,
                               double longer = 1);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_NARROW_ALTERNATIVE_H

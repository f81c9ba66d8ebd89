// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// #fusion.sm80: what schedules of this family say beyond those of others.

#ifndef FUSION_FAMILIES_SM80_OPTIONS_H
#define FUSION_FAMILIES_SM80_OPTIONS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

#define GET_ATTRDEF_CLASSES
#include "fusion/Families/SM80/Options.h.inc"

namespace fusion {

/// The extension of the dialect by which contexts know the attribute.
void registerSM80Options(DialectRegistry &registry);

} // namespace fusion

#endif // FUSION_FAMILIES_SM80_OPTIONS_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// #fusion.sm90: what a schedule of the wgmma family says beyond those of others.

#ifndef FUSION_FAMILIES_SM90_OPTIONS_H
#define FUSION_FAMILIES_SM90_OPTIONS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

#include "fusion/Families/SM90/OptionsEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "fusion/Families/SM90/Options.h.inc"

namespace fusion {

/// The options of `schedule`, or null.
inline SM90OptionsAttr getSM90Options(ScheduleAttr schedule) {
  return dyn_cast_or_null<SM90OptionsAttr>(schedule.getOptions());
}

/// The extension of the dialect by which contexts know the attribute.
void registerSM90Options(DialectRegistry &registry);

} // namespace fusion

#endif // FUSION_FAMILIES_SM90_OPTIONS_H

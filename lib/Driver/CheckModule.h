// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a parsed module may hold.

#ifndef FUSION_LIB_DRIVER_CHECKMODULE_H
#define FUSION_LIB_DRIVER_CHECKMODULE_H

#include "fusion/Driver/Input.h"

namespace fusion {

/// Emits an error at an operation that no graph needs, or whose types are over the limits. Removes attributes that
/// exporters write and nothing reads.
LogicalResult checkGraphModule(ModuleOp module, const InputLimits &limits);

} // namespace fusion

#endif // FUSION_LIB_DRIVER_CHECKMODULE_H

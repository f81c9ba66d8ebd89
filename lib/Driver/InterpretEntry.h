// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The float64 interpreter on the inputs of a run.

#ifndef FUSION_LIB_DRIVER_INTERPRETENTRY_H
#define FUSION_LIB_DRIVER_INTERPRETENTRY_H

#include "fusion/Reference/Interpreter.h"
#include "fusion/Runtime/Tensor.h"

namespace fusion {

/// Interprets the entry of a copy of `module`. Fails with a diagnostic.
FailureOr<SmallVector<reference::Tensor>> interpretEntry(ModuleOp module, StringRef entry,
                                                         runtime::Span<const runtime::HostTensor> inputs,
                                                         const reference::InterpreterOptions &options);

} // namespace fusion

#endif // FUSION_LIB_DRIVER_INTERPRETENTRY_H

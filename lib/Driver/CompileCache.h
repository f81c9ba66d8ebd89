// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Keeps what was compiled, and finds it again.

#ifndef FUSION_LIB_DRIVER_COMPILECACHE_H
#define FUSION_LIB_DRIVER_COMPILECACHE_H

#include "fusion/Driver/Compile.h"

namespace fusion {

/// What `make` makes of `module`, or made of an equal one before, if there is a cache (fusion/Runtime/Cache.h).
/// `module` is what `buildKernels` leaves; `make` may change it, and may depend on nothing but it, `options` and
/// `dependencies`. `kind` is the entry's. Nothing is kept of a `make` that emitted a diagnostic, and nothing is looked
/// up where remarks are wanted: both would be missing the next time.
FailureOr<std::string> getOrMake(std::string kind, ModuleOp module, const CompileOptions &options,
                                 ArrayRef<std::string> dependencies, function_ref<FailureOr<std::string>()> make);

} // namespace fusion

#endif // FUSION_LIB_DRIVER_COMPILECACHE_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What generated host code passes back to the runtime.

#ifndef FUSION_LIB_RUNTIME_CALL_H
#define FUSION_LIB_RUNTIME_CALL_H

#include "CallWatch.h"
#include "fusion/Runtime/Module.h"

/// One call of an entry. Lives on Context::invoke's stack.
struct FusionCall {
  fusion::runtime::Context *context;
  fusion::runtime::Stream stream;
  fusion::runtime::Error error; ///< the first one
  fusion::runtime::LaunchObserver *observer = nullptr;
  fusion::runtime::CallWatch *watch = nullptr; ///< null: nobody looks
};

#endif // FUSION_LIB_RUNTIME_CALL_H

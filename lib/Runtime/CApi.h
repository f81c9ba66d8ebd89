// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How functions of the C interface fail.

#ifndef FUSION_LIB_RUNTIME_CAPI_H
#define FUSION_LIB_RUNTIME_CAPI_H

#include "fusion/Runtime/Error.h"

namespace fusion::runtime {

/// Keeps the text for fusion_last_error(); returns 1.
int32_t fail(const Error &error);

/// What `body` returns, or `failure` where memory runs out. Nothing is thrown through C.
template <typename Result, typename Body> Result guarded(Result failure, Body body) {
  try {
    return body();
  } catch (...) {
    fail(Error::outOfMemory());
    return failure;
  }
}

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_CAPI_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Leaves the thread's CUDA context as it was.

#ifndef FUSION_LIB_RUNTIME_CONTEXTKEEPER_H
#define FUSION_LIB_RUNTIME_CONTEXTKEEPER_H

#include "CudaDriver.h"

namespace fusion::runtime {

/// Gives the thread back the CUDA context that was current on it. Without one, what the runtime makes current stays.
class ContextKeeper {
public:
  /// `api` may be null: then there is nothing to give back.
  explicit ContextKeeper(const cuda::Driver *api) : api(api) {
    if (api && api->contextGet(&found) != 0)
      found = nullptr;
  }
  ~ContextKeeper() {
    cuda::ContextHandle current = nullptr;
    if (found && (api->contextGet(&current) != 0 || current != found))
      api->contextSet(found);
  }
  ContextKeeper(const ContextKeeper &) = delete;
  ContextKeeper &operator=(const ContextKeeper &) = delete;

private:
  const cuda::Driver *api;
  cuda::ContextHandle found = nullptr;
};

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_CONTEXTKEEPER_H

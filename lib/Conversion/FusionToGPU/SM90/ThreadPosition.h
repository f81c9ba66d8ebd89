// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUSION_LIB_CONVERSION_FUSIONTOGPU_SM90_THREADPOSITION_H
#define FUSION_LIB_CONVERSION_FUSIONTOGPU_SM90_THREADPOSITION_H

#include "Epilogue.h"

namespace mlir::fusion::sm90 {

/// The thread's place in the block (i32). Warp numbers are made uniform, so that roles are branches of whole warps.
struct ThreadPosition {
  Value thread, lane, warp, warpgroup;

  static ThreadPosition get(KernelBuilder &kb);
};

ConsumerPosition getConsumerPosition(KernelBuilder &kb, const ThreadPosition &position);

/// The dynamic shared memory from its first multiple of 1024 bytes.
Value alignShared(KernelBuilder &kb, Value shared);

} // namespace mlir::fusion::sm90

#endif // FUSION_LIB_CONVERSION_FUSIONTOGPU_SM90_THREADPOSITION_H

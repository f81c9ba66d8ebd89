// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads the mark of operands that a kernel may read at once.

#include "fusion/Families/Common/StableInputs.h"

using namespace mlir;
using namespace fusion;

bool fusion::isStable(KernelOp kernel, Value memref) {
  auto stable = kernel->getAttrOfType<DenseI64ArrayAttr>(kStableAttrName);
  if (!stable)
    return false;
  for (auto [number, input] : llvm::enumerate(kernel.getInputs()))
    if (input == memref && !llvm::is_contained(stable.asArrayRef(), int64_t(number)))
      return false;
  return true;
}

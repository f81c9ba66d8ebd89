// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fusion/Families/Common/SettledInputs.h"

using namespace mlir;
using namespace mlir::fusion;

bool fusion::isSettled(KernelOp kernel, Value memref) {
  auto settled = kernel->getAttrOfType<DenseI64ArrayAttr>(kSettledAttrName);
  if (!settled)
    return false;
  for (auto [number, input] : llvm::enumerate(kernel.getInputs()))
    if (input == memref && !llvm::is_contained(settled.asArrayRef(), int64_t(number)))
      return false;
  return true;
}

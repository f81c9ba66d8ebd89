// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lists the element types of the fusion dialect.

#include "fusion/Dialect/Fusion/Utils/ElementTypes.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

bool fusion::isSupportedFloat(Type elementType) {
  return isa<Float8E4M3FNType, Float8E5M2Type, Float16Type, BFloat16Type, Float32Type, Float64Type>(elementType);
}

bool fusion::isSupportedElement(Type elementType) {
  if (auto integer = dyn_cast<IntegerType>(elementType))
    return integer.isSignless() && llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
  return isSupportedFloat(elementType);
}

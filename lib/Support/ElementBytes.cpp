// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Computes how far elements of a memref are apart.

#include "fusion/Support/ElementBytes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

int64_t fusion::getElementBytes(Type elementType) {
  if (auto complex = dyn_cast<ComplexType>(elementType))
    return 2 * getElementBytes(complex.getElementType());
  if (elementType.isIndex())
    return 8;
  int64_t bytes = llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8);
  return llvm::PowerOf2Ceil(bytes);
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which element types the tensors of the fusion dialect have.

#ifndef FUSION_DIALECT_FUSION_UTILS_ELEMENTTYPES_H
#define FUSION_DIALECT_FUSION_UTILS_ELEMENTTYPES_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Types.h"

namespace fusion {

/// Element types of the fusion dialect.
bool isSupportedFloat(Type elementType);
bool isSupportedElement(Type elementType);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_UTILS_ELEMENTTYPES_H

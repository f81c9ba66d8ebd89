// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The runtime's names of MLIR's element types.

#ifndef FUSION_SUPPORT_DTYPE_H
#define FUSION_SUPPORT_DTYPE_H

#include "fusion/Runtime/ABI.h"
#include "fusion/Support/LLVM.h"
#include "mlir/IR/Types.h"
#include <optional>

namespace fusion {

/// How the runtime names an element type; nothing for types that no compiled program passes in or out.
std::optional<FusionDType> getDType(Type elementType);

/// How the runtime names the type of a number that an entry takes beside tensors; an index has 64 bits.
std::optional<FusionDType> getScalarDType(Type type);

} // namespace fusion

#endif // FUSION_SUPPORT_DTYPE_H

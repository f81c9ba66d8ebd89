// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How far elements of a memref are apart.

#ifndef FUSION_SUPPORT_ELEMENTBYTES_H
#define FUSION_SUPPORT_ELEMENTBYTES_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Types.h"

namespace fusion {

/// Bytes from one element of a memref to the next, as LLVM lays out arrays on the host and on the device: integers and
/// floats take the next power of two (an i1 a byte, an i48 eight), an index eight, a complex number two elements.
int64_t getElementBytes(Type elementType);

} // namespace fusion

#endif // FUSION_SUPPORT_ELEMENTBYTES_H

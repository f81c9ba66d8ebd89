// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a kernel may do with an element instead of storing it at its place.

#ifndef FUSION_DIALECT_FUSION_IR_STOREOPS_H
#define FUSION_DIALECT_FUSION_IR_STOREOPS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

#include "fusion/Dialect/Fusion/IR/FusionStoreInterfaces.h.inc"

#define GET_OP_CLASSES
#include "fusion/Dialect/Fusion/IR/FusionStoreOps.h.inc"

namespace fusion {

/// The operation by which a kernel stores an output; null where all elements are stored at their places.
StoreOpInterface getStoreOp(KernelOp kernel, unsigned output);

/// Whether the elements of an output are stored at their places, all or some of them.
bool storesElements(KernelOp kernel, unsigned output);

/// The first such output, which has the sizes of the iteration space; nothing where there is none.
std::optional<unsigned> findElementOutput(KernelOp kernel);

/// Whether all elements of all outputs are stored at their places.
bool storesElementsAlone(KernelOp kernel);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_IR_STOREOPS_H

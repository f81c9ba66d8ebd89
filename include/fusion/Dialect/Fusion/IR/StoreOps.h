// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a kernel may do with an element instead of storing it at its place.

#ifndef FUSION_DIALECT_FUSION_IR_STOREOPS_H
#define FUSION_DIALECT_FUSION_IR_STOREOPS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

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

/// The first output whose dimension `dim` has the size of the iteration space's; nothing where there is none.
std::optional<unsigned> findOutputOfSize(KernelOp kernel, int64_t dim);

/// Whether the dimensions of an output are those of the iteration space, in whatever order.
bool keepsDimensions(StoreOpInterface store);

/// Makes the output of such a scatter one whose dimensions are in the order of the iteration space: dimension i is
/// result[i] of what the output was. Empty where nothing is to be done.
llvm::SmallVector<int64_t> takePermutation(ScatterOp scatter);

/// Whether elements that are adjacent in the last dimension of the iteration space are stored beside each other, all
/// of a row in the same row of the output; where it is split into several, those of eight columns from a multiple of
/// eight on.
bool storesRows(KernelOp kernel, unsigned output);

/// Whether each element of the iteration space may be stored, wherever.
bool writesElements(KernelOp kernel, unsigned output);

/// Whether a kernel keeps elements of an argument of its body: the output that does is written into its memory.
bool isKept(Value argument);

/// Whether all elements of all outputs are stored at their places.
bool storesElementsAlone(KernelOp kernel);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_IR_STOREOPS_H

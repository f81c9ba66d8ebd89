// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Long histories of one memory in pieces, for bufferization.

#ifndef FUSION_LIB_TRANSFORMS_HOST_CUTHISTORIES_H
#define FUSION_LIB_TRANSFORMS_HOST_CUTHISTORIES_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace fusion {

/// Cuts the history of memory that many operations of a function's block change or view, one after the other: what
/// upstream's analysis (MLIR 22) asks of values that may be one memory takes time that grows with the third power of
/// their number. A cut gives the value a new name, of which the analysis knows that it is no other's memory. That holds
/// where nothing behind the cut uses one of the values before it.
///
///   %8 = tensor.insert_slice %p into %7 ..   // the eighth change of one memory
///     ->
///   %memory = bufferization.to_buffer %8
///   %cut = bufferization.to_tensor %memory restrict writable // in the place of %8
///
/// An argument that is only read has a name for each sixteen of its readers.
///
/// Returns the number of cuts.
int64_t cutHistories(func::FuncOp function);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_HOST_CUTHISTORIES_H

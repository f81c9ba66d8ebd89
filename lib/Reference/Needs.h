// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which elements of its operands an op reads to compute some of its results.

#ifndef FUSION_LIB_REFERENCE_NEEDS_H
#define FUSION_LIB_REFERENCE_NEEDS_H

#include "fusion/Reference/Sample.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace fusion::reference {

/// What is taken of each operand, and what of each result the op then computes: the elements that are wanted, or all.
struct Needs {
  SmallVector<Sample> operands, results;
};

/// For products, elementwise ops and structured ops of linalg, dimension by dimension. All other ops read and compute
/// everything.
Needs getNeeds(Operation *op, ArrayRef<Sample> wanted);

using SampleMap = llvm::DenseMap<Value, Sample>;
/// What is held of a value; all of it if the map says nothing.
Sample getSample(const SampleMap &samples, Value value);

/// Fills in, from the last op to the first, what is to be held of each value of `block` if `wanted` are the elements of
/// its terminator's operands.
void propagateNeeds(Block &block, ArrayRef<Sample> wanted, SampleMap &samples);

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_NEEDS_H

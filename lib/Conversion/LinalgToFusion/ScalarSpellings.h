// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Spells scalar operations so that the import knows them.

#ifndef FUSION_LIB_CONVERSION_LINALGTOFUSION_SCALARSPELLINGS_H
#define FUSION_LIB_CONVERSION_LINALGTOFUSION_SCALARSPELLINGS_H

#include "fusion/Support/LLVM.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace fusion {

/// Writes scalar operations in another way that upstream's canonicalization does not survive: comparisons that hold
/// always or never, extended sums and products of indices.
void respellScalars(Operation *root);

/// The same for casts of indices to narrow integers. Behind the import: a truncation would be an operation of its own
/// there, and part the maps around it.
void respellIndexCasts(Operation *root);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LINALGTOFUSION_SCALARSPELLINGS_H

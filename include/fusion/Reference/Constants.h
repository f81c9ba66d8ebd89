// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which values of a graph depend on no element of an input, and which numbers no type rounds.

#ifndef FUSION_REFERENCE_CONSTANTS_H
#define FUSION_REFERENCE_CONSTANTS_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"

namespace fusion::reference {

/// Whether every float type has `value` as it is: halves of whole numbers up to 8, and whole numbers up to 8.
bool isPlainNumber(double value);

/// Whether the results of `op` have no elements of their own that an input gives: sizes, and tensors to be written.
bool givesSizesAlone(Operation *op);

/// The values that depend on constants and on sizes alone, so that a compiler may compute them.
class ConstantValues {
public:
  bool contains(Value value) const { return values.contains(value); }
  /// Adds the results of `op` if they are such values, and says so. What `op` uses has been added before.
  bool add(Operation *op);

private:
  DenseSet<Value> values;
};

} // namespace fusion::reference

#endif // FUSION_REFERENCE_CONSTANTS_H

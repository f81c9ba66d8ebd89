// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Places of elements that indices give, of what a kernel stores.

#ifndef FUSION_FAMILIES_COMMON_SCATTERSTORE_H
#define FUSION_FAMILIES_COMMON_SCATTERSTORE_H

#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Families/Common/OperandAccess.h"

namespace fusion {

/// The place of an element in an output: its indices of all but the last two dimensions (i64), its row and column (i32
/// or i64).
struct ElementPlace {
  SmallVector<Value> outer;
  Value row, col;
};

/// An output whose elements have a place along one dimension that indices give (StoreOpInterface::getIndices):
///
///   element (i, j, k)  index x along dimension 1  ->  stored at (i, x, k), if x is in the output
///
/// The output may have other dimensions than the iteration space (StoreOpInterface::getOutputDims): positions are
/// split into those along them then.
class ScatterStore {
public:
  /// Nothing where an output's elements keep their places. `rank` is that of the iteration space.
  static std::optional<ScatterStore> get(KernelOp kernel, unsigned output, const MemRefArgument &memory, int64_t rank);

  /// Whether adjacent columns of a row stay so, under the index of the first.
  bool keepsRows() const { return rows; }
  /// i1: whether an element of that index (i32 or i64) is in the output. Negative ones are not.
  Value isInside(KernelBuilder &kb, Value index) const;
  /// The element's address; `access` is the output's, at whatever outer indices.
  Value address(KernelBuilder &kb, OperandAccess access, ElementPlace place, Value index) const;

private:
  ScatterStore(StoreOpInterface store, const MemRefArgument &memory, int64_t rank, bool rows);

  /// Where the output has dimensions of its own.
  Value splitAddress(KernelBuilder &kb, const ElementPlace &place, Value index) const;

  int64_t dim;     ///< of the output
  int64_t skipped; ///< dimensions of the iteration space in front of the element's
  SmallVector<ReassociationIndices> dims;
  MemRefArgument memory;
  int64_t places = 0; ///< of the elements along `dim`, where dimensions are split
  bool rows;
};

/// Of all outputs of a kernel, in order.
SmallVector<std::optional<ScatterStore>> getScatterStores(KernelOp kernel, ArrayRef<MemRefArgument> outputs,
                                                          int64_t rank);

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_SCATTERSTORE_H

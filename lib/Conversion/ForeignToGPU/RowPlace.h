// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Rows of memory, whatever reshapes lie on it.

#ifndef FUSION_LIB_CONVERSION_FOREIGNTOGPU_ROWPLACE_H
#define FUSION_LIB_CONVERSION_FOREIGNTOGPU_ROWPLACE_H

#include "mlir/IR/Value.h"

namespace mlir::fusion {

/// Memory whose first `dims` dimensions count rows, in order; each row's elements are those of the other dimensions.
struct RowPlace {
  Value memref;
  int64_t dims;
};

/// What reshapes made `place` of: the same rows, of as many elements each, in the same order. Dimensions of size 1 do
/// not count as ones of rows if they are the last of these. Goes as far as no reshape joins rows with columns.
RowPlace getRowRoot(RowPlace place);

/// What `memref` is a reshape of.
Value getReshaped(Value memref);

} // namespace mlir::fusion

#endif // FUSION_LIB_CONVERSION_FOREIGNTOGPU_ROWPLACE_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What blocks leave in memory that share a tile's keys.

#ifndef FUSION_LIB_FAMILIES_ATTENTION_SPLITS_H
#define FUSION_LIB_FAMILIES_ATTENTION_SPLITS_H

#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion {

/// Sums of values of each row and each split of the keys, and behind all of them the largest scores with the sums of
/// exponentials, by which they are to be weighted; all f32. Rows of a split of a matrix lie behind each other.
struct SplitMemory {
  Value memory;         ///< a pointer to global memory
  Value matrices, rows; ///< i32; rows of a matrix
  int64_t splits, columns;

  /// Bytes of a row in a split.
  static int64_t rowBytes(int64_t columns) { return 4 * columns + stateBytes; }
  static Value getBytes(HostIndex index, Value rowsOfAll, int64_t splits, int64_t columns) {
    return index.mul(rowsOfAll, splits * rowBytes(columns));
  }

  /// Where the sums of a row begin (i32 numbers), which is at a multiple of 32 bytes.
  Value getSums(KernelBuilder &kb, Value matrix, Value split, Value row) const;
  /// Where a row's largest score lies, with the sum behind it.
  Value getState(KernelBuilder &kb, Value matrix, Value split, Value row) const;

private:
  static constexpr int64_t stateBytes = 8;

  /// A row's number among all rows of all splits (i64).
  Value getNumber(KernelBuilder &kb, Value matrix, Value split, Value row) const;
};

/// The product of sizes, and the indices of a number below it; the last varies fastest (i32).
Value getProduct(KernelBuilder &kb, ArrayRef<Value> sizes);
SmallVector<Value> getIndices(KernelBuilder &kb, Value number, ArrayRef<Value> sizes);
/// The number that has such indices.
Value getNumber(KernelBuilder &kb, ArrayRef<Value> indices, ArrayRef<Value> sizes);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ATTENTION_SPLITS_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A multiplicand of a product as it lies in shared memory.

#ifndef FUSION_FAMILIES_ASYNC_MULTIPLICAND_H
#define FUSION_FAMILIES_ASYNC_MULTIPLICAND_H

#include "llvm/Support/MathExtras.h"

namespace fusion::async {

/// A multiplicand as it lies in shared memory, for one stage of the pipeline, in boxes that TMA brings, of rows of 128
/// bytes with 128-byte swizzle, so that a row holds e = 128 / element bytes elements:
///
///   K-major:   [tileK / e] [extent] [e along k]          extent = rows (columns) of the tile
///   MN-major:  [extent / e, rounded up] [tileK] [e along m or n]
struct Multiplicand {
  bool kMajor;
  int64_t extent, tileK, elementBytes;
  bool readByThreads = false; ///< tensor cores take it from registers

  /// Tensor cores read 16-bit elements alone that do not lie along k.
  bool isUnreadable() const { return !kMajor && elementBytes != 2; }
  int64_t rowElements() const { return 128 / elementBytes; }
  int64_t bytes() const { return boxes() * boxBytes(); }
  /// Boxes that fill it, each `boxRows()` rows of 128 bytes.
  int64_t boxes() const { return llvm::divideCeil(kMajor ? tileK : extent, rowElements()); }
  int64_t boxRows() const { return kMajor ? extent : tileK; }
  int64_t boxBytes() const { return boxRows() * 128; }
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_ASYNC_MULTIPLICAND_H

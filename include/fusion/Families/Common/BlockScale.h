// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Scales of blocks of a product's operand, as a kernel reads them.

#ifndef FUSION_FAMILIES_COMMON_BLOCKSCALE_H
#define FUSION_FAMILIES_COMMON_BLOCKSCALE_H

#include "fusion/Families/Common/MemRefArgument.h"

namespace fusion {

/// The scales of an operand (f32), one for `outer` rows (columns of the product's right operand) by `depth` of k.
struct BlockScale {
  int64_t outer = 0, depth = 0; ///< 0: the operand has none
  MemRefArgument memory = {};

  explicit operator bool() const { return depth > 0; }
  /// Whether there is one for all rows (columns), as its size says.
  bool isForAll() const { return KernelBuilder::asConstant(memory.sizes[0]) == 1; }
  /// Where the scales of a row (column), i32, begin; of one behind the last, where those of the last do.
  Value locate(KernelBuilder &kb, Value index) const;
  /// That of element `k` (i32) along k of those that begin at `first`; behind the end, the last.
  Value load(KernelBuilder &kb, Value first, Value k) const;
};

/// partial · scale + total, as sums of a block are added; `scale` is null where there is none.
Value addScaled(KernelBuilder &kb, Value partial, Value scale, Value total);

/// The product of two scales, either of which may be null.
Value multiplyScales(KernelBuilder &kb, Value a, Value b);

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_BLOCKSCALE_H

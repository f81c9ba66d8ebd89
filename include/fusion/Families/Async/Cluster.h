// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The blocks of a cluster.

#ifndef FUSION_FAMILIES_ASYNC_CLUSTER_H
#define FUSION_FAMILIES_ASYNC_CLUSTER_H

#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion::async {

/// Blocks of a cluster: side by side in the output, and along K.
struct ClusterShape {
  int64_t m = 1, n = 1, slices = 1;

  int64_t size() const { return m * n * slices; }
  /// Blocks with tiles of their own.
  int64_t tiles() const { return m * n; }
  /// Those that read an operand of a block, itself among them: of its row and of its column.
  int64_t sharers() const { return m + n - 1; }
};

/// The place of a block in its cluster (i32).
struct ClusterPosition {
  Value rank;                  ///< along all of it
  Value alongM, alongN, slice; ///< slice: part of K

  static ClusterPosition get(KernelBuilder &kb, const ClusterShape &shape);
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_ASYNC_CLUSTER_H

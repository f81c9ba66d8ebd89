// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How the blocks of a cluster share a factor's tile.

#ifndef FUSION_FAMILIES_PRODUCT_SHARING_H
#define FUSION_FAMILIES_PRODUCT_SHARING_H

#include "fusion/Families/Async/Cluster.h"

namespace fusion::async {

/// The dimension of the output along which a factor lies.
enum class OutputDim { M, N };

/// The blocks of a cluster that share a tile of one factor: each loads a part of it, for all of them.
struct Sharing {
  int64_t blocks;
  Value part;     ///< this block's (i32)
  Value mask;     ///< of the blocks (i16); null if there is one
  bool overhangs; ///< tiles may lie behind the matrix's end, since there are whole clusters of them

  /// Of a factor along `dim`: blocks along N share what lies along M, those along M what lies along N.
  static Sharing get(KernelBuilder &kb, const ClusterShape &shape, const ClusterPosition &position, OutputDim dim);
};

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_SHARING_H

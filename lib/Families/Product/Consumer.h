// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The warpgroups that multiply.

#ifndef FUSION_LIB_FAMILIES_PRODUCT_CONSUMER_H
#define FUSION_LIB_FAMILIES_PRODUCT_CONSUMER_H

#include "Epilogue.h"
#include "fusion/Families/Product/Producer.h"

namespace fusion::async {

class PartialSums;

/// How far a warpgroup of consumers is.
struct ConsumerProgress {
  Pipeline::Position position; ///< of its next tile in the ring
  Value tiles;                 ///< that it has finished (i32)

  /// Before the block's first tile, of the launch's first kernel.
  static ConsumerProgress start(KernelBuilder &kb, const BlockContext &block, const ConsumerPosition &position);
};

/// Emits the consumers: each warpgroup multiplies the k blocks of its tiles and hands the sums, over all of K, to
/// `epilogue`.
ConsumerProgress emitConsumer(KernelBuilder &kb, const BlockContext &block, const ConsumerPosition &position,
                              const ConsumerProgress &before, Epilogue &epilogue, PartialSums &sums,
                              bool lateDependents);

/// Arrivals that end a stage's use: one by each warpgroup that reads it, in each block that it was loaded for.
int64_t getStageReaders(const Roles &roles, const ClusterShape &shape);

} // namespace fusion::async

#endif // FUSION_LIB_FAMILIES_PRODUCT_CONSUMER_H

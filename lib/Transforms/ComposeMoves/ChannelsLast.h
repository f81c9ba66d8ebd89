// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The order of dimensions in which images are computed.

#ifndef FUSION_LIB_TRANSFORMS_COMPOSEMOVES_CHANNELSLAST_H
#define FUSION_LIB_TRANSFORMS_COMPOSEMOVES_CHANNELSLAST_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/PatternMatch.h"

namespace fusion {

/// Computes elementwise operations that read and are read by `images`, all of one shape, with dimension `channels` as
/// the last one, if transpositions that are there then fall away, as many at least as are made.
void computeChannelsLast(RewriterBase &rewriter, ArrayRef<Value> images, int64_t channels);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_COMPOSEMOVES_CHANNELSLAST_H

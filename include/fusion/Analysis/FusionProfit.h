// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Whether it pays to compute the reader of a kernel's output in that kernel, given that it may be.

#ifndef FUSION_ANALYSIS_FUSIONPROFIT_H
#define FUSION_ANALYSIS_FUSIONPROFIT_H

#include "fusion/Analysis/EpilogueLegality.h"

namespace fusion {

/// Limits of one kernel. A full operand takes a register for each element that a thread holds at a time: of a product
/// that is a slice of the tile, beside the accumulators, so few fit before an epilogue spills.
inline constexpr int64_t kMaxFullOperandsOfProduct = 4;
inline constexpr int64_t kMaxFullOperands = 8;
/// Bytes of arguments: each tensor is passed as two pointers, an offset, sizes and strides (CUDA C++ Programming Guide,
/// "__global__ Function Parameters").
inline constexpr int64_t kMaxArgumentBytes = 4096;
inline constexpr int64_t kMaxOutputs = 4;
/// Most f32 instructions per element that are computed again for each element of a broadcast result.
inline constexpr int64_t kMaxRecomputeCost = 40;
/// Most f32 instructions per element. A kernel is bound by them, not by memory, from about 80 on, so several lose
/// nothing but launches; and LLVM takes time that grows with the square.
inline constexpr int64_t kMaxScalarCost = 512;

/// Bytes that a tensor of some rank takes among a kernel's arguments.
inline constexpr int64_t getArgumentBytes(int64_t rank) { return 8 * (3 + 2 * rank); }

/// Memory traffic that merging along the edge saves: the consumer's read, and the write if nothing else reads.
int64_t getEdgeBytesSaved(const FusionEdge &edge);

/// Whether merging along a legal edge keeps within the limits above. Every such merge saves traffic and a launch.
FusionVerdict checkFusionProfit(const FusionEdge &edge);

} // namespace fusion

#endif // FUSION_ANALYSIS_FUSIONPROFIT_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the reader of a kernel's output may be computed in that kernel. Says nothing about whether it should:
// see FusionProfit.h.

#ifndef FUSION_ANALYSIS_EPILOGUELEGALITY_H
#define FUSION_ANALYSIS_EPILOGUELEGALITY_H

#include "fusion/Analysis/Dependence.h"
#include "fusion/Analysis/KernelGraph.h"
#include "fusion/Support/Verdict.h"

namespace mlir::fusion {

/// Legal are, in one block of tensor operations:
/// - elementwise work behind a product, in the product's shape;
/// - elementwise work behind elementwise work or before a product's epilogue, in one shape, or where the producer's
///   result is broadcast and nothing else reads it;
/// unless the consumer also depends on the producer through a third operation.
FusionVerdict checkFusionLegality(const FusionEdge &edge, Dependence &dependence);

/// The two halves of that: what producer and consumer say, and what stands between them. The second asks only where the
/// first allows.
FusionVerdict checkFusionPair(const FusionEdge &edge);
FusionVerdict checkFusionOrder(const FusionEdge &edge, Dependence &dependence);

} // namespace mlir::fusion

#endif // FUSION_ANALYSIS_EPILOGUELEGALITY_H

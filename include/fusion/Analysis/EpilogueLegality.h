// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Whether the reader of a kernel's output may be computed in that kernel. Says nothing about whether it should:
// see FusionProfit.h. What depends on the chip is asked of its families, which are not known here.

#ifndef FUSION_ANALYSIS_EPILOGUELEGALITY_H
#define FUSION_ANALYSIS_EPILOGUELEGALITY_H

#include "fusion/Analysis/Dependence.h"
#include "fusion/Analysis/KernelGraph.h"
#include "fusion/Support/Verdict.h"

namespace fusion {

/// Whether a kernel looks up elements of an output of `producer`, which may be reshaped in between. The families may
/// say (FormulaCheck) whether the producer takes it in its own shape, as no other edge is taken.
bool looksUpOutput(KernelOp consumer, KernelOp producer);

/// Whether a kernel can be run that computes what the producer and the consumer of an edge do, or why not. Of an edge
/// into a product it may say, with the code matmul-operand, why all that stands between two products is no one kernel.
using FormulaCheck = llvm::function_ref<FusionVerdict(const FusionEdge &edge)>;

/// Legal are, in one block of tensor operations:
/// - elementwise work behind a product, in the product's shape;
/// - elementwise work behind elementwise work or before a product's epilogue, in one shape, or where the producer's
///   result is broadcast and nothing else reads it;
/// - what `takes` allows of products that read each other, or of a product beside others or beside reductions;
/// if `takes` allows it, and unless the consumer also depends on the producer through a third operation.
FusionVerdict checkFusionLegality(const FusionEdge &edge, FormulaCheck takes, Dependence &dependence);

/// The two halves of that: what producer and consumer say, and what stands between them. The second asks only where the
/// first allows.
FusionVerdict checkFusionPair(const FusionEdge &edge, FormulaCheck takes);
FusionVerdict checkFusionOrder(const FusionEdge &edge, Dependence &dependence);

} // namespace fusion

#endif // FUSION_ANALYSIS_EPILOGUELEGALITY_H

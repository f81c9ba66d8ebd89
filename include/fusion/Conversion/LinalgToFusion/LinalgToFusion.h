// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The patterns that import linalg, arith and math on tensors.

#ifndef FUSION_CONVERSION_LINALGTOFUSION_LINALGTOFUSION_H
#define FUSION_CONVERSION_LINALGTOFUSION_LINALGTOFUSION_H

#include "fusion/Support/LLVM.h"

namespace mlir {
class Operation;
class RewritePatternSet;
} // namespace mlir

namespace fusion {

/// linalg contractions (named or generic, operands in any layout) to fusion.matmul.
void populateContractionToFusionPatterns(RewritePatternSet &patterns);

/// All-parallel linalg operations to one fusion op per scalar operation; copies to transpositions, broadcasts and
/// reshapes, or to nothing.
void populateElementwiseToFusionPatterns(RewritePatternSet &patterns);

/// arith and math operations on tensors to fusion ops.
void populateTensorArithToFusionPatterns(RewritePatternSet &patterns);

/// Whether the patterns above are meant for `op`: a linalg operation on tensors that computes, or arith or math on
/// float tensors.
bool isLinalgImportSource(Operation *op);

} // namespace fusion

#endif // FUSION_CONVERSION_LINALGTOFUSION_LINALGTOFUSION_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A linalg op as numbers: loop ranges, and each operand's offset as a linear function of the loop indices.

#ifndef FUSION_LIB_REFERENCE_LINALGNEST_H
#define FUSION_LIB_REFERENCE_LINALGNEST_H

#include "Evaluator.h"
#include "Loops.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fusion::reference {

/// Operands as views: element at offset Σ strides[d] · index[d], and the loop dimensions each is a function of.
struct LinalgNest {
  SmallVector<int64_t> ranges;
  SmallVector<bool> isReduction;
  SmallVector<LoopOperand> inputs, inits;
  SmallVector<AffineMap> inputMaps, initMaps;

  /// Emits an error where the map of an init is not linear or a map leaves its operand.
  static FailureOr<LinalgNest> get(Evaluator &evaluator, linalg::LinalgOp op);
};

/// Evaluates `op` as a matrix product if it is one: `out + a · b` of floats over maps that are projected permutations
/// up to strides. Gives no value where it is not.
std::optional<FailureOr<Tensor>> evaluateContraction(Evaluator &evaluator, linalg::LinalgOp op, const LinalgNest &nest);

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_LINALGNEST_H

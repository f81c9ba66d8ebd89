// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Constant matrices that are formulas of positions.

#ifndef FUSION_LIB_TRANSFORMS_RAISEDIAGONALS_H
#define FUSION_LIB_TRANSFORMS_RAISEDIAGONALS_H

#include "mlir/IR/Operation.h"

namespace fusion {

/// Has elementwise operations compute constant matrices of two values, of which one stands on a band of diagonals, as
/// in causal masks and windows:
///
/// %mask = arith.constant dense<[[false, true], [false, false]]> : tensor<2x2xi1>
///   ->
/// %mask = fusion.map() at(%i, %j) : () -> tensor<2x2xi1> { ... %j >= %i + 1 ... }
///
/// Positions tell which blocks of scores a mask hides.
void raiseDiagonals(mlir::Operation *root);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_RAISEDIAGONALS_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Derivatives of activations that keep their digits where their sums cancel. With results of 16 bits the error is at
// most 0.51 ULP. They are NaN of infinities, as the formulas are.

#ifndef FUSION_LIB_TRANSFORMS_RAISEACTIVATIONS_DERIVATIVES_H
#define FUSION_LIB_TRANSFORMS_RAISEACTIVATIONS_DERIVATIVES_H

#include "ScalarMap.h"

namespace fusion {

/// The derivative of x / (1 + exp(-y)) with y = linear · x + cubic · x³, linear not 0: of silu (1, 0), and of gelu with
/// tanh, whose argument is y / 2.
Value createLogisticGateDerivative(OpBuilder &builder, Location loc, Value x, double linear, double cubic);

/// The derivative of x / 2 · (1 + erf(scale · x)), scale not 0.
Value createErfGeluDerivative(OpBuilder &builder, Location loc, Value x, double scale);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_RAISEACTIVATIONS_DERIVATIVES_H

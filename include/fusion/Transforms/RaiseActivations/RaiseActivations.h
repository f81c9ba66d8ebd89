// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The patterns that recognise activations in what spells them out.

#ifndef FUSION_TRANSFORMS_RAISEACTIVATIONS_RAISEACTIVATIONS_H
#define FUSION_TRANSFORMS_RAISEACTIVATIONS_RAISEACTIVATIONS_H

#include "fusion/Support/LLVM.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace fusion {

/// x · c · (1 + erf(s·x)) and x · c · (1 + tanh(a·x + b·x³)) with c = 0.5  ->  gelu
void populateRaiseGeluPatterns(RewritePatternSet &patterns);

/// Logistic forms  ->  sigmoid, silu, quick gelu; x · min(max(x + 3, 0), 6) / 6  ->  hardswish
void populateRaiseGatePatterns(RewritePatternSet &patterns);

/// Comparisons with constants, minima and maxima  ->  max, min, clamp, relu, leaky_relu
void populateRaiseClampPatterns(RewritePatternSet &patterns);

/// 1 / sqrt(x)  ->  rsqrt; pow(x, 2)  ->  x · x
void populateRaisePowerPatterns(RewritePatternSet &patterns);

/// log(1 + exp(x))  ->  softplus; log(sigmoid(x))  ->  0 - softplus(-x)
void populateRaiseSoftplusPatterns(RewritePatternSet &patterns);

/// Gradients of silu and gelu  ->  their derivatives as maps, times the rest
void populateRaiseDerivativePatterns(RewritePatternSet &patterns);

/// exp(x) - 1  ->  expm1(x), and the like; not under strict numerics
void populateRaiseCancellationPatterns(RewritePatternSet &patterns);

} // namespace fusion

#endif // FUSION_TRANSFORMS_RAISEACTIVATIONS_RAISEACTIVATIONS_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What operations on one row know of each other's errors: x - max(x), exp of it, its sum, and shares of that.

#ifndef FUSION_LIB_REFERENCE_ROWRELATIONS_H
#define FUSION_LIB_REFERENCE_ROWRELATIONS_H

#include "Evaluator.h"

namespace fusion::reference {

/// Narrows the intervals of the result of `op`, which has just run, by what its operands have in common. Intervals take
/// the errors of operands for independent, so that of scores near 8e5, each off by 1, exp(x - max(x)) could be e² times
/// too large, and so could a share of the sum of such terms. But no x is more than max(x), and no share more than 1:
///
/// - x - max(x) is at most 0, and 0 of the x that is certain to be the largest;
/// - Σ exp(x - max(x)) is at least 1;
/// - e / Σ e is the share of e beside the other terms: e / (e + Σ others).
///
/// Each holds but for rounding, where the row has a largest number: not of NaN, of +infinity, and of -infinity alone.
void narrowByRow(Evaluator &evaluator, Operation *op);

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_ROWRELATIONS_H

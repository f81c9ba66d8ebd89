// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Activations, their derivatives and sums that cancel, spelled out in arithmetic.

#ifndef FUSION_VERIFY_SMITH_PRODUCTIONS_ACTIVATIONS_H
#define FUSION_VERIFY_SMITH_PRODUCTIONS_ACTIVATIONS_H

#include "../Formula.h"

namespace fusion::smith {

/// A formula of one float.
using UnaryFormula = Value (*)(FormulaWriter &, Value);
UnaryFormula pickActivation(Tape &tape);
/// One whose sums lose all digits somewhere if they are computed as they are written.
UnaryFormula pickCancelling(Tape &tape);
/// The derivative of an activation, which a gradient is multiplied with.
UnaryFormula pickDerivative(Tape &tape);

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_PRODUCTIONS_ACTIVATIONS_H

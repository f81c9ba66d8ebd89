// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Constants that a compiled program may take for the numbers that they were rounded from.

#ifndef FUSION_LIB_REFERENCE_EXACTCONSTANTS_H
#define FUSION_LIB_REFERENCE_EXACTCONSTANTS_H

#include "fusion/Reference/Interpreter.h"

namespace fusion::reference {

/// The constant as the interpreter takes it.
///
/// Where bounds are those of the graph as it was written, a number of an activation's formula in its type (√½ of gelu,
/// 1/6 of hardswish) has the interval to the number itself. An activation that is recognised has that, and where the
/// formula cancels, as the derivative of gelu does around its zero, the rounding of the constant is all that is left.
///
/// Where float64 does not round to nearest, a splat is half an ULP of its type away, unless it is a plain number.
Tensor readConstant(Tensor constant, const InterpreterOptions &options);

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_EXACTCONSTANTS_H

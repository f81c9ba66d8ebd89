// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Constants that a compiled program may take for the numbers that they were rounded from.

#ifndef FUSION_LIB_REFERENCE_EXACTCONSTANTS_H
#define FUSION_LIB_REFERENCE_EXACTCONSTANTS_H

#include "fusion/Reference/Tensor.h"

namespace fusion::reference {

/// The same constant, if it is a number of an activation's formula in its type (√½ of gelu, 1/6 of hardswish), with the
/// interval between the two. An activation that is recognised has the number itself, and where the formula cancels, as
/// the derivative of gelu does around its zero, the rounding of the constant is all that is left.
Tensor withExactNumber(Tensor constant);

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_EXACTCONSTANTS_H

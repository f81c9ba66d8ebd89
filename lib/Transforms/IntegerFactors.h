// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Products of factors that are dequantised from bytes.

#ifndef FUSION_LIB_TRANSFORMS_INTEGERFACTORS_H
#define FUSION_LIB_TRANSFORMS_INTEGERFACTORS_H

#include "fusion/Dialect/Fusion/IR/Fusion.h"

namespace fusion {

/// Makes of an f32 product whose factors are both ((q - zero) · scale) one of the bytes q, and puts it in the place of
/// the product:
///
///   ((A - a) · s) ((B - b) · t)  =  (AB - b · rowsum(A) - a · columnsum(B) + a · b · K) · s · t
///
/// The integers are exact in i32, as K is known and small enough. Scales and zero points are those of the tensor, or of
/// rows of A and columns of B. Fails where the product is none such, with the reason; numerics are not asked.
LogicalResult multiplyIntegers(RewriterBase &rewriter, MatmulOp product);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_INTEGERFACTORS_H

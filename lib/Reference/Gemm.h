// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Matrix products of tensors in float64, with error bounds.

#ifndef FUSION_LIB_REFERENCE_GEMM_H
#define FUSION_LIB_REFERENCE_GEMM_H

#include "RoundingModel.h"
#include "fusion/Reference/Tensor.h"

namespace fusion::reference {

/// What rounding adds to each element of a product.
struct ProductError {
  ContractionError contraction;
  Rounding store;
  bool exactIntegers = false; ///< sums of small whole numbers add nothing
};

/// a [batch, M, K] times b [batch, K, N], any strides, plus `init` (null or [batch, M, N]), as a row-major
/// [batch, M, N] tensor of `elementType`. With `error`, the result has bounds.
///
/// With A' = |a| + radius(a) and B' likewise, an element's radius is
///   (ΣA'B' - Σ|a||b|) + ((K + 2) · perTerm + ofOperand) · (ΣA'B' + |init|) + radius(init)
///   + (K + 2) · underflow + min(lostPart · (ΣA' + ΣB'), 3 ΣA'B'), the latter two unless all products are 0,
///   + ((K + 2) · perTerm + ofOperand) · (ΣA"B" - ΣA'B'), where A" is A' but at least leastNormal where it is not 0,
///   and B" likewise,
/// the standard bound of a dot product in any order of summation (Higham 2002, §3.1, underflow §2.1), and the store's
/// rounding.
Tensor multiply(const Tensor &a, const Tensor &b, const Tensor &init, Type elementType, const ProductError *error,
                unsigned numThreads);

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_GEMM_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Matrix products of integers, exact, with what is known of uncertain ones.

#ifndef FUSION_LIB_REFERENCE_INTEGERPRODUCT_H
#define FUSION_LIB_REFERENCE_INTEGERPRODUCT_H

#include "fusion/Reference/Tensor.h"

namespace fusion::reference {

/// A factor of integers, whose elements have a sign or not.
struct IntegerFactor {
  const Tensor &tensor;
  bool isUnsigned;
};

/// a [batch, M, K] times b [batch, K, N] of at most 32 bits, any strides, as a row-major [batch, M, N] tensor of
/// `elementType`, modulo 2^width. Where factors are uncertain and `bounds` is set, the result has the range that sums
/// of their ranges have; nothing is known of it where that may wrap.
Tensor multiplyIntegers(IntegerFactor a, IntegerFactor b, Type elementType, bool bounds, unsigned numThreads);

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_INTEGERPRODUCT_H

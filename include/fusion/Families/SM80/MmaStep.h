// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The products of one step of the inner loop.

#ifndef FUSION_FAMILIES_SM80_MMASTEP_H
#define FUSION_FAMILIES_SM80_MMASTEP_H

#include "fusion/Analysis/ProductType.h"
#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion::sm80 {

/// Adds the products of one step to `acc`, sums of type `sumType`: 4 accumulators per 16x8 block, blocks of a row of
/// the warp's tile adjacent. `a` and `b` are what a FragmentLoader (off the tensor cores a ScalarFragmentLoader)
/// returned. Factors are widened first if `widens` (widensFactors).
void emitMmaStep(KernelBuilder &kb, const ProductType &type, bool widens, Type sumType, int64_t blocksM,
                 int64_t blocksN, ArrayRef<Value> a, ArrayRef<Value> b, MutableArrayRef<Value> acc);

} // namespace fusion::sm80

#endif // FUSION_FAMILIES_SM80_MMASTEP_H

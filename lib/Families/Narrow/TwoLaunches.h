// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The variant of many rows: a kernel that writes the weight as floats, and a product that reads them.

#ifndef FUSION_LIB_FAMILIES_NARROW_TWOLAUNCHES_H
#define FUSION_LIB_FAMILIES_NARROW_TWOLAUNCHES_H

#include "fusion/Analysis/NarrowProduct.h"
#include "fusion/Schedule/KernelVariant.h"

namespace fusion {

/// A variant whose schedule is one of a family of products of floats. The product has beside it, for fewer rows, the
/// kernel's alternatives of that family. Sizes N and K are known: they are those of memory that every call has.
std::unique_ptr<KernelVariant> createTwoLaunches(KernelOp kernel, VariantAttr variant, const NarrowProduct &formula);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_NARROW_TWOLAUNCHES_H

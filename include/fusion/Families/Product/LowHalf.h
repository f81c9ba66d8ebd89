// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The part of an f32 that a product of tf32 leaves out.

#ifndef FUSION_FAMILIES_PRODUCT_LOWHALF_H
#define FUSION_FAMILIES_PRODUCT_LOWHALF_H

#include "fusion/Families/Common/KernelBuilder.h"

namespace fusion::async {

/// What is left out of an f32, or of each of a vector, whose leading bits are read as tf32: x - (x & 0xffffe000),
/// exactly. Of that a product in turn reads the leading 11 bits: 2^-21 |x| are lost at most.
Value getLowHalf(KernelBuilder &kb, Value whole);

} // namespace fusion::async

#endif // FUSION_FAMILIES_PRODUCT_LOWHALF_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What callers and files may ask for at most.

#ifndef FUSION_LIB_RUNTIME_LIMITS_H
#define FUSION_LIB_RUNTIME_LIMITS_H

#include <cstdint>

namespace fusion::runtime {

/// Of a tensor, as of the compiler's inputs (InputLimits::rank). An array of sizes that is said to be longer is not
/// read.
constexpr int32_t largestRank = 32;

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_LIMITS_H

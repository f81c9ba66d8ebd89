// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Random tensors. Counter-based: element i of tensor t under seed s is a pure function of (s, t, i), the same on every
// machine and however the work is split.

#ifndef FUSION_RUNTIME_RANDOM_H
#define FUSION_RUNTIME_RANDOM_H

#include "fusion/Runtime/Tensor.h"

namespace fusion::runtime {

enum class RandomKind {
  Normal,  ///< floats N(0,1)
  Integer, ///< floats whole numbers in [-4,4]: sums of products stay exact
};

/// 64 random bits for element `index` of tensor `tensor`.
uint64_t randomBits(uint64_t seed, uint64_t tensor, uint64_t index);

/// The element's value before it is rounded to its type. Integer types get 0 or 1 in either kind.
double randomValue(uint64_t seed, uint64_t tensor, uint64_t index, FusionDType dtype, RandomKind kind);

void fillRandom(HostTensor &tensor, uint64_t seed, uint64_t tensorIndex, RandomKind kind = RandomKind::Normal);

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_RANDOM_H

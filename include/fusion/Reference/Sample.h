// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Some elements of a tensor: those at chosen positions along each dimension.

#ifndef FUSION_REFERENCE_SAMPLE_H
#define FUSION_REFERENCE_SAMPLE_H

#include "fusion/Reference/Tensor.h"

namespace fusion::reference {

/// Positions along one dimension, in order; null for all of them. Two lists are the same only if they are one object.
using Positions = std::shared_ptr<const std::vector<int64_t>>;

struct Sample {
  SmallVector<Positions> dims;

  static Sample whole(int64_t rank) { return {SmallVector<Positions>(rank)}; }
  bool isWhole() const {
    return llvm::all_of(dims, [](const Positions &positions) { return !positions; });
  }
  bool operator==(const Sample &other) const { return dims == other.dims; }
  bool operator!=(const Sample &other) const { return !(*this == other); }
};

/// What holds both: a dimension that is chosen in two ways is whole. An empty sample is of no reader yet.
Sample join(const Sample &a, const Sample &b);

/// Of a dimension of `size`, about `count` positions: the first, the last, and one in each of equal parts between, by a
/// fixed seed. Null if that is all.
Positions choosePositions(int64_t size, int64_t count);

/// The elements of `sample`, of a tensor that holds those of `held`, which are these and perhaps others. A dimension of
/// size 1 stays as it is: it is repeated.
Tensor take(const Tensor &tensor, const Sample &held, const Sample &sample);

} // namespace fusion::reference

#endif // FUSION_REFERENCE_SAMPLE_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses as many positions of each dimension as the work allows.

#include "ChooseSamples.h"
#include "EstimateWork.h"
#include "llvm/ADT/DenseMap.h"
#include <cmath>

using namespace mlir;
using namespace fusion;
using reference::Sample;

/// Scalar operations for one op that are done in full: a fraction of a second.
static constexpr double kFullWork = 1 << 26;
/// Positions of a dimension that is sampled, at least.
static constexpr int64_t kLeast = 16;

static bool isLarge(int64_t size) { return size > kLeast; }

/// The part of each large dimension that is computed.
static double chooseFraction(Operation *op, ArrayRef<ArrayRef<int64_t>> shapes) {
  double work = estimateWork(op);
  int64_t dims = 0;
  for (ArrayRef<int64_t> shape : shapes)
    dims = std::max<int64_t>(dims, llvm::count_if(shape, isLarge));
  return work <= kFullWork || dims == 0 ? 1 : std::pow(kFullWork / work, 1.0 / dims);
}

SmallVector<Sample> fusion::chooseSamples(Operation *op, ArrayRef<ArrayRef<int64_t>> shapes) {
  double fraction = chooseFraction(op, shapes);
  llvm::DenseMap<int64_t, reference::Positions> bySize;
  SmallVector<Sample> samples;
  for (ArrayRef<int64_t> shape : shapes) {
    samples.push_back(Sample::whole(shape.size()));
    for (auto [size, positions] : llvm::zip(shape, samples.back().dims)) {
      if (fraction == 1 || !isLarge(size))
        continue;
      auto [it, isNew] = bySize.try_emplace(size);
      if (isNew)
        it->second = reference::choosePositions(size, std::max<int64_t>(kLeast, std::ceil(size * fraction)));
      positions = it->second;
    }
  }
  return samples;
}

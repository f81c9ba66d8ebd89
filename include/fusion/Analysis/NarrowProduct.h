// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A product whose weights are small integers in memory, and floats in its kernel.

#ifndef FUSION_ANALYSIS_NARROWPRODUCT_H
#define FUSION_ANALYSIS_NARROWPRODUCT_H

#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Analysis/ProductFormula.h"
#include "fusion/Support/Verdict.h"
#include <optional>

namespace fusion {

/// The scales or zero points of a weight of N x K: element [n / rows, k / group] of a tensor, where it has such
/// dimensions, in either order.
struct WeightNumbers {
  BlockArgument source; ///< of the kernel; null: there are none
  int64_t rows = 0;     ///< rows of the weight that share a number; 0: all do
  int64_t group = 0;    ///< elements along k that share one; 0: all do
  int64_t rowDim = 0;   ///< of the source, along n
  int64_t groupDim = 0; ///< of the source, along k
  bool isUnsigned = false;
  /// Words of 32 bits hold eight neighbours along n, the first in the lowest bits, each less by `offset` than its
  /// number.
  bool inWords = false;
  int64_t offset = 0;

  explicit operator bool() const { return static_cast<bool>(source); }
};

/// The product of a kernel whose second factor is dequantised there:
///
///   x[M, K] · ((q[N, K] - bias - zero) · scale)ᵀ
///
/// q has 8 bits, or 4 of which a byte has two neighbours along k, the lower bits the first, or a word of 32 bits eight.
struct NarrowProduct {
  ProductSum product;
  BlockArgument activations; ///< x
  BlockArgument weight;      ///< q; of 4 bits as N x K/2 bytes, or as words of N x K/8 or K/8 x N
  int64_t bits = 8;
  bool isUnsigned = false;
  int64_t bias = 0;         ///< 0 where there are zero points
  bool wordsAlongN = false; ///< the weight is K/8 x N words
  WeightNumbers scale, zero;

  /// Elements along k that share a scale and a zero point; 0 where all do.
  int64_t getGroup() const;

  /// The product of a kernel's plan, or nothing and the reason.
  static std::optional<NarrowProduct> get(const KernelPlan &plan, FusionVerdict &verdict);
};

} // namespace fusion

#endif // FUSION_ANALYSIS_NARROWPRODUCT_H

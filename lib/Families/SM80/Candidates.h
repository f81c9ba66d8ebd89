// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tile shapes that are worth running, with measured rates.

#ifndef FUSION_LIB_FAMILIES_SM80_CANDIDATES_H
#define FUSION_LIB_FAMILIES_SM80_CANDIDATES_H

#include "fusion/Families/SM80/Schedule.h"

namespace fusion::sm80 {

/// A tile shape and the rate that its main loop reaches on large problems, as a share of the best (measured on an H200
/// at 4096^3, docs/lab).
struct Candidate {
  int64_t tileM, tileN, warpsM, warpsN;
  double efficiency;
};

/// The shapes for operands of a type.
ArrayRef<Candidate> getCandidates(const ProductType &type);

/// Those for groups of warps that share K (SM80Schedule::warpsK), with the warps of one group.
ArrayRef<Candidate> getGroupCandidates(const ProductType &type);

/// The share of the best rate that tiles of `schedule` reach, if there are several on a multiprocessor or one is
/// `alone` there: that of the best shape that fits into the tile, where it is none of the shapes.
double getEfficiency(const SM80Schedule &schedule, const ProductType &type, bool alone);

} // namespace fusion::sm80

#endif // FUSION_LIB_FAMILIES_SM80_CANDIDATES_H

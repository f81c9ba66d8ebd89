// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The table of tile shapes.

#include "Candidates.h"

using namespace fusion;
using namespace fusion::sm80;

/// 128x128 with eight warps is for as many tiles as there are multiprocessors: four would have one to themselves.
static constexpr Candidate kNarrowCandidates[] = {
    {128, 256, 2, 4, 1.00}, {256, 128, 4, 2, 1.00}, {128, 128, 2, 2, 0.94}, {128, 128, 2, 4, 0.94},
    {64, 128, 2, 2, 0.86},  {128, 64, 2, 2, 0.86},  {64, 64, 2, 2, 0.67},   {32, 128, 1, 4, 0.54},
    {32, 64, 2, 2, 0.51},   {16, 128, 1, 4, 0.36},  {16, 64, 1, 4, 0.30},
};

/// f32 operands. A warp's tile is at most 64x32: tf32x3 keeps two sets of accumulators. (128x64 with four warps of
/// 64x32 and 32x128 with four of 32x32 spill where every size is dynamic.)
static constexpr Candidate kWideCandidates[] = {
    {128, 128, 2, 4, 1.00}, {64, 128, 2, 2, 0.98}, {64, 64, 2, 2, 0.90},
    {32, 128, 2, 2, 0.83},  {32, 64, 2, 2, 0.80},  {16, 64, 1, 4, 0.68},
};

/// Of a group's warps. Tiles as small as these are bounded by what a multiprocessor loads: the rates that the tables
/// above lack are in the proportion of M N / (M + N), in which those of 16x64, 16x128 and 32x64 are.
static constexpr Candidate kNarrowGroups[] = {
    {16, 16, 1, 1, 0.19}, {16, 32, 1, 1, 0.25}, {16, 64, 1, 1, 0.30}, {16, 64, 1, 2, 0.30},
    {32, 32, 1, 1, 0.38}, {32, 64, 1, 1, 0.51}, {32, 64, 1, 2, 0.51}, {64, 32, 1, 1, 0.51},
    {64, 32, 2, 1, 0.51}, {64, 64, 1, 2, 0.67}, {64, 64, 2, 2, 0.67},
};
static constexpr Candidate kWideGroups[] = {
    {16, 16, 1, 1, 0.43}, {16, 32, 1, 1, 0.57}, {16, 64, 1, 2, 0.68}, {32, 32, 1, 1, 0.72},
    {32, 64, 1, 2, 0.80}, {64, 32, 2, 1, 0.80}, {64, 64, 2, 2, 0.90},
};

/// What is left of that rate where four warps have a multiprocessor to themselves (measured at 1024^3).
static constexpr double kNarrowAlone = 0.62, kWideAlone = 0.90;

/// Whether a step has 16 elements of k or more.
static bool isNarrow(const ProductType &type) { return type.elementBytes <= 2; }

llvm::ArrayRef<Candidate> sm80::getCandidates(const ProductType &type) {
  return isNarrow(type) ? llvm::ArrayRef(kNarrowCandidates) : llvm::ArrayRef(kWideCandidates);
}

llvm::ArrayRef<Candidate> sm80::getGroupCandidates(const ProductType &type) {
  return isNarrow(type) ? llvm::ArrayRef(kNarrowGroups) : llvm::ArrayRef(kWideGroups);
}

double sm80::getEfficiency(const SM80Schedule &schedule, const ProductType &type, bool alone) {
  double efficiency = getGroupCandidates(type).front().efficiency;
  for (llvm::ArrayRef<Candidate> candidates : {getCandidates(type), getGroupCandidates(type)})
    for (const Candidate &candidate : candidates)
      if (candidate.tileM <= schedule.tileM && candidate.tileN <= schedule.tileN)
        efficiency = std::max(efficiency, candidate.efficiency);
  if (alone && schedule.threads() <= 128)
    efficiency *= isNarrow(type) ? kNarrowAlone : kWideAlone;
  return efficiency;
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How long a product takes in the wgmma family, from numbers alone: no GPU, no tables of results, the same everywhere.
// docs/dev/CostModel.md derives the terms and says how far they are from measurements.

#ifndef FUSION_FAMILIES_SM90_COSTMODEL_H
#define FUSION_FAMILIES_SM90_COSTMODEL_H

#include "fusion/Families/SM90/Schedule.h"
#include "fusion/Schedule/ScheduleProblem.h"

namespace fusion {
struct ChipInfo;

/// The parts of a prediction, in microseconds.
struct SM90Time {
  double fixed = 0;     ///< launch, fill of the pipeline, end
  double compute = 0;   ///< the busiest multiprocessor: main loops, epilogues that nothing hides, last stores
  double memory = 0;    ///< DRAM traffic at the bandwidth of a stream
  double raster = 0;    ///< what reading operands again costs beside the products
  double copies = 0;    ///< copies of operands that come before
  double reduction = 0; ///< the kernel that adds the partial tiles of a stream-K tail, which comes after

  /// What takes less time than the rest still gets in its way a little.
  double total() const {
    double busy = compute + raster;
    return fixed + copies + reduction + std::max(busy, memory) + kInterference * std::min(busy, memory);
  }
  static constexpr double kInterference = 0.162;
};

/// Expects a schedule that `checkSM90Schedule` takes.
SM90Time predictSM90Time(const SM90Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip);

/// Blocks that run at once: `blocksPerSM` on each multiprocessor, whole clusters, no more than `grid`.
int64_t getSM90Slots(const SM90Schedule &schedule, const ChipInfo &chip);

/// Tiles of the output along M and N, whole clusters, at least one.
int64_t getSM90TilesM(const SM90Schedule &schedule, const ScheduleProblem &problem);
int64_t getSM90TilesN(const SM90Schedule &schedule, const ScheduleProblem &problem);
/// The tiles of all batches.
double getSM90Tiles(const SM90Schedule &schedule, const ScheduleProblem &problem);
/// Those of them that fill no whole wave.
double getSM90Tail(const SM90Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip);

} // namespace fusion

#endif // FUSION_FAMILIES_SM90_COSTMODEL_H

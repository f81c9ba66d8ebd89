// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How long a product takes in the mma.sync family. On a chip that prefers another family of products it competes with
// that one's kernels behind copies: small products whose rows the other cannot read, of which the model was fitted to
// measurements. Elsewhere the chip's data sheet says how fast it is. docs/dev/CostModel.md has the terms.

#ifndef FUSION_FAMILIES_SM80_COSTMODEL_H
#define FUSION_FAMILIES_SM80_COSTMODEL_H

#include "fusion/Families/SM80/Schedule.h"
#include "fusion/Schedule/ScheduleProblem.h"
#include <algorithm>

namespace fusion {
struct ChipInfo;

/// Whether `chip` prefers another family of products.
bool hasPreferredFamily(const ChipInfo &chip);

/// Whether schedules for `problem` on `chip` are chosen by the fitted model. (For f32 it only says what the family
/// would take, for comparison with the other family.)
bool hasSM80Model(const ScheduleProblem &problem, const ChipInfo &chip);

/// Tiles of the output: none has columns of two products of a launch that kernels share.
int64_t countSM80Tiles(const SM80Schedule &schedule, const ScheduleProblem &problem);

/// The parts of a prediction, in microseconds.
struct SM80Time {
  double fixed = 0;     ///< launch
  double mainLoop = 0;  ///< of the busiest multiprocessor: latency and issue of copies, products
  double epilogue = 0;  ///< likewise
  double memory = 0;    ///< traffic of the memory, or of the L2, whichever takes longer
  double reduction = 0; ///< sums of blocks that share a tile's K

  double total() const { return fixed + std::max(mainLoop + epilogue, memory) + reduction; }
};

/// Expects a schedule that `checkSM80Schedule` takes. By the fitted model where the chip prefers another family, else
/// by the data sheet.
SM80Time predictSM80Time(const SM80Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip);

/// By the chip's data sheet, and what the tile shapes reach of its rate.
SM80Time predictSM80TimeBySheet(const SM80Schedule &schedule, const ScheduleProblem &problem, const ChipInfo &chip);

} // namespace fusion

#endif // FUSION_FAMILIES_SM80_COSTMODEL_H

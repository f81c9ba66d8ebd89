// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Predicts the time of kernels of rows and columns.

#ifndef FUSION_LIB_FAMILIES_ROWS_MODEL_H
#define FUSION_LIB_FAMILIES_ROWS_MODEL_H

#include "RowsSchedule.h"
#include "fusion/Schedule/KernelFamily.h"

namespace fusion {

/// How long a kernel of rows or columns takes.
PredictedTime predictRows(const RowsSchedule &schedule, const RowProblem &problem, const StreamProblem &stream,
                          const ChipInfo &chip);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ROWS_MODEL_H

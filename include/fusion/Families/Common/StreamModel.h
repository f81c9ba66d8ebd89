// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How long kernels take that memory bounds.

#ifndef FUSION_FAMILIES_COMMON_STREAMMODEL_H
#define FUSION_FAMILIES_COMMON_STREAMMODEL_H

#include "fusion/Schedule/KernelFamily.h"

namespace fusion {

/// Constants that were fitted to kernels of rows, columns and elementwise work on an H100 (docs/lab).
struct StreamModel {
  /// Of a kernel among others, in microseconds.
  static constexpr double kLaunch = 1.19;
  /// Share of the nominal bandwidth that a stream gets.
  static constexpr double kShare = 0.854;
  /// Share of the nominal rate of f32 instructions, which loads, stores and addresses take part in.
  static constexpr double kInstructionShare = 0.41;

  /// Bytes a microsecond.
  static double getBandwidth(const ChipInfo &chip);
  /// Of a kernel whose threads go through its elements once.
  static PredictedTime predict(const StreamProblem &problem, const ChipInfo &chip);
};

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_STREAMMODEL_H

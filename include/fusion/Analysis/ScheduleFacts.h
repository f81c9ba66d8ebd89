// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the report says of a kernel on a chip.

#ifndef FUSION_ANALYSIS_SCHEDULEFACTS_H
#define FUSION_ANALYSIS_SCHEDULEFACTS_H

#include "fusion/Support/RemarkCodes.h"
#include <cstdint>
#include <optional>
#include <string>

namespace fusion {

/// What a kernel's schedule costs that the graph could spare.
struct ScheduleNote {
  RemarkCode code;
  std::string reason;
  int64_t copyNanoseconds = 0; ///< of it, in copies before the kernel
};

/// What is known of a kernel with its schedule, or without.
struct ScheduleFacts {
  double microseconds = 0; ///< predicted
  std::optional<ScheduleNote> note;
  int64_t partOfSum = 0;   ///< elements of k whose sum is a part (KernelFamily::getPartOfSum); 0: all
  double visibleShare = 1; ///< of the scores of attention (FamilyProblem::getVisibleShare)
};

} // namespace fusion

#endif // FUSION_ANALYSIS_SCHEDULEFACTS_H

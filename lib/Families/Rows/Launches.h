// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a variant of rows is made of: a launch, or one for each step where slices share rows.

#ifndef FUSION_LIB_FAMILIES_ROWS_LAUNCHES_H
#define FUSION_LIB_FAMILIES_ROWS_LAUNCHES_H

#include "RowsSchedule.h"
#include "fusion/Families/Common/AccessGuard.h"
#include "fusion/Schedule/KernelVariant.h"

namespace fusion {

/// How a variant accesses rows.
struct RowAccess {
  int64_t piece; ///< elements of a piece
  bool wide;     ///< what lies side by side is loaded and stored at once
};

/// Where the partial results of a kernel's slices, or of blocks that walk, are: one memref for all of its variants.
class PartialResults {
public:
  static MemRefType getType(KernelOp kernel, const RowsSchedule &schedule);
  /// Allocated in front of all of the kernel's launches.
  Value get(OpBuilder &builder, KernelOp kernel, const RowsSchedule &schedule);

private:
  Value memory;
};

/// The variant that runs `schedule`, which was checked, where `guard` holds, which asks for what `access` takes.
std::unique_ptr<KernelVariant> createRowsVariant(KernelOp kernel, StringRef suffix, const AccessGuard &guard,
                                                 const RowsSchedule &schedule, RowAccess access,
                                                 std::shared_ptr<PartialResults> partials);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ROWS_LAUNCHES_H

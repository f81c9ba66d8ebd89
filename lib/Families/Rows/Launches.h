// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a form of rows is made of: a launch, or one for each step where slices share rows.

#ifndef FUSION_LIB_FAMILIES_ROWS_LAUNCHES_H
#define FUSION_LIB_FAMILIES_ROWS_LAUNCHES_H

#include "RowsSchedule.h"
#include "fusion/Families/Common/AccessGuard.h"
#include "fusion/Schedule/KernelForm.h"

namespace mlir::fusion {

/// How a form takes rows.
struct RowsVariant {
  int64_t piece; ///< elements of a piece
  bool wide;     ///< what lies side by side is loaded and stored at once
};

/// Where the partial results of a kernel's slices are: one memref for all of its forms.
class PartialResults {
public:
  static MemRefType getType(KernelOp kernel, const RowsSchedule &schedule);
  /// Allocated in front of all of the kernel's launches.
  Value get(OpBuilder &builder, KernelOp kernel, const RowsSchedule &schedule);

private:
  Value memory;
};

/// The form that runs `schedule`, which was checked, where `guard` holds, which asks for what `variant` takes.
std::unique_ptr<KernelForm> createRowsForm(KernelOp kernel, StringRef suffix, const AccessGuard &guard,
                                           const RowsSchedule &schedule, RowsVariant variant,
                                           std::shared_ptr<PartialResults> partials);

} // namespace mlir::fusion

#endif // FUSION_LIB_FAMILIES_ROWS_LAUNCHES_H

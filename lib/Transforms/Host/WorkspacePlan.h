// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where each allocation of an entry goes in its workspace.

#ifndef FUSION_LIB_TRANSFORMS_HOST_WORKSPACEPLAN_H
#define FUSION_LIB_TRANSFORMS_HOST_WORKSPACEPLAN_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace fusion {

/// Offsets in the workspace are multiples of this many bytes.
inline constexpr int64_t kWorkspaceAlignment = 256;

/// An allocation and the span of the entry block's operations, by position, in which its memory is in use.
struct Allocation {
  memref::AllocOp op;
  int64_t begin = 0, end = 0;
  int64_t bytes = 0; ///< of a static size
  int64_t place = 0; ///< static size: offset; dynamic size: index of its slot
};

struct WorkspacePlan {
  SmallVector<Allocation> fixed, dynamic;
  int64_t fixedBytes = 0;
  /// One allocation of each slot for dynamic sizes; all of a slot are of one size.
  SmallVector<memref::AllocOp> slots;
};

/// Finds the allocations of `entry`, their lives and their places. Fails, with a diagnostic, where a static size
/// overflows and where memory would have to outlive an iteration of a loop.
FailureOr<WorkspacePlan> planWorkspace(func::FuncOp entry);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_HOST_WORKSPACEPLAN_H

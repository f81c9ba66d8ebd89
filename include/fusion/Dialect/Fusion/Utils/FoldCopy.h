// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Folds an operation that stays as it is.

#ifndef FUSION_DIALECT_FUSION_UTILS_FOLDCOPY_H
#define FUSION_DIALECT_FUSION_UTILS_FOLDCOPY_H

#include "mlir/IR/Operation.h"

namespace fusion {

/// The results of `op`, constants or some of its operands, where operands have these numbers (null: not known); none
/// where MLIR does not fold it. Folding may change an operation, so a copy is folded, which has operands of its own:
/// neither the operation nor the users of its operands change.
mlir::SmallVector<mlir::OpFoldResult> foldCopy(mlir::Operation &op, mlir::ArrayRef<mlir::Attribute> operands);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_UTILS_FOLDCOPY_H

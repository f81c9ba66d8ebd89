// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How an operand of an elementwise operation is spread over the space of results.

#ifndef FUSION_ANALYSIS_OPERANDKIND_H
#define FUSION_ANALYSIS_OPERANDKIND_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace fusion {

/// In terms of an iteration space [batch..., M, N].
enum class OperandKind {
  Scalar,         ///< one value for all
  Row,            ///< N values, the same for each row: a bias
  Column,         ///< M values, the same for each column
  Full,           ///< a value for each element: a residual
  BatchBroadcast, ///< M x N values, repeated along some batch dimensions
  Mixed           ///< anything else that broadcasts, such as a value for each batch
};

/// Classifies an operand of shape `operand`, aligned at the right as in numpy; nothing if it does not broadcast to
/// `iteration`. Dimensions of size 1 in `iteration` tell nothing: [1, N] in [1, N] is a row.
std::optional<OperandKind> classifyOperand(ArrayRef<int64_t> operand, ArrayRef<int64_t> iteration);

/// "scalar", "row", ...
llvm::StringRef stringifyOperandKind(OperandKind kind);

} // namespace fusion

#endif // FUSION_ANALYSIS_OPERANDKIND_H

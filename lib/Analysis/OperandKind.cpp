// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which dimensions of the iteration space an operand varies along, as a word.

#include "fusion/Analysis/OperandKind.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace fusion;

std::optional<OperandKind> fusion::classifyOperand(ArrayRef<int64_t> operand, ArrayRef<int64_t> iteration) {
  if (operand.size() > iteration.size())
    return std::nullopt;
  size_t skipped = iteration.size() - operand.size();
  // Which dimensions the operand varies along, of those where that means something.
  bool varies[2] = {false, false}, fixed[2] = {false, false};
  bool batchVaries = false, batchFixed = false;
  for (size_t dim = 0; dim < iteration.size(); ++dim) {
    int64_t size = dim < skipped ? 1 : operand[dim - skipped];
    if (size != 1 && size != iteration[dim] && !ShapedType::isDynamic(size) && !ShapedType::isDynamic(iteration[dim]))
      return std::nullopt;
    if (size != 1 && iteration[dim] == 1)
      return std::nullopt;
    if (iteration[dim] == 1)
      continue;
    size_t fromRight = iteration.size() - 1 - dim;
    (fromRight < 2 ? (size != 1 ? varies : fixed)[fromRight] : (size != 1 ? batchVaries : batchFixed)) = true;
  }
  if (!varies[0] && !varies[1] && !batchVaries)
    return OperandKind::Scalar;
  if (varies[0] && !varies[1] && !batchVaries)
    return OperandKind::Row;
  if (varies[1] && !varies[0] && !batchVaries && fixed[0])
    return OperandKind::Column;
  if (!fixed[0] && !fixed[1])
    return batchFixed ? OperandKind::BatchBroadcast : OperandKind::Full;
  return OperandKind::Mixed;
}

StringRef fusion::stringifyOperandKind(OperandKind kind) {
  switch (kind) {
  case OperandKind::Scalar:
    return "scalar";
  case OperandKind::Row:
    return "row";
  case OperandKind::Column:
    return "column";
  case OperandKind::Full:
    return "full";
  case OperandKind::BatchBroadcast:
    return "batch-broadcast";
  case OperandKind::Mixed:
    return "mixed";
  }
  llvm_unreachable("unknown operand kind");
}

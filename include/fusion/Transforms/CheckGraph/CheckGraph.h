// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a graph may hold: the checks that readers of inputs and the pass fusion-check-graph share.

#ifndef FUSION_TRANSFORMS_CHECKGRAPH_CHECKGRAPH_H
#define FUSION_TRANSFORMS_CHECKGRAPH_CHECKGRAPH_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"

namespace fusion {

/// The dialects whose operations, attributes and types a graph may use.
ArrayRef<StringLiteral> getGraphDialects();
bool isGraphDialect(StringRef dialect);

/// Emits an error at the first operation of a graph dialect under `root` that has a discardable attribute, itself, on
/// an argument or on a result, that is not known here (lib/Transforms/CheckGraph/KnownAttributes.cpp), or whose
/// location holds an attribute of another dialect. Later stages copy discardable attributes to operations that read
/// them: on llvm.func they name sections, functions to call and features of the processor. Of those that are known, the
/// ones that exporters write and nothing reads are removed and counted in `numRemoved`.
LogicalResult checkAttributes(Operation *root, int64_t &numRemoved);

/// Emits an error at an operation that has the mark of a size or offset that an operand gives (-2^63) without that
/// operand: upstream's functions read past the operands. The operation need not have been verified.
LogicalResult checkDynamicMarks(Operation *op);

/// Verifies what was parsed without, and before that its marks: some of upstream's verifiers ask for the operands.
LogicalResult verifyParsed(Operation *root);

/// Emits an error at an operation that reads or writes an element that its tensor surely does not have: an index that
/// is a constant beside a size that is known, wherever the operation surely runs.
LogicalResult checkConstantIndices(Operation *op);

/// Emits an error at a function with which the functions that nobody calls have more than `limit` operations once calls
/// are written out: calls that double at each level have 2^n of them. Emits one too at a call of a function from
/// itself, which cannot be written out.
LogicalResult checkInlinedSize(ModuleOp module, int64_t limit = int64_t(1) << 20);

} // namespace fusion

#endif // FUSION_TRANSFORMS_CHECKGRAPH_CHECKGRAPH_H

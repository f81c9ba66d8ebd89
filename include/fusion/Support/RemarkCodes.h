// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The one table of remark codes. A code is a stable identifier: it appears in remarks, in the report of --explain and
// as a row of docs/Remarks.md.

#ifndef FUSION_SUPPORT_REMARKCODES_H
#define FUSION_SUPPORT_REMARKCODES_H

#include "fusion/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

/// X(enumerator, code, category, suggestion): the suggestion is what helps in general, or "".
#define FUSION_REMARK_CODES(X)                                                                                         \
  X(Fused, "fused", "fusion.epilogue", "")                                                                             \
  X(ForeignConsumer, "foreign-consumer", "fusion.epilogue",                                                            \
    "express the consumer with elementwise operations that fusion-import understands")                                 \
  X(LayoutConsumer, "layout-consumer", "fusion.epilogue",                                                              \
    "move the reshape or transposition after the elementwise operations")                                              \
  X(MatmulOperand, "matmul-operand", "fusion.epilogue", "")                                                            \
  X(LookupTable, "lookup-table", "fusion.epilogue", "")                                                                \
  X(TwoProducts, "two-products", "fusion.epilogue",                                                                    \
    "two products of one left operand can become one product of the concatenated weights")                             \
  X(BroadcastUp, "broadcast-up", "fusion.epilogue", "apply the elementwise operation before the broadcast")            \
  X(ShapeChange, "shape-change", "fusion.epilogue", "")                                                                \
  X(OtherRows, "other-rows", "fusion.epilogue", "")                                                                    \
  X(NoFuse, "no-fuse", "fusion.epilogue", "")                                                                          \
  X(SeveralUses, "several-uses", "fusion.epilogue", "")                                                                \
  X(Cycle, "cycle", "fusion.epilogue", "")                                                                             \
  X(DifferentBlock, "different-block", "fusion.epilogue", "inline the region or function")                             \
  X(SideEffects, "side-effects", "fusion.epilogue", "move the operation with side effects out of the way")             \
  X(NotGraphForm, "not-graph-form", "fusion.epilogue", "fuse before the function is put into destination style")       \
  X(TooManyOperands, "too-many-operands", "fusion.epilogue", "fusion.must_fuse overrides the limit")                   \
  X(TooManyOutputs, "too-many-outputs", "fusion.epilogue", "fusion.must_fuse overrides the limit")                     \
  X(TooManyInstructions, "too-many-instructions", "fusion.epilogue", "fusion.must_fuse overrides the limit")           \
  X(Recompute, "recompute", "fusion.epilogue", "fusion.must_fuse overrides the limit")                                 \
  X(Recomputed, "recomputed", "fusion.epilogue", "")                                                                   \
  X(Joined, "joined", "fusion.epilogue", "")                                                                           \
  X(NoFamily, "no-family", "fusion.epilogue", "")                                                                      \
  X(Unfused, "unfused", "fusion.epilogue", "fuse for the chip that the kernel is to run on")                           \
  X(NotRun, "not-run", "fusion.epilogue", "leave out --no-fuse, or run the pass fusion-fuse-epilogue")                 \
  X(Strided, "strided", "fusion.layout", "")                                                                           \
  X(TransposedCopy, "transposed-copy", "fusion.layout", "")                                                            \
  X(NotInPlace, "not-in-place", "fusion.aliases", "")                                                                  \
  X(NotImported, "not-imported", "fusion.import", "")                                                                  \
  X(UnalignedRows, "unaligned-rows", "fusion.schedule", "pad the rows to a multiple of 16 bytes")                      \
  X(TransposedRead, "transposed-read", "fusion.schedule", "store the operand with its elements adjacent along k")      \
  X(SharedLaunch, "shared-launch", "fusion.schedule", "")                                                              \
  X(ScaledOperands, "scaled-operands", "fusion.schedule", "")                                                          \
  X(ReorderedSums, "reordered-sums", "fusion.schedule", "tune under strict numerics, or compile with relaxed ones")    \
  X(UnroundedCast, "unrounded-cast", "fusion.numerics",                                                                \
    "strict numerics round each value to its type, and casts to 8 bits are always rounded")

namespace fusion {

enum class RemarkCode {
#define FUSION_REMARK_ENUM(ENUM, CODE, CATEGORY, SUGGESTION) ENUM,
  FUSION_REMARK_CODES(FUSION_REMARK_ENUM)
#undef FUSION_REMARK_ENUM
};

/// A row of the table.
struct RemarkCodeInfo {
  llvm::StringRef code;
  llvm::StringRef category;
  llvm::StringRef suggestion;
};
const RemarkCodeInfo &getRemarkCodeInfo(RemarkCode code);

} // namespace fusion

#endif // FUSION_SUPPORT_REMARKCODES_H

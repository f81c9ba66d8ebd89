// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUSION_LIB_CONVERSION_FUSIONTOGPU_SM80_STAGEDEPILOGUE_H
#define FUSION_LIB_CONVERSION_FUSIONTOGPU_SM80_STAGEDEPILOGUE_H

#include "SharedTile.h"

namespace mlir::fusion::sm80 {

/// Shared memory that the epilogue needs, in bytes; it may overlap the main loop's.
int64_t epilogueSharedBytes(const MatmulSchedule &schedule);

/// Hands a warp's accumulators to `epilogue`. They pass through shared memory, 16 rows at a time, so that a thread
/// holds adjacent columns and a warp whole rows: 8 columns per thread, or single elements where that is not possible.
void emitStagedEpilogue(KernelBuilder &kb, const MatmulSpec &spec, const MatmulArguments &problem, Value tileRow,
                        Value tileCol, Value shared, const ThreadPosition &position, ArrayRef<Value> acc,
                        EpilogueEmitter &epilogue);

} // namespace mlir::fusion::sm80

#endif // FUSION_LIB_CONVERSION_FUSIONTOGPU_SM80_STAGEDEPILOGUE_H

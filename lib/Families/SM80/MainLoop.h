// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The loop of a product along K.

#ifndef FUSION_LIB_FAMILIES_SM80_MAINLOOP_H
#define FUSION_LIB_FAMILIES_SM80_MAINLOOP_H

#include "TileScales.h"
#include "fusion/Families/SM80/Fragments.h"
#include "fusion/Families/SM80/TileCopy.h"

namespace fusion::sm80 {

/// The multistage loop along K of a group of warps, whose buffers begin at `shared`. Returns the accumulators, which
/// begin as `sums`, or as zeros where that is empty.
SmallVector<Value> emitMainLoop(KernelBuilder &kb, const MatmulSpec &spec, const TileCopy &copyA, const TileCopy &copyB,
                                const TileScales &scales, Value k, Value shared, const ThreadPosition &position,
                                ArrayRef<Value> sums = {});

/// After it every thread of the group is past its last access to shared memory, and no copy is in flight.
void emitMainLoopEnd(KernelBuilder &kb, const SM80Schedule &schedule, const ThreadPosition &position);

} // namespace fusion::sm80

#endif // FUSION_LIB_FAMILIES_SM80_MAINLOOP_H

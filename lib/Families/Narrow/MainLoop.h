// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The loop along k of a product with narrow weights.

#ifndef FUSION_LIB_FAMILIES_NARROW_MAINLOOP_H
#define FUSION_LIB_FAMILIES_NARROW_MAINLOOP_H

#include "Kernel.h"

namespace fusion::narrow {

/// Returns a thread's sums (f32), four for each block of 16 rows of the weight and 8 of the activations, as
/// mma.m16n8k16 has them: rows quad and quad + 8 of the weight, of each rows 2 pair and 2 pair + 1 of the activations.
/// Those of block (i, j) come at 4 (i blocksM + j).
SmallVector<Value> emitMainLoop(KernelBuilder &kb, const Spec &spec, const Arguments &arguments,
                                const Position &position, Value shared);

} // namespace fusion::narrow

#endif // FUSION_LIB_FAMILIES_NARROW_MAINLOOP_H

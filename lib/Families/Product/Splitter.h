// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The warpgroup that splits f32 into high and low halves.

#ifndef FUSION_LIB_FAMILIES_PRODUCT_SPLITTER_H
#define FUSION_LIB_FAMILIES_PRODUCT_SPLITTER_H

#include "fusion/Families/Product/Producer.h"

namespace fusion::async {

/// Emits the warpgroup that splits the columns of f32 products into parts. Products read the leading bits of an f32 as
/// tf32, so a stage is its own high half; the low half (`getLowHalf`) is written to a slot with the stage's layout.
/// Rows come from registers, where consumers split them. `thread` is the thread's number in the warpgroup.
void emitSplitter(KernelBuilder &kb, ArrayRef<BlockContext> blocks, Value thread);

} // namespace fusion::async

#endif // FUSION_LIB_FAMILIES_PRODUCT_SPLITTER_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The producer whose threads load what TMA cannot.

#ifndef FUSION_LIB_FAMILIES_PRODUCT_COPYINGPRODUCER_H
#define FUSION_LIB_FAMILIES_PRODUCT_COPYINGPRODUCER_H

#include "fusion/Families/Product/Producer.h"

namespace fusion::async {

/// Emits the producer whose threads load some factors by cp.async, or all; the others come by TMA. Each warp of
/// its warpgroup fills stages of its own, so that as many k blocks are under way, and what a stage held is overwritten
/// by the warp that wrote it. `thread` is the number in the warpgroup, `warp` that of its warp.
///
/// cp.async writes through the generic proxy, and products read through the async proxy. Of each k block, in this
/// order:
///
///   all lanes  wait for the stage's `empty` and start their copies
///   all lanes  wait for the completion of their copies (cp.async.wait_group): the writes are performed
///   all lanes  fence.proxy.async: accesses by the async proxy that follow see them
///   all lanes  bar.warp.sync: what follows in one lane follows the fences of all
///   one lane   arrives on `full`, the one arrival that a phase needs; consumers wait for the phase, and multiply
///
/// The fence, which costs whatever its warp has under way, meets nothing: what else is under way is of other warps.
/// Where TMA loads a factor, that lane first makes `full` expect its bytes, and starts the load.
void emitCopyingProducer(KernelBuilder &kb, ArrayRef<BlockContext> blocks, Value thread, Value warp);

} // namespace fusion::async

#endif // FUSION_LIB_FAMILIES_PRODUCT_COPYINGPRODUCER_H

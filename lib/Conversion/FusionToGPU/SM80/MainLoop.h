// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FUSION_LIB_CONVERSION_FUSIONTOGPU_SM80_MAINLOOP_H
#define FUSION_LIB_CONVERSION_FUSIONTOGPU_SM80_MAINLOOP_H

#include "Fragments.h"
#include "TileCopy.h"

namespace mlir::fusion::sm80 {

/// Adds the products of one step to `acc`: 4 accumulators per 16x8 block, blocks of a row of the warp's tile adjacent.
/// `a` and `b` are what a FragmentLoader (for MmaKind::FMA a ScalarFragmentLoader) returned.
void emitMmaStep(KernelBuilder &kb, MmaKind kind, int64_t blocksM, int64_t blocksN, ArrayRef<Value> a,
                 ArrayRef<Value> b, SmallVectorImpl<Value> &acc);

/// The multistage loop along K. Returns the accumulators.
SmallVector<Value> emitMainLoop(KernelBuilder &kb, const MatmulSpec &spec, const TileCopy &copyA, const TileCopy &copyB,
                                Value k, Value shared, const ThreadPosition &position);

/// After it every thread is past its last access to shared memory, and no copy is in flight.
void emitMainLoopEnd(KernelBuilder &kb);

} // namespace mlir::fusion::sm80

#endif // FUSION_LIB_CONVERSION_FUSIONTOGPU_SM80_MAINLOOP_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a kernel with narrow weights is made from.

#ifndef FUSION_LIB_FAMILIES_NARROW_KERNEL_H
#define FUSION_LIB_FAMILIES_NARROW_KERNEL_H

#include "Schedule.h"
#include "fusion/Analysis/NarrowProduct.h"
#include "fusion/Families/Common/EpilogueEmitter.h"
#include "fusion/Families/Common/MemRefArgument.h"

namespace fusion::narrow {

/// What is known when a kernel is emitted.
struct Spec {
  NarrowProduct formula;
  WeightFormat format;
  NarrowSchedule schedule;
  Type floatType; ///< of the activations, and of weights in registers: bf16 or f16
  /// Rows of both factors start at multiples of 16 bytes; else they are copied element by element.
  bool wideCopies = true;
  /// Scales of a thread's rows come by one load, where rows are neighbours and their scales lie side by side.
  bool wideScales = false;
  /// The epilogue has 8 columns at a time.
  bool wideEpilogue = true;
  bool launchDependents = false;

  /// Rows of the weight that a thread has words of are so far apart; and those of one quad from those of the next.
  int64_t rowStep() const { return format.wordsAlongN ? 1 : 8; }
  int64_t quadStep() const { return format.wordsAlongN ? schedule.rowsOfThread() : 1; }
};

/// The run-time part. Sizes are i32.
struct Arguments {
  Value m, n, k;
  MemRefArgument activations, weight;
  MemRefArgument scale, zero; ///< where the formula has them
};

/// Where a thread stands. Rows are those of the block's tile: of the activations along M, of the weight along N.
struct Position {
  Value thread, lane;
  Value quad, pair;   ///< lane / 4 and lane % 4
  Value warpM, warpN; ///< first row of the warp's tile
  Value row;          ///< along N, the first that this thread has words of
  Value warpK;        ///< its part of a stage's k
  Value tileM, tileN; ///< first row of the block's tile
  Value rank;         ///< of the block in its cluster
};

/// The address of a row of a matrix.
Value getRowAddress(KernelBuilder &kb, const MemRefArgument &matrix, Value row);

/// Whether k is a multiple of a stage's, and of that of a cluster's blocks, as far as is known when the kernel is
/// emitted.
bool hasWholeStages(const Spec &spec, const Arguments &arguments);

/// Emits the product of one tile, inside a kernel of as many threads as the schedule says.
void emitNarrowProduct(KernelBuilder &kb, const Spec &spec, const Arguments &arguments, Value shared,
                       EpilogueEmitter &epilogue);

} // namespace fusion::narrow

#endif // FUSION_LIB_FAMILIES_NARROW_KERNEL_H

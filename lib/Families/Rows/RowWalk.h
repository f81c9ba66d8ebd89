// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The order in which a thread goes through the elements of its rows.

#ifndef FUSION_LIB_FAMILIES_ROWS_ROWWALK_H
#define FUSION_LIB_FAMILIES_ROWS_ROWWALK_H

#include "RowReduction.h"

namespace fusion {

/// What a thread loads at once.
struct Iteration {
  RowPiece piece; ///< elements that exist
  Value valid;    ///< whether they are the thread's (i1); null if they are in all threads
  int64_t number; ///< among the thread's, if what is known of it stays in registers, else among those at once
  bool kept;      ///< it stays
};

/// A reduction of what the iterations of a thread have.
struct Accumulator {
  Value neutral;
  Combine combine;
};

/// The order in which a thread goes through its elements.
class RowWalk {
public:
  using Lanes = SmallVector<Value>;

  virtual ~RowWalk() = default;

  /// Calls `body` for all iterations, with all that are taken at once, of which none waits for another.
  virtual void visit(KernelBuilder &kb, function_ref<void(ArrayRef<Iteration>)> body) = 0;
  /// Calls `body` in the same way, which gives the lanes for each accumulator to `take`, iteration by iteration.
  /// Returns what each row of each accumulator (rows of the first one first) came to: parts as RowReduction takes them.
  using Take = function_ref<void(const Iteration &, ArrayRef<Lanes>)>;
  virtual SmallVector<SmallVector<Value>> accumulate(KernelBuilder &kb, ArrayRef<Accumulator> accumulators,
                                                     function_ref<void(ArrayRef<Iteration>, Take)> body) = 0;
};

/// `piece`: elements of a piece. `wide`: what lies side by side is loaded at once.
std::unique_ptr<RowWalk> createRowWalk(const RowsSchedule &schedule, const RowThread &at, const RowSpace &space,
                                       int64_t piece, bool wide);

} // namespace fusion

#endif // FUSION_LIB_FAMILIES_ROWS_ROWWALK_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs a lane program over a loop nest: elementwise work and reductions of any rank.

#ifndef FUSION_LIB_REFERENCE_LOOPS_H
#define FUSION_LIB_REFERENCE_LOOPS_H

#include "Lanes.h"

namespace fusion::reference {

/// A tensor read or written in a loop nest: element at offset Σ strides[d] · index[d].
struct LoopOperand {
  Tensor tensor;
  SmallVector<int64_t> strides; ///< per loop dimension
  int64_t offset = 0;
};

/// A reduction that adds: the result accumulates `register` (an instruction has been left out for it).
struct SumReduction {
  int addend = -1; ///< register of the terms, or -1: not a sum
  double unit = 0; ///< roundoff of each addition, times the number of terms and the sum of magnitudes
  Rounding store;  ///< of the sum
};

/// A program over `ranges`. Its arguments are the inputs' elements, then the outputs'; its results the new elements of
/// the outputs. Outputs are fresh, hold the initial elements if `readsOutputs`, and are written in place.
struct LoopNest {
  SmallVector<int64_t> ranges;
  SmallVector<bool> isReduction; ///< per loop dimension
  SmallVector<LoopOperand> inputs, outputs;
  SmallVector<SumReduction> sums; ///< per output
  bool readsOutputs = false;
  /// False where two points may meet at one output element although neither dimension is a reduction: then all points
  /// run in order, one by one.
  bool independent = true;
};

/// Runs it; on failure emits the failing instruction's error. With `bounds`, outputs have lo and hi.
LogicalResult runLoops(const LoopNest &nest, const LaneProgram &program, bool bounds, unsigned numThreads);

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_LOOPS_H

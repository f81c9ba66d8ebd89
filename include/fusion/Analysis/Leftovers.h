// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What stands outside of kernels and takes launches, or loops, of its own.

#ifndef FUSION_ANALYSIS_LEFTOVERS_H
#define FUSION_ANALYSIS_LEFTOVERS_H

#include "fusion/Support/RemarkCodes.h"
#include "mlir/IR/BuiltinOps.h"

namespace fusion {

struct ChipInfo;

/// An operation outside of kernels, and why it is there.
struct Leftover {
  Operation *op;
  RemarkCode code;
  std::string reason;
  double bytes = 0;        ///< read and written
  double instructions = 0; ///< of all threads together, in f32 instructions

  /// How long it takes by itself: a launch, and its bytes (`moved`, if given) or instructions, in microseconds.
  double predictMicroseconds(const ChipInfo &chip, std::optional<double> moved = std::nullopt) const;
};

/// What loops that compute `op` are, in a word: "matmul", "convolution", "reduce", "fill", "copy", "elementwise"; the
/// operation's own name where it is neither linalg's nor tensor's.
StringRef getLoopsName(Operation *op);

/// All of a module's functions, but for what is computed once: views, constants and fills that only begin a sum take no
/// time.
SmallVector<Leftover> collectLeftovers(ModuleOp module);

} // namespace fusion

#endif // FUSION_ANALYSIS_LEFTOVERS_H

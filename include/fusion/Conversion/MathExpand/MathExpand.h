// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The patterns that make arithmetic of math functions, and what they are told of the machine.

#ifndef FUSION_CONVERSION_MATHEXPAND_MATHEXPAND_H
#define FUSION_CONVERSION_MATHEXPAND_MATHEXPAND_H

#include "fusion/Support/LLVM.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace fusion {

/// The machine that expanded functions run on.
enum class MathTarget {
  Generic, ///< Anything with a fused multiply-add; only arith and simple math operations are made.
  NVPTX,   ///< NVIDIA GPUs: llvm.nvvm intrinsics may be made, and must be where LLVM would call a library.
};

struct ExpandMathOptions {
  MathTarget target = MathTarget::Generic;
};

/// Patterns for forms of several operations: `n / (1 + exp(z))` and `n * erfc(z)` with fastmath<contract> or <afn>, and
/// for math.sincos, which is two.
/// They must be applied before those of populateExpandMathPatterns, which would take the parts away.
void populateExpandCompositeMathPatterns(RewritePatternSet &patterns, const ExpandMathOptions &options);

/// Patterns that expand single math operations (and, on NVPTX, arith.divf with fastmath<afn> or <arcp>), conversions to
/// 16 bits and integer divisions. On generic machines f64 functions are left alone. No pattern makes an operation that
/// another one matches, so one walk over the code is enough.
void populateExpandMathPatterns(RewritePatternSet &patterns, const ExpandMathOptions &options);

} // namespace fusion

#endif // FUSION_CONVERSION_MATHEXPAND_MATHEXPAND_H

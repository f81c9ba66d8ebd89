// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Bodies that keep the best element so far and its position.

#ifndef FUSION_LIB_CONVERSION_LINALGTOFUSION_EXTREMUMBODY_H
#define FUSION_LIB_CONVERSION_LINALGTOFUSION_EXTREMUMBODY_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fusion {

/// What a body with one operand and two results, an element and a position, does. Comparisons may be written in many
/// ways, so it is asked for what it does in each case that there is: the element is less than the best one, equal,
/// more, or one of them or both are NaN.
struct ExtremumBody {
  /// What becomes of NaN; the position of integers is that of FirstNaN.
  enum class NaN {
    First,    ///< the first one is the best
    Ignored,  ///< one is never better than a number
    Replaced, ///< one is never better, and any number is better than one
    OfValue,  ///< the best is NaN from the first one on; its position is that of the best before
  };

  unsigned value, position; ///< numbers of the results
  bool isMaximum, isSigned;
  NaN nan;
  /// Of equal elements the first is the best one. Else it may be another, such as the greater zero; the position is the
  /// first one's.
  bool keepsFirst;

  /// Nothing where it does anything else. Positions begin with 0.
  static std::optional<ExtremumBody> match(linalg::GenericOp op);
};

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LINALGTOFUSION_EXTREMUMBODY_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The ranges of scalars in a formula of positions.

#ifndef FUSION_LIB_ANALYSIS_SCALARRANGES_H
#define FUSION_LIB_ANALYSIS_SCALARRANGES_H

#include "FloatRange.h"
#include "fusion/Analysis/PositionCondition.h"
#include "llvm/ADT/DenseMap.h"

namespace fusion {

/// Ranges of what `ops` compute for a box of positions. Integers are MLIR's own inference (InferIntRangeInterface);
/// floats, comparisons of them and absolute values are computed here. What is not known may be anything.
class ScalarRanges {
public:
  ScalarRanges(const ScalarFormula &formula, ArrayRef<Operation *> ops, ArrayRef<PositionRange> box);
  ScalarRanges(ArrayRef<std::pair<Value, PositionRange>> positions, ArrayRef<Operation *> ops);

  ConstantIntRanges getIntegers(Value value) const;
  FloatRange getFloats(Value value) const;
  /// Of an i1, if it is the same for the whole box.
  std::optional<bool> getTruth(Value value) const;

private:
  void infer(Operation *op);
  void inferIntegers(Operation *op);
  std::optional<ConstantIntRanges> inferInteger(Operation *op) const;
  std::optional<FloatRange> inferFloat(Operation *op) const;
  /// Of what is computed from constants alone, by folding.
  bool fold(Operation *op);

  llvm::DenseMap<Value, ConstantIntRanges> integers;
  llvm::DenseMap<Value, FloatRange> floats;
};

} // namespace fusion

#endif // FUSION_LIB_ANALYSIS_SCALARRANGES_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Scalars of a formula as affine functions of two positions.

#ifndef FUSION_LIB_ANALYSIS_AFFINEFORMS_H
#define FUSION_LIB_ANALYSIS_AFFINEFORMS_H

#include "ScalarRanges.h"
#include "mlir/IR/AffineExpr.h"

namespace fusion {

/// Gives scalars as affine functions of the query's position, d0, and the key's, d1; null where they are none. Integers
/// that may wrap, and floats that may round, are none.
class AffineForms {
public:
  AffineForms(const PositionCondition &condition, int64_t queryDim, int64_t keyDim);

  AffineExpr get(Value value);
  const ScalarRanges &getRanges() const { return ranges; }

private:
  AffineExpr getInteger(Value value);
  AffineExpr getFloat(Value value);
  /// Whether an operation on integers gives the number that it stands for, not one that has wrapped.
  bool isExact(Operation *op) const;

  /// All numbers have at most as many bits: an index may have no more, and affine functions of them stay below 2^63.
  static constexpr unsigned kWidth = 32;
  ScalarRanges ranges;
  Value query, key;
  MLIRContext *context;
  llvm::DenseMap<Value, AffineExpr> forms;
};

} // namespace fusion

#endif // FUSION_LIB_ANALYSIS_AFFINEFORMS_H

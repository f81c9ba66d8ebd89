// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Affine expressions as arithmetic of a map's region.

#ifndef FUSION_DIALECT_FUSION_UTILS_INDEXEMITTER_H
#define FUSION_DIALECT_FUSION_UTILS_INDEXEMITTER_H

#include "fusion/Dialect/Fusion/IR/AccessMap.h"
#include "fusion/Dialect/Fusion/IR/AffineRanges.h"
#include "mlir/IR/Builders.h"

namespace fusion {

/// Writes expressions of dimensions and of sizes that are known when the program runs, the symbols, as arithmetic. Both
/// are indices that are never negative. What divides is of 32 bits where these hold all numbers.
class IndexEmitter {
public:
  IndexEmitter(OpBuilder &builder, Location loc, ValueRange dims, const AffineRanges &ranges, ValueRange symbols = {})
      : builder(builder), loc(loc), dims(dims), symbols(symbols), ranges(ranges) {}

  /// Whether `expr` has arithmetic: its symbols are known, and nothing is divided upwards.
  bool canEmit(AffineExpr expr) const;
  /// The expression as an index; null, and nothing is made, where it has no arithmetic.
  Value emit(AffineExpr expr);

private:
  Value build(AffineExpr expr);
  Value constant(int64_t value);

  OpBuilder &builder;
  Location loc;
  ValueRange dims, symbols;
  const AffineRanges &ranges;
  bool isSmall = false;
};

/// The dimensions of memory that a point reads, as indices; fails, and makes nothing, where one has no
/// arithmetic.
FailureOr<SmallVector<Value>> emitPlaces(OpBuilder &builder, Location loc, const AccessMap &access, ValueRange point);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_UTILS_INDEXEMITTER_H

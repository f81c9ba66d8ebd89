// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Affine expressions as arithmetic of a map's region.

#ifndef FUSION_DIALECT_FUSION_UTILS_INDEXEMITTER_H
#define FUSION_DIALECT_FUSION_UTILS_INDEXEMITTER_H

#include "fusion/Dialect/Fusion/IR/AccessMap.h"
#include "fusion/Dialect/Fusion/IR/AffineRanges.h"
#include "mlir/IR/Builders.h"

namespace fusion {

/// Writes expressions of dimensions, whose values are indices that are never negative, as arithmetic. What divides is
/// of 32 bits where these hold all numbers.
class IndexEmitter {
public:
  IndexEmitter(OpBuilder &builder, Location loc, ValueRange dims, const AffineRanges &ranges)
      : builder(builder), loc(loc), dims(dims), ranges(ranges) {}

  /// The expression as an index. Null where something that is divided may be negative; if `guarded`, the value is then
  /// any, for nobody asks for it.
  Value emit(AffineExpr expr, bool guarded = false);

private:
  Value build(AffineExpr expr);
  bool isNatural(AffineExpr expr) const { return ranges.getInterval(expr).least.value_or(-1) >= 0; }

  OpBuilder &builder;
  Location loc;
  ValueRange dims;
  const AffineRanges &ranges;
  bool isSmall = false, isGuarded = false;
};

/// The dimensions of memory that a point reads, as indices; fails where something that is divided may be negative.
FailureOr<SmallVector<Value>> emitPlaces(OpBuilder &builder, Location loc, const AccessMap &access, ValueRange point);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_UTILS_INDEXEMITTER_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a body combines with its results, and what these begin with.

#ifndef FUSION_LIB_CONVERSION_LINALGTOFUSION_COMBINATION_H
#define FUSION_LIB_CONVERSION_LINALGTOFUSION_COMBINATION_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace fusion {

/// out = kind(out, term), where `term` depends on no result.
struct Combination {
  arith::AtomicRMWKind kind;
  Operation *combiner;
  Value term;

  /// Nothing where the body does something else for result `number`.
  static std::optional<Combination> match(linalg::LinalgOp op, unsigned number);
};

/// What all elements of the initial value `init` are, or null.
TypedAttr getInitialNumber(Value init);

/// Whether a reduction that begins with `value` is one that begins with nothing (`fusion.reduce` says which values).
bool isNeutral(arith::AtomicRMWKind kind, TypedAttr value, OpBuilder &builder, Location loc);

/// Why a reduction of `kind` that begins with `init` is no fusion.reduce whose result is combined with `init`; empty if
/// it is one.
StringRef findObstacleOfInitial(Operation *op, arith::AtomicRMWKind kind, Value init);

/// Whether `map` writes by each parallel loop and no other, once; units are indexed by 0.
bool writesEachOnce(linalg::LinalgOp op, AffineMap map, Type type);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_LINALGTOFUSION_COMBINATION_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What decides sizes, so that equal ones are known to be equal.

#ifndef FUSION_DIALECT_FUSION_UTILS_SIZEORIGIN_H
#define FUSION_DIALECT_FUSION_UTILS_SIZEORIGIN_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"

namespace fusion {

/// What decides a size: a number (`value` is null), a value (`dim` is negative), or a dimension of a tensor. Equal ones
/// are equal sizes; sizes whose origins differ may be equal all the same.
struct SizeOrigin {
  Value value;
  int64_t dim;

  bool operator==(const SizeOrigin &other) const { return value == other.value && dim == other.dim; }

  static SizeOrigin get(OpFoldResult size);
  /// Of a dimension of a tensor, looked for through views, destinations and elementwise operations.
  static SizeOrigin get(Value tensor, int64_t dim);

  /// The size as an index.
  Value materialize(OpBuilder &builder, Location loc) const;
};

/// Sizes as expressions of those that decide them, the symbols. Sizes of what is merged, joined and padded are those of
/// what these take, so that equal sizes are equal expressions more often.
class SizeExpressions {
public:
  explicit SizeExpressions(MLIRContext *context) : context(context) {}

  AffineExpr get(Value tensor, int64_t dim);
  ArrayRef<SizeOrigin> getSymbols() const { return symbols; }

private:
  AffineExpr get(SizeOrigin origin);
  /// Null where `op` does not decide it.
  AffineExpr getOfReshape(Operation *op, int64_t dim);
  AffineExpr getOfArithmetic(Operation *op);

  MLIRContext *context;
  SmallVector<SizeOrigin> symbols;
};

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_UTILS_SIZEORIGIN_H

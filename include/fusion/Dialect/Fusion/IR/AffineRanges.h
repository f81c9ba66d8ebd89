// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Affine expressions of loops with sizes: their ranges, and what these settle.

#ifndef FUSION_DIALECT_FUSION_IR_AFFINERANGES_H
#define FUSION_DIALECT_FUSION_IR_AFFINERANGES_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/Support/MathExtras.h"
#include <optional>
#include <string>

namespace fusion {

/// least <= x <= most, each where it is known.
struct Interval {
  std::optional<int64_t> least, most;
};

/// Dimensions d[i] are in 0 <= d[i] < sizes[i], where a size is an expression of symbols; symbols are not negative.
class AffineRanges {
public:
  explicit AffineRanges(ArrayRef<AffineExpr> sizes) : sizes(sizes) {}

  Interval getInterval(AffineExpr expr) const;
  /// Whether 0 <= expr < limit for all points, where `limit` is an expression of symbols.
  bool isWithin(AffineExpr expr, AffineExpr limit) const;
  /// `expr` as a sum whose floordiv and mod are of as little as ranges allow. Two calls give what one does.
  AffineExpr simplify(AffineExpr expr) const;

private:
  /// The least or greatest value, as an expression of symbols; null where there is none.
  AffineExpr getExtreme(AffineExpr expr, bool greatest) const;

  SmallVector<AffineExpr> sizes;
};

/// A sum of products of expressions with numbers. Expressions are dimensions, symbols, floordiv, mod, and others that
/// are not looked into.
struct AffineSum {
  SmallVector<std::pair<AffineExpr, int64_t>> terms;
  int64_t constant = 0;
  bool overflows = false; ///< then nothing else counts

  /// Of an expression that `AffineRanges::simplify` gave.
  static AffineSum get(AffineExpr expr);
  void add(AffineExpr expr, int64_t factor);
  void add(const AffineSum &other, int64_t factor = 1);
  /// 0 where `expr` is no term.
  int64_t getFactor(AffineExpr expr) const;
  AffineExpr build(MLIRContext *context) const;
};

/// What `expr` is of a constant, which is returned, by an operation of the kind; nothing where it is another.
std::optional<int64_t> getConstantOperand(AffineExpr expr, AffineExprKind kind, AffineExpr &operand);

/// Whether `expr` has no other dimensions and symbols than the first.
bool usesOnly(AffineExpr expr, unsigned numDims, unsigned numSymbols);

std::string toText(AffineExpr expr);

/// x - y * floor(x / y), of positive y.
inline int64_t getModulo(int64_t x, int64_t y) { return x - y * llvm::divideFloorSigned(x, y); }

/// The value of `expr` at a point; no operand of floordiv and mod is 0.
int64_t evaluateAffine(AffineExpr expr, ArrayRef<int64_t> dims, ArrayRef<int64_t> symbols);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_IR_AFFINERANGES_H

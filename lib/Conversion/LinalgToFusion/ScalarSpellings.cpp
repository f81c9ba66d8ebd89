// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Scalar operations that upstream's canonicalization does not survive are written in another way before it sees them.

#include "ScalarSpellings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

/// A comparison that holds always, or never, is a constant: of an integer that was converted to a float it ends the
/// process upstream.
static void respellComparison(IRRewriter &rewriter, arith::CmpFOp op) {
  bool always = op.getPredicate() == arith::CmpFPredicate::AlwaysTrue;
  auto shaped = dyn_cast<ShapedType>(op.getType());
  if ((!always && op.getPredicate() != arith::CmpFPredicate::AlwaysFalse) || (shaped && !shaped.hasStaticShape()))
    return;
  TypedAttr value = rewriter.getBoolAttr(always);
  if (shaped)
    value = DenseElementsAttr::get(shaped, always);
  rewriter.setInsertionPoint(op);
  rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, value);
}

/// Extended sums and products of indices are those of i64: upstream extends a truth value to an index where one factor
/// is 1, which is no operation, and lowers none of them.
template <typename ExtendedOp> static void respellExtended(IRRewriter &rewriter, ExtendedOp op) {
  Type index = op.getLhs().getType(), i64 = rewriter.getI64Type();
  if (!index.isIndex())
    return;
  rewriter.setInsertionPoint(op);
  auto cast = [&](Value value, Type to) -> Value {
    return arith::IndexCastOp::create(rewriter, op.getLoc(), to, value);
  };
  auto wide = ExtendedOp::create(rewriter, op.getLoc(), cast(op.getLhs(), i64), cast(op.getRhs(), i64));
  SmallVector<Value> results;
  for (auto [own, result] : llvm::zip_equal(wide->getResults(), op->getResults()))
    results.push_back(result.getType().isIndex() ? cast(own, index) : own);
  rewriter.replaceOp(op, results);
}

/// A cast of an index to less than 64 bits is one to i64 that is truncated: a cast back to an index folds with it
/// upstream, as if no bits had been lost.
template <typename CastOp> static void respellNarrowing(IRRewriter &rewriter, CastOp op) {
  Type to = op.getType(), element = getElementTypeOrSelf(to);
  if (!element.isInteger() || element.getIntOrFloatBitWidth() >= 64)
    return;
  rewriter.setInsertionPoint(op);
  Type i64 = rewriter.getI64Type();
  if (auto shaped = dyn_cast<ShapedType>(to))
    i64 = shaped.clone(i64);
  Value wide = CastOp::create(rewriter, op.getLoc(), i64, op.getIn());
  rewriter.replaceOpWithNewOp<arith::TruncIOp>(op, to, wide);
}

void fusion::respellScalars(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](Operation *op) {
    if (auto comparison = dyn_cast<arith::CmpFOp>(op))
      respellComparison(rewriter, comparison);
    else if (auto sum = dyn_cast<arith::AddUIExtendedOp>(op))
      respellExtended(rewriter, sum);
    else if (auto product = dyn_cast<arith::MulSIExtendedOp>(op))
      respellExtended(rewriter, product);
    else if (auto product = dyn_cast<arith::MulUIExtendedOp>(op))
      respellExtended(rewriter, product);
  });
}

void fusion::respellIndexCasts(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](Operation *op) {
    if (auto cast = dyn_cast<arith::IndexCastOp>(op))
      respellNarrowing(rewriter, cast);
    else if (auto cast = dyn_cast<arith::IndexCastUIOp>(op))
      respellNarrowing(rewriter, cast);
  });
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the expansions of f64 share.

#include "Wide.h"

using namespace mlir;

namespace fusion::mathexpand {

static Type withElement(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(element);
  return element;
}

LogicalResult expandInF64(Operation *op, ValueRange operands, PatternRewriter &rewriter, Emitter emit) {
  Type type = op->getResult(0).getType();
  if (isa<TensorType>(type))
    return rewriter.notifyMatchFailure(op, "works on scalars and vectors, not on tensors");
  if (!getElementTypeOrSelf(type).isF64())
    return rewriter.notifyMatchFailure(op, "element type is not f64");
  MathBuilder b(op->getLoc(), rewriter, MathTarget::NVPTX, /*approximate=*/false);
  SmallVector<Expr> values;
  for (Value x : operands)
    values.push_back(b.wrap(x));
  rewriter.replaceOp(op, emit(values).value);
  return success();
}

Expr bits64(Expr x) {
  return x.b->wrap(arith::BitcastOp::create(*x.b, withElement(x.value.getType(), x.b->getI64Type()), x.value));
}
Expr asDouble(Expr i) {
  return i.b->wrap(arith::BitcastOp::create(*i.b, withElement(i.value.getType(), i.b->getF64Type()), i.value));
}
Expr toDouble(Expr i) {
  return i.b->wrap(arith::SIToFPOp::create(*i.b, withElement(i.value.getType(), i.b->getF64Type()), i.value));
}

WidePair wideSum(Expr x, Expr y) {
  Expr sum = x + y;
  return {sum, y - (sum - x)};
}

WidePair wideProduct(Expr x, Expr y) {
  Expr product = x * y;
  return {product, fma(x, y, -product)};
}

} // namespace fusion::mathexpand

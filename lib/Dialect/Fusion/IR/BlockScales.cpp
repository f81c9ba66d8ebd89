// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes the scales of a product's operands as operations in front of it.

#include "fusion/Dialect/Fusion/IR/BlockScales.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace fusion;

/// The discardable attributes of `like`, such as that it must be fused.
template <typename Op> static Op withAttributesOf(Operation *like, Op op) {
  op->setDiscardableAttrs(like->getDiscardableAttrDictionary());
  return op;
}

/// The elements of `factor`, [outer, K], or [K, outer] if `isTransposed`, in f32, times their scales if there are any.
static Value multiplyWithScales(ImplicitLocOpBuilder &b, MatmulOp product, Value factor, Value scale,
                                std::optional<ArrayRef<int64_t>> block, bool isTransposed) {
  auto type = cast<RankedTensorType>(factor.getType()).clone(b.getF32Type());
  if (!scale)
    return withAttributesOf(product, CastOp::create(b, type, factor)).getResult();
  auto map = withAttributesOf(product, MapOp::create(b, type, ValueRange{factor}, ValueRange{scale},
                                                     /*positions=*/true));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(map.getBodyBlock());
  SmallVector<Value> indices(map.getPositions());
  if (isTransposed)
    std::swap(indices[0], indices[1]);
  for (auto [index, size, group] : llvm::zip_equal(indices, cast<RankedTensorType>(scale.getType()).getShape(), *block))
    if (size == 1)
      index = arith::ConstantIndexOp::create(b, 0);
    else if (group != 1)
      index = arith::DivUIOp::create(b, index, arith::ConstantIndexOp::create(b, group).getResult());
  Value number = LookupOp::create(b, b.getF32Type(), map.getTableArguments()[0], indices, Value());
  Value element = arith::ExtFOp::create(b, b.getF32Type(), map.getElementArguments()[0]);
  YieldOp::create(b, Value(arith::MulFOp::create(b, element, number)));
  return map.getResult();
}

Value fusion::expandBlockScales(OpBuilder &builder, MatmulOp product) {
  ImplicitLocOpBuilder b(product.getLoc(), builder);
  Value lhs = multiplyWithScales(b, product, product.getLhs(), product.getLhsScale(), product.getLhsBlock(),
                                 product.getTransposeA());
  Value rhs = multiplyWithScales(b, product, product.getRhs(), product.getRhsScale(), product.getRhsBlock(),
                                 !product.getTransposeB());
  RankedTensorType type = product.getType();
  bool narrows = type.getElementTypeBitWidth() < 32;
  auto wide = narrows ? type.clone(b.getF32Type()) : type;
  auto expanded =
      withAttributesOf(product, MatmulOp::create(b, wide, lhs, rhs, product.getTransposeA(), product.getTransposeB()));
  if (!narrows)
    return expanded;
  return withAttributesOf(product, CastOp::create(b, type, expanded)).getResult();
}

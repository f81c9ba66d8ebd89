// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads the blocks of scales off fusion.dequantize in front of products.

#include "BlockScales.h"
#include "fusion/Dialect/Fusion/IR/QuantOps.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

static RankedTensorType getType(Value value) { return cast<RankedTensorType>(value.getType()); }

namespace {
/// A product's operand: 8-bit floats, and the scale that they are multiplied with.
struct ScaledFactor {
  Value factor, scale; ///< scale: null where there is none
  bool isTransposed;   ///< factor is stored [K, outer]
  /// Sizes of a scale's blocks along the outer dimension and along K; of K, 0: one scale for all of it.
  int64_t outer = 1, depth = 0;

  bool isAlongK() const { return depth > 0; }
  /// Whether the product can be multiplied with the scale instead: one for each row (column), or for all.
  bool isBehind() const { return scale && !isAlongK() && outer == 1; }

  /// Of `value`, an operand of a product in which K is its last dimension, unless `isTransposed`.
  static std::optional<ScaledFactor> find(Value value, bool isTransposed);
};
} // namespace

/// How many neighbours along a dimension of `size` share a number of a scale that has `own` there; 0: all of them.
static int64_t getBlockSize(int64_t size, int64_t own) {
  if (own == 1)
    return 0;
  return ShapedType::isDynamic(own) || ShapedType::isDynamic(size) ? 1 : size / own;
}

std::optional<ScaledFactor> ScaledFactor::find(Value value, bool isTransposed) {
  auto isFloat8 = [](Value input) {
    Type type = getType(input).getElementType();
    return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8;
  };
  if (auto cast = value.getDefiningOp<CastOp>(); cast && isFloat8(cast.getInput()))
    return ScaledFactor{cast.getInput(), Value(), isTransposed};
  auto dequantize = value.getDefiningOp<DequantizeOp>();
  if (!dequantize || !isFloat8(dequantize.getInput()) || !getType(dequantize.getScale()).getElementType().isF32())
    return std::nullopt;
  ScaledFactor found{dequantize.getInput(), dequantize.getScale(), isTransposed};
  ArrayRef<int64_t> shape = getType(value).getShape(), scales = getType(found.scale).getShape();
  SmallVector<int64_t> blocks(2 - scales.size(), 0);
  for (auto [size, own] : llvm::zip_equal(shape.take_back(scales.size()), scales))
    blocks.push_back(getBlockSize(size, own));
  found.outer = std::max<int64_t>(blocks[isTransposed ? 1 : 0], 1);
  found.depth = blocks[isTransposed ? 0 : 1];
  return found;
}

/// The scale as [outer, K], either of which may be 1.
static Value orderScale(RewriterBase &rewriter, const ScaledFactor &factor) {
  Location loc = factor.scale.getLoc();
  llvm::SmallBitVector inserted(2);
  inserted.set(0, 2 - getType(factor.scale).getRank());
  Value scale = inserted.any() ? insertUnitDims(rewriter, loc, factor.scale, inserted) : factor.scale;
  return factor.isTransposed ? transposeDims(rewriter, loc, scale, {1, 0}) : scale;
}

/// `product` times a scale of the rows of its left operand, or the columns of its right one.
static Value multiplyBehind(RewriterBase &rewriter, Value product, const ScaledFactor &factor, bool isLeft) {
  if (!factor.isBehind())
    return product;
  Location loc = product.getLoc();
  Value scale = orderScale(rewriter, factor);
  if (!isLeft) // [outer, 1] is of rows
    scale = collapseDims(rewriter, loc, scale, ReassociationIndices{0, 1});
  return MulOp::create(rewriter, loc, getType(product), product, scale);
}

/// Why operands are not raised to a product with scales, or nothing.
static StringRef checkFactors(MatmulOp product, std::optional<ScaledFactor> lhs, std::optional<ScaledFactor> rhs) {
  if (!lhs || !rhs)
    return "its operands are not both 8-bit floats, dequantised or cast";
  if (!lhs->isAlongK() && !rhs->isAlongK())
    return "no scale is one of blocks along K";
  if (!product.getType().getElementType().isF32() || getType(product.getLhs()).getRank() != 2 ||
      getType(product.getRhs()).getRank() != 2)
    return "it is no product of matrices of f32";
  return "";
}

static void raise(RewriterBase &rewriter, MatmulOp product) {
  std::optional<ScaledFactor> lhs = ScaledFactor::find(product.getLhs(), product.getTransposeA());
  std::optional<ScaledFactor> rhs = ScaledFactor::find(product.getRhs(), !product.getTransposeB());
  if (!checkFactors(product, lhs, rhs).empty())
    return;
  rewriter.setInsertionPoint(product);
  auto order = [&](const ScaledFactor &factor) {
    return factor.scale && !factor.isBehind() ? orderScale(rewriter, factor) : Value();
  };
  auto block = [&](Value scale, const ScaledFactor &factor) {
    return scale ? rewriter.getDenseI64ArrayAttr({factor.outer, std::max<int64_t>(factor.depth, 1)})
                 : DenseI64ArrayAttr();
  };
  Value lhsScale = order(*lhs), rhsScale = order(*rhs);
  auto scaled = MatmulOp::create(rewriter, product.getLoc(), product.getType(), lhs->factor, rhs->factor, lhsScale,
                                 rhsScale, product.getTransposeA(), product.getTransposeB(), /*unsigned_a=*/false,
                                 /*unsigned_b=*/false, block(lhsScale, *lhs), block(rhsScale, *rhs));
  scaled->setDiscardableAttrs(product->getDiscardableAttrDictionary());
  Value result = multiplyBehind(rewriter, scaled, *lhs, /*isLeft=*/true);
  rewriter.replaceOp(product, multiplyBehind(rewriter, result, *rhs, /*isLeft=*/false));
}

void fusion::raiseBlockScales(Operation *root) {
  IRRewriter rewriter(root->getContext());
  SmallVector<MatmulOp> products;
  root->walk([&](MatmulOp product) { products.push_back(product); });
  for (MatmulOp product : products)
    raise(rewriter, product);
}

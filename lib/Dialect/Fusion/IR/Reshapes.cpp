// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Canonical reshapes, where sizes are known that types do not tell.

#include "fusion/Dialect/Fusion/IR/Fusion.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion;

namespace {
/// A constant size that the type does not know becomes an operand:
///   tensor.expand_shape %x [[0], [1, 2]] output_shape [65, 16, 1] : tensor<?x16xf16> into tensor<?x16x1xf16>
///   ->  tensor.expand_shape %x [[0], [1, 2]] output_shape [%c65, 16, 1] : ...
struct PassDynamicSizes : OpRewritePattern<tensor::ExpandShapeOp> {
  /// Before any of upstream's patterns.
  explicit PassDynamicSizes(MLIRContext *context) : OpRewritePattern(context, /*benefit=*/1000) {}

  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op, PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
    SmallVector<int64_t> shape(op.getResultType().getShape());
    if (llvm::equal(shape, op.getStaticOutputShape()))
      return rewriter.notifyMatchFailure(op, "sizes are constant exactly where the type knows them");
    SmallVector<Value> operands;
    for (auto [known, size] : llvm::zip_equal(shape, sizes))
      if (ShapedType::isDynamic(known))
        operands.push_back(getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), size));
    rewriter.modifyOpInPlace(op, [&] {
      op.getOutputShapeMutable().assign(operands);
      op.setStaticOutputShape(shape);
    });
    return success();
  }
};

/// A reshape between a static 0 and a dynamic size makes an empty tensor:
///   tensor.collapse_shape %x [[0, 1], [2]] : tensor<0x?x?xf32> into tensor<?x?xf32>
///   ->  tensor.cast (tensor.empty(%d2) : tensor<0x?xf32>) : tensor<0x?xf32> to tensor<?x?xf32>
template <typename ReshapeOp> struct EmptyOfReshape : OpRewritePattern<ReshapeOp> {
  explicit EmptyOfReshape(MLIRContext *context) : OpRewritePattern<ReshapeOp>(context, /*benefit=*/1000) {}

  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const override {
    constexpr bool expands = std::is_same_v<ReshapeOp, tensor::ExpandShapeOp>;
    ArrayRef<int64_t> large = (expands ? op.getResultType() : op.getSrcType()).getShape();
    SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
    auto holds = [&](ArrayRef<int64_t> group, int64_t size) {
      return llvm::any_of(group, [&](int64_t dim) { return large[dim] == size; });
    };
    if (llvm::none_of(groups, [&](auto &group) { return holds(group, 0) && holds(group, ShapedType::kDynamic); }))
      return rewriter.notifyMatchFailure(op, "no group has a static 0 and a dynamic size");
    SmallVector<OpFoldResult> sizes;
    if constexpr (expands)
      sizes = op.getMixedOutputShape();
    else
      for (const ReassociationIndices &group : groups)
        sizes.push_back(holds(group, 0) ? rewriter.getIndexAttr(0) : getProduct(rewriter, op, group));
    Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), sizes, op.getResultType().getElementType());
    rewriter.replaceOp(op, castTo(rewriter, empty, op.getResultType()));
    return success();
  }

  static OpFoldResult getProduct(PatternRewriter &rewriter, ReshapeOp op, ArrayRef<int64_t> dims) {
    OpFoldResult product = rewriter.getIndexAttr(1);
    for (int64_t dim : dims) {
      Value size = rewriter.createOrFold<tensor::DimOp>(op.getLoc(), op.getSrc(), dim);
      Value whole = getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), product);
      product = getAsOpFoldResult(rewriter.createOrFold<arith::MulIOp>(op.getLoc(), whole, size));
    }
    return product;
  }

  static Value castTo(PatternRewriter &rewriter, Value value, Type type) {
    return value.getType() == type ? value : tensor::CastOp::create(rewriter, value.getLoc(), type, value);
  }
};
/// A reshape to sizes that are known or computed, not read, is a view:
///   tensor.reshape %x(tensor.from_elements %a, %b : tensor<2xi64>) : (tensor<?x?xf32>, ...) -> tensor<?x?xf32>
///   ->  tensor.expand_shape (tensor.collapse_shape %x [[0, 1]]) [[0, 1]] output_shape [%a, %b]
struct ReshapeToSizes : OpRewritePattern<tensor::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ReshapeOp op, PatternRewriter &rewriter) const override {
    auto shape = op.getShape().getDefiningOp<tensor::FromElementsOp>();
    auto from = dyn_cast<RankedTensorType>(op.getSource().getType());
    auto to = dyn_cast<RankedTensorType>(op.getType());
    DenseIntElementsAttr constant;
    if (!from || !to || from.getRank() == 0 || to.getRank() == 0 ||
        (!shape && !to.hasStaticShape() && !matchPattern(op.getShape(), m_Constant(&constant))) ||
        (constant && llvm::any_of(constant.getValues<APInt>(), [](const APInt &size) { return size.isNegative(); })))
      return rewriter.notifyMatchFailure(op, "its sizes are read, or something has no dimensions");
    Value flat = op.getSource();
    if (from.getRank() > 1)
      flat = tensor::CollapseShapeOp::create(rewriter, op.getLoc(), flat, groupAll(from));
    SmallVector<OpFoldResult> sizes;
    for (int64_t dim = 0; dim < to.getRank(); ++dim) {
      if (!to.isDynamicDim(dim))
        sizes.push_back(rewriter.getIndexAttr(to.getDimSize(dim)));
      else if (constant)
        sizes.push_back(
            arith::ConstantIndexOp::create(rewriter, op.getLoc(), constant.getValues<APInt>()[dim].getSExtValue())
                .getResult());
      else
        sizes.push_back(toIndex(rewriter, op.getLoc(), shape.getElements()[dim]));
    }
    if (cast<RankedTensorType>(flat.getType()).hasStaticShape() != to.hasStaticShape())
      flat = makeAlike(rewriter, flat, to);
    Value result =
        to.getRank() == 1
            ? tensor::CastOp::create(rewriter, op.getLoc(), to, flat).getResult()
            : tensor::ExpandShapeOp::create(rewriter, op.getLoc(), to, flat, groupAll(to), sizes).getResult();
    rewriter.replaceOp(op, result);
    return success();
  }

  static Value toIndex(PatternRewriter &rewriter, Location loc, Value size) {
    return size.getType().isIndex() ? size
                                    : rewriter.createOrFold<arith::IndexCastOp>(loc, rewriter.getIndexType(), size);
  }

  static SmallVector<ReassociationIndices> groupAll(RankedTensorType type) {
    return {ReassociationIndices(llvm::to_vector<2>(llvm::seq<int64_t>(0, type.getRank())))};
  }

  /// A flat tensor whose size is as static as the shape `to` is.
  static Value makeAlike(PatternRewriter &rewriter, Value flat, RankedTensorType to) {
    int64_t size = to.hasStaticShape() ? to.getNumElements() : ShapedType::kDynamic;
    return tensor::CastOp::create(rewriter, flat.getLoc(), to.clone({size}), flat);
  }
};
} // namespace

void fusion::populateReshapePatterns(RewritePatternSet &patterns) {
  patterns.add<PassDynamicSizes, EmptyOfReshape<tensor::CollapseShapeOp>, EmptyOfReshape<tensor::ExpandShapeOp>,
               ReshapeToSizes>(patterns.getContext());
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Dialect/Fusion/IR/Fusion.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fusion;

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
} // namespace

void mlir::fusion::populateExpandShapePatterns(RewritePatternSet &patterns) {
  patterns.add<PassDynamicSizes>(patterns.getContext());
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Transpositions next to a product become its flags.

#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"

using namespace mlir;
using namespace fusion;

namespace {
/// %1 = linalg.transpose ins(%w : tensor<6x8xf32>) outs(.. : tensor<8x6xf32>) permutation = [1, 0]
/// %0 = fusion.matmul %x, %1 : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
///   ->
/// %0 = fusion.matmul %x, %w {transpose_b} : (tensor<4x8xf32>, tensor<6x8xf32>) -> tensor<4x6xf32>
///
/// Where more than the last two dimensions move, the transposition that remains keeps the innermost one in place if it
/// can, so that it copies runs of elements.
struct FoldOperandTranspose : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulOp op, PatternRewriter &rewriter) const override {
    bool changed = false;
    for (OpOperand &operand : op.getFactorOperands()) {
      auto transpose = operand.get().getDefiningOp<linalg::TransposeOp>();
      if (!transpose)
        continue;
      SmallVector<int64_t> permutation = llvm::to_vector(transpose.getPermutation());
      int64_t last = permutation.size() - 1;
      if (permutation[last - 1] != last)
        continue;
      std::swap(permutation[last], permutation[last - 1]);
      Value source = transposeDims(rewriter, transpose.getLoc(), transpose.getInput(), permutation);
      rewriter.modifyOpInPlace(op, [&] {
        operand.set(source);
        if (operand.getOperandNumber() == 0)
          op.setTransposeA(!op.getTransposeA());
        else
          op.setTransposeB(!op.getTransposeB());
      });
      changed = true;
    }
    return changed ? success() : rewriter.notifyMatchFailure(op, "no operand is transposed in its last dimension");
  }
};

} // namespace

void fusion::populateFoldTransposeIntoMatmulPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldOperandTranspose>(patterns.getContext());
}

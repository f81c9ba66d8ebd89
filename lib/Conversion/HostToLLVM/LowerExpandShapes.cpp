// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Expansions that upstream does not lower become casts with computed strides.

#include "fusion/Conversion/HostToLLVM/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace fusion {
#define GEN_PASS_DEF_LOWEREXPANDSHAPESPASS
#include "fusion/Conversion/HostToLLVM/Passes.h.inc"
} // namespace fusion

using namespace mlir;

static bool hasSeveralDynamicSizes(memref::ExpandShapeOp op) {
  return llvm::any_of(op.getReassociationIndices(), [&](ArrayRef<int64_t> group) {
    return llvm::count_if(group, [&](int64_t dim) { return op.getResultType().isDynamicDim(dim); }) > 1;
  });
}

static OpFoldResult multiply(OpBuilder &builder, Location loc, OpFoldResult x, OpFoldResult y) {
  AffineExpr s0, s1;
  bindSymbols(builder.getContext(), s0, s1);
  return affine::makeComposedFoldedAffineApply(builder, loc, s0 * s1, {x, y});
}

/// `known` where that is static: what a result type says must be said by its operation.
static OpFoldResult preferStatic(OpBuilder &builder, int64_t known, OpFoldResult value) {
  return ShapedType::isDynamic(known) ? value : OpFoldResult(builder.getIndexAttr(known));
}

static void lowerExpandShape(IRRewriter &rewriter, memref::ExpandShapeOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  auto source = memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSrc());
  SmallVector<OpFoldResult> sourceStrides = source.getConstifiedMixedStrides(), sizes = op.getMixedOutputShape();
  auto [knownStrides, knownOffset] = op.getResultType().getStridesAndOffset();
  SmallVector<OpFoldResult> strides(sizes.size());
  for (auto [group, stride] : llvm::zip_equal(op.getReassociationIndices(), sourceStrides)) {
    OpFoldResult next = stride;
    for (int64_t dim : llvm::reverse(group)) {
      strides[dim] = preferStatic(rewriter, knownStrides[dim], next);
      next = multiply(rewriter, loc, next, sizes[dim]);
    }
  }
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      op, op.getResultType(), source.getBaseBuffer(),
      preferStatic(rewriter, knownOffset, source.getConstifiedMixedOffset()), sizes, strides);
}

namespace {
struct LowerExpandShapes : fusion::impl::LowerExpandShapesPassBase<LowerExpandShapes> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](memref::ExpandShapeOp op) {
      if (!hasSeveralDynamicSizes(op))
        return;
      lowerExpandShape(rewriter, op);
      ++numViews;
    });
  }
};
} // namespace

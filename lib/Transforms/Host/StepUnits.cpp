// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes slices with the steps that views of them can have.

#include "StepUnits.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

/// The steps of `op`, 1 where there is one element; empty where they are so.
static SmallVector<OpFoldResult> getSteps(OffsetSizeAndStrideOpInterface op, Builder &builder) {
  SmallVector<OpFoldResult> steps = op.getMixedStrides();
  bool changed = false;
  for (auto [step, size] : llvm::zip_equal(steps, op.getStaticSizes()))
    if (size == 1 && !isOneInteger(step)) {
      step = builder.getIndexAttr(1);
      changed = true;
    }
  return changed ? steps : SmallVector<OpFoldResult>();
}

void fusion::stepUnitsByOne(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](OffsetSizeAndStrideOpInterface op) {
    SmallVector<OpFoldResult> steps = getSteps(op, rewriter);
    if (steps.empty())
      return;
    rewriter.setInsertionPoint(op);
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(*op))
      rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(op, slice.getType(), slice.getSource(),
                                                          slice.getMixedOffsets(), slice.getMixedSizes(), steps);
    else if (auto insert = dyn_cast<tensor::InsertSliceOp>(*op))
      rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(op, insert.getSource(), insert.getDest(),
                                                         insert.getMixedOffsets(), insert.getMixedSizes(), steps);
  });
}

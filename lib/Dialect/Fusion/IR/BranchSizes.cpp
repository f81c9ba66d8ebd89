// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sizes of what scf.if yields, so that they follow from sizes of inputs: in front of it, as far as they are not
// computed of what a branch makes. And of what scf.for yields, where it changes elements alone.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace fusion;

namespace {
/// A branch yields the sizes of its tensors as well:
///   %t = scf.if %c -> (tensor<?xf32>) { scf.yield %a } else { scf.yield %b }
///   %n = tensor.dim %t, %c0 : tensor<?xf32>
///   ->
///   %t, %n = scf.if %c -> (tensor<?xf32>, index) { scf.yield %a, tensor.dim of %a } else { .. }
struct SizeOfBranch : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::DimOp op, PatternRewriter &rewriter) const override {
    auto branch = op.getSource().getDefiningOp<scf::IfOp>();
    if (!branch || !getConstantIntValue(op.getDimension()))
      return rewriter.notifyMatchFailure(op, "it is no size of what a branch yields");
    unsigned number = cast<OpResult>(op.getSource()).getResultNumber();
    int64_t dim = *getConstantIntValue(op.getDimension());
    SmallVector<Type> types(branch.getResultTypes());
    types.push_back(rewriter.getIndexType());
    rewriter.setInsertionPoint(branch);
    auto wider = scf::IfOp::create(rewriter, branch.getLoc(), types, branch.getCondition(), /*withElseRegion=*/true);
    for (auto [from, to] : llvm::zip_equal(branch.getRegions(), wider.getRegions())) {
      rewriter.inlineRegionBefore(*from, *to, to->begin());
      rewriter.eraseBlock(&to->back());
      Operation *yield = to->front().getTerminator();
      rewriter.setInsertionPoint(yield);
      SmallVector<Value> values(yield->getOperands());
      values.push_back(tensor::DimOp::create(rewriter, op.getLoc(), values[number], dim));
      rewriter.replaceOpWithNewOp<scf::YieldOp>(yield, values);
    }
    rewriter.replaceOp(op, wider.getResults().back());
    rewriter.replaceOp(branch, wider.getResults().drop_back());
    return success();
  }
};

/// What sizes that a branch yields are computed by, if its operands come from outside, is computed in front of it:
///   scf.if %c -> tensor<?xf32>, index { %n = arith.addi %a, %b; scf.yield %t, %n } ..
///   ->  %n = arith.addi %a, %b
///       scf.if %c -> tensor<?xf32>, index { scf.yield %t, %n } ..
struct HoistSizesOfBranch : OpRewritePattern<scf::IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::IfOp op, PatternRewriter &rewriter) const override {
    if (op.getNumResults() == 0)
      return failure();
    bool moved = false;
    for (Region *region : op.getRegions())
      for (Value value : region->front().getTerminator()->getOperands())
        while (Operation *computation = value.getType().isIndex() ? findHoistable(value, *region) : nullptr) {
          rewriter.moveOpBefore(computation, op);
          moved = true;
        }
    return success(moved);
  }

  /// An operation of the region that `value` is computed by and whose operands are all from outside.
  static Operation *findHoistable(Value value, Region &region) {
    SmallVector<Value> values = {value};
    DenseSet<Value> seen;
    while (!values.empty()) {
      Value next = values.pop_back_val();
      Operation *op = next.getDefiningOp();
      if (!op || op->getParentRegion() != &region || !isPure(op) || op->getNumRegions() != 0 ||
          !seen.insert(next).second)
        continue;
      bool outside =
          llvm::all_of(op->getOperands(), [&](Value operand) { return !region.isAncestor(operand.getParentRegion()); });
      if (outside)
        return op;
      llvm::copy_if(op->getOperands(), std::back_inserter(values),
                    [](Value operand) { return operand.getType().isIntOrIndex(); });
    }
    return nullptr;
  }
};

/// Whether `value` is `from` with other elements.
bool keepsSizes(Value value, Value from) {
  while (value != from) {
    auto result = dyn_cast<OpResult>(value);
    if (!result)
      return false;
    Operation *op = result.getOwner();
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return llvm::all_of(branch.getRegions(), [&](Region *region) {
        return keepsSizes(region->front().getTerminator()->getOperand(result.getResultNumber()), from);
      });
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      BlockArgument carried = loop.getTiedLoopRegionIterArg(result);
      if (!keepsSizes(loop.getTiedLoopYieldedValue(carried)->get(), carried))
        return false;
      value = loop.getTiedLoopInit(result)->get();
    } else if (auto destination = dyn_cast<DestinationStyleOpInterface>(op)) {
      value = destination.getTiedOpOperand(result)->get();
    } else if (auto cast = dyn_cast<tensor::CastOp>(op)) {
      value = cast.getSource(); // canonicalisation moves casts of what is carried into the loop
    } else {
      return false;
    }
  }
  return true;
}

/// A loop that changes elements alone keeps sizes:
///   %t = scf.for .. iter_args(%s = %init) { %r = tensor.insert %x into %s[..]; scf.yield %r }
///   tensor.dim %t, %c0  ->  tensor.dim %init, %c0
struct SizeOfLoop : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::DimOp op, PatternRewriter &rewriter) const override {
    auto loop = op.getSource().getDefiningOp<scf::ForOp>();
    if (!loop)
      return rewriter.notifyMatchFailure(op, "it is no size of what a loop yields");
    Value init = loop.getTiedLoopInit(cast<OpResult>(op.getSource()))->get();
    if (!keepsSizes(op.getSource(), init))
      return rewriter.notifyMatchFailure(op, "an iteration may change the size");
    rewriter.modifyOpInPlace(op, [&] { op.getSourceMutable().assign(init); });
    return success();
  }
};
} // namespace

void fusion::populateBranchSizePatterns(RewritePatternSet &patterns) {
  patterns.add<SizeOfBranch, SizeOfLoop, HoistSizesOfBranch>(patterns.getContext());
}

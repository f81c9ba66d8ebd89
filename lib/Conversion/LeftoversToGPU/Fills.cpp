// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds what fills an operation's result, and lets the operation's launch fill it.

#include "Fills.h"
#include "Aliasing.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace fusion;

/// The value that `op` gives to all elements of its result, if it does that.
static Value getFilling(linalg::LinalgOp op) {
  if (auto fill = dyn_cast<linalg::FillOp>(*op))
    return fill.value().getType() == getElementTypeOrSelf(fill.output()) ? fill.value() : Value();
  if (!isa<linalg::GenericOp>(op) || op.getNumDpsInputs() > 0 || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() || !op.getIndexingMapsArray().front().isPermutation() ||
      !op.getBlock()->without_terminator().empty())
    return {};
  Value value = op.getBlock()->getTerminator()->getOperand(0);
  return value.getParentBlock() == op.getBlock() ? Value() : value;
}

/// Whether an operation that writes by `map` writes each element of a memref of `shape`.
static bool writesAll(AffineMap map, ArrayRef<int64_t> shape) {
  return map.isProjectedPermutation(/*allowZeroInResults=*/true) &&
         llvm::all_of(llvm::zip_equal(map.getResults(), shape),
                      [](auto dim) { return isa<AffineDimExpr>(std::get<0>(dim)) || std::get<1>(dim) == 1; });
}

/// What fills the result `init` of `op`, which writes all of it, if nothing else touches it before.
static linalg::LinalgOp findFill(linalg::GenericOp op, OpOperand &init) {
  Value result = init.get();
  // Whoever else has that memory has it of this value.
  if (!isOrigin(result) || result.getParentBlock() != op->getBlock() ||
      !writesAll(op.getMatchingIndexingMap(&init), cast<MemRefType>(result.getType()).getShape()))
    return {};
  linalg::LinalgOp fill;
  for (OpOperand &use : result.getUses()) {
    Operation *user = op->getBlock()->findAncestorOpInBlock(*use.getOwner());
    if (user && (op->isBeforeInBlock(user) || (user == op && op.isDpsInit(&use))))
      continue;
    auto candidate = dyn_cast_if_present<linalg::LinalgOp>(user);
    if (fill || !candidate || use.getOwner() != user || !candidate.isDpsInit(&use) || !getFilling(candidate))
      return {};
    fill = candidate;
  }
  return fill;
}

SmallVector<std::pair<Value, linalg::LinalgOp>> fusion::findFills(linalg::GenericOp op) {
  SmallVector<std::pair<Value, linalg::LinalgOp>> fills;
  if (op.getNumReductionLoops() == 0)
    return fills;
  for (OpOperand &init : op.getDpsInitsMutable())
    if (linalg::LinalgOp fill = findFill(op, init))
      fills.push_back({init.get(), fill});
  return fills;
}

void fusion::takeInFill(RewriterBase &rewriter, Operation *scope, Value memref, linalg::LinalgOp fill) {
  SmallVector<memref::LoadOp> loads;
  scope->walk([&](memref::LoadOp load) {
    if (load.getMemRef() == memref)
      loads.push_back(load);
  });
  if (loads.size() != 1 || loads.front()->getParentOfType<scf::ForOp>())
    return;
  rewriter.replaceOp(loads.front(), getFilling(fill));
  rewriter.eraseOp(fill);
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reductions that read positions from a tensor ask for them themselves.

#include "Reductions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fusion;

/// The casts of a position, from linalg.index on, that each element of `tensor` is; none if it is something else.
static SmallVector<Operation *> getCastsOfPosition(Value tensor) {
  auto iota = tensor.getDefiningOp<linalg::GenericOp>();
  if (!iota || iota.getNumDpsInits() != 1 || iota.getNumLoops() != iota.getNumParallelLoops() ||
      !iota.getMatchingIndexingMap(iota.getDpsInitOperand(0)).isIdentity())
    return {};
  SmallVector<Operation *> casts;
  for (Value value = iota.getBody()->getTerminator()->getOperand(0); Operation *inner = value.getDefiningOp();
       value = inner->getOperand(0)) {
    if (inner->getBlock() != iota.getBody())
      return {};
    casts.push_back(inner);
    if (isa<linalg::IndexOp>(inner))
      return llvm::to_vector(llvm::reverse(casts));
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::TruncIOp, arith::ExtSIOp>(inner))
      return {};
  }
  return {};
}

/// The operation without the operand `input`, whose elements are positions in `loop`.
static linalg::GenericOp readPosition(IRRewriter &rewriter, linalg::GenericOp op, OpOperand *input, int64_t loop,
                                      ArrayRef<Operation *> casts) {
  unsigned number = input->getOperandNumber();
  SmallVector<Value> inputs(op.getInputs());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  inputs.erase(inputs.begin() + number);
  maps.erase(maps.begin() + number);
  if (!inversePermutation(concatAffineMaps(maps, op.getContext())))
    return op; // the operand tells the size of a loop
  rewriter.setInsertionPoint(op);
  auto smaller = linalg::GenericOp::create(rewriter, op.getLoc(), op->getResultTypes(), inputs, op.getOutputs(), maps,
                                           op.getIteratorTypesArray());
  smaller.getRegion().takeBody(op.getRegion());
  Block *body = smaller.getBody();
  rewriter.setInsertionPointToStart(body);
  Value position = linalg::IndexOp::create(rewriter, op.getLoc(), loop);
  for (Operation *inner : casts.drop_front()) {
    IRMapping mapping;
    mapping.map(inner->getOperand(0), position);
    position = rewriter.clone(*inner, mapping)->getResult(0);
  }
  rewriter.replaceAllUsesWith(body->getArgument(number), position);
  body->eraseArgument(number);
  rewriter.replaceOp(op, smaller->getResults());
  return smaller;
}

static void readPositions(IRRewriter &rewriter, linalg::GenericOp op) {
  for (unsigned number = op.getNumDpsInputs(); number-- > 0;) {
    OpOperand *input = op.getDpsInputOperand(number);
    SmallVector<Operation *> casts = getCastsOfPosition(input->get());
    if (casts.empty())
      continue;
    unsigned dim = cast<linalg::IndexOp>(casts.front()).getDim();
    if (auto loop = dyn_cast<AffineDimExpr>(op.getMatchingIndexingMap(input).getResult(dim)))
      op = readPosition(rewriter, op, input, loop.getPosition(), casts);
  }
}

void fusion::readPositionsOfReductions(Operation *root) {
  SmallVector<linalg::GenericOp> ops;
  root->walk([&](linalg::GenericOp op) {
    if (op.hasPureTensorSemantics() && op.getNumReductionLoops() > 0)
      ops.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (linalg::GenericOp op : ops)
    readPositions(rewriter, op);
}

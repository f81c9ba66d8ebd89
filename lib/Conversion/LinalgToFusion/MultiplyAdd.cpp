// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Recognises sums of products, and makes those of narrow types in f32.

#include "MultiplyAdd.h"
#include "Operands.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fusion;

/// The operand that a factor of the body's product reads, through a widening cast.
static OpOperand *getFactor(linalg::LinalgOp op, Value factor) {
  if (auto extend = factor.getDefiningOp<arith::ExtFOp>())
    factor = extend.getIn();
  auto argument = dyn_cast<BlockArgument>(factor);
  if (!argument || argument.getOwner() != op.getBlock())
    return nullptr;
  OpOperand *operand = &op->getOpOperand(argument.getArgNumber());
  return op.isDpsInput(operand) ? operand : nullptr;
}

LogicalResult fusion::matchMultiplyAdd(linalg::LinalgOp op, OpOperand *&lhs, OpOperand *&rhs) {
  if (op.getNumDpsInits() != 1 || op.getNumDpsInputs() != 2 || op.getBlock()->getNumArguments() != op->getNumOperands())
    return failure();
  auto add = op.getBlock()->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add)
    return failure();
  Value accumulator = op.getMatchingBlockArgument(op.getDpsInitOperand(0));
  Value term = add.getLhs() == accumulator ? add.getRhs() : add.getLhs();
  if (add.getLhs() != accumulator && add.getRhs() != accumulator)
    return failure();
  auto mul = term.getDefiningOp<arith::MulFOp>();
  if (!mul)
    return failure();
  lhs = getFactor(op, mul.getLhs());
  rhs = getFactor(op, mul.getRhs());
  return success(lhs && rhs && lhs != rhs);
}

static bool isNarrowFloat(Type type) { return isa<Float8E4M3FNType, Float8E5M2Type, Float16Type, BFloat16Type>(type); }

/// Whether `op` sums products into elements that round after each term.
static bool sumsNarrow(linalg::LinalgOp op) {
  OpOperand *lhs, *rhs;
  return op.hasPureTensorSemantics() && op.getNumReductionLoops() > 0 && succeeded(matchMultiplyAdd(op, lhs, rhs)) &&
         isNarrowFloat(getElementTypeOrSelf(op.getDpsInits()[0]));
}

/// The tensor in f32; what is filled with a number is filled in f32.
static Value widen(OpBuilder &builder, Location loc, Value narrow) {
  auto wide = cast<RankedTensorType>(narrow.getType()).clone(builder.getF32Type());
  Value number = getRepeatedScalar(narrow);
  if (number == narrow)
    return CastOp::create(builder, loc, wide, narrow);
  Value empty =
      tensor::EmptyOp::create(builder, loc, tensor::getMixedSizes(builder, loc, narrow), wide.getElementType());
  Value wideNumber = builder.createOrFold<arith::ExtFOp>(loc, wide.getElementType(), number);
  return linalg::FillOp::create(builder, loc, wideNumber, empty).getResult(0);
}

static void sumInF32(IRRewriter &rewriter, linalg::LinalgOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  auto type = cast<RankedTensorType>(op.getDpsInits()[0].getType());
  Value init = widen(rewriter, loc, op.getDpsInits()[0]);
  auto sum = linalg::GenericOp::create(
      rewriter, loc, init.getType(), op.getDpsInputs(), init, op.getIndexingMapsArray(), op.getIteratorTypesArray(),
      [](OpBuilder &builder, Location loc, ValueRange arguments) {
        auto extend = [&](Value value) -> Value {
          return value.getType().isF32() ? value
                                         : arith::ExtFOp::create(builder, loc, builder.getF32Type(), value).getResult();
        };
        Value product = arith::MulFOp::create(builder, loc, extend(arguments[0]), extend(arguments[1]));
        linalg::YieldOp::create(builder, loc, arith::AddFOp::create(builder, loc, arguments[2], product).getResult());
      });
  rewriter.replaceOpWithNewOp<CastOp>(op, type, sum.getResult(0));
}

void fusion::accumulateInF32(Operation *root) {
  SmallVector<linalg::LinalgOp> sums;
  root->walk([&](linalg::LinalgOp op) {
    if (sumsNarrow(op))
      sums.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (linalg::LinalgOp op : sums)
    sumInF32(rewriter, op);
}

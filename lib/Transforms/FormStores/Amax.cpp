// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Maxima of magnitudes that the kernel of the elements can find.

#include "FormStores.h"
#include "fusion/Analysis/KernelGraph.h"
#include "fusion/Analysis/KernelPlan.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace fusion;

/// Most operations that are looked at, of those that read a maximum or that elements are computed by.
static constexpr size_t kMostVisited = 64;

static Type getElementType(Value value) { return getTensorType(value).getElementType(); }

/// What a cast widens, as it is in all digits; or null.
static Value getWidened(Operation *op) {
  auto cast = dyn_cast_or_null<CastOp>(op);
  if (!cast || !getElementType(cast.getResult()).isF32())
    return {};
  Type from = getElementType(cast.getInput());
  return from.isF16() || from.isBF16() ? Value(cast.getInput()) : Value();
}

/// The elements, in some shape, of which `reduce` is the largest magnitude; or null:
///
///   elements -> shapes, widening -> abs -> shapes, widening, maxima along some dimensions -> reduce
static Value getElements(ReduceOp reduce) {
  auto isMaximum = [](ReduceOp op) { return op.getKind() == arith::AtomicRMWKind::maximumf && !op.getIndex(); };
  RankedTensorType result = reduce.getResult().getType();
  if (!isMaximum(reduce) || !result.hasStaticShape() || result.getNumElements() != 1)
    return {};
  bool behindAbs = true;
  Value value = reduce.getInput();
  while (Operation *op = value.getDefiningOp()) {
    if (Value widened = getWidened(op))
      value = widened;
    else if (isReshape(op))
      value = op->getOperand(0);
    else if (auto inner = dyn_cast<ReduceOp>(op); inner && behindAbs && isMaximum(inner))
      value = inner.getInput();
    else if (auto abs = dyn_cast<AbsOp>(op); abs && behindAbs)
      value = abs.getInput(), behindAbs = false;
    else
      break;
  }
  Type type = getElementType(value);
  bool isTaken = type.isF16() || type.isBF16() || type.isF32();
  return behindAbs || !isTaken || getTensorType(value).getRank() == 0 ? Value() : value;
}

/// Whether `elements` are what an epilogue computes of a product.
static bool isBehindProduct(Value elements) {
  llvm::SmallSetVector<Value, 8> work;
  work.insert(elements);
  for (size_t next = 0; next < work.size() && next < kMostVisited; ++next) {
    Operation *op = work[next].getDefiningOp();
    if (isProduct(op))
      return true;
    if (auto elementwise = dyn_cast_or_null<ElementwiseOpInterface>(op))
      for (Value operand : elementwise.getElementOperands())
        if (getTensorType(operand).getShape() == getTensorType(elements).getShape())
          work.insert(operand);
  }
  return false;
}

/// Whether `op` reads, perhaps by way of others, what `from` computes; also where that takes long to tell.
static bool dependsOn(Operation *op, Operation *from) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return false;
  llvm::SmallSetVector<Operation *, 8> work;
  work.insert(from);
  for (size_t next = 0; next < work.size(); ++next) {
    if (work[next] == op || next == kMostVisited)
      return true;
    for (Operation *user : work[next]->getUsers()) {
      Operation *inBlock = op->getBlock()->findAncestorOpInBlock(*user);
      if (!inBlock || !op->isBeforeInBlock(inBlock))
        work.insert(inBlock ? inBlock : op);
    }
  }
  return false;
}

/// Whether a kernel stores elements for another reader than the maximum, of them or of what is between the two. That of
/// a product does in any case; what is computed without one is computed again where the maximum is known, if all
/// readers wait for it.
static bool hasOtherReader(Value elements, ReduceOp reduce) {
  SmallVector<Operation *> chain = {reduce};
  SmallVector<Value> values;
  for (Value value = reduce.getInput(); value != elements; value = value.getDefiningOp()->getOperand(0)) {
    chain.push_back(value.getDefiningOp());
    values.push_back(value);
  }
  values.push_back(elements);
  bool ofProduct = isBehindProduct(elements);
  auto isOther = [&](Operation *user) {
    return !llvm::is_contained(chain, user) && user->getBlock() == reduce->getBlock() &&
           !isa<AmaxOp, AbsOp, ReduceOp, tensor::DimOp>(user) && (ofProduct || !dependsOn(user, reduce));
  };
  return llvm::any_of(values, [&](Value value) { return llvm::any_of(value.getUsers(), isOther); });
}

/// A tensor of one element in another type of one element.
static Value reshapeOne(OpBuilder &builder, Location loc, Value value, RankedTensorType type) {
  if (getTensorType(value) == type)
    return value;
  auto scalar = RankedTensorType::get({}, type.getElementType());
  if (getTensorType(value) != scalar)
    value = tensor::CollapseShapeOp::create(builder, loc, scalar, value, ArrayRef<ReassociationIndices>());
  if (type != scalar)
    value = tensor::ExpandShapeOp::create(builder, loc, type, value, ArrayRef<ReassociationIndices>());
  return value;
}

bool fusion::formAmax(RewriterBase &rewriter, ReduceOp reduce) {
  Value elements = getElements(reduce);
  if (!elements || elements.getParentBlock() != reduce->getBlock() || !hasOtherReader(elements, reduce))
    return false;
  Location loc = reduce.getLoc();
  rewriter.setInsertionPoint(reduce);
  Value amax = AmaxOp::create(rewriter, loc, elements);
  RankedTensorType type = reduce.getResult().getType();
  Value wide = reshapeOne(rewriter, loc, amax, type.clone(rewriter.getF32Type()));
  for (Operation *user : llvm::make_early_inc_range(reduce->getUsers()))
    if (getWidened(user))
      rewriter.replaceOp(user, wide);
  if (!reduce->use_empty() && wide.getType() != type)
    wide = CastOp::create(rewriter, loc, type, wide);
  rewriter.replaceOp(reduce, wide);
  return true;
}

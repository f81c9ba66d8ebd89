// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// fusion.reduce.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/InterleavedRange.h"

using namespace mlir;
using namespace fusion;

using arith::AtomicRMWKind;

static bool isOfFloats(AtomicRMWKind kind) {
  switch (kind) {
  case AtomicRMWKind::addf:
  case AtomicRMWKind::mulf:
  case AtomicRMWKind::maximumf:
  case AtomicRMWKind::minimumf:
  case AtomicRMWKind::maxnumf:
  case AtomicRMWKind::minnumf:
    return true;
  default:
    return false;
  }
}

/// Whether one of the elements is the result.
static bool isExtremum(AtomicRMWKind kind) {
  switch (kind) {
  case AtomicRMWKind::maximumf:
  case AtomicRMWKind::minimumf:
  case AtomicRMWKind::maxnumf:
  case AtomicRMWKind::minnumf:
  case AtomicRMWKind::maxs:
  case AtomicRMWKind::mins:
  case AtomicRMWKind::maxu:
  case AtomicRMWKind::minu:
    return true;
  default:
    return false;
  }
}

SmallVector<int64_t> ReduceOp::getReducedShape() {
  SmallVector<int64_t> shape(getInput().getType().getShape());
  for (int64_t dimension : getDimensions())
    shape[dimension] = 1;
  return shape;
}

TypedAttr ReduceOp::getNeutral() {
  Type type = getAccumulatorType();
  OpBuilder builder(getContext());
  // Sums begin with +0.0, not with upstream's -0.0.
  if (getKind() == AtomicRMWKind::addf)
    return builder.getFloatAttr(type, 0.0);
  return arith::getIdentityValueAttr(getKind(), type, builder, getLoc());
}

LogicalResult ReduceOp::verify() {
  RankedTensorType input = getInput().getType(), result = getResult().getType();
  Type from = input.getElementType(), to = result.getElementType();
  if (getKind() == AtomicRMWKind::assign)
    return emitOpError("expects a kind that combines, but has 'assign'");
  if (isOfFloats(getKind()) != isa<FloatType>(from))
    return emitOpError() << "expects a kind for " << from << ", but has '" << stringifyAtomicRMWKind(getKind()) << "'";
  bool isWider =
      isa<FloatType>(from) && isa<FloatType>(to) && to.getIntOrFloatBitWidth() > from.getIntOrFloatBitWidth();
  if (from != to && !isWider)
    return emitOpError() << "expects a result of " << from << (isa<FloatType>(from) ? " or a wider float" : "")
                         << ", but it is of " << to;
  if (getDimensions().empty())
    return emitOpError("expects a dimension to reduce along");
  int64_t previous = -1;
  for (int64_t dimension : getDimensions()) {
    if (dimension <= previous || dimension >= input.getRank())
      return emitOpError() << "expects dimensions in ascending order, from 0 to " << input.getRank() - 1
                           << ", but has [" << llvm::interleaved(getDimensions()) << "]";
    previous = dimension;
  }
  SmallVector<int64_t> expected = getReducedShape();
  auto verifyShape = [&](RankedTensorType type) -> LogicalResult {
    bool agrees = type.getRank() == input.getRank() && llvm::all_of(llvm::enumerate(expected), [&](auto size) {
                    int64_t own = type.getDimSize(size.index());
                    return own == size.value() || (!isReduced(size.index()) &&
                                                   (ShapedType::isDynamic(own) || ShapedType::isDynamic(size.value())));
                  });
    if (agrees)
      return success();
    return emitOpError() << "expects results of shape " << RankedTensorType::get(expected, type.getElementType())
                         << ", with size 1 along the dimensions, but one is " << type;
  };
  if (failed(verifyShape(result)))
    return failure();
  if (!getIndex())
    return success();
  if (!isExtremum(getKind()) || getDimensions().size() != 1)
    return emitOpError("expects an extremum along one dimension where it has a position");
  return verifyShape(cast<RankedTensorType>(getIndex().getType()));
}

LogicalResult ReduceOp::reifyResultShapes(OpBuilder &builder, ReifiedRankedShapedTypeDims &dims) {
  for (unsigned number = 0; number < getNumResults(); ++number) {
    SmallVector<OpFoldResult> &shape = dims.emplace_back();
    for (int64_t dim = 0; dim < getInput().getType().getRank(); ++dim)
      shape.push_back(isReduced(dim) ? OpFoldResult(builder.getIndexAttr(1))
                                     : tensor::getMixedSize(builder, getLoc(), getInput(), dim));
  }
  return success();
}

/// What a reduction of no elements gives everywhere; null where it has some, or its shape is open.
static TypedAttr foldEmpty(ReduceOp op) {
  RankedTensorType input = op.getInput().getType(), type = op.getResult().getType();
  bool isEmpty = llvm::any_of(op.getDimensions(), [&](int64_t dimension) { return input.getDimSize(dimension) == 0; });
  if (!isEmpty || op.getIndex() || !type.hasStaticShape() || op->getParentOfType<KernelOp>())
    return {};
  TypedAttr neutral = op.getNeutral();
  auto number = dyn_cast<FloatAttr>(neutral);
  if (!number)
    return neutral.getType() == type.getElementType() ? DenseElementsAttr::get(type, neutral) : TypedAttr();
  APFloat value = number.getValue();
  bool losesInfo;
  value.convert(cast<FloatType>(type.getElementType()).getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  return DenseElementsAttr::get(type, value);
}

/// reduce(x) of no elements  ->  what sums and extrema begin with
/// reduce(x) along dimensions of size 1  ->  x. A sum of floats adds +0.0, which changes -0.0.
LogicalResult ReduceOp::fold(FoldAdaptor adaptor, SmallVectorImpl<OpFoldResult> &results) {
  if (TypedAttr empty = foldEmpty(*this)) {
    results.emplace_back(empty);
    return success();
  }
  RankedTensorType input = getInput().getType();
  bool isOne = llvm::all_of(getDimensions(), [&](int64_t dimension) { return input.getDimSize(dimension) == 1; });
  if (!isOne || getIndex() || getKind() == AtomicRMWKind::addf || input != getResult().getType())
    return failure();
  results.push_back(getInput());
  return success();
}

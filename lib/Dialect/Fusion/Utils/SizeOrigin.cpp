// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows sizes through views and arithmetic to what decides them.

#include "fusion/Dialect/Fusion/Utils/SizeOrigin.h"

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

/// The value that `product` is `factor` times; null if it is no such product.
static Value getMultiple(Value product, int64_t factor) {
  auto apply = product.getDefiningOp<affine::AffineApplyOp>();
  AffineExpr result = apply ? apply.getAffineMap().getResult(0) : AffineExpr();
  auto multiply = dyn_cast_if_present<AffineBinaryOpExpr>(result);
  auto constant = multiply ? dyn_cast<AffineConstantExpr>(multiply.getRHS()) : nullptr;
  if (!constant || multiply.getKind() != AffineExprKind::Mul || constant.getValue() != factor)
    return {};
  if (auto dim = dyn_cast<AffineDimExpr>(multiply.getLHS()))
    return apply.getMapOperands()[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(multiply.getLHS()))
    return apply.getMapOperands()[apply.getAffineMap().getNumDims() + symbol.getPosition()];
  return {};
}

/// A value that is the same size: an i64 is the same number, and rows that were merged are split again,
/// (size * 48) / 48. Null if there is none.
static Value getSameSize(Value value) {
  auto same = value.getDefiningOp<arith::IndexCastOp>();
  if (same && (same.getIn().getType().isIndex() || same.getIn().getType().isInteger(64)))
    return same.getIn();
  auto divide = value.getDefiningOp<arith::DivSIOp>();
  std::optional<int64_t> divisor = divide ? getConstantIntValue(divide.getRhs()) : std::nullopt;
  return divisor && *divisor > 0 ? getMultiple(divide.getLhs(), *divisor) : Value();
}

SizeOrigin SizeOrigin::get(OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return {Value(), *constant};
  auto value = cast<Value>(size);
  while (Value same = getSameSize(value))
    value = same;
  auto dim = value.getDefiningOp<tensor::DimOp>();
  std::optional<int64_t> index = dim ? dim.getConstantIndex() : std::nullopt;
  return index ? get(dim.getSource(), *index) : SizeOrigin{value, -1};
}

/// The operand of an elementwise operation that has the result's dimension `dim`, which is open, and which it is there.
static std::pair<Value, int64_t> findOpenOperand(ElementwiseOpInterface op, int64_t dim) {
  int64_t rank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
  for (Value operand : op.getElementOperands()) {
    auto type = cast<RankedTensorType>(operand.getType());
    int64_t own = dim - (rank - type.getRank());
    if (own >= 0 && type.isDynamicDim(own))
      return {operand, own};
  }
  return {};
}

SizeOrigin SizeOrigin::get(Value tensor, int64_t dim) {
  while (true) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (!type.isDynamicDim(dim))
      return {Value(), type.getDimSize(dim)};
    Operation *op = tensor.getDefiningOp();
    if (auto empty = dyn_cast_if_present<tensor::EmptyOp>(op))
      return get(OpFoldResult(empty.getDynamicSize(dim)));
    if (auto expand = dyn_cast_if_present<tensor::ExpandShapeOp>(op))
      return get(expand.getMixedOutputShape()[dim]);
    if (auto slice = dyn_cast_if_present<tensor::ExtractSliceOp>(op)) {
      llvm::SmallBitVector dropped = slice.getDroppedDims();
      unsigned own = 0;
      for (int64_t left = dim; dropped[own] || left-- > 0; ++own)
        ;
      return get(slice.getMixedSizes()[own]);
    }
    if (auto collapse = dyn_cast_if_present<tensor::CollapseShapeOp>(op)) {
      ReassociationIndices group = collapse.getReassociationIndices()[dim];
      if (group.size() != 1)
        return {tensor, dim};
      tensor = collapse.getSrc();
      dim = group.front();
    } else if (auto concat = dyn_cast_if_present<tensor::ConcatOp>(op);
               concat && static_cast<int64_t>(concat.getDim()) != dim) {
      tensor = concat.getInputs().front();
    } else if (auto pad = dyn_cast_if_present<tensor::PadOp>(op); pad &&
                                                                  isConstantIntValue(pad.getMixedLowPad()[dim], 0) &&
                                                                  isConstantIntValue(pad.getMixedHighPad()[dim], 0)) {
      tensor = pad.getSource();
    } else if (isa_and_present<tensor::CastOp, BoundaryOp, ReduceOp>(op)) {
      tensor = op->getOperand(0); // what is reduced has a size that is known
    } else if (auto destination = dyn_cast_if_present<DestinationStyleOpInterface>(op)) {
      tensor = destination.getTiedOpOperand(llvm::cast<OpResult>(tensor))->get();
    } else if (auto elementwise = dyn_cast_if_present<ElementwiseOpInterface>(op)) {
      auto [operand, own] = findOpenOperand(elementwise, dim);
      if (!operand)
        return {tensor, dim};
      tensor = operand;
      dim = own;
    } else {
      return {tensor, dim};
    }
  }
}

Value SizeOrigin::materialize(OpBuilder &builder, Location loc) const {
  if (!value)
    return arith::ConstantIndexOp::create(builder, loc, dim);
  if (dim >= 0)
    return tensor::DimOp::create(builder, loc, value, dim);
  return value.getType().isIndex()
             ? value
             : arith::IndexCastOp::create(builder, loc, builder.getIndexType(), value).getResult();
}

//===----------------------------------------------------------------------===//
// Sizes as expressions
//===----------------------------------------------------------------------===//

AffineExpr SizeExpressions::get(Value tensor, int64_t dim) { return get(SizeOrigin::get(tensor, dim)); }

AffineExpr SizeExpressions::get(SizeOrigin origin) {
  if (!origin.value)
    return getAffineConstantExpr(origin.dim, context);
  AffineExpr expr = origin.dim >= 0 ? getOfReshape(origin.value.getDefiningOp(), origin.dim)
                                    : getOfArithmetic(origin.value.getDefiningOp());
  if (expr)
    return expr;
  auto *known = llvm::find(symbols, origin);
  if (known == symbols.end())
    known = symbols.insert(known, origin);
  return getAffineSymbolExpr(known - symbols.begin(), context);
}

AffineExpr SizeExpressions::getOfReshape(Operation *op, int64_t dim) {
  if (auto collapse = dyn_cast_if_present<tensor::CollapseShapeOp>(op)) {
    AffineExpr product = getAffineConstantExpr(1, context);
    ReassociationIndices group = collapse.getReassociationIndices()[dim];
    for (int64_t own : group)
      product = product * get(collapse.getSrc(), own);
    return product;
  }
  if (auto concat = dyn_cast_if_present<tensor::ConcatOp>(op)) {
    AffineExpr sum = getAffineConstantExpr(0, context);
    for (Value part : concat.getInputs())
      sum = sum + get(part, dim);
    return sum;
  }
  auto pad = dyn_cast_if_present<tensor::PadOp>(op);
  return pad ? get(SizeOrigin::get(pad.getMixedLowPad()[dim])) + get(pad.getSource(), dim) +
                   get(SizeOrigin::get(pad.getMixedHighPad()[dim]))
             : AffineExpr();
}

AffineExpr SizeExpressions::getOfArithmetic(Operation *op) {
  if (!isa_and_present<arith::AddIOp, arith::MulIOp, arith::DivUIOp, arith::DivSIOp>(op))
    return {};
  AffineExpr lhs = get(SizeOrigin::get(op->getOperand(0))), rhs = get(SizeOrigin::get(op->getOperand(1)));
  if (isa<arith::AddIOp>(op))
    return lhs + rhs;
  if (isa<arith::MulIOp>(op))
    return lhs * rhs;
  auto number = dyn_cast<AffineConstantExpr>(rhs);
  return number && number.getValue() > 0 ? lhs.floorDiv(rhs) : AffineExpr();
}

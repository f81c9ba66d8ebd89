// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elements that a body looks up where it is itself, which an operand can say.

#include "OwnPlaces.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::fusion;

namespace {
/// A size as what decides it: a number (`value` is null), a value (`dim` is negative), or a dimension of a tensor.
struct Size {
  Value value;
  int64_t dim;

  bool operator==(const Size &other) const { return value == other.value && dim == other.dim; }

  static Size get(OpFoldResult size);
  static Size get(Value tensor, int64_t dim);
};
} // namespace

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

Size Size::get(OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return {Value(), *constant};
  auto value = cast<Value>(size);
  while (Value same = getSameSize(value))
    value = same;
  auto dim = value.getDefiningOp<tensor::DimOp>();
  std::optional<int64_t> index = dim ? dim.getConstantIndex() : std::nullopt;
  return index ? get(dim.getSource(), *index) : Size{value, -1};
}

Size Size::get(Value tensor, int64_t dim) {
  while (true) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (!type.isDynamicDim(dim))
      return {Value(), type.getDimSize(dim)};
    Operation *op = tensor.getDefiningOp();
    if (auto empty = dyn_cast_if_present<tensor::EmptyOp>(op))
      return get(OpFoldResult(empty.getDynamicSize(dim)));
    if (auto expand = dyn_cast_if_present<tensor::ExpandShapeOp>(op))
      return get(expand.getMixedOutputShape()[dim]);
    if (auto slice = dyn_cast_if_present<tensor::ExtractSliceOp>(op); slice && slice.getDroppedDims().none())
      return get(slice.getMixedSizes()[dim]);
    if (auto collapse = dyn_cast_if_present<tensor::CollapseShapeOp>(op)) {
      ReassociationIndices group = collapse.getReassociationIndices()[dim];
      if (group.size() != 1)
        return {tensor, dim};
      tensor = collapse.getSrc();
      dim = group.front();
    } else if (auto concat = dyn_cast_if_present<tensor::ConcatOp>(op);
               concat && static_cast<int64_t>(concat.getDim()) != dim) {
      tensor = concat.getInputs().front();
    } else if (auto wider = dyn_cast_if_present<tensor::CastOp>(op)) {
      tensor = wider.getSource();
    } else if (auto destination = dyn_cast_if_present<DestinationStyleOpInterface>(op)) {
      tensor = destination.getTiedOpOperand(llvm::cast<OpResult>(tensor))->get();
    } else {
      return {tensor, dim};
    }
  }
}

/// The size of each loop, as results have it.
static SmallVector<Size> getLoopSizes(linalg::GenericOp op) {
  SmallVector<Size> sizes(op.getNumLoops(), Size{Value(), ShapedType::kDynamic});
  for (OpOperand &init : op.getDpsInitsMutable())
    for (auto [dim, expr] : llvm::enumerate(op.getMatchingIndexingMap(&init).getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        sizes[loop.getPosition()] = Size::get(init.get(), dim);
  return sizes;
}

/// The loop that `index` is the place in; nothing if it is something else. Where a size of 1 is asked for and 0 given,
/// as exporters do for what may be repeated, the place is 0 anyway:
///
///   select(size == 1, 0, linalg.index)  ->  linalg.index, of a loop of that size
static std::optional<int64_t> getLoop(Value index, ArrayRef<Size> sizes) {
  if (auto place = index.getDefiningOp<linalg::IndexOp>())
    return place.getDim();
  auto select = index.getDefiningOp<arith::SelectOp>();
  auto compare = select ? select.getCondition().getDefiningOp<arith::CmpIOp>() : nullptr;
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq || !matchPattern(compare.getRhs(), m_One()) ||
      !matchPattern(select.getTrueValue(), m_Zero()))
    return std::nullopt;
  auto place = select.getFalseValue().getDefiningOp<linalg::IndexOp>();
  if (!place || !(Size::get(OpFoldResult(compare.getLhs())) == sizes[place.getDim()]))
    return std::nullopt;
  return place.getDim();
}

/// The map of an operand whose element is what `extract` gives; null if there is none.
static AffineMap getOwnMap(tensor::ExtractOp extract, linalg::GenericOp op, ArrayRef<Size> sizes) {
  SmallVector<AffineExpr> exprs;
  llvm::SmallBitVector seen(op.getNumLoops());
  for (auto [dim, index] : llvm::enumerate(extract.getIndices())) {
    std::optional<int64_t> loop = getLoop(index, sizes);
    if (!loop && !matchPattern(index, m_Zero()))
      return {};
    // Parts of longer dimensions and diagonals are no operands.
    if (loop && (seen[*loop] || !(Size::get(extract.getTensor(), dim) == sizes[*loop])))
      return {};
    if (loop)
      seen.set(*loop);
    exprs.push_back(loop ? getAffineDimExpr(*loop, op.getContext()) : getAffineConstantExpr(0, op.getContext()));
  }
  return AffineMap::get(op.getNumLoops(), 0, exprs, op.getContext());
}

static void addOperands(IRRewriter &rewriter, linalg::GenericOp op) {
  SmallVector<Size> sizes = getLoopSizes(op);
  SmallVector<std::pair<tensor::ExtractOp, AffineMap>> reads;
  for (auto extract : op.getBody()->getOps<tensor::ExtractOp>())
    if (extract.getTensor().getParentRegion() != &op.getRegion())
      if (AffineMap map = getOwnMap(extract, op, sizes))
        reads.push_back({extract, map});
  if (reads.empty())
    return;
  rewriter.modifyOpInPlace(op, [&] {
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    for (auto [extract, map] : reads) {
      unsigned number = op.getNumDpsInputs();
      maps.insert(maps.begin() + number, map);
      op.getInputsMutable().append(extract.getTensor());
      Value element = op.getBody()->insertArgument(number, extract.getType(), extract.getLoc());
      rewriter.replaceOp(extract, element);
    }
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
}

void mlir::fusion::readOwnPlaces(Operation *root) {
  SmallVector<linalg::GenericOp> ops;
  root->walk([&](linalg::GenericOp op) {
    if (op.hasPureTensorSemantics() && op.getNumParallelLoops() == op.getNumLoops())
      ops.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (linalg::GenericOp op : ops)
    addOperands(rewriter, op);
}

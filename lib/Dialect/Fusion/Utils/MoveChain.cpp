// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Composes the access maps of moves, and makes maps of them.

#include "fusion/Dialect/Fusion/Utils/MoveChain.h"

#include "AffineElements.h"
#include "fusion/Dialect/Fusion/Utils/ElementTypes.h"
#include "fusion/Dialect/Fusion/Utils/IndexEmitter.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fusion;

static SmallVector<AffineExpr> getDims(int64_t rank, MLIRContext *context) {
  return llvm::map_to_vector(llvm::seq<int64_t>(0, rank), [&](int64_t dim) { return getAffineDimExpr(dim, context); });
}

/// A map from the elements of a tensor of `shape`.
static AccessMap makeAccess(ArrayRef<int64_t> shape, ArrayRef<AffineExpr> places, MLIRContext *context) {
  auto sizes = llvm::map_to_vector(shape, [&](int64_t size) { return getAffineConstantExpr(size, context); });
  return AccessMap::get(sizes, places, context);
}

/// The place in dimensions of `sizes` of element `number` of what they are merged to.
static void splitPlace(AffineExpr number, ArrayRef<int64_t> sizes, SmallVectorImpl<AffineExpr> &places) {
  int64_t divisor = 1;
  SmallVector<AffineExpr> parts;
  for (int64_t size : llvm::reverse(sizes)) {
    parts.push_back(number.floorDiv(divisor) % size);
    divisor *= size;
  }
  llvm::append_range(places, llvm::reverse(parts));
}

/// The tensor of which a concatenation is all parts in turn, and where it begins; null where it is none. So it is with
/// a roll: what is behind a place, then what is in front of it.
static Value getRolled(tensor::ConcatOp concat, int64_t &begin) {
  int64_t dim = concat.getDim(), next = 0;
  Value rolled;
  for (Value part : concat.getInputs()) {
    auto slice = part.getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || slice.getType().getRank() != slice.getSourceType().getRank() ||
        (rolled && slice.getSource() != rolled))
      return {};
    ArrayRef<int64_t> offsets = slice.getStaticOffsets(), shape = slice.getSourceType().getShape();
    for (auto [own, offset, size, stride] : llvm::enumerate(offsets, slice.getStaticSizes(), slice.getStaticStrides()))
      if (stride != 1 || (int64_t(own) != dim && (offset != 0 || size != shape[own])))
        return {};
    if (!rolled)
      next = begin = offsets[dim];
    rolled = slice.getSource();
    if (ShapedType::isDynamic(begin) || offsets[dim] != next % shape[dim])
      return {};
    next = offsets[dim] + slice.getStaticSize(dim);
  }
  bool isWhole = rolled && getTensorType(rolled) == concat.getResultType() && begin > 0;
  return isWhole ? rolled : Value();
}

std::optional<AccessMap> fusion::getMoveAccess(Operation *op) {
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape() && tensor.getNumElements() != 0 &&
           isSupportedElement(tensor.getElementType());
  };
  if (!op || op->getNumResults() != 1 || !llvm::all_of(op->getOperandTypes(), isStatic) ||
      !llvm::all_of(op->getResultTypes(), isStatic))
    return std::nullopt;
  MLIRContext *context = op->getContext();
  ArrayRef<int64_t> shape = getTensorType(op->getResult(0)).getShape();
  SmallVector<AffineExpr> dims = getDims(shape.size(), context), places;
  using Result = std::optional<AccessMap>;
  auto make = [&] { return Result(makeAccess(shape, places, context)); };
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](tensor::CollapseShapeOp collapse) {
        ArrayRef<int64_t> from = collapse.getSrcType().getShape();
        for (auto [number, group] : llvm::enumerate(collapse.getReassociationIndices()))
          splitPlace(dims[number], from.slice(group.front(), group.size()), places);
        // A tensor of rank 0 has no groups.
        places.resize(from.size(), getAffineConstantExpr(0, context));
        return make();
      })
      .Case([&](tensor::ExpandShapeOp expand) {
        for (const ReassociationIndices &group : expand.getReassociationIndices()) {
          AffineExpr place = getAffineConstantExpr(0, context);
          for (int64_t dim : group)
            place = place * shape[dim] + dims[dim];
          places.push_back(place);
        }
        return make();
      })
      .Case([&](linalg::TransposeOp transpose) {
        places.resize(shape.size());
        for (auto [dim, source] : llvm::enumerate(transpose.getPermutation()))
          places[source] = dims[dim];
        return make();
      })
      .Case([&](linalg::BroadcastOp broadcast) {
        for (auto [dim, expr] : llvm::enumerate(dims))
          if (!llvm::is_contained(broadcast.getDimensions(), int64_t(dim)))
            places.push_back(expr);
        return make();
      })
      .Case([&](tensor::ExtractSliceOp slice) -> Result {
        if (ShapedType::isDynamicShape(slice.getStaticOffsets()) ||
            ShapedType::isDynamicShape(slice.getStaticStrides()))
          return std::nullopt;
        llvm::SmallBitVector dropped = slice.getDroppedDims();
        unsigned next = 0;
        for (auto [dim, offset, stride] : llvm::enumerate(slice.getStaticOffsets(), slice.getStaticStrides())) {
          AffineExpr index = dropped[dim] ? getAffineConstantExpr(0, context) : dims[next++];
          places.push_back(index * stride + offset);
        }
        return make();
      })
      .Case([&](tensor::ConcatOp concat) -> Result {
        int64_t begin = 0;
        if (!getRolled(concat, begin))
          return std::nullopt;
        places = dims;
        places[concat.getDim()] = (places[concat.getDim()] + begin) % shape[concat.getDim()];
        return make();
      })
      .Case([&](MapOp map) { return getLookupAccess(map); })
      .Default(Result());
}

Value fusion::getMovedTensor(Operation *op) {
  if (auto map = dyn_cast<MapOp>(op))
    return map.getTables().front();
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return concat.getInputs().front().getDefiningOp<tensor::ExtractSliceOp>().getSource();
  return op->getOperand(0);
}

std::optional<MoveChain> MoveChain::get(Value value) {
  std::optional<MoveChain> chain;
  while (true) {
    Operation *op = value.getDefiningOp();
    std::optional<AccessMap> access = getMoveAccess(op);
    if (access && chain)
      access = access->compose(chain->access);
    if (!access)
      return chain;
    value = getMovedTensor(op);
    access = access->simplify(getTensorType(value).getShape());
    if (!access->findFault().empty())
      return chain;
    if (!chain)
      chain = MoveChain{value, *access, {}};
    chain->source = value;
    chain->access = *access;
    chain->moves.push_back(op);
    chain->reorders |= isa<linalg::TransposeOp, tensor::ConcatOp, MapOp>(op);
  }
}

Value fusion::lookUp(OpBuilder &builder, Location loc, Value source, const AccessMap &access) {
  RankedTensorType from = getTensorType(source);
  SmallVector<int64_t> shape = access.getLoopSizes(from.getShape());
  if (std::optional<SmallVector<int64_t>> order = access.getAsPermutation(from.getShape());
      order && isIdentityPermutation(*order) && from.getShape() == ArrayRef(shape))
    return source;
  // Nothing is made before it is known to be of use: patterns ask.
  AccessMap places = access.simplify(from.getShape());
  AffineRanges ranges(places.getSizes());
  IndexEmitter emitter(builder, loc, ValueRange(), ranges);
  if (!llvm::all_of(places.getPlaces(), [&](AffineExpr place) { return emitter.canEmit(place); }))
    return {};
  auto map = MapOp::create(builder, loc, from.clone(shape), ValueRange(), source, /*positions=*/true);
  OpBuilder body = OpBuilder::atBlockEnd(map.getBodyBlock());
  SmallVector<Value> positions(map.getPositions().begin(), map.getPositions().end());
  SmallVector<Value> indices = *emitPlaces(body, loc, places, positions);
  Value element = LookupOp::create(body, loc, map.getTableArguments().front(), indices, Value());
  YieldOp::create(body, loc, element);
  return map.getResult();
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Composes the access maps of moves, and makes maps of them.

#include "fusion/Dialect/Fusion/Utils/MoveChain.h"

#include "AffineElements.h"
#include "fusion/Dialect/Fusion/Utils/ElementTypes.h"
#include "fusion/Dialect/Fusion/Utils/IndexEmitter.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Dialect/Fusion/Utils/SizeOrigin.h"
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
static void splitPlace(AffineExpr number, ArrayRef<AffineExpr> sizes, SmallVectorImpl<AffineExpr> &places) {
  MLIRContext *context = number.getContext();
  AffineExpr one = getAffineConstantExpr(1, context), rest = number;
  const AffineExpr *first = llvm::find_if(sizes, [&](AffineExpr size) { return size != one; });
  SmallVector<AffineExpr> parts;
  for (const AffineExpr &size : llvm::reverse(sizes)) {
    // The first has what the others leave.
    parts.push_back(size == one ? getAffineConstantExpr(0, context) : &size == first ? rest : rest % size);
    if (size != one && &size != first)
      rest = rest.floorDiv(size);
  }
  llvm::append_range(places, llvm::reverse(parts));
}

/// The tensor of which a concatenation is all parts in turn, and where it begins; null where it is none. So it is with
/// a roll: what is behind a place, then what is in front of it.
static Value getRolled(tensor::ConcatOp concat, int64_t &begin) {
  int64_t dim = concat.getDim(), next = 0;
  SizeExpressions sizes(concat.getContext());
  Value rolled;
  for (Value part : concat.getInputs()) {
    auto slice = part.getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || slice.getType().getRank() != slice.getSourceType().getRank() ||
        (rolled && slice.getSource() != rolled))
      return {};
    ArrayRef<int64_t> offsets = slice.getStaticOffsets(), shape = slice.getSourceType().getShape();
    for (auto [own, offset, size, stride] : llvm::enumerate(offsets, slice.getStaticSizes(), slice.getStaticStrides()))
      if (stride != 1 ||
          (int64_t(own) != dim && (offset != 0 || sizes.get(part, own) != sizes.get(slice.getSource(), own))))
        return {};
    if (!rolled)
      next = begin = offsets[dim];
    rolled = slice.getSource();
    if (ShapedType::isDynamic(begin) || ShapedType::isDynamic(shape[dim]) || offsets[dim] != next % shape[dim])
      return {};
    next = offsets[dim] + slice.getStaticSize(dim);
  }
  bool isWhole = rolled && getTensorType(rolled) == concat.getResultType() && begin > 0;
  return isWhole ? rolled : Value();
}

static bool isMoved(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !llvm::is_contained(tensor.getShape(), 0) && isSupportedElement(tensor.getElementType());
}

std::optional<SmallVector<AffineExpr>> fusion::getMovePlaces(Operation *op, ArrayRef<AffineExpr> point,
                                                             function_ref<AffineExpr(Value, int64_t)> getSize) {
  if (!op || op->getNumResults() != 1 || !isMoved(op->getResult(0).getType()) || op->getNumOperands() == 0 ||
      !isMoved(op->getOperand(0).getType()))
    return std::nullopt;
  AffineExpr zero = getAffineConstantExpr(0, op->getContext());
  auto getGroupSizes = [&](Value value, const ReassociationIndices &group) {
    return llvm::map_to_vector(group, [&](int64_t dim) { return getSize(value, dim); });
  };
  SmallVector<AffineExpr> places;
  bool isMove =
      llvm::TypeSwitch<Operation *, bool>(op)
          .Case([&](tensor::CollapseShapeOp collapse) {
            for (auto [index, group] : llvm::zip_equal(point, collapse.getReassociationIndices()))
              splitPlace(index, getGroupSizes(collapse.getSrc(), group), places);
            // A tensor of rank 0 has no groups.
            places.resize(collapse.getSrcType().getRank(), zero);
            return true;
          })
          .Case([&](tensor::ExpandShapeOp expand) {
            for (const ReassociationIndices &group : expand.getReassociationIndices()) {
              AffineExpr place = zero;
              for (auto [dim, size] : llvm::zip_equal(group, getGroupSizes(expand.getResult(), group)))
                place = (place == zero ? zero : place * size) + point[dim];
              places.push_back(place);
            }
            return true;
          })
          .Case([&](linalg::TransposeOp transpose) {
            places.resize(point.size());
            for (auto [dim, source] : llvm::enumerate(transpose.getPermutation()))
              places[source] = point[dim];
            return true;
          })
          .Case([&](linalg::BroadcastOp broadcast) {
            for (auto [dim, index] : llvm::enumerate(point))
              if (!llvm::is_contained(broadcast.getDimensions(), int64_t(dim)))
                places.push_back(index);
            return true;
          })
          .Case([&](tensor::ExtractSliceOp slice) {
            if (ShapedType::isDynamicShape(slice.getStaticOffsets()) ||
                ShapedType::isDynamicShape(slice.getStaticStrides()))
              return false;
            llvm::SmallBitVector dropped = slice.getDroppedDims();
            unsigned next = 0;
            for (auto [dim, offset, stride] : llvm::enumerate(slice.getStaticOffsets(), slice.getStaticStrides()))
              places.push_back((dropped[dim] ? zero : point[next++]) * stride + offset);
            return true;
          })
          .Case([&](tensor::ConcatOp concat) {
            int64_t begin = 0, dim = concat.getDim();
            Value rolled = getRolled(concat, begin);
            places.assign(point.begin(), point.end());
            if (rolled)
              places[dim] = (places[dim] + begin) % getSize(rolled, dim);
            return rolled != nullptr;
          })
          .Case([&](MapOp map) {
            std::optional<AccessMap> access = getLookupAccess(map);
            for (AffineExpr place : access ? access->getPlaces() : ArrayRef<AffineExpr>())
              places.push_back(place.replaceDims(point));
            return access.has_value();
          })
          .Default(false);
  return isMove ? std::optional(places) : std::nullopt;
}

std::optional<AccessMap> fusion::getMoveAccess(Operation *op) {
  auto isStatic = [](Type type) { return isMoved(type) && cast<RankedTensorType>(type).hasStaticShape(); };
  if (!op || op->getNumResults() != 1 || !llvm::all_of(op->getOperandTypes(), isStatic) ||
      !llvm::all_of(op->getResultTypes(), isStatic))
    return std::nullopt;
  MLIRContext *context = op->getContext();
  ArrayRef<int64_t> shape = getTensorType(op->getResult(0)).getShape();
  auto getSize = [&](Value value, int64_t dim) {
    return getAffineConstantExpr(getTensorType(value).getDimSize(dim), context);
  };
  std::optional<SmallVector<AffineExpr>> places = getMovePlaces(op, getDims(shape.size(), context), getSize);
  return places ? std::optional(makeAccess(shape, *places, context)) : std::nullopt;
}

bool fusion::isMove(Operation *op) {
  auto type = op && op->getNumResults() == 1 ? dyn_cast<RankedTensorType>(op->getResult(0).getType()) : nullptr;
  auto getAnySize = [&](Value, int64_t) { return getAffineSymbolExpr(0, op->getContext()); };
  return type && getMovePlaces(op, getDims(type.getRank(), op->getContext()), getAnySize);
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

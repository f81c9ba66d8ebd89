// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Composes the access maps of moves, and makes maps of them.

#include "fusion/Dialect/Fusion/Utils/MoveChain.h"

#include "AffineElements.h"
#include "fusion/Dialect/Fusion/IR/AffineRanges.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/AffineExprVisitor.h"
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
    return tensor && tensor.hasStaticShape() && tensor.getNumElements() != 0;
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

/// The tensor whose elements `op` moves.
static Value getMoved(Operation *op) {
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
    value = getMoved(op);
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

namespace {
/// Writes an expression as arithmetic of integers, of 32 bits where these hold all numbers. Null where something that
/// is divided may be negative.
class IndexEmitter : public AffineExprVisitor<IndexEmitter, Value> {
public:
  IndexEmitter(OpBuilder &builder, Location loc, ValueRange dims, const AffineRanges &ranges)
      : builder(builder), loc(loc), dims(dims), ranges(ranges) {}

  Value emit(AffineExpr expr) {
    isSmall = !isa<AffineDimExpr>(expr);
    expr.walk([&](AffineExpr part) {
      Interval interval = ranges.getInterval(part);
      isSmall &= interval.least && interval.most && *interval.least >= 0 && *interval.most <= kMost;
    });
    Value value = visit(expr);
    return value && isSmall ? arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(), value).getResult()
                            : value;
  }

  Value visitAddExpr(AffineBinaryOpExpr expr) { return create<arith::AddIOp>(expr); }
  Value visitMulExpr(AffineBinaryOpExpr expr) { return create<arith::MulIOp>(expr); }
  Value visitFloorDivExpr(AffineBinaryOpExpr expr) {
    return isNatural(expr.getLHS()) ? create<arith::DivUIOp>(expr) : Value();
  }
  Value visitModExpr(AffineBinaryOpExpr expr) {
    return isNatural(expr.getLHS()) ? create<arith::RemUIOp>(expr) : Value();
  }
  Value visitCeilDivExpr(AffineBinaryOpExpr) { return {}; }
  Value visitDimExpr(AffineDimExpr expr) {
    Value dim = dims[expr.getPosition()];
    return isSmall ? arith::IndexCastUIOp::create(builder, loc, builder.getI32Type(), dim).getResult() : dim;
  }
  Value visitSymbolExpr(AffineSymbolExpr) { return {}; }
  Value visitConstantExpr(AffineConstantExpr expr) {
    Type type = isSmall ? Type(builder.getI32Type()) : builder.getIndexType();
    return arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, expr.getValue()));
  }

private:
  bool isNatural(AffineExpr expr) const { return ranges.getInterval(expr).least.value_or(-1) >= 0; }
  template <typename Op> Value create(AffineBinaryOpExpr expr) {
    Value lhs = visit(expr.getLHS()), rhs = visit(expr.getRHS());
    return lhs && rhs ? Op::create(builder, loc, lhs, rhs).getResult() : Value();
  }

  static constexpr int64_t kMost = std::numeric_limits<int32_t>::max();

  OpBuilder &builder;
  Location loc;
  bool isSmall = false;
  ValueRange dims;
  const AffineRanges &ranges;
};
} // namespace

FailureOr<SmallVector<Value>> fusion::emitPlaces(OpBuilder &builder, Location loc, const AccessMap &access,
                                                 ValueRange point) {
  AffineRanges ranges(access.getSizes());
  IndexEmitter emitter(builder, loc, point, ranges);
  SmallVector<Value> places;
  for (AffineExpr place : access.getPlaces()) {
    places.push_back(emitter.emit(place));
    if (!places.back())
      return failure();
  }
  return places;
}

Value fusion::lookUp(OpBuilder &builder, Location loc, Value source, const AccessMap &access) {
  RankedTensorType from = getTensorType(source);
  SmallVector<int64_t> shape = access.getLoopSizes(from.getShape());
  if (std::optional<SmallVector<int64_t>> order = access.getAsPermutation(from.getShape());
      order && isIdentityPermutation(*order) && from.getShape() == ArrayRef(shape))
    return source;
  auto map = MapOp::create(builder, loc, from.clone(shape), ValueRange(), source, /*positions=*/true);
  OpBuilder body = OpBuilder::atBlockEnd(map.getBodyBlock());
  SmallVector<Value> positions(map.getPositions().begin(), map.getPositions().end());
  FailureOr<SmallVector<Value>> indices = emitPlaces(body, loc, access.simplify(from.getShape()), positions);
  if (failed(indices)) {
    map.erase();
    return {};
  }
  Value element = LookupOp::create(body, loc, map.getTableArguments().front(), *indices, Value());
  YieldOp::create(body, loc, element);
  return map.getResult();
}

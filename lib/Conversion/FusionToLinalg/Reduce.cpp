// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reductions as loops of linalg, with positions of extrema and NaN as fusion.reduce has them.

#include "Lowering.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace fusion;

using arith::AtomicRMWKind;

/// Whether `x` goes before `best`, whatever their positions are.
static Value buildIsBetter(OpBuilder &b, Location loc, AtomicRMWKind kind, Value x, Value best) {
  auto compare = [&](auto predicate) -> Value {
    if constexpr (std::is_same_v<decltype(predicate), arith::CmpFPredicate>)
      return arith::CmpFOp::create(b, loc, predicate, x, best);
    else
      return arith::CmpIOp::create(b, loc, predicate, x, best);
  };
  auto isNaN = [&](Value value) -> Value {
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, value, value);
  };
  /// A NaN goes before all numbers.
  auto orNaN = [&](Value isBetter) -> Value {
    Value number = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, best, best);
    Value isFirst = arith::AndIOp::create(b, loc, isNaN(x), number);
    return arith::OrIOp::create(b, loc, isBetter, isFirst);
  };
  /// The best is NaN before there is a number.
  auto ofNumber = [&](Value isBetter) -> Value {
    Value number = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, x, x);
    return arith::AndIOp::create(b, loc, isBetter, number);
  };
  switch (kind) {
  case AtomicRMWKind::maximumf:
    return orNaN(compare(arith::CmpFPredicate::OGT));
  case AtomicRMWKind::minimumf:
    return orNaN(compare(arith::CmpFPredicate::OLT));
  case AtomicRMWKind::maxnumf:
    return ofNumber(compare(arith::CmpFPredicate::UGT));
  case AtomicRMWKind::minnumf:
    return ofNumber(compare(arith::CmpFPredicate::ULT));
  case AtomicRMWKind::maxs:
    return compare(arith::CmpIPredicate::sgt);
  case AtomicRMWKind::mins:
    return compare(arith::CmpIPredicate::slt);
  case AtomicRMWKind::maxu:
    return compare(arith::CmpIPredicate::ugt);
  case AtomicRMWKind::minu:
    return compare(arith::CmpIPredicate::ult);
  default:
    llvm_unreachable("no extremum");
  }
}

namespace {
/// The loops of a reduction: those of the input's dimensions.
class ReduceLowering {
public:
  ReduceLowering(OpBuilder &builder, ReduceOp op, Value input)
      : builder(builder), op(op), loc(op.getLoc()), input(input), accumulator(op.getAccumulatorType()) {}

  SmallVector<Value> lower() {
    SmallVector<Value> inits = {fill(accumulator, op.getNeutral())};
    if (op.getIndex()) {
      Type type = getElementTypeOrSelf(op.getIndex().getType());
      inits.push_back(fill(type, builder.getIntegerAttr(type, 0)));
    }
    int64_t rank = op.getInput().getType().getRank();
    SmallVector<AffineExpr> kept;
    SmallVector<utils::IteratorType> iterators;
    for (int64_t dim = 0; dim < rank; ++dim) {
      iterators.push_back(op.isReduced(dim) ? utils::IteratorType::reduction : utils::IteratorType::parallel);
      if (!op.isReduced(dim))
        kept.push_back(builder.getAffineDimExpr(dim));
    }
    SmallVector<AffineMap> maps = {builder.getMultiDimIdentityMap(rank)};
    maps.append(inits.size(), AffineMap::get(rank, 0, kept, builder.getContext()));
    auto generic = linalg::GenericOp::create(builder, loc, TypeRange(ValueRange(inits)), input, inits, maps, iterators,
                                             [&](OpBuilder &b, Location, ValueRange in) { buildBody(b, in); });
    return llvm::map_to_vector(generic.getResults(), [&](Value result) { return keepDimensions(result); });
  }

private:
  /// A tensor without the reduced dimensions.
  Value fill(Type type, TypedAttr value) {
    SmallVector<OpFoldResult> sizes;
    for (int64_t dim = 0; dim < op.getInput().getType().getRank(); ++dim)
      if (!op.isReduced(dim))
        sizes.push_back(tensor::getMixedSize(builder, loc, input, dim));
    Value empty = tensor::EmptyOp::create(builder, loc, sizes, type);
    Value scalar = arith::ConstantOp::create(builder, loc, value);
    return linalg::FillOp::create(builder, loc, scalar, empty).getResult(0);
  }

  void buildBody(OpBuilder &b, ValueRange in) {
    Value x = isa<FloatType>(accumulator) ? convertFloat(b, loc, in[0], accumulator) : in[0];
    if (!op.getIndex()) {
      linalg::YieldOp::create(b, loc, arith::getReductionOp(op.getKind(), b, loc, in[1], x));
      return;
    }
    Value position = arith::IndexCastOp::create(b, loc, in[2].getType(),
                                                linalg::IndexOp::create(b, loc, op.getDimensions().front()));
    Value isBetter = buildIsBetter(b, loc, op.getKind(), x, in[1]);
    Value best = arith::SelectOp::create(b, loc, isBetter, x, in[1]);
    Value place = arith::SelectOp::create(b, loc, isBetter, position, in[2]);
    linalg::YieldOp::create(b, loc, {best, place});
  }

  /// The result with size 1 where it was reduced.
  Value keepDimensions(Value reduced) {
    SmallVector<ReassociationIndices> groups;
    ReassociationIndices group;
    for (int64_t dim = 0, rank = op.getInput().getType().getRank(); dim < rank; ++dim) {
      if (!op.isReduced(dim) && llvm::any_of(group, [&](int64_t other) { return !op.isReduced(other); })) {
        groups.push_back(group);
        group.clear();
      }
      group.push_back(dim);
    }
    auto type = RankedTensorType::get(op.getReducedShape(), getElementTypeOrSelf(reduced.getType()));
    if (cast<RankedTensorType>(reduced.getType()).getRank() != 0)
      groups.push_back(group);
    SmallVector<OpFoldResult> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      sizes.push_back(op.isReduced(dim) ? OpFoldResult(builder.getIndexAttr(1))
                                        : tensor::getMixedSize(builder, loc, input, dim));
    return tensor::ExpandShapeOp::create(builder, loc, type, reduced, groups, sizes);
  }

  OpBuilder &builder;
  ReduceOp op;
  Location loc;
  Value input;
  Type accumulator;
};
} // namespace

SmallVector<Value> fusion::lowerReduce(OpBuilder &builder, ReduceOp op, Value input) {
  return ReduceLowering(builder, op, input).lower();
}

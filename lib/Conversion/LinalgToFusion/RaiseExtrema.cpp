// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Extrema with their positions become fusion.reduce with two results.

#include "Combination.h"
#include "ExtremumBody.h"
#include "Operands.h"
#include "RaiseReductions.h"
#include "fusion/Conversion/ImportUtils/ImportUtils.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"

using namespace mlir;
using namespace fusion;

using arith::AtomicRMWKind;

namespace {
/// %best, %place = linalg.generic ins(%x : tensor<4x8xf32>) outs(%lowest, %zero : tensor<4xf32>, tensor<4xi64>)
///   { arith.cmpf ogt, arith.select, arith.select, linalg.index 1 .. }
///   ->
/// %1, %2 = fusion.reduce maximumf %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>, tensor<4x1xi64>
/// %best, %place = tensor.collapse_shape of both
///
/// fusion.reduce begins with nothing. Where the body begins with a number that is not neutral, elements that are not
/// better than it are made equal to it: the first of these is at 0 if none is better, and that is what it says then.
struct RaiseExtremum : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() != 1 || op.getNumDpsInits() != 2)
      return rewriter.notifyMatchFailure(op, "it is no reduction along one dimension with two results");
    std::optional<ExtremumBody> body = ExtremumBody::match(op);
    if (!body)
      return rewriter.notifyMatchFailure(op, "it does not choose the best element with its place");
    FailureOr<TypedAttr> initial = check(op, *body, rewriter);
    if (failed(initial))
      return failure();
    Builder builder(rewriter, op, *body, *initial);
    builder.build();
    return success();
  }

private:
  using NaN = ExtremumBody::NaN;

  static AtomicRMWKind getKind(const ExtremumBody &body, Type element) {
    if (!isa<FloatType>(element))
      return body.isSigned ? (body.isMaximum ? AtomicRMWKind::maxs : AtomicRMWKind::mins)
                           : (body.isMaximum ? AtomicRMWKind::maxu : AtomicRMWKind::minu);
    if (body.nan == NaN::Replaced)
      return body.isMaximum ? AtomicRMWKind::maxnumf : AtomicRMWKind::minnumf;
    return body.isMaximum ? AtomicRMWKind::maximumf : AtomicRMWKind::minimumf;
  }

  /// The number that the extremum begins with, if there is a fusion.reduce that is the same to the bit.
  static FailureOr<TypedAttr> check(linalg::GenericOp op, ExtremumBody &body, PatternRewriter &rewriter) {
    OpOperand *input = op.getDpsInputOperand(0);
    if (!op.getMatchingIndexingMap(input).isPermutation())
      return rewriter.notifyMatchFailure(op, "it reads some elements again, or not all");
    for (OpOperand &init : op.getDpsInitsMutable())
      if (!writesEachOnce(op, op.getMatchingIndexingMap(&init), init.get().getType()))
        return rewriter.notifyMatchFailure(op, "it writes some elements again, or not all");
    Type element = getElementTypeOrSelf(input->get().getType()),
         place = getElementTypeOrSelf(op.getDpsInits()[body.position].getType());
    if (!isSupportedElement(element) || (!place.isInteger(32) && !place.isInteger(64)))
      return rewriter.notifyMatchFailure(op, "there is no fusion.reduce of these types");
    TypedAttr number = getInitialNumber(op.getDpsInits()[body.value]);
    auto first = dyn_cast_or_null<IntegerAttr>(getInitialNumber(op.getDpsInits()[body.position]));
    if (!number || !first || !first.getValue().isZero())
      return rewriter.notifyMatchFailure(op, "it begins with what is not known, or its place not with 0");
    bool readsValue = !op->getResult(body.value).use_empty();
    if (auto initial = dyn_cast<FloatAttr>(number)) {
      // Where the best is a number before all elements, none is replaced for being NaN.
      if (body.nan == NaN::Replaced && !initial.getValue().isNaN())
        body.nan = NaN::Ignored;
      if ((body.nan == NaN::Replaced) != initial.getValue().isNaN())
        return rewriter.notifyMatchFailure(op, "it begins with NaN");
      // The element at the position is the first of zeros of both signs.
      bool isFirst = body.keepsFirst && !initial.getValue().isZero();
      if (readsValue && !isFirst && body.nan != NaN::OfValue)
        return rewriter.notifyMatchFailure(op, "its value may be another zero than the first");
    }
    // Of no elements, the result would be the neutral one.
    SmallVector<int64_t> reduced = getReducedDims(op, input);
    int64_t length = getTensorType(input->get()).getDimSize(reduced.front());
    bool mayBeEmpty = length == 0 || ShapedType::isDynamic(length);
    if (readsValue && mayBeEmpty && !isNeutral(getKind(body, element), number, rewriter, op.getLoc()))
      return rewriter.notifyMatchFailure(op, "of nothing it is no neutral number");
    return number;
  }

  class Builder {
  public:
    Builder(PatternRewriter &rewriter, linalg::GenericOp op, const ExtremumBody &body, TypedAttr initial)
        : rewriter(rewriter), op(op), loc(op.getLoc()), body(body), initial(initial), input(op.getDpsInputOperand(0)),
          type(getTensorType(input->get())), kind(getKind(body, type.getElementType())),
          dimension(getReducedDims(op, input).front()) {}

    void build() {
      Value elements = input->get();
      if (body.nan == NaN::OfValue)
        elements = dropFromNaN(elements);
      // A NaN that is never better is no better than the number that it begins with, be that neutral or not.
      bool isExact = body.nan != NaN::Ignored && isNeutral(kind, initial, rewriter, loc);
      if (!isExact)
        elements = clamp(elements);
      Type positionType = getElementTypeOrSelf(op.getDpsInits()[body.position].getType());
      auto reduce = ReduceOp::create(rewriter, loc, getReduced(type.getElementType()), getReduced(positionType), kind,
                                     elements, rewriter.getDenseI64ArrayAttr(dimension));
      Value best = reduce.getResult();
      if (body.nan == NaN::OfValue) {
        best = createReduce(kind, input->get());
        if (!isNeutral(kind, initial, rewriter, loc))
          best = combineWithInitial(rewriter, loc, kind, best, Attribute(initial), type.getElementType());
      }
      SmallVector<Value> results(2);
      results[body.value] = placeReduced(rewriter, op, body.value, input, best);
      results[body.position] = placeReduced(rewriter, op, body.position, input, reduce.getIndex());
      rewriter.replaceOp(op, results);
    }

  private:
    RankedTensorType getReduced(Type element) {
      SmallVector<int64_t> shape(type.getShape());
      shape[dimension] = 1;
      return RankedTensorType::get(shape, element);
    }

    Value createReduce(AtomicRMWKind kind, Value elements) {
      return ReduceOp::create(rewriter, loc, getReduced(getElementTypeOrSelf(elements.getType())), Type(), kind,
                              elements, rewriter.getDenseI64ArrayAttr(dimension))
          .getResult();
    }

    /// A map of elements; `positions` are behind them among what `buildBody` is given.
    Value createMap(Type element, ValueRange elements, bool positions,
                    function_ref<Value(ValueRange, ArrayRef<Value>)> buildBody) {
      auto map = MapOp::create(rewriter, loc, type.clone(element), elements, ValueRange(), positions);
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(map.getBodyBlock());
      SmallVector<Value> places;
      if (positions)
        llvm::append_range(places, map.getPositions());
      Value result = buildBody(ValueRange(map.getElementArguments()), places);
      YieldOp::create(rewriter, loc, result);
      return map.getResult();
    }

    /// Elements that are not better than the initial number are that number.
    Value clamp(Value elements) {
      AtomicRMWKind better = kind;
      if (body.nan == NaN::Ignored)
        better = body.isMaximum ? AtomicRMWKind::maxnumf : AtomicRMWKind::minnumf;
      return createMap(type.getElementType(), elements, false, [&](ValueRange in, ArrayRef<Value>) {
        Value first = arith::ConstantOp::create(rewriter, loc, initial);
        return arith::getReductionOp(better, rewriter, loc, in[0], first);
      });
    }

    /// What is behind the first NaN, and that itself, is the initial number: nothing there changes the place.
    Value dropFromNaN(Value elements) {
      bool isShort = !type.isDynamicDim(dimension) && type.getDimSize(dimension) < INT32_MAX;
      IntegerType index = rewriter.getIntegerType(isShort ? 32 : 64);
      Value places = createMap(index, elements, true, [&](ValueRange in, ArrayRef<Value> at) {
        Value isNaN = arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::UNO, in[0], in[0]);
        Value place = arith::IndexCastOp::create(rewriter, loc, index, at[dimension]);
        TypedAttr last = rewriter.getIntegerAttr(index, llvm::maxIntN(index.getWidth()));
        Value none = arith::ConstantOp::create(rewriter, loc, last);
        return arith::SelectOp::create(rewriter, loc, isNaN, place, none);
      });
      Value first = createReduce(AtomicRMWKind::mins, places);
      return createMap(type.getElementType(), {elements, first}, true, [&](ValueRange in, ArrayRef<Value> at) {
        Value place = arith::IndexCastOp::create(rewriter, loc, index, at[dimension]);
        Value isBefore = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::slt, place, in[1]);
        Value worst = arith::ConstantOp::create(rewriter, loc, initial);
        return arith::SelectOp::create(rewriter, loc, isBefore, in[0], worst);
      });
    }

    PatternRewriter &rewriter;
    linalg::GenericOp op;
    Location loc;
    const ExtremumBody &body;
    TypedAttr initial;
    OpOperand *input;
    RankedTensorType type;
    AtomicRMWKind kind;
    int64_t dimension;
  };
};
} // namespace

void fusion::populateRaiseExtremumPatterns(RewritePatternSet &patterns) {
  patterns.add<RaiseExtremum>(patterns.getContext());
}

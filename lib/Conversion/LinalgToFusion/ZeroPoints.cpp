// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Zero points leave the product: they are subtracted from its sums.

#include "ZeroPoints.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

/// A map of `elements` to i32 of the shape `shape`; `build` makes the result of the elements.
static Value mapToI32(OpBuilder &builder, Location loc, ArrayRef<int64_t> shape, ValueRange elements,
                      function_ref<Value(OpBuilder &, ValueRange)> build) {
  auto type = RankedTensorType::get(shape, builder.getI32Type());
  auto map = MapOp::create(builder, loc, type, elements, ValueRange(), /*positions=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(map.getBodyBlock());
  Value result = build(builder, map.getBodyBlock()->getArguments());
  YieldOp::create(builder, loc, result);
  return map.getResult();
}

/// A tensor of i8 in i32; one of i32 is what it is.
static Value widen(OpBuilder &builder, Location loc, Value value, bool isUnsigned) {
  RankedTensorType type = getTensorType(value);
  if (type.getElementType().isInteger(32))
    return value;
  return mapToI32(builder, loc, type.getShape(), value, [&](OpBuilder &builder, ValueRange elements) -> Value {
    if (isUnsigned)
      return arith::ExtUIOp::create(builder, loc, builder.getI32Type(), elements[0]);
    return arith::ExtSIOp::create(builder, loc, builder.getI32Type(), elements[0]);
  });
}

IndexedFactor fusion::getIndexedFactor(OpBuilder &builder, linalg::LinalgOp op, const TermFactor &factor) {
  Location loc = op.getLoc();
  IndexedFactor result{
      getIndexedOperand(builder, loc, factor.operand->get(), op.getMatchingIndexingMap(factor.operand)),
      factor.isUnsigned, std::nullopt};
  if (!factor.zeroPoint)
    return result;
  Value point = factor.zeroPoint->value;
  // A constant of the body.
  if (Operation *def = point.getDefiningOp(); def && def->getBlock() == op.getBlock())
    point = builder.clone(*def)->getResult(0);
  IndexedOperand zero = getIndexedOperand(builder, loc, point, factor.zeroPoint->map);
  zero.value = widen(builder, loc, zero.value, factor.zeroPoint->isUnsigned);
  result.zeroPoint = zero;
  return result;
}

/// The sums of a factor along the contracted loops, as they broadcast to the result.
static Value sumContracted(OpBuilder &builder, Location loc, const IndexedFactor &factor,
                           const SummedFactors &factors) {
  Value wide = widen(builder, loc, factor.value, factor.isUnsigned);
  SmallVector<int64_t> shape(getTensorType(wide).getShape()), dims;
  IndexedOperand sums;
  llvm::SmallBitVector dropped(shape.size());
  for (auto [dim, loop] : llvm::enumerate(factor.loops)) {
    if (!llvm::is_contained(factors.contracted, loop)) {
      sums.loops.push_back(loop);
      continue;
    }
    dims.push_back(dim);
    dropped.set(dim);
    shape[dim] = 1;
  }
  sums.value =
      ReduceOp::create(builder, loc, getTensorType(wide).clone(shape), Type(), arith::AtomicRMWKind::addi, wide, dims)
          .getResult();
  sums.value = dropUnitDims(builder, loc, sums.value, dropped);
  return alignToSpace(builder, loc, sums, factors.result);
}

/// The number of terms of a sum, modulo 2^32, as a tensor of rank 0.
static Value countTerms(OpBuilder &builder, Location loc, const SummedFactors &factors) {
  RankedTensorType type = getTensorType(factors.lhs.value);
  uint32_t known = 1;
  Value count;
  for (auto [dim, loop] : llvm::enumerate(factors.lhs.loops)) {
    if (!llvm::is_contained(factors.contracted, loop))
      continue;
    if (!type.isDynamicDim(dim)) {
      known *= type.getDimSize(dim);
      continue;
    }
    Value size = tensor::DimOp::create(builder, loc, factors.lhs.value, dim);
    size = arith::IndexCastOp::create(builder, loc, builder.getI32Type(), size);
    count = count ? arith::MulIOp::create(builder, loc, count, size).getResult() : size;
  }
  Value number = arith::ConstantIntOp::create(builder, loc, builder.getI32Type(), int32_t(known));
  return wrapScalar(builder, loc, count ? arith::MulIOp::create(builder, loc, count, number).getResult() : number);
}

Value fusion::subtractZeroPoints(OpBuilder &builder, Location loc, Value sums, const SummedFactors &factors) {
  // Each term is a product of elements, whose numbers are counted from that of the sums.
  SmallVector<Value> elements = {sums};
  SmallVector<std::pair<SmallVector<unsigned>, bool>> terms;
  auto addTerm = [&](ArrayRef<Value> values, bool isAdded) {
    auto &term = terms.emplace_back(SmallVector<unsigned>(), isAdded);
    for (Value value : values) {
      term.first.push_back(elements.size());
      elements.push_back(value);
    }
  };
  auto align = [&](const std::optional<IndexedOperand> &zero) {
    return alignToSpace(builder, loc, *zero, factors.result);
  };
  Value ofLhs = factors.lhs.zeroPoint ? align(factors.lhs.zeroPoint) : Value();
  Value ofRhs = factors.rhs.zeroPoint ? align(factors.rhs.zeroPoint) : Value();
  if (ofRhs)
    addTerm({ofRhs, sumContracted(builder, loc, factors.lhs, factors)}, false);
  if (ofLhs)
    addTerm({ofLhs, sumContracted(builder, loc, factors.rhs, factors)}, false);
  if (ofLhs && ofRhs)
    addTerm({ofLhs, ofRhs, countTerms(builder, loc, factors)}, true);
  if (terms.empty())
    return sums;
  return mapToI32(builder, loc, getTensorType(sums).getShape(), elements,
                  [&](OpBuilder &builder, ValueRange scalars) -> Value {
                    Value total = scalars[0];
                    for (const auto &[factors, isAdded] : terms) {
                      Value term = scalars[factors[0]];
                      for (unsigned factor : ArrayRef(factors).drop_front())
                        term = arith::MulIOp::create(builder, loc, term, scalars[factor]);
                      total = isAdded ? arith::AddIOp::create(builder, loc, total, term).getResult()
                                      : arith::SubIOp::create(builder, loc, total, term).getResult();
                    }
                    return total;
                  });
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elementwise operations as parallel loops of linalg.

#include "Lowering.h"
#include "fusion/Dialect/Fusion/IR/AlwaysRounded.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace fusion;

Type fusion::getCarrierType(Type elementType, bool relaxed) {
  return relaxed && !isAlwaysRounded(elementType) ? getComputeType(elementType) : elementType;
}

AffineMap fusion::getBroadcastMap(MLIRContext *context, RankedTensorType operand, ArrayRef<int64_t> result,
                                  ArrayRef<unsigned> resultLoops, unsigned numLoops) {
  SmallVector<AffineExpr> exprs;
  int64_t skip = result.size() - operand.getRank();
  for (int64_t dim = 0; dim < operand.getRank(); ++dim) {
    bool repeated = operand.getDimSize(dim) == 1 && result[dim + skip] != 1;
    exprs.push_back(repeated ? getAffineConstantExpr(0, context) : getAffineDimExpr(resultLoops[dim + skip], context));
  }
  return AffineMap::get(numLoops, 0, exprs, context);
}

Value fusion::buildBroadcastSize(OpBuilder &builder, Location loc, ValueRange operands, RankedTensorType result,
                                 int64_t dim) {
  auto [source, own] = getBroadcastSource(operands, result.getRank(), dim);
  if (!source)
    return arith::ConstantIndexOp::create(builder, loc, 1);
  return tensor::DimOp::create(builder, loc, source, own);
}

static Value buildEmpty(OpBuilder &builder, Location loc, ValueRange operands, RankedTensorType type) {
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(buildBroadcastSize(builder, loc, operands, type, dim));
  return tensor::EmptyOp::create(builder, loc, type, sizes);
}

/// A parallel loop nest over `result` that computes each element by `body`.
static Value buildParallelGeneric(OpBuilder &builder, Location loc, ValueRange operands, RankedTensorType result,
                                  function_ref<Value(OpBuilder &, Location, ValueRange)> body) {
  auto loops = llvm::to_vector(llvm::seq<unsigned>(0, result.getRank()));
  SmallVector<AffineMap> maps;
  for (Value operand : operands)
    maps.push_back(getBroadcastMap(builder.getContext(), cast<RankedTensorType>(operand.getType()), result.getShape(),
                                   loops, result.getRank()));
  maps.push_back(builder.getMultiDimIdentityMap(result.getRank()));
  SmallVector<utils::IteratorType> iterators(result.getRank(), utils::IteratorType::parallel);
  Value empty = buildEmpty(builder, loc, operands, result);
  auto generic = linalg::GenericOp::create(builder, loc, result, operands, empty, maps, iterators,
                                           [&](OpBuilder &b, Location bodyLoc, ValueRange arguments) {
                                             Value value = body(b, bodyLoc, arguments.drop_back());
                                             linalg::YieldOp::create(b, bodyLoc, value);
                                           });
  return generic.getResult(0);
}

static Value roundTo(OpBuilder &builder, Location loc, Value scalar, Type type) {
  return isa<FloatType>(type) ? convertFloat(builder, loc, scalar, type) : scalar;
}

/// The element of `table` at `indices` in a linalg body, in its compute type; zero where `condition` does not hold.
static Value lowerLookup(OpBuilder &b, Location loc, Value table, ValueRange indices, Value condition) {
  auto type = cast<RankedTensorType>(table.getType());
  Value inRange = arith::ConstantIntOp::create(b, loc, 1, 1);
  for (auto [dim, index] : llvm::enumerate(indices)) {
    Value size = b.createOrFold<tensor::DimOp>(loc, table, dim);
    Value below = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index, size);
    inRange = b.createOrFold<arith::AndIOp>(loc, inRange, below);
  }
  Value allowed = inRange;
  if (condition) {
    Value skipped = arith::XOrIOp::create(b, loc, condition, arith::ConstantIntOp::create(b, loc, 1, 1));
    allowed = arith::OrIOp::create(b, loc, inRange, skipped);
  }
  if (!indices.empty())
    cf::AssertOp::create(b, loc, allowed, "'fusion.lookup' op has an index that is out of range");
  Type compute = isa<FloatType>(type.getElementType()) ? getComputeType(type.getElementType()) : type.getElementType();
  auto load = [&](OpBuilder &inner, Location at) {
    return roundTo(inner, at, tensor::ExtractOp::create(inner, at, table, indices), compute);
  };
  if (!condition)
    return load(b, loc);
  auto either = scf::IfOp::create(
      b, loc, condition, [&](OpBuilder &inner, Location at) { scf::YieldOp::create(inner, at, load(inner, at)); },
      [&](OpBuilder &inner, Location at) {
        Value zero = arith::ConstantOp::create(inner, at, cast<TypedAttr>(inner.getZeroAttr(compute)));
        scf::YieldOp::create(inner, at, zero);
      });
  return either.getResult(0);
}

Value fusion::lowerElementwise(OpBuilder &builder, ElementwiseOpInterface op, ValueRange operands, Type elementType,
                               bool strict) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType()).clone(elementType);
  ValueRange elements = operands.take_front(op.getElementOperands().size());
  return buildParallelGeneric(builder, op.getLoc(), elements, result, [&](OpBuilder &b, Location loc, ValueRange in) {
    SmallVector<Value> wide;
    for (Value scalar : in)
      wide.push_back(roundTo(b, loc, scalar, getComputeType(scalar.getType())));
    auto position = [&](int64_t dim) -> Value { return linalg::IndexOp::create(b, loc, dim); };
    auto lookup = [&](LookupOp own, ValueRange indices, Value condition) {
      return lowerLookup(b, loc, operands[own.getTableNumber()], indices, condition);
    };
    return roundTo(b, loc, op.buildScalar(b, loc, wide, {position, lookup, strict}), elementType);
  });
}

Value fusion::convertElements(OpBuilder &builder, Location loc, Value tensor, Type elementType) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getElementType() == elementType)
    return tensor;
  return buildParallelGeneric(
      builder, loc, tensor, type.clone(elementType),
      [&](OpBuilder &b, Location bodyLoc, ValueRange in) { return roundTo(b, bodyLoc, in[0], elementType); });
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Products as contractions of linalg, whose inner loop reads along memory: a transposed B is copied.

#include "Lowering.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace fusion;

/// Copies `value` with its last two dimensions exchanged, so that the loop along N reads consecutive elements.
static Value transposeLastTwo(OpBuilder &builder, Location loc, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  std::swap(permutation[type.getRank() - 1], permutation[type.getRank() - 2]);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, value);
  std::swap(sizes[type.getRank() - 1], sizes[type.getRank() - 2]);
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
  return linalg::TransposeOp::create(builder, loc, value, empty, permutation)->getResult(0);
}

/// A tensor of the product's shape with every element zero.
static Value buildZeros(OpBuilder &builder, MatmulOp op, Value lhs, Value rhs, RankedTensorType type) {
  Location loc = op.getLoc();
  SmallVector<Value> sizes;
  for (int64_t dim = 0, m = type.getRank() - 2; dim < type.getRank(); ++dim) {
    if (!type.isDynamicDim(dim))
      continue;
    if (dim < m)
      sizes.push_back(buildBroadcastSize(builder, loc, {lhs, rhs}, type, dim));
    else if (dim == m)
      sizes.push_back(tensor::DimOp::create(builder, loc, lhs, op.getLhsMDim()));
    else
      sizes.push_back(tensor::DimOp::create(builder, loc, rhs, op.getRhsNDim()));
  }
  Value empty = tensor::EmptyOp::create(builder, loc, type, sizes);
  Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type.getElementType()));
  return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
}

/// in[0] * in[1] + in[2], in the type of the sum.
static Value addTerm(OpBuilder &builder, Location loc, MatmulOp op, ValueRange in) {
  Type type = in[2].getType();
  if (isa<FloatType>(type)) {
    Value x = convertFloat(builder, loc, in[0], type), y = convertFloat(builder, loc, in[1], type);
    return math::FmaOp::create(builder, loc, x, y, in[2]);
  }
  auto widen = [&](Value value, bool isUnsigned) -> Value {
    if (isUnsigned)
      return arith::ExtUIOp::create(builder, loc, type, value);
    return arith::ExtSIOp::create(builder, loc, type, value);
  };
  Value x = widen(in[0], op.getUnsignedA()), y = widen(in[1], op.getUnsignedB());
  return arith::AddIOp::create(builder, loc, arith::MulIOp::create(builder, loc, x, y), in[2]);
}

Value fusion::lowerMatmul(OpBuilder &builder, MatmulOp op, Value lhs, Value rhs) {
  Location loc = op.getLoc();
  MLIRContext *context = builder.getContext();
  Type accumulator = getComputeType(op.getResult().getType().getElementType());
  auto type = op.getResult().getType().clone(accumulator);
  Value zeros = buildZeros(builder, op, lhs, rhs, type);
  if (op.getTransposeB())
    rhs = transposeLastTwo(builder, loc, rhs);

  // Loops: batch dimensions, M, K, N.
  unsigned numBatch = op.getNumBatchDims(), m = numBatch, k = numBatch + 1, n = numBatch + 2, numLoops = numBatch + 3;
  auto batchLoops = llvm::to_vector(llvm::seq<unsigned>(0, numBatch));
  ArrayRef<int64_t> batchShape = type.getShape().drop_back(2);
  auto buildMap = [&](Value operand, unsigned row, unsigned column) {
    auto operandType = cast<RankedTensorType>(operand.getType());
    auto batch = RankedTensorType::get(operandType.getShape().drop_back(2), accumulator);
    SmallVector<AffineExpr> exprs(getBroadcastMap(context, batch, batchShape, batchLoops, numLoops).getResults());
    exprs.append({getAffineDimExpr(row, context), getAffineDimExpr(column, context)});
    return AffineMap::get(numLoops, 0, exprs, context);
  };
  SmallVector<AffineMap> maps{op.getTransposeA() ? buildMap(lhs, k, m) : buildMap(lhs, m, k), buildMap(rhs, k, n),
                              buildMap(zeros, m, n)};
  SmallVector<utils::IteratorType> iterators(numLoops, utils::IteratorType::parallel);
  iterators[k] = utils::IteratorType::reduction;
  auto body = [&](OpBuilder &b, Location bodyLoc, ValueRange in) {
    linalg::YieldOp::create(b, bodyLoc, addTerm(b, bodyLoc, op, in));
  };
  return linalg::GenericOp::create(builder, loc, type, ValueRange{lhs, rhs}, zeros, maps, iterators, body).getResult(0);
}

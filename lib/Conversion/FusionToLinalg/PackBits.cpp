// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conditions packed into bytes, as loops of linalg.

#include "Lowering.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion;

Value fusion::lowerPackBits(OpBuilder &builder, PackBitsOp op, Value input) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getResult().getType();
  int64_t rank = type.getRank();
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, loc, input, dim));
  Value empty = tensor::EmptyOp::create(builder, loc, type, sizes);
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  auto pack = [&](OpBuilder &b, Location at, ValueRange) {
    SmallVector<Value> place;
    for (int64_t dim = 0; dim < rank; ++dim)
      place.push_back(linalg::IndexOp::create(b, at, dim));
    Value eight = arith::ConstantIndexOp::create(b, at, 8), byte;
    Value first = arith::MulIOp::create(b, at, place.back(), eight);
    for (int64_t bit = 0; bit < 8; ++bit) {
      place.back() = arith::AddIOp::create(b, at, first, arith::ConstantIndexOp::create(b, at, bit));
      Value own = arith::ExtUIOp::create(b, at, b.getI8Type(), tensor::ExtractOp::create(b, at, input, place));
      own = arith::ShLIOp::create(b, at, own, arith::ConstantIntOp::create(b, at, bit, 8));
      byte = byte ? Value(arith::OrIOp::create(b, at, byte, own)) : own;
    }
    linalg::YieldOp::create(b, at, byte);
  };
  return linalg::GenericOp::create(builder, loc, type, ValueRange(), empty, builder.getMultiDimIdentityMap(rank),
                                   iterators, pack)
      .getResult(0);
}

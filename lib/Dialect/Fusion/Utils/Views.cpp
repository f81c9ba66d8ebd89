// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies what views show.

#include "fusion/Dialect/Fusion/Utils/Views.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion;

/// The element of `input` at the point of a linalg body.
static Value readElement(OpBuilder &b, Location loc, const AccessMap &access, Value input) {
  SmallVector<Value> point, sizes;
  for (unsigned loop = 0; loop < access.getNumLoops(); ++loop)
    point.push_back(linalg::IndexOp::create(b, loc, loop));
  for (unsigned dim = 0; dim < access.getRank(); ++dim)
    sizes.push_back(b.createOrFold<tensor::DimOp>(loc, input, dim));
  auto expand = [&](OpBuilder &at, AffineExpr expr) { return affine::expandAffineExpr(at, loc, expr, point, sizes); };
  auto read = [&](OpBuilder &at) -> Value {
    auto place = llvm::map_to_vector(access.getPlaces(), [&](AffineExpr expr) { return expand(at, expr); });
    return tensor::ExtractOp::create(at, loc, input, place);
  };
  if (!access.isPadded())
    return read(b);
  Value inside;
  for (auto [guarded, limit] : llvm::zip_equal(access.getGuarded(), access.getLimits())) {
    // A negative number is a large one.
    Value below = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, expand(b, guarded), expand(b, limit));
    inside = inside ? arith::AndIOp::create(b, loc, inside, below).getResult() : below;
  }
  auto either = scf::IfOp::create(
      b, loc, inside, [&](OpBuilder &then, Location) { scf::YieldOp::create(then, loc, read(then)); },
      [&](OpBuilder &otherwise, Location) {
        Value padding = arith::ConstantOp::create(otherwise, loc, access.getPadding());
        scf::YieldOp::create(otherwise, loc, padding);
      });
  return either.getResult(0);
}

Value fusion::copyView(OpBuilder &builder, ViewOp view, Value input) {
  Location loc = view.getLoc();
  if (std::optional<SmallVector<int64_t>> permutation = view.getAsPermutation()) {
    Value copy = transposeDims(builder, loc, input, *permutation);
    return castStaticSizes(builder, loc, copy, view.getType());
  }
  RankedTensorType inputType = getTensorType(input);
  AccessMap access = view.getAccess().getMap().simplify(inputType.getShape());
  SmallVector<OpFoldResult> sizes = view.getMixedSizes(builder, tensor::getMixedSizes(builder, loc, input));
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, inputType.getElementType());
  auto identity = builder.getMultiDimIdentityMap(access.getNumLoops());
  SmallVector<utils::IteratorType> iterators(access.getNumLoops(), utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, empty.getType(), ValueRange(), empty, identity, iterators,
      [&](OpBuilder &b, Location, ValueRange) { linalg::YieldOp::create(b, loc, readElement(b, loc, access, input)); });
  return castStaticSizes(builder, loc, generic.getResult(0), view.getType());
}

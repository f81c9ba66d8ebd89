// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Constant matrices that are formulas of positions: causal masks and windows that exporters have computed.

#include "RaiseDiagonals.h"

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

namespace {
/// A matrix of two values: `inside` from diagonal `first` to `last` (column less row, both included), else `outside`.
struct Band {
  int64_t first, last;
  Attribute inside, outside;
};
} // namespace

/// The values of diagonals, from the lowest row's first element to the first row's last; nothing where one has several.
template <typename Range> static auto getDiagonals(Range elements, int64_t rows, int64_t columns) {
  SmallVector<std::decay_t<decltype(*elements.begin())>, 0> diagonals;
  for (int64_t row = rows; row-- > 1;)
    diagonals.push_back(elements[row * columns]);
  for (int64_t column = 0; column < columns; ++column)
    diagonals.push_back(elements[column]);
  for (int64_t row = 1; row < rows; ++row)
    for (int64_t column = 1; column < columns; ++column)
      if (elements[row * columns + column] != diagonals[column - row + rows - 1]) {
        diagonals.clear();
        return diagonals;
      }
  return diagonals;
}

/// The band of one of two values that begins or ends within the matrix.
static std::optional<Band> findBand(DenseElementsAttr elements, int64_t rows, int64_t columns) {
  SmallVector<Attribute, 0> diagonals;
  Type type = elements.getElementType();
  auto take = [&](auto values, auto toAttribute) {
    for (const auto &value : getDiagonals(values, rows, columns))
      diagonals.push_back(toAttribute(value));
  };
  if (isa<FloatType>(type))
    take(elements.getValues<APFloat>(), [&](const APFloat &value) -> Attribute { return FloatAttr::get(type, value); });
  else
    take(elements.getValues<APInt>(), [&](const APInt &value) -> Attribute { return IntegerAttr::get(type, value); });
  SmallVector<int64_t> changes; // where a diagonal differs from the one before
  for (int64_t at = 1, end = diagonals.size(); at < end; ++at)
    if (diagonals[at] != diagonals[at - 1])
      changes.push_back(at);
  if (changes.empty() || changes.size() > 2 || (changes.size() == 2 && diagonals.front() != diagonals.back()))
    return std::nullopt;
  int64_t lowest = 1 - rows, end = changes.size() == 2 ? changes[1] : static_cast<int64_t>(diagonals.size());
  return Band{lowest + changes[0], lowest + end - 1, diagonals[changes[0]], diagonals.front()};
}

/// The matrix of a constant; its rank may be greater by dimensions of 1.
static std::optional<Band> findBand(arith::ConstantOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!type || !elements || elements.isSplat() || type.getRank() < 2 || !type.getElementType().isIntOrFloat())
    return std::nullopt;
  ArrayRef<int64_t> shape = type.getShape();
  int64_t rows = shape[type.getRank() - 2], columns = shape.back();
  if (rows < 2 || columns < 2 || type.getNumElements() != rows * columns)
    return std::nullopt;
  return findBand(elements, rows, columns);
}

static Value buildBand(OpBuilder &builder, arith::ConstantOp op, const Band &band) {
  auto type = cast<RankedTensorType>(op.getType());
  Location loc = op.getLoc();
  auto map = MapOp::create(builder, loc, type, ValueRange(), ValueRange(), /*positions=*/true);
  OpBuilder body = OpBuilder::atBlockEnd(map.getBodyBlock());
  ValueRange positions = map.getPositions();
  Value row = positions[type.getRank() - 2], column = positions.back();
  // What is added to the row is computed once for all columns.
  auto compare = [&](arith::CmpIPredicate predicate, int64_t diagonal) -> Value {
    Value bound = arith::AddIOp::create(body, loc, row, arith::ConstantIndexOp::create(body, loc, diagonal));
    return arith::CmpIOp::create(body, loc, predicate, column, bound);
  };
  Value isInside = compare(arith::CmpIPredicate::sge, band.first);
  if (band.last < type.getShape().back() - 1)
    isInside = arith::AndIOp::create(body, loc, isInside, compare(arith::CmpIPredicate::sle, band.last));
  auto constant = [&](Attribute value) -> Value {
    return arith::ConstantOp::create(body, loc, cast<TypedAttr>(value));
  };
  Value result;
  if (!type.getElementType().isInteger(1))
    result = arith::SelectOp::create(body, loc, isInside, constant(band.inside), constant(band.outside));
  else if (cast<IntegerAttr>(band.inside).getValue().isOne())
    result = isInside;
  else
    result = arith::XOrIOp::create(body, loc, isInside, constant(band.outside));
  YieldOp::create(body, loc, result);
  return map.getResult();
}

void fusion::raiseDiagonals(Operation *root) {
  root->walk<WalkOrder::PreOrder>([](Operation *op) {
    if (isa<KernelOp>(op))
      return WalkResult::skip();
    auto constant = dyn_cast<arith::ConstantOp>(op);
    auto isReader = [](Operation *user) { return isa<ElementwiseOpInterface>(user); };
    if (!constant || llvm::none_of(op->getUsers(), isReader))
      return WalkResult::advance();
    std::optional<Band> band = findBand(constant);
    if (!band)
      return WalkResult::advance();
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    Value formula = buildBand(builder, constant, *band);
    constant->getResult(0).replaceUsesWithIf(formula, [&](OpOperand &use) { return isReader(use.getOwner()); });
    return WalkResult::advance();
  });
}

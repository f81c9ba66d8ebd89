// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads numbers off constants and positions, and chooses one of them by a position.

#include "NumbersOfParts.h"

#include "fusion/Dialect/Fusion/Utils/FoldCopy.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

/// What a map's body gives at one position; null if MLIR's folders do not know.
static Attribute evaluateAt(MapOp map, ArrayRef<int64_t> place) {
  llvm::DenseMap<Value, Attribute> known;
  for (auto [position, number] : llvm::zip_equal(map.getPositions(), place))
    known[position] = IntegerAttr::get(position.getType(), number);
  for (Operation &op : map.getBodyBlock()->without_terminator()) {
    auto operands = llvm::map_to_vector(op.getOperands(), [&](Value operand) { return known.lookup(operand); });
    for (auto [result, folded] : llvm::zip(op.getResults(), foldCopy(op, operands)))
      known[result] = isa<Attribute>(folded) ? cast<Attribute>(folded) : known.lookup(cast<Value>(folded));
  }
  return known.lookup(map.getYield().getOperand(0));
}

/// Integers that follow from positions alone, of which there are few: `arange(0, 32, 4)`. Null: it is something else.
static DenseIntElementsAttr evaluatePositions(Value value) {
  if (auto expand = value.getDefiningOp<tensor::ExpandShapeOp>())
    value = expand.getSrc();
  auto map = value.getDefiningOp<MapOp>();
  if (!map || map->getNumOperands() != 0 || map.getPositions().size() != 1 || !map.getType().hasStaticShape() ||
      !isa<IntegerType>(map.getType().getElementType()))
    return {};
  SmallVector<Attribute> numbers;
  for (int64_t place = 0; place < map.getType().getNumElements(); ++place) {
    auto number = dyn_cast_or_null<IntegerAttr>(evaluateAt(map, place));
    if (!number)
      return {};
    numbers.push_back(number);
  }
  return cast<DenseIntElementsAttr>(DenseElementsAttr::get(map.getType(), numbers));
}

DenseIntElementsAttr fusion::getNumbersOfParts(Value value, const JoinedDims &dims) {
  constexpr int64_t mostParts = 8; // of an integer
  RankedTensorType type = getTensorType(value);
  bool isAlong = type.hasStaticShape() && type.getNumElements() == dims.size && dims.getAlong(type) == dims.size;
  if (!isAlong || dims.size < 2 || dims.size > mostParts)
    return {};
  DenseIntElementsAttr numbers;
  return matchPattern(value, m_Constant(&numbers)) ? numbers : evaluatePositions(value);
}

/// What numbers of parts increase by, from part to part; nothing if not by the same.
static std::optional<APInt> getStep(ArrayRef<IntegerAttr> numbers) {
  APInt step = numbers[1].getValue() - numbers[0].getValue();
  for (auto [number, next] : llvm::zip(numbers, numbers.drop_front()))
    if (next.getValue() - number.getValue() != step)
      return std::nullopt;
  return step;
}

/// yield (%j & 7) * 4: numbers of so many parts that a choice of each would take more
static Value multiplyPart(OpBuilder &builder, Location loc, IntegerAttr first, const APInt &step, int64_t parts,
                          Value position) {
  Type type = first.getType();
  Value mask = arith::ConstantIndexOp::create(builder, loc, parts - 1);
  Value part = arith::AndIOp::create(builder, loc, position, mask);
  Value factor = arith::ConstantOp::create(builder, loc, IntegerAttr::get(type, step));
  Value steps = arith::MulIOp::create(builder, loc, arith::IndexCastUIOp::create(builder, loc, type, part), factor);
  if (first.getValue().isZero())
    return steps;
  return arith::AddIOp::create(builder, loc, steps, arith::ConstantOp::create(builder, loc, first));
}

Value fusion::selectByPart(OpBuilder &builder, Location loc, DenseIntElementsAttr numbers, Value position) {
  auto index = [&](int64_t value) -> Value { return arith::ConstantIndexOp::create(builder, loc, value); };
  auto attributes = llvm::to_vector(numbers.getValues<IntegerAttr>());
  auto parts = static_cast<int64_t>(attributes.size());
  if (parts > 2 && llvm::isPowerOf2_64(parts) && numbers.getElementType().getIntOrFloatBitWidth() >= 8)
    if (std::optional<APInt> step = getStep(attributes))
      return multiplyPart(builder, loc, attributes.front(), *step, parts, position);
  Value part = arith::RemUIOp::create(builder, loc, position, index(parts));
  Value chosen = arith::ConstantOp::create(builder, loc, attributes.front());
  for (int64_t number = 1; number < parts; ++number) {
    Value isOwn = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, part, index(number));
    Value own = arith::ConstantOp::create(builder, loc, attributes[number]);
    chosen = arith::SelectOp::create(builder, loc, isOwn, own, chosen);
  }
  return chosen;
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Hands on what the first of adjacent lanes has computed and looked up.

#include "MapLanes.h"

#include "fusion/Dialect/Fusion/IR/ScalarOps.h"
#include "fusion/Families/Common/BodyEvaluator.h"
#include "fusion/Families/Common/QuadDraws.h"

using namespace mlir;
using namespace fusion;

/// Whether the region has lookups, or operations that are many instructions each.
static bool sharesMuch(MapOp map) {
  return !map.getTables().empty() || !map.getBodyBlock()->getOps<ScalarOpInterface>().empty();
}

/// Whether an operation takes more instructions than an addition, and gives an integer.
static bool costsMore(Operation *op) {
  return isa_and_present<arith::RemUIOp, arith::RemSIOp, arith::DivUIOp, arith::FloorDivSIOp, arith::MulIOp>(op);
}

MapLanes::MapLanes(KernelBuilder &kb, MapOp map, int64_t numLanes, BodyPlace &place, bool strict,
                   const llvm::DenseSet<Operation *> &inRange, ComputedElement evaluate)
    : kb(kb), map(map), place(place), strict(strict), inRange(inRange), evaluate(evaluate),
      adjacent(place.getAdjacent()), shared(adjacent.stride) {
  // What is the same in short formulas LLVM finds.
  if (adjacent.stride > 0 && numLanes > adjacent.stride && sharesMuch(map)) {
    int64_t lanes = numLanes / adjacent.stride;
    forms.emplace(map, lanes, adjacent.multiple);
    equal.emplace(map, lanes, adjacent.multiple, *forms);
    narrow.emplace(kb, map);
  }
}

Value MapLanes::find(Value result) {
  if (drawn && result.getDefiningOp<PhiloxOp>())
    return drawn;
  if (!forms)
    return {};
  const Shared &known = shared[lane % adjacent.stride];
  int64_t number = lane / adjacent.stride;
  if (auto row = known.rows.find(result); row != known.rows.end())
    return row->second[number];
  const LaneForm *form = forms->get(result);
  if (form && form->isKnown() && !form->isUniform())
    return kb.create<arith::ConstantOp>(kb.getIntegerAttr(result.getType(), form->offsets[number]));
  if (int64_t first = equal->getFirst(result, number); first != number)
    return known.scalars.lookup({result, first});
  Value built = costsMore(result.getDefiningOp()) ? shift(result, number) : Value();
  if (!built)
    built = narrow->build(result.getDefiningOp(), [&](Value operand) { return getScalar(operand); });
  if (built)
    note(result, built);
  return built;
}

Value MapLanes::getScalar(Value operand) {
  if (auto position = llvm::find(map.getPositions(), operand); position != map.getPositions().end())
    return getPosition(position - map.getPositions().begin());
  int64_t first = equal->getFirst(operand, lane / adjacent.stride);
  return shared[lane % adjacent.stride].scalars.lookup({operand, first});
}

Value MapLanes::getPosition(int64_t dim) {
  return place.getPosition(kb, map.getResultType().getRank() - 1 - dim, lane);
}

Value MapLanes::shift(Value result, int64_t number) {
  for (int64_t other = 0; other < number; ++other)
    if (std::optional<int64_t> distance = equal->getDistance(result, number, other)) {
      Value from = shared[lane % adjacent.stride].scalars.lookup({result, equal->getFirst(result, other)});
      Value by = kb.create<arith::ConstantOp>(kb.getIntegerAttr(result.getType(), *distance));
      return from ? kb.create<arith::AddIOp>(from, by) : Value();
    }
  return {};
}

void MapLanes::note(Value result, Value scalar) {
  if (!forms)
    return;
  int64_t number = lane / adjacent.stride;
  if (equal->getFirst(result, number) == number)
    shared[lane % adjacent.stride].scalars[{result, number}] = scalar;
}

Value MapLanes::lookUpComputed(LookupOp op, Value table, Value column, Value condition) {
  Value element = evaluate(table, [&](Value leaf) {
    auto argument = dyn_cast<BlockArgument>(leaf);
    return argument ? place.getElement(kb, argument, op, lane, column, condition)
                    : place.getSum(kb, op, lane, column, condition);
  });
  if (!condition)
    return element;
  return kb.select(condition, element,
                   kb.create<arith::ConstantOp>(cast<TypedAttr>(kb.getZeroAttr(element.getType()))));
}

Value MapLanes::lookup(LookupOp op, ValueRange indices, Value condition) {
  auto table = dyn_cast<BlockArgument>(map->getOperand(op.getTableNumber()));
  if (!table)
    return lookUpComputed(op, map->getOperand(op.getTableNumber()), indices.back(), condition);
  Type elementType = op.getType();
  std::optional<RowLookup> row;
  if (forms && isFirst() && !forms->isUniform(op.getResult()))
    row = forms->getRowLookup(op);
  bool isIn = inRange.contains(op);
  if (!row)
    return BodyEvaluator::fromStored(kb, emitLookup(kb, place, lane, table, indices, condition, isIn), elementType);
  // Truth that is known of each lane is no branch.
  if (condition && forms->get(op.getCondition())->isKnown())
    condition = {};
  SmallVector<Value> &values = shared[lane].rows[op.getResult()];
  for (Value stored : emitRowLookup(kb, place, lane, table, indices, condition, isIn, *row))
    values.push_back(BodyEvaluator::fromStored(kb, stored, elementType));
  return values.front();
}

SmallVector<Value> MapLanes::build(ArrayRef<SmallVector<Value>> operands) {
  QuadRow row = place.getQuadRow();
  if (row.group)
    drawn = row.group->getWord(kb, map, operands.front(), row.number);
  auto position = [&](int64_t dim) { return getPosition(dim); };
  auto lookUp = [&](LookupOp op, ValueRange indices, Value condition) { return lookup(op, indices, condition); };
  auto findResult = [&](Value result) { return find(result); };
  auto noteResult = [&](Value result, Value scalar) { note(result, scalar); };
  auto enter = [&](int64_t next) { lane = next; };
  return map.buildLanes(kb, kb.getLoc(), operands, {position, lookUp, strict, findResult, noteResult}, enter);
}

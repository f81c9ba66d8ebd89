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

MapLanes::MapLanes(KernelBuilder &kb, MapOp map, int64_t numLanes, BodyPlace &place, bool strict,
                   const llvm::DenseSet<Operation *> &inRange)
    : kb(kb), map(map), place(place), strict(strict), inRange(inRange), adjacent(place.getAdjacent()),
      shared(adjacent.stride) {
  // What is the same in short formulas LLVM finds.
  if (adjacent.stride > 0 && numLanes > adjacent.stride && sharesMuch(map)) {
    int64_t lanes = numLanes / adjacent.stride;
    forms.emplace(map, lanes, adjacent.multiple);
    equal.emplace(map, lanes, *forms);
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
  int64_t first = equal->getFirst(result, number);
  return first == number ? Value() : known.scalars.lookup({result, first});
}

void MapLanes::note(Value result, Value scalar) {
  if (!forms)
    return;
  int64_t number = lane / adjacent.stride;
  if (equal->getFirst(result, number) == number)
    shared[lane % adjacent.stride].scalars[{result, number}] = scalar;
}

Value MapLanes::lookup(LookupOp op, ValueRange indices, Value condition) {
  auto table = cast<BlockArgument>(map->getOperand(op.getTableNumber()));
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
  int64_t rank = map.getResultType().getRank();
  auto position = [&](int64_t dim) { return place.getPosition(kb, rank - 1 - dim, lane); };
  auto lookUp = [&](LookupOp op, ValueRange indices, Value condition) { return lookup(op, indices, condition); };
  auto findResult = [&](Value result) { return find(result); };
  auto noteResult = [&](Value result, Value scalar) { note(result, scalar); };
  auto enter = [&](int64_t next) { lane = next; };
  return map.buildLanes(kb, kb.getLoc(), operands, {position, lookUp, strict, findResult, noteResult}, enter);
}

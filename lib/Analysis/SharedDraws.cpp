// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows the words of a call through the choices that a map makes by its position.

#include "fusion/Analysis/SharedDraws.h"

#include "fusion/Analysis/EqualLanes.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace fusion;

static PhiloxOp findOnlyDraw(MapOp map) {
  auto draws = map.getBodyBlock()->getOps<PhiloxOp>();
  return llvm::hasSingleElement(draws) ? *draws.begin() : PhiloxOp();
}

/// Whether an argument of the region is a position, or the element of a tensor that has one.
static bool isOfAllElements(MapOp map, BlockArgument argument) {
  unsigned number = argument.getArgNumber();
  if (number >= map->getNumOperands())
    return true;
  auto type = cast<RankedTensorType>(map->getOperand(number).getType());
  return type.hasStaticShape() && type.getNumElements() == 1;
}

/// Whether the operands of `draw` follow from such arguments and constants.
static bool followsFromPositions(MapOp map, PhiloxOp draw) {
  llvm::SetVector<Value> values(draw->operand_begin(), draw->operand_end());
  for (size_t i = 0; i < values.size(); ++i) {
    if (Operation *op = values[i].getDefiningOp())
      values.insert(op->operand_begin(), op->operand_end());
    else if (!isOfAllElements(map, cast<BlockArgument>(values[i])))
      return false;
  }
  return true;
}

namespace {
/// Which words a scalar needs in each lane, as sets of bits.
class WordsOfLanes {
public:
  WordsOfLanes(PhiloxOp draw, const LaneForms &forms) : draw(draw), forms(forms) {}

  unsigned get(Value scalar, int64_t lane) {
    Operation *op = scalar.getDefiningOp();
    if (!op)
      return 0;
    if (op == draw)
      return 1u << cast<OpResult>(scalar).getResultNumber();
    auto known = words.find({scalar, lane});
    if (known != words.end())
      return known->second;
    unsigned all = 0;
    for (Value operand : getNeeded(op, lane))
      all |= get(operand, lane);
    words[{scalar, lane}] = all;
    return all;
  }

private:
  /// The operands that the result depends on: of a choice that is known in this lane, one.
  SmallVector<Value> getNeeded(Operation *op, int64_t lane) {
    auto choice = dyn_cast<arith::SelectOp>(op);
    const LaneForm *condition = choice ? forms.get(choice.getCondition()) : nullptr;
    if (!condition || !condition->isKnown())
      return llvm::to_vector(op->getOperands());
    return {condition->offsets[lane] ? choice.getTrueValue() : choice.getFalseValue()};
  }

  PhiloxOp draw;
  const LaneForms &forms;
  llvm::DenseMap<std::pair<Value, int64_t>, unsigned> words;
};
} // namespace

PhiloxOp fusion::findSharedDraw(MapOp map) {
  PhiloxOp draw = findOnlyDraw(map);
  if (!draw || !map.getTables().empty() || map.getPositions().empty() || !followsFromPositions(map, draw))
    return {};
  LaneForms forms(map, kDrawColumns, kDrawColumns);
  EqualLanes equal(map, kDrawColumns, kDrawColumns, forms);
  WordsOfLanes words(draw, forms);
  Value result = map.getBodyBlock()->getTerminator()->getOperand(0);
  for (int64_t lane = 0; lane < kDrawColumns; ++lane) {
    auto isSame = [&](Value operand) { return equal.getFirst(operand, lane) == 0; };
    if (!llvm::all_of(draw->getOperands(), isSame) || (words.get(result, lane) & ~(1u << lane / 2)) != 0)
      return {};
  }
  return draw;
}

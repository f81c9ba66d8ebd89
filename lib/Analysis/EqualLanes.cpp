// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compares lanes by the forms of their scalars, and operations by their operands.

#include "fusion/Analysis/EqualLanes.h"

using namespace mlir;
using namespace fusion;

EqualLanes::EqualLanes(MapOp map, int64_t lanes, int64_t multiple, const LaneForms &forms) : forms(forms) {
  for (int64_t block = llvm::isPowerOf2_64(lanes) ? lanes / 2 : 0; block > 1; block /= 2)
    blocks.emplace_back(block, LaneForms(map, block, std::min(multiple, block)));
  for (Value position : map.getPositions())
    compare(position, lanes, [](int64_t, int64_t) { return false; });
  for (Operation &op : map.getBodyBlock()->without_terminator()) {
    auto hasOperandsOf = [&](int64_t lane, int64_t other) {
      return llvm::all_of(op.getOperands(), [&](Value operand) {
        bool isTable = isa<RankedTensorType>(operand.getType());
        return isTable || getFirst(operand, lane) == getFirst(operand, other);
      });
    };
    for (Value result : op.getResults())
      compare(result, lanes, hasOperandsOf);
  }
}

void EqualLanes::compare(Value scalar, int64_t lanes, llvm::function_ref<bool(int64_t, int64_t)> isEqual) {
  SmallVector<int64_t, 8> &equal = first[scalar];
  for (int64_t lane = 0; lane < lanes; ++lane) {
    auto isSame = [&](int64_t other) { return getDistance(scalar, lane, other) == 0 || isEqual(lane, other); };
    auto found = llvm::find_if(llvm::seq<int64_t>(0, lane), isSame);
    equal.push_back(found == llvm::seq<int64_t>(0, lane).end() ? lane : equal[*found]);
  }
}

int64_t EqualLanes::getFirst(Value scalar, int64_t lane) const {
  if (auto known = first.find(scalar); known != first.end())
    return known->second[lane];
  return forms.isUniform(scalar) ? 0 : lane;
}

std::optional<int64_t> EqualLanes::getDistance(Value scalar, int64_t lane, int64_t other) const {
  if (const LaneForm *form = forms.get(scalar))
    return form->offsets[lane] - form->offsets[other];
  for (const auto &[size, inBlock] : blocks)
    if (const LaneForm *form = inBlock.get(scalar); form && lane / size == other / size)
      return form->offsets[lane % size] - form->offsets[other % size];
  return std::nullopt;
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Goes through a map's region once and compares the operands of each operation lane by lane.

#include "fusion/Analysis/EqualLanes.h"

using namespace mlir;
using namespace fusion;

EqualLanes::EqualLanes(MapOp map, int64_t lanes, const LaneForms &forms) : forms(forms) {
  for (Operation &op : map.getBodyBlock()->without_terminator()) {
    SmallVector<int64_t, 8> equal;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      auto hasOperandsOf = [&](int64_t other) {
        return llvm::all_of(op.getOperands(), [&](Value operand) {
          bool isTable = isa<RankedTensorType>(operand.getType());
          return isTable || getFirst(operand, lane) == getFirst(operand, other);
        });
      };
      equal.push_back(*llvm::find_if(llvm::seq<int64_t>(lanes), hasOperandsOf));
    }
    for (Value result : op.getResults())
      if (!forms.get(result))
        first[result] = equal;
  }
}

int64_t EqualLanes::getFirst(Value scalar, int64_t lane) const {
  if (const LaneForm *form = forms.get(scalar))
    return llvm::find(form->offsets, form->offsets[lane]) - form->offsets.begin();
  auto known = first.find(scalar);
  return known == first.end() ? lane : known->second[lane];
}

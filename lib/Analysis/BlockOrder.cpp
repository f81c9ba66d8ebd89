// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Numbers a block's operations with gaps, so that moved ones find a number between their neighbours.

#include "fusion/Analysis/BlockOrder.h"
#include "mlir/IR/Block.h"

using namespace mlir;
using namespace fusion;

static constexpr uint64_t kGap = uint64_t(1) << 32;

void BlockOrder::number(Block *block) {
  uint64_t next = 0;
  for (Operation &op : *block) {
    numbers[&op] = next += kGap;
    ++numNumbered;
  }
}

uint64_t BlockOrder::getNumber(Operation *op) {
  auto it = numbers.find(op);
  if (it != numbers.end())
    return it->second;
  number(op->getBlock());
  return numbers.at(op);
}

void BlockOrder::noteMoved(ArrayRef<Operation *> ops, Operation *place) {
  if (ops.empty() || !numbers.contains(place))
    return;
  uint64_t number = getNumber(place);
  Operation *next = ops.back()->getNextNode();
  uint64_t step = ((next ? getNumber(next) : number + kGap) - number) / (ops.size() + 1);
  if (step == 0)
    return this->number(place->getBlock());
  for (Operation *op : ops)
    numbers[op] = number += step;
}

void BlockOrder::noteReplaced(Operation *old, Operation *op) {
  auto it = numbers.find(old);
  if (it == numbers.end())
    return;
  uint64_t number = it->second;
  numbers.erase(it);
  numbers[op] = number;
}

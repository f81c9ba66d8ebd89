// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits the waits and steps of the ring between producer and consumers.

#include "fusion/Families/Async/Pipeline.h"

#include "fusion/Families/Async/Instructions.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

void Pipeline::initialize(KernelBuilder &kb, int64_t consumers) const {
  for (int64_t stage = 0; stage < stages; ++stage) {
    initBarrier(kb, kb.offsetPtr(barriers, 8 * stage), 1);
    initBarrier(kb, kb.offsetPtr(barriers, 8 * (stages + stage)), consumers);
  }
}

Pipeline::Position Pipeline::advance(KernelBuilder &kb, Position position) const {
  Value next = kb.add(position.stage, 1), wraps = kb.eq(next, stages);
  Value turn = kb.fromBool(wraps);
  return {kb.select(wraps, kb.c32(0), next), kb.xorI(position.parity, turn)};
}

Pipeline::Position Pipeline::advance(KernelBuilder &kb, Position position, Value steps) const {
  Value sum = kb.add(position.stage, steps);
  return {kb.rem(sum, stages), kb.xorI(position.parity, kb.andI(kb.div(sum, stages), 1))};
}

void Pipeline::waitFull(KernelBuilder &kb, Position position) const {
  waitBarrier(kb, fullBarrier(kb, position.stage), position.parity);
}

// The producer is a round ahead: at first it waits for the phase before the first, which counts as over.
void Pipeline::waitEmpty(KernelBuilder &kb, Position position) const {
  waitBarrier(kb, emptyBarrier(kb, position.stage), kb.xorI(position.parity, 1));
}

Value Pipeline::emptyBarrier(KernelBuilder &kb, Value ring, Value stage) const {
  return kb.offsetPtr(barrier(kb, ring, stage), 8 * stages);
}

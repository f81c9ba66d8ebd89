// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Parameters of the variant by mma.sync.

#include "Variant.h"

#include "fusion/Families/Common/MemRefVariant.h"

using namespace mlir;
using namespace fusion;

MmaAttentionVariant::MmaAttentionVariant(KernelOp kernel, StringRef suffix, const MmaAttentionSchedule &schedule)
    : AttentionVariant(kernel, suffix), spec(MmaAttentionSpec::get(kernel, schedule)), query(addInput(spec.plan.query)),
      key(addInput(spec.plan.key)), value(addInput(spec.plan.value)) {
  addSizes();
  addScoreOperands();
  if (schedule.operandTiles)
    staged = ScoreOperands::get(spec.plan).findForTiles();
  if (staged)
    needed.requireAligned(kernel.getInputOf(ScoreOperands::get(spec.plan).elements[*staged]), 16);
  addOutputs();
}

unsigned MmaAttentionVariant::addInput(Value tensor) {
  Value memref = kernel.getInputOf(tensor);
  needed.requireAligned(memref, 16);
  return parameters.addMemRef(memref);
}

void MmaAttentionVariant::emitBlock(KernelBuilder &kb, Block::BlockArgListType arguments) {
  MmaAttentionArguments given;
  given.query = parameters.getMemRef(kb, arguments, query);
  given.key = parameters.getMemRef(kb, arguments, key);
  given.value = parameters.getMemRef(kb, arguments, value);
  getArguments(kb, arguments, given);
  if (staged) {
    given.scoreOperands[*staged].staged = true;
    given.operand = given.scoreOperands[*staged].memory;
  }
  emitMmaAttention(kb, kernel, spec, given, getSharedMemory(kb), hasDependentLaunch());
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Parameters of the variant by wgmma and TMA.

#include "Variant.h"

#include "fusion/Families/Common/MemRefVariant.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

AsyncAttentionVariant::AsyncAttentionVariant(KernelOp kernel, StringRef suffix, const AttentionSchedule &schedule)
    : AttentionVariant(kernel, suffix), spec(AsyncAttentionSpec::get(kernel, schedule)) {
  const AttentionPlan &plan = spec.plan;
  inputs = {addInput(plan.query, spec.layout.query), addInput(plan.key, spec.layout.key),
            addInput(plan.value, spec.layout.value)};
  addSizes();
  addScoreOperands();
  if (schedule.operandStages > 0)
    staged = ScoreOperands::get(plan).findForTiles();
  if (staged)
    inputs.push_back(addInput(ScoreOperands::get(plan).elements[*staged], spec.layout.operand));
  addOutputs();
}

AsyncAttentionVariant::Input AsyncAttentionVariant::addInput(Value tensor, const Multiplicand &multiplicand) {
  Value memref = kernel.getInputOf(tensor);
  needed.requireAligned(memref, 16);
  return {memref, parameters.addTensorMap(memref, {multiplicand.boxRows(), multiplicand.rowElements()})};
}

AttentionInput AsyncAttentionVariant::getInput(Block::BlockArgListType arguments, const Input &input) const {
  auto type = cast<MemRefType>(input.memref.getType());
  return {arguments[input.parameter],
          llvm::map_to_vector(type.getShape().drop_back(2), [](int64_t size) { return size == 1; })};
}

void AsyncAttentionVariant::emitBlock(KernelBuilder &kb, Block::BlockArgListType arguments) {
  AsyncAttentionArguments given;
  given.inputs = {getInput(arguments, inputs[0]), getInput(arguments, inputs[1]), getInput(arguments, inputs[2]), {}};
  getArguments(kb, arguments, given);
  if (staged) {
    given.inputs.operand = getInput(arguments, inputs.back());
    given.scoreOperands[*staged].staged = true;
  }
  emitAsyncAttention(kb, kernel, spec, given, getSharedMemory(kb), hasDependentLaunch());
}

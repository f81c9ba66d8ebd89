// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that lets producers write to outputs instead of empty tensors.

#include "AliasedInputs.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace fusion {
#define GEN_PASS_DEF_WRITETOOUTPUTSPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Follows the memory of `value` back to the use of an empty tensor. Null where it does not start there, or where a
/// value on the way has another user, which could need it after it is overwritten.
static OpOperand *findEmpty(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    OpOperand *destination = getDestination(result);
    if (!destination || !destination->get().hasOneUse())
      return nullptr;
    if (destination->get().getDefiningOp<tensor::EmptyOp>())
      return destination;
    value = destination->get();
  }
  return nullptr;
}

namespace {
struct WriteToOutputs : fusion::impl::WriteToOutputsPassBase<WriteToOutputs> {
  void runOnOperation() override {
    getOperation()->walk([&](bufferization::MaterializeInDestinationOp op) {
      OpOperand *empty = findEmpty(op.getSource());
      if (!empty || empty->get().getType() != op.getDest().getType() || !isa<RankedTensorType>(op.getDest().getType()))
        return;
      // Outputs and their reshapes stand at the start of the function, before everything.
      empty->set(op.getDest());
      ++numOutputs;
    });
  }
};
} // namespace

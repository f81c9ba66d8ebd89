// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that lets producers write to outputs instead of empty tensors.

#include "AliasedInputs.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace fusion {
#define GEN_PASS_DEF_WRITETOOUTPUTSPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Follows insertions, and kernels that store some elements, in the entry's block back to the use of an input that is
/// not to be written, or of a constant. Null where `value` does not start there, or where a value on the way has
/// another user.
static OpOperand *findInput(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    auto entry = dyn_cast<func::FuncOp>(op->getParentOp());
    OpOperand *destination = isa<tensor::InsertSliceOp, KernelOp, bufferization::ToTensorOp>(op)
                                 ? getDestination(cast<OpResult>(value))
                                 : nullptr;
    if (!entry || !destination)
      return nullptr;
    value = destination->get();
    if (matchPattern(value, m_Constant()))
      return destination;
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument)
      return entry.getArgAttr(argument.getArgNumber(), kAliasesAttrName) ? nullptr : destination;
    // A kernel names what it keeps among its inputs too.
    if (!llvm::all_of(value.getUsers(), [&](Operation *user) { return user == destination->getOwner(); }))
      return nullptr;
  }
  return nullptr;
}

namespace {
struct WriteToOutputs : fusion::impl::WriteToOutputsPassBase<WriteToOutputs> {
  void runOnOperation() override {
    getOperation()->walk([&](bufferization::MaterializeInDestinationOp op) {
      auto isOfType = [&](OpOperand *start) {
        return start && start->get().getType() == op.getDest().getType() &&
               isa<RankedTensorType>(start->get().getType());
      };
      // Outputs and their reshapes stand at the start of the function, before everything.
      if (OpOperand *empty = findEmpty(op.getSource()); isOfType(empty)) {
        empty->set(op.getDest());
        ++numOutputs;
      } else if (OpOperand *input = findInput(op.getSource()); isOfType(input) && op.getDest().hasOneUse()) {
        // An input of which parts are replaced is copied to the output at once, and not from a copy of its own.
        OpBuilder builder(input->getOwner());
        auto copy = linalg::CopyOp::create(builder, op.getLoc(), input->get(), op.getDest());
        input->set(copy->getResult(0));
        ++numOutputs;
      }
    });
  }
};
} // namespace

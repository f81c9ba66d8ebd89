// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Bufferizes kernels: inputs are read, destinations written, in place where each element is read before.

#include "fusion/Dialect/Fusion/Transforms/BufferizableOpInterfaceImpl.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace fusion;

/// Whether `operand` is one of the destinations.
static bool isDestination(OpOperand &operand) {
  auto kernel = cast<KernelOp>(operand.getOwner());
  return operand.getOperandNumber() >= kernel.getInputs().size();
}

static bool haveSameShape(Type a, Type b) {
  auto first = dyn_cast<RankedTensorType>(a), second = dyn_cast<RankedTensorType>(b);
  return first && second && first.getShape() == second.getShape();
}

/// Whether an output has elements of the destination.
static bool keepsElements(KernelOp kernel, unsigned output) {
  StoreOpInterface store = getStoreOp(kernel, output);
  return store && store.keepsElements();
}

/// Whether an output is written no earlier than the element of `input` at the same place has been read. What is made of
/// all elements is written before, and where indices lead nobody knows.
static bool isWrittenBehind(KernelOp kernel, unsigned output, Type input) {
  if (StoreOpInterface store = getStoreOp(kernel, output); store && store.getIndexedDim())
    return false;
  bool sameShape = haveSameShape(kernel.getYield().getOperand(output).getType(), input);
  return storesElements(kernel, output) ? sameShape : !sameShape;
}

/// Whether the kernel reads each element of `input` where it computes the one at the same place, and nowhere else: each
/// thread has read what it overwrites then, and needs no other's. Kernels with anchors load tiles ahead, and what
/// views show in another order lies elsewhere.
static bool readsInPlace(KernelOp kernel, OpOperand &input) {
  Type type = input.get().getType();
  BlockArgument argument = kernel.getBodyArgument(input.getOperandNumber());
  return kernel.isElementwise() && kernel.getBodyBlock()->getOps<ViewOp>().empty() &&
         llvm::all_of(llvm::seq<unsigned>(0, kernel.getOuts().size()),
                      [&](unsigned output) { return isWrittenBehind(kernel, output, type); }) &&
         KernelOp::readsOnlyElements(argument);
}

namespace {
struct KernelOpInterface : BufferizableOpInterface::ExternalModel<KernelOpInterface, KernelOp> {
  /// The tensors of the body do not count.
  bool hasTensorSemantics(Operation *op) const { return !cast<KernelOp>(op).isBufferized(); }

  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand, const AnalysisState &state) const {
    auto kernel = cast<KernelOp>(op);
    // An input that became a destination is still counted among the inputs (by guards of variants), and not read.
    if (!isDestination(operand))
      return !kernel.getBodyArgument(operand.getOperandNumber()).use_empty();
    // Of which it keeps elements.
    return keepsElements(kernel, operand.getOperandNumber() - kernel.getInputs().size());
  }

  bool bufferizesToMemoryWrite(Operation *op, OpOperand &operand, const AnalysisState &state) const {
    return isDestination(operand);
  }

  /// Upstream asks of an input and a destination that are one memory.
  bool bufferizesToElementwiseAccess(Operation *op, const AnalysisState &state, ArrayRef<OpOperand *> operands) const {
    return llvm::all_of(operands, [&](OpOperand *operand) {
      return isDestination(*operand) || readsInPlace(cast<KernelOp>(op), *operand);
    });
  }

  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand, const AnalysisState &state) const {
    if (!isDestination(operand))
      return {};
    unsigned index = operand.getOperandNumber() - cast<KernelOp>(op).getInputs().size();
    return {{op->getResult(index), BufferRelation::Equivalent}};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter, const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto kernel = cast<KernelOp>(op);
    if (kernel.getOuts().size() != kernel.getNumResults())
      return kernel.emitOpError("expects a destination for each result before bufferization");
    SmallVector<Value> inputs, outs;
    for (OpOperand &operand : op->getOpOperands()) {
      FailureOr<Value> buffer = operand.get();
      if (isa<TensorType>(operand.get().getType()))
        buffer = getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      (isDestination(operand) ? outs : inputs).push_back(*buffer);
    }
    auto lowered = KernelOp::create(rewriter, kernel.getLoc(), TypeRange{}, inputs, outs);
    lowered->setDiscardableAttrs(kernel->getDiscardableAttrDictionary());
    lowered.copySchedules(kernel);
    lowered.copyVariants(kernel);
    rewriter.mergeBlocks(kernel.getBodyBlock(), lowered.getBodyBlock(), lowered.getBodyBlock()->getArguments());
    replaceOpWithBufferizedValues(rewriter, op, outs);
    return success();
  }
};
} // namespace

void fusion::registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, FusionDialect *) { KernelOp::attachInterface<KernelOpInterface>(*context); });
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/SeededFault.h"
#include "fusion/Transforms/Host/HostProgram.h"
#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::fusion {
#define GEN_PASS_DEF_BUFFERIZEPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;
using namespace mlir::bufferization;

static OneShotBufferizationOptions getOptions() {
  OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.setFunctionBoundaryTypeConversion(LayoutMapOption::IdentityLayoutMap);
  options.bufferAlignment = 0;
  options.opFilter.denyOperation([](Operation *op) { return op->getParentOfType<fusion::KernelOp>() != nullptr; });
  options.memCpyFn = [](OpBuilder &builder, Location loc, Value from, Value to) {
    linalg::CopyOp::create(builder, loc, from, to);
    return success();
  };
  return options;
}

/// Whether `value` comes out of loops around which `argument` goes, and which nothing reads `argument` after: such a
/// loop works in place, so that the value is in the memory of the argument as it is.
static bool isMadeInPlace(Value value, Value argument) {
  while (value != argument) {
    auto loop = value.getDefiningOp<scf::ForOp>();
    if (!loop)
      return false;
    OpOperand *init = loop.getTiedLoopInit(cast<OpResult>(value));
    for (OpOperand &use : init->get().getUses()) {
      Operation *user = loop->getBlock()->findAncestorOpInBlock(*use.getOwner());
      if (&use != init && (!user || !user->isBeforeInBlock(loop)))
        return false;
    }
    value = init->get();
  }
  return true;
}

/// A loop writes what it carries over into the memory of the argument, so that no iteration needs memory of its own
/// that outlives it. Several values are copied first: one may be in the memory that another is written to. So is what
/// comes out of a loop, which may have worked in the memory of the argument itself.
///
///   scf.yield %new : tensor<4xf32>
///     ->
///   %0 = bufferization.materialize_in_destination %new in %argument
///   scf.yield %0 : tensor<4xf32>
static void materializeCarried(MutableArrayRef<OpOperand> operands, Block::BlockArgListType arguments) {
  SmallVector<std::pair<OpOperand *, Value>> carried;
  for (auto [operand, argument] : llvm::zip(operands, arguments))
    if (isa<RankedTensorType>(operand.get().getType()) && operand.get().getType() == argument.getType() &&
        !isMadeInPlace(operand.get(), argument))
      carried.push_back({&operand, argument});
  if (carried.empty())
    return;
  Operation *terminator = carried.front().first->getOwner();
  OpBuilder builder(terminator);
  bool several = carried.size() > 1 && !seeded("loop-values-not-copied");
  for (auto [operand, argument] : carried)
    if (several || operand->get().getDefiningOp<LoopLikeOpInterface>())
      operand->set(AllocTensorOp::create(builder, terminator->getLoc(), cast<RankedTensorType>(argument.getType()),
                                         /*dynamicSizes=*/ValueRange(), /*copy=*/operand->get()));
  for (auto [operand, argument] : carried)
    operand->set(
        MaterializeInDestinationOp::create(builder, terminator->getLoc(), operand->get(), argument).getResult());
}

/// A loop in a branch starts from copies of what comes from outside or has other readers: upstream (MLIR 22) makes none
/// there, and fails.
static void copyInitsInBranches(scf::ForOp loop) {
  if (!isa<scf::IfOp, scf::IndexSwitchOp>(loop->getParentOp()))
    return;
  OpBuilder builder(loop);
  for (OpOperand &init : loop.getInitArgsMutable())
    if (auto type = dyn_cast<RankedTensorType>(init.get().getType());
        type && !(init.get().hasOneUse() && init.get().getParentBlock() == loop->getBlock()))
      init.set(AllocTensorOp::create(builder, loop.getLoc(), type, /*dynamicSizes=*/ValueRange(), /*copy=*/init.get()));
}

static void materializeLoops(ModuleOp module) {
  module.walk([](scf::ForOp loop) {
    copyInitsInBranches(loop);
    materializeCarried(loop.getBody()->getTerminator()->getOpOperands(), loop.getRegionIterArgs());
  });
  module.walk([](scf::WhileOp loop) {
    // The first operand of the condition is the condition.
    materializeCarried(loop.getConditionOp()->getOpOperands().drop_front(), loop.getBeforeArguments());
    materializeCarried(loop.getYieldOp()->getOpOperands(), loop.getAfterArguments());
  });
}

/// Whether `value` is `argument` under other types that cover all of it.
static bool isWhole(Value value, Value argument) {
  while (value != argument && value.getDefiningOp() &&
         isa<memref::CastOp, memref::ExpandShapeOp, memref::CollapseShapeOp>(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value == argument;
}

/// Entries return their status alone; what they returned beside it is in the outputs, or is copied there.
static void dropReturnedOutputs(func::FuncOp entry) {
  auto returnOp = cast<func::ReturnOp>(entry.front().getTerminator());
  SmallVector<BlockArgument> outputs = fusion::getOutputs(entry);
  if (returnOp.getNumOperands() != outputs.size() + 1)
    return;
  OpBuilder builder(returnOp);
  for (auto [value, output] : llvm::zip_equal(returnOp.getOperands().drop_front(), outputs))
    if (!isWhole(value, output))
      linalg::CopyOp::create(builder, value.getLoc(), value, output);
  Value status = returnOp.getOperand(0);
  returnOp.getOperandsMutable().assign(status);
  entry.setType(builder.getFunctionType(entry.getArgumentTypes(), status.getType()));
  entry.setAllResultAttrs(ArrayRef<Attribute>{builder.getDictionaryAttr({})});
}

/// Takes from all arguments at once what upstream would take from one after another, with a new list of all attributes
/// each time.
static void dropWritableAttributes(func::FuncOp entry) {
  SmallVector<DictionaryAttr> attributes;
  for (unsigned index = 0; index < entry.getNumArguments(); ++index) {
    NamedAttrList list(entry.getArgAttrDict(index));
    list.erase(BufferizationDialect::kWritableAttrName);
    attributes.push_back(list.getDictionary(entry.getContext()));
  }
  entry.setAllArgAttrs(attributes);
}

namespace {
struct Bufferize : fusion::impl::BufferizePassBase<Bufferize> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    OneShotBufferizationOptions options = getOptions();
    BufferizationState state;
    materializeLoops(module);
    // runOneShotModuleBufferize in two steps: in between the attributes can go that the first reads.
    if (failed(insertTensorCopies(module, options, state)))
      return signalPassFailure();
    for (func::FuncOp entry : fusion::getEntries(module))
      dropWritableAttributes(entry);
    if (failed(bufferizeModuleOp(module, options, state)))
      return signalPassFailure();
    for (func::FuncOp entry : fusion::getEntries(module))
      dropReturnedOutputs(entry);
    // Reads of constants and of unwritten allocations leave casts behind that nobody uses.
    module.walk([](Operation *op) {
      if (isa<bufferization::ToTensorOp, bufferization::ToBufferOp>(op) && op->use_empty())
        op->erase();
    });
  }
};
} // namespace

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One-shot bufferization, with loops and outputs that work in place.

#include "mlir/Dialect/Bufferization/Transforms/Bufferize.h"
#include "CutHistories.h"
#include "OrderConstants.h"
#include "PlaceParts.h"
#include "StepUnits.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/Remark.h"
#include "fusion/Transforms/Host/HostProgram.h"
#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace fusion {
#define GEN_PASS_DEF_BUFFERIZEPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace fusion

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
  bool several = carried.size() > 1;
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
        type && (!init.get().hasOneUse() || init.get().getParentBlock() != loop->getBlock()))
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

/// Whether `value` is `argument` under other types that cover all of it, or what loops that change it in place give.
static bool isWhole(Value value, Value argument) {
  while (value != argument && value.getDefiningOp()) {
    auto loop = value.getDefiningOp<scf::ForOp>();
    if (loop && isWhole(loop.getTiedLoopYieldedValue(loop.getTiedLoopRegionIterArg(cast<OpResult>(value)))->get(),
                        loop.getTiedLoopRegionIterArg(cast<OpResult>(value))))
      value = loop.getTiedLoopInit(cast<OpResult>(value))->get();
    else if (isa<memref::CastOp, memref::ExpandShapeOp, memref::CollapseShapeOp>(value.getDefiningOp()))
      value = value.getDefiningOp()->getOperand(0);
    else
      return false;
  }
  return value == argument;
}

/// The entry returns its first result alone, the status.
static void dropReturned(func::ReturnOp returnOp, func::FuncOp entry) {
  OpBuilder builder(returnOp);
  Value status = returnOp.getOperand(0);
  returnOp.getOperandsMutable().assign(status);
  entry.setType(builder.getFunctionType(entry.getArgumentTypes(), status.getType()));
  entry.setAllResultAttrs(ArrayRef<Attribute>{builder.getDictionaryAttr({})});
}

/// Entries that return nothing but what is materialized in their outputs return their status alone from the start:
/// upstream compares each returned tensor with each argument.
static void dropMaterializedResults(func::FuncOp entry) {
  auto returnOp = cast<func::ReturnOp>(entry.front().getTerminator());
  SmallVector<BlockArgument> outputs = fusion::getOutputs(entry);
  if (returnOp.getNumOperands() != outputs.size() + 1)
    return;
  for (auto [value, output] : llvm::zip_equal(returnOp.getOperands().drop_front(), outputs)) {
    auto materialized = value.getDefiningOp<MaterializeInDestinationOp>();
    if (!materialized || materialized.getDest() != output || !value.hasOneUse())
      return;
  }
  dropReturned(returnOp, entry);
}

/// Entries return their status alone; what they returned beside it is in the outputs, or is copied there.
static void dropReturnedOutputs(func::FuncOp entry) {
  auto returnOp = cast<func::ReturnOp>(entry.front().getTerminator());
  SmallVector<BlockArgument> outputs = fusion::getOutputs(entry);
  if (returnOp.getNumOperands() != outputs.size() + 1)
    return;
  OpBuilder builder(returnOp);
  SmallVector<BlockArgument> aliased = fusion::getAliasedArguments(entry, outputs.size());
  for (auto [value, output, input] : llvm::zip_equal(returnOp.getOperands().drop_front(), outputs, aliased))
    if (!isWhole(value, input ? input : output))
      linalg::CopyOp::create(builder, value.getLoc(), value, input ? input : output);
  dropReturned(returnOp, entry);
}

/// The memory that `memref` is a view of.
static Value getViewed(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

/// The operations of a block that use `memory` or a view of it, without copies, which move what others compute.
static SetVector<Operation *> findUsers(Value memory, Block &block) {
  SetVector<Operation *> users;
  SmallVector<Value> views{memory};
  for (size_t next = 0; next < views.size(); ++next)
    for (Operation *user : views[next].getUsers())
      if (isa<ViewLikeOpInterface>(user))
        views.push_back(user->getResult(0));
      else if (!isa<linalg::CopyOp, func::ReturnOp>(user))
        users.insert(block.findAncestorOpInBlock(*user));
  return users;
}

/// Why a result is not computed in the memory of `argument`, but copied there from `source`.
static StringRef explainCopy(Value source, BlockArgument argument) {
  Block &block = *argument.getOwner();
  SetVector<Operation *> writers = findUsers(getViewed(source), block), readers = findUsers(argument, block);
  if (!getViewed(source).getDefiningOp<memref::AllocOp>() || writers.empty())
    return "is an input, an output, a constant or what a branch yields";
  for (Operation *reader : readers)
    if (!writers.contains(reader) && writers.front()->isBeforeInBlock(reader))
      return "is computed before something else reads the argument";
  return "is computed by what reads the argument at other elements than it writes";
}

/// Whether the two are one part of one memory.
static bool isSameView(Value a, Value b) {
  while (a != b) {
    Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
    auto firstView = dyn_cast_or_null<ViewLikeOpInterface>(first),
         secondView = dyn_cast_or_null<ViewLikeOpInterface>(second);
    if (!firstView || !secondView ||
        !OperationEquivalence::isEquivalentTo(
            first, second, [](Value, Value) { return success(); }, /*markEquivalent=*/nullptr,
            OperationEquivalence::IgnoreLocations) ||
        !llvm::equal(first->getOperands().drop_front(), second->getOperands().drop_front()))
      return false;
    a = firstView.getViewSource(), b = secondView.getViewSource();
  }
  return true;
}

/// Parts that are computed where they are inserted need no copy, which would be a launch.
static void dropCopiesToThemselves(func::FuncOp entry) {
  entry.walk([](linalg::CopyOp copy) {
    if (isSameView(copy.getInputs()[0], copy.getOutputs()[0]))
      copy.erase();
  });
}

/// What is copied to an argument that a result is written into: nothing where the result is there, else with a remark.
static void reportCopies(func::FuncOp entry) {
  SmallVector<linalg::CopyOp> copies(entry.getOps<linalg::CopyOp>());
  for (linalg::CopyOp copy : copies) {
    Value source = copy.getInputs()[0], target = copy.getOutputs()[0];
    auto argument = dyn_cast<BlockArgument>(getViewed(target));
    auto alias = argument ? entry.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), fusion::kAliasesAttrName)
                          : IntegerAttr();
    if (!alias || !isWhole(target, argument))
      continue;
    if (isWhole(source, argument)) {
      copy.erase();
      continue;
    }
    // The call is the first argument.
    std::string text = ("argument #" + Twine(argument.getArgNumber() - 1) + " is not updated in place: result " +
                        Twine(alias.getInt()) + " " + explainCopy(source, argument) + "; it is copied")
                           .str();
    fusion::emitMissed(copy, fusion::RemarkCode::NotInPlace, text);
  }
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
    BufferizationStatistics statistics;
    for (auto function : module.getOps<func::FuncOp>())
      numCuts += fusion::cutHistories(function);
    fusion::placeParts(module);
    fusion::stepUnitsByOne(module);
    materializeLoops(module);
    for (func::FuncOp entry : fusion::getEntries(module))
      dropMaterializedResults(entry);
    // runOneShotModuleBufferize in two steps: in between the attributes can go that the first reads.
    if (failed(insertTensorCopies(module, options, state, &statistics)))
      return signalPassFailure();
    for (func::FuncOp entry : fusion::getEntries(module))
      dropWritableAttributes(entry);
    if (failed(bufferizeModuleOp(module, options, state, &statistics)))
      return signalPassFailure();
    numInPlace += statistics.numTensorInPlace;
    numCopied += statistics.numTensorOutOfPlace;
    numAllocations += statistics.numBufferAlloc;
    fusion::orderConstants(module);
    for (func::FuncOp entry : fusion::getEntries(module))
      dropReturnedOutputs(entry);
    for (func::FuncOp entry : fusion::getEntries(module)) {
      dropCopiesToThemselves(entry);
      reportCopies(entry);
    }
    // Reads of constants and of unwritten allocations leave casts behind that nobody uses.
    module.walk([](Operation *op) {
      if (isa<bufferization::ToTensorOp, bufferization::ToBufferOp>(op) && op->use_empty())
        op->erase();
    });
  }
};
} // namespace

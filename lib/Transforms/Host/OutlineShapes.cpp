// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that makes functions of output sizes, from inputs' sizes alone.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/DType.h"
#include "fusion/Transforms/Host/HostProgram.h"
#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace fusion {
#define GEN_PASS_DEF_OUTLINESHAPESPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Returns the sizes of all tensors that were returned, in their place: nobody needs to look at what computes these.
static void returnSizes(func::FuncOp function) {
  auto returnOp = cast<func::ReturnOp>(function.front().getTerminator());
  OpBuilder builder(returnOp);
  SmallVector<Value> sizes;
  for (Value result : returnOp.getOperands())
    for (int64_t dim = 0, rank = cast<RankedTensorType>(result.getType()).getRank(); dim < rank; ++dim)
      sizes.push_back(builder.createOrFold<tensor::DimOp>(result.getLoc(), result, dim));
  returnOp.getOperandsMutable().assign(sizes);
  function.setType(builder.getFunctionType(function.getArgumentTypes(), ValueRange(sizes).getTypes()));
  function.removeResAttrsAttr();
  function.removeArgAttrsAttr(); // which may name a result
}

/// Asks sizes of results of operands, through casts, views and branches, until none is left that follows from one.
static void traceSizes(func::FuncOp function) {
  RewritePatternSet patterns(function.getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  tensor::DimOp::getCanonicalizationPatterns(patterns, function.getContext());
  populateBranchSizePatterns(patterns);
  (void)applyPatternsGreedily(function, std::move(patterns));
}

/// Finds the result and dimension to which size number `index` belongs.
static std::pair<int64_t, int64_t> locateSize(FunctionType type, int64_t index) {
  int64_t result = 0;
  for (Type resultType : type.getResults()) {
    int64_t rank = cast<RankedTensorType>(resultType).getRank();
    if (index < rank)
      break;
    index -= rank;
    ++result;
  }
  return {result, index};
}

/// Whether `size` is that of a loop's result, which each iteration may change.
static bool isCarried(Value size) {
  auto dim = size.getDefiningOp<tensor::DimOp>();
  Value tensor = dim ? dim.getSource() : size;
  return isa_and_nonnull<LoopLikeOpInterface>(tensor.getDefiningOp());
}

/// Whether calls lead from a function back to it.
static bool callsItself(func::FuncOp function) {
  llvm::SmallSetVector<Operation *, 4> reached;
  auto addCallees = [&](Operation *caller) {
    caller->walk([&](CallOpInterface call) {
      if (Operation *callee = call.resolveCallable())
        reached.insert(callee);
    });
  };
  addCallees(function);
  for (size_t i = 0; i < reached.size(); ++i)
    addCallees(reached[i]);
  return reached.contains(function);
}

/// Why the import could not inline a call.
static std::string explainCall(CallOpInterface call) {
  auto callee = dyn_cast_or_null<func::FuncOp>(call.resolveCallable());
  if (!callee)
    return "calls a function that is not known; call it by its name";
  std::string name = ("calls '" + callee.getName() + "', which ").str();
  if (callee.isDeclaration())
    return name + "has no body; give it one, or compute its result outside of the graph";
  if (!llvm::hasSingleElement(callee.getBody()))
    return name + "has a body of several blocks; write its branches with scf";
  if (!hasNumericsOf(callee, call))
    return name + "has other numerics than the caller; give both the same";
  if (callsItself(callee))
    return name + "calls itself; write it as a loop with scf";
  return name + "was not inlined: the call is of a value, or it holds an operation that cannot be moved; call it by "
                "its name, or write its operations in the place of the call";
}

/// A host program is one function for each entry: calls have been inlined.
static LogicalResult checkCalls(ModuleOp module) {
  WalkResult result = module.walk([](CallOpInterface call) {
    call.emitOpError() << explainCall(call);
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct OutlineShapes : fusion::impl::OutlineShapesPassBase<OutlineShapes> {
  void runOnOperation() override {
    if (failed(checkCalls(getOperation())))
      return signalPassFailure();
    for (func::FuncOp entry : getTensorEntries(getOperation())) {
      if (failed(outline(entry)))
        return signalPassFailure();
      ++numEntries;
    }
  }

private:
  LogicalResult outline(func::FuncOp entry) {
    if (!llvm::hasSingleElement(entry.getBody()))
      return entry.emitError() << "function '" << entry.getName()
                               << "' expects a body of one block; write its branches with scf";
    for (Type type : entry.getResultTypes())
      if (!isa<RankedTensorType>(type))
        return entry.emitError() << "function '" << entry.getName() << "' returns " << type
                                 << "; only ranked tensors can be returned, of rank 0 for a scalar";
    for (Type type : entry.getArgumentTypes())
      if (auto shaped = dyn_cast<ShapedType>(type); shaped ? !shaped.hasRank() : !getScalarDType(type))
        return entry.emitError() << "function '" << entry.getName() << "' takes " << type
                                 << "; only ranked tensors can be taken, and numbers of type f8E4M3FN, f8E5M2, f16, "
                                    "bf16, f32, f64, index "
                                    "or signless integers of 1, 8, 16, 32 or 64 bits";
    for (const std::string &name : {getShapesName(entry), getWorkspaceName(entry)})
      if (getOperation().lookupSymbol(name))
        return entry.emitError() << "function '" << entry.getName() << "' needs the name '" << name
                                 << "', which another symbol has";
    // A copy whose sizes are traced back to its arguments.
    OpBuilder builder(entry);
    auto copy = cast<func::FuncOp>(builder.clone(*entry));
    copy.setName(getShapesName(entry));
    returnSizes(copy);
    traceSizes(copy);
    OpPassManager cleanup(func::FuncOp::getOperationName());
    cleanup.addPass(createCanonicalizerPass());
    cleanup.addPass(createCSEPass());
    cleanup.addPass(createCanonicalizerPass()); // choices between what turned out to be one size
    LogicalResult result = runPipeline(cleanup, copy);
    if (succeeded(result))
      result = buildShapes(entry, copy);
    copy.erase();
    return result;
  }

  LogicalResult buildShapes(func::FuncOp entry, func::FuncOp copy) {
    auto sizes = copy.front().getTerminator()->getOperands();
    SmallVector<BlockArgument> inputs(copy.getArguments());
    func::FuncOp shapes = createSizeFunction(entry, getShapesName(entry), inputs, sizes.getTypes());
    OpBuilder builder = OpBuilder::atBlockBegin(&shapes.front());
    IRMapping mapping;
    SmallVector<Value> results;
    for (auto [index, size] : llvm::enumerate(sizes)) {
      Value obstacle;
      FailureOr<Value> computed = cloneSizeComputation(
          builder, size, mapping,
          [&](BlockArgument input, int64_t dim) { return getSizeArgument(shapes, inputs, input, dim); }, obstacle);
      if (failed(computed)) {
        auto [result, dim] = locateSize(entry.getFunctionType(), index);
        return entry.emitError() << "function '" << entry.getName() << "' expects output shapes that follow from input "
                                 << "shapes, but dimension " << dim << " of result " << result
                                 << (isCarried(obstacle) ? " is carried by a loop; give it a static size"
                                                         : " depends on data");
      }
      results.push_back(*computed);
    }
    func::ReturnOp::create(builder, entry.getLoc(), results);
    return success();
  }
};
} // namespace

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Applies the plan: views in the place of allocations, and the function that computes the workspace's size.

#include "WorkspacePlan.h"
#include "fusion/Support/ElementBytes.h"
#include "fusion/Transforms/Host/HostProgram.h"
#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace fusion {
#define GEN_PASS_DEF_PLANWORKSPACEPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
/// Arithmetic on i64 that remembers whether a product or sum overflowed.
struct CheckedArithmetic {
  OpBuilder &b;
  Location loc;
  Value overflowed;

  CheckedArithmetic(OpBuilder &b, Location loc) : b(b), loc(loc) {
    overflowed = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
  }
  Value constant(int64_t value) { return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(value)); }
  void note(Value bad) { overflowed = arith::OrIOp::create(b, loc, overflowed, bad); }
  Value mul(Value x, Value y) {
    auto product = arith::MulUIExtendedOp::create(b, loc, x, y);
    note(arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, product.getHigh(), constant(0)));
    return product.getLow();
  }
  Value add(Value x, Value y) {
    auto sum = arith::AddUIExtendedOp::create(b, loc, x, y);
    note(sum.getOverflow());
    return sum.getSum();
  }
  Value alignUp(Value x) {
    Value up = add(x, constant(kWorkspaceAlignment - 1));
    return arith::AndIOp::create(b, loc, up, constant(-kWorkspaceAlignment));
  }
};

/// Computes offsets of slots at a place where sizes of inputs can be had by `getDim`.
struct SlotOffsets {
  CheckedArithmetic &math;
  function_ref<Value(BlockArgument, int64_t)> getDim;
  IRMapping mapping;

  /// Aligned bytes of the slot of `op`.
  FailureOr<Value> buildBytes(memref::AllocOp op) {
    MemRefType type = op.getType();
    Value bytes = math.constant(getElementBytes(type.getElementType()));
    for (int64_t size : type.getShape())
      if (!ShapedType::isDynamic(size))
        bytes = math.mul(bytes, math.constant(size));
    for (Value size : op.getDynamicSizes()) {
      Value obstacle;
      FailureOr<Value> computed = cloneSizeComputation(math.b, size, mapping, getDim, obstacle);
      if (failed(computed))
        return op.emitOpError("expects a size that follows from input shapes, but it depends on data");
      bytes = math.mul(bytes, arith::IndexCastOp::create(math.b, math.loc, math.b.getI64Type(), *computed));
    }
    return math.alignUp(bytes);
  }

  /// Offsets of all slots, then the end of the last one.
  FailureOr<SmallVector<Value>> build(const WorkspacePlan &plan) {
    SmallVector<Value> offsets{math.constant(plan.fixedBytes)};
    for (memref::AllocOp slot : plan.slots) {
      FailureOr<Value> bytes = buildBytes(slot);
      if (failed(bytes))
        return failure();
      offsets.push_back(math.add(offsets.back(), *bytes));
    }
    return offsets;
  }
};
} // namespace

/// Calls the function of the output shapes with the arguments of `function`; nothing where there is none.
static ValueRange callShapes(OpBuilder &builder, func::FuncOp entry, func::FuncOp function) {
  auto shapes = entry->getParentOfType<ModuleOp>().lookupSymbol<func::FuncOp>(getShapesName(entry));
  if (!shapes)
    return {};
  return func::CallOp::create(builder, entry.getLoc(), shapes, function.getArguments()).getResults();
}

static LogicalResult buildWorkspaceFunction(func::FuncOp entry, const WorkspacePlan &plan) {
  SmallVector<BlockArgument> inputs = getInputs(entry);
  OpBuilder builder(entry);
  func::FuncOp function = createSizeFunction(entry, getWorkspaceName(entry), inputs, builder.getI64Type());
  builder.setInsertionPointToStart(&function.front());
  CheckedArithmetic math(builder, entry.getLoc());
  // Sizes of outputs are those that @f.shapes gives for these sizes.
  SmallVector<BlockArgument> outputs = getOutputs(entry);
  ValueRange outputSizes;
  auto getDim = [&](BlockArgument argument, int64_t dim) {
    if (!llvm::is_contained(outputs, argument))
      return getSizeArgument(function, inputs, argument, dim);
    if (outputSizes.empty())
      outputSizes = callShapes(builder, entry, function);
    return outputSizes.empty() ? Value() : outputSizes[getSizePosition(outputs, argument, dim)];
  };
  SlotOffsets slots{math, getDim, {}};
  FailureOr<SmallVector<Value>> offsets = slots.build(plan);
  if (failed(offsets))
    return failure();
  Value bytes = arith::SelectOp::create(builder, entry.getLoc(), math.overflowed, math.constant(-1), offsets->back());
  func::ReturnOp::create(builder, entry.getLoc(), bytes);
  return success();
}

static void replaceAllocation(Allocation &allocation, Value workspace, Value offset) {
  OpBuilder builder(allocation.op);
  auto view = memref::ViewOp::create(builder, allocation.op.getLoc(), allocation.op.getType(), workspace, offset,
                                     allocation.op.getDynamicSizes());
  allocation.op.replaceAllUsesWith(view.getResult());
  allocation.op.erase();
}

/// Adds the workspace argument and turns allocations into views of it.
static LogicalResult applyPlan(func::FuncOp entry, WorkspacePlan &plan) {
  OpBuilder builder(entry.getContext());
  auto type = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
  if (failed(entry.insertArgument(
          entry.getNumArguments(), type,
          builder.getDictionaryAttr(builder.getNamedAttr(kWorkspaceAttrName, builder.getUnitAttr())), entry.getLoc())))
    return failure();
  Value workspace = entry.getArguments().back();
  builder.setInsertionPointToStart(&entry.front());
  CheckedArithmetic math(builder, entry.getLoc());
  auto getDim = [&](BlockArgument input, int64_t dim) -> Value {
    if (!isa<ShapedType>(input.getType()))
      return input;
    return memref::DimOp::create(builder, entry.getLoc(), input, dim);
  };
  SlotOffsets slots{math, getDim, {}};
  FailureOr<SmallVector<Value>> offsets = slots.build(plan);
  if (failed(offsets))
    return failure();
  auto toIndex = [&](Value value) -> Value {
    return arith::IndexCastOp::create(builder, entry.getLoc(), builder.getIndexType(), value);
  };
  SmallVector<Value> indices = llvm::map_to_vector(*offsets, toIndex);
  for (Allocation &allocation : plan.dynamic)
    replaceAllocation(allocation, workspace, indices[allocation.place]);
  for (Allocation &allocation : plan.fixed)
    replaceAllocation(allocation, workspace, arith::ConstantIndexOp::create(builder, entry.getLoc(), allocation.place));
  return success();
}

namespace {
struct PlanWorkspace : fusion::impl::PlanWorkspacePassBase<PlanWorkspace> {
  void runOnOperation() override {
    for (func::FuncOp entry : getEntries(getOperation())) {
      if (getWorkspace(entry))
        continue;
      FailureOr<WorkspacePlan> plan = planWorkspace(entry);
      if (failed(plan) || failed(buildWorkspaceFunction(entry, *plan)))
        return signalPassFailure();
      numAllocations += plan->fixed.size() + plan->dynamic.size();
      staticBytes += plan->fixedBytes;
      if (failed(applyPlan(entry, *plan)))
        return signalPassFailure();
    }
  }
};
} // namespace

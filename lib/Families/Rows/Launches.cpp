// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits kernels of rows: one launch, or one for each step where slices share rows.

#include "Launches.h"

#include "RowsEmitter.h"
#include "WalkLaunch.h"
#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/HostLaunch.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace fusion;

/// Partial results of a row.
static int64_t getPerRow(KernelOp kernel, const RowsSchedule &schedule) {
  return RowProblem::get(kernel).values * schedule.slices;
}

/// All rows, at the launch.
static Value countRows(HostIndex &index, KernelOp kernel) {
  RowSpace space = getRowSpace(KernelPlan(kernel));
  Value rows = index.constant(1);
  for (int64_t dim : space.getRowDims()) {
    if (!ShapedType::isDynamic(space.shape[dim])) {
      rows = index.mul(rows, index.constant(space.shape[dim]));
      continue;
    }
    auto [memref, own] = findSize(kernel, space, dim);
    rows = index.mul(rows, index.dim(memref, own));
  }
  return rows;
}

MemRefType PartialResults::getType(KernelOp kernel, const RowsSchedule &schedule) {
  if (schedule.walk > 0)
    return MemRefType::get(CrossingSums::getValuesInMemory(kernel, schedule),
                           IntegerType::get(kernel.getContext(), 8 * CrossingSums::kValueBytes));
  SmallVector<int64_t> rows = getRowSpace(KernelPlan(kernel)).getRowShape();
  int64_t size = ShapedType::isDynamicShape(rows) ? ShapedType::kDynamic
                                                  : ShapedType::getNumElements(rows) * getPerRow(kernel, schedule);
  int64_t bytes = RowProblem::get(kernel).valueBytes;
  return MemRefType::get(size, IntegerType::get(kernel.getContext(), 8 * bytes));
}

Value PartialResults::get(OpBuilder &builder, KernelOp kernel, const RowsSchedule &schedule) {
  if (memory)
    return memory;
  OpBuilder::InsertionGuard guard(builder);
  setInsertionPointBeforeVariants(builder, kernel);
  HostIndex index{builder, kernel.getLoc()};
  MemRefType type = getType(kernel, schedule);
  SmallVector<Value> size;
  if (type.isDynamicDim(0)) {
    size.push_back(index.constant(getPerRow(kernel, schedule)));
    size.back() = index.mul(size.back(), countRows(index, kernel));
  }
  return memory = memref::AllocOp::create(builder, kernel.getLoc(), type, size);
}

/// How slices are put together by a launch that looks at no elements.
static RowsSchedule getFinishingSchedule(RowsSchedule schedule) {
  constexpr int64_t blockThreads = 256;
  if (schedule.across) {
    schedule.rowsOfThread = 1;
    schedule.threads = std::min<int64_t>(schedule.slices, 16);
    schedule.rows = blockThreads / schedule.threads;
  } else {
    schedule.threads = std::max<int64_t>(32, std::min(schedule.slices, blockThreads));
  }
  return schedule;
}

namespace {
/// One launch: of all steps, or of one where slices share rows.
class RowsLaunch : public MemRefVariant {
public:
  RowsLaunch(KernelOp kernel, const AccessGuard &guard, const RowsSchedule &schedule, RowAccess access, size_t step,
             PartialResults &partials)
      : MemRefVariant(kernel, ""), schedule(schedule), access(access), space(getRowSpace(KernelPlan(kernel))),
        steps(kernel, schedule), step(step), partials(partials) {
    accessGuard = guard;
    if (schedule.slices > 1 && !steps.readsElements(step))
      this->schedule = getFinishingSchedule(schedule);
  }

private:
  void emitBody(gpu::GPUFuncOp func) override;
  int64_t threads() const override { return schedule.getBlockThreads(); }
  Value blocks(OpBuilder &builder, Location loc) override;
  int64_t sharedBytes() const override { return getSharedBytes(schedule, RowProblem::get(kernel)); }
  bool isSliced() const { return schedule.slices > 1; }
  MemRefType memoryType() const override {
    return isSliced() ? PartialResults::getType(kernel, schedule) : MemRefType();
  }
  Value memory(OpBuilder &builder) override { return partials.get(builder, kernel, schedule); }

  /// Blocks that share rows in this launch.
  int64_t blocksOfRow() const { return isSliced() && !steps.readsElements(step) ? 1 : schedule.getBlocksOfRow(); }

  RowsSchedule schedule;
  RowAccess access;
  RowSpace space;
  RowSteps steps;
  size_t step;
  PartialResults &partials;
};

class RowsVariant : public KernelVariant {
public:
  RowsVariant(KernelOp kernel, StringRef suffix, const AccessGuard &guard, const RowsSchedule &schedule,
              RowAccess access, std::shared_ptr<PartialResults> partials)
      : KernelVariant(kernel), nameSuffix(suffix), accessGuard(guard), partials(std::move(partials)) {
    if (schedule.walk > 0)
      launches = createWalkLaunches(kernel, guard, schedule, access, *this->partials);
    size_t count = schedule.walk > 0 ? 0 : schedule.slices > 1 ? RowSteps(kernel, schedule).size() : 1;
    for (size_t step = 0; step < count; ++step)
      launches.push_back(std::make_unique<RowsLaunch>(kernel, guard, schedule, access, step, *this->partials));
  }

  StringRef suffix() const override { return nameSuffix; }
  const AccessGuard &guard() const override { return accessGuard; }

  FunctionOpInterface emitFunction(OpBuilder &builder, StringRef name) override {
    FunctionOpInterface last;
    for (auto [step, launch] : llvm::enumerate(launches)) {
      launch->setDependentLaunch(hasDependentLaunch());
      last = launch->emitFunction(builder, getName(name, step));
    }
    return last;
  }

  void emitLaunch(OpBuilder &builder, SymbolRefAttr function) override {
    for (auto [step, launch] : llvm::enumerate(launches)) {
      launch->setDependentLaunch(hasDependentLaunch());
      auto own = FlatSymbolRefAttr::get(builder.getContext(), getName(function.getLeafReference(), step));
      launch->emitLaunch(builder, SymbolRefAttr::get(function.getRootReference(), own));
    }
  }

private:
  /// The last launch has the variant's name.
  std::string getName(StringRef name, size_t step) const {
    return (step + 1 == launches.size() ? name : name + "_step" + Twine(step)).str();
  }

  StringRef nameSuffix;
  AccessGuard accessGuard;
  std::shared_ptr<PartialResults> partials;
  SmallVector<std::unique_ptr<KernelVariant>> launches;
};
} // namespace

void RowsLaunch::emitBody(gpu::GPUFuncOp func) {
  KernelBuilder kb(kernel.getLoc(), func.getContext());
  kb.setInsertionPointToStart(&func.getBody().front());
  // Blocks are short-lived: the next kernel may start with the last of them.
  if (hasDependentLaunch())
    kb.create<NVVM::GriddepcontrolOp>(NVVM::GridDepActionKind::launch_dependents);
  SmallVector<MemRefArgument> arguments = unpackOperands(kb, func.getArguments());
  Value block = kb.create<NVVM::BlockIdXOp>(kb.getI32Type()), rank;
  if (int64_t shared = blocksOfRow(); shared > 1) {
    rank = kb.rem(block, shared);
    block = kb.div(block, shared);
  }
  RowThread at = makeRowThread(kb, kernel, space, schedule, arguments, block, rank);
  RowMemory memory;
  if (sharedBytes() > 0)
    memory.values = getSharedMemory(kb);
  if (schedule.cluster > 1) {
    func->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                  kb.getDenseI32ArrayAttr({static_cast<int32_t>(schedule.cluster), 1, 1}));
    RowProblem problem = RowProblem::get(kernel);
    memory.addBarriers(kb, problem.steps, getSharedBytesOfBarriers(schedule, problem));
  }
  if (schedule.blocksPerSM > 0)
    func->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), kb.getI32IntegerAttr(schedule.blocksPerSM));
  Value own = isSliced() ? arguments.pop_back_val().pointer : Value();
  RowsEmitter emitter(kb, kernel, steps, schedule, arguments, at, access.piece, access.wide, memory, own);
  if (isSliced())
    emitter.emitLaunch(step);
  else
    emitter.emit();
  kb.create<gpu::ReturnOp>();
}

Value RowsLaunch::blocks(OpBuilder &builder, Location loc) {
  HostIndex index{builder, loc};
  return index.mul(index.ceilDiv(countRows(index, kernel), schedule.rows), blocksOfRow());
}

std::unique_ptr<KernelVariant> fusion::createRowsVariant(KernelOp kernel, StringRef suffix, const AccessGuard &guard,
                                                         const RowsSchedule &schedule, RowAccess access,
                                                         std::shared_ptr<PartialResults> partials) {
  return std::make_unique<RowsVariant>(kernel, suffix, guard, schedule, access, std::move(partials));
}

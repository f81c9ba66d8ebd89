// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits blocks that walk through rows, and the launch behind them.

#include "WalkLaunch.h"

#include "RowsEmitter.h"
#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/MemRefVariant.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

namespace {
/// What both launches have.
class LaunchOfWalk : public MemRefVariant {
public:
  LaunchOfWalk(KernelOp kernel, const AccessGuard &guard, const RowsSchedule &schedule, PartialResults &partials)
      : MemRefVariant(kernel, ""), schedule(schedule), partials(partials) {
    accessGuard = guard;
  }

protected:
  MemRefType memoryType() const override { return PartialResults::getType(kernel, schedule); }
  Value memory(OpBuilder &builder) override { return partials.get(builder, kernel, schedule); }

  RowsSchedule schedule;

private:
  PartialResults &partials;
};

/// Blocks that stay, and go through the rows in steps of all blocks (of several rows each, if a block has several at
/// once). While a row is computed, the next one is loaded; what is the same for all rows is loaded once.
class WalkLaunch : public LaunchOfWalk {
public:
  WalkLaunch(KernelOp kernel, const AccessGuard &guard, const RowsSchedule &schedule, RowAccess access,
             PartialResults &partials)
      : LaunchOfWalk(kernel, guard, schedule, partials), access(access), problem(RowProblem::get(kernel)),
        steps(kernel, schedule) {}

private:
  void emitBody(gpu::GPUFuncOp func) override;
  int64_t threads() const override { return schedule.getBlockThreads(); }
  Value blocks(OpBuilder &builder, Location loc) override { return HostIndex{builder, loc}.constant(schedule.walk); }
  int64_t sharedBytes() const override { return getSharedBytes(schedule, problem); }

  /// Goes through the rows of block `block` of `blocks`, which has some (i32).
  void emitWalk(KernelBuilder &kb, ArrayRef<MemRefArgument> arguments, Value block, Value blocks,
                const RowMemory &memory, CrossingSums &sums);

  RowThread place(KernelBuilder &kb, ArrayRef<MemRefArgument> arguments, Value number) {
    return makeRowThread(kb, kernel, steps.space, schedule, arguments, number);
  }
  RowsEmitter makeEmitter(KernelBuilder &kb, ArrayRef<MemRefArgument> arguments, const RowThread &at,
                          const RowMemory &memory) {
    return RowsEmitter(kb, kernel, steps, schedule, arguments, at, access.piece, access.wide, memory,
                       /*partials=*/Value());
  }

  RowAccess access;
  RowProblem problem;
  RowSteps steps;
};

/// Puts together what blocks came to: a column for each lane of a warp, and some threads for each column.
class CrossingLaunch : public LaunchOfWalk {
public:
  CrossingLaunch(KernelOp kernel, const AccessGuard &guard, const RowsSchedule &walk, PartialResults &partials)
      : LaunchOfWalk(kernel, guard, walk, partials), steps(RowSteps::ofCrossings(kernel)) {
    finishing.across = finishing.reload = true;
    finishing.rows = 32;
    finishing.threads = 16;
    finishing.width = 1;
    finishing.slices = walk.walk;
  }

private:
  void emitBody(gpu::GPUFuncOp func) override;
  int64_t threads() const override { return finishing.getBlockThreads(); }
  Value blocks(OpBuilder &builder, Location loc) override {
    int64_t columns = ShapedType::getNumElements(steps.space.getRowShape());
    return HostIndex{builder, loc}.constant(llvm::divideCeil(columns, finishing.rows));
  }
  int64_t sharedBytes() const override {
    return finishing.rows * getSharedParts(finishing, 1) * steps.reduces.front().size() * steps.valueBytes;
  }

  RowSteps steps;
  RowsSchedule finishing;
};
} // namespace

void WalkLaunch::emitWalk(KernelBuilder &kb, ArrayRef<MemRefArgument> arguments, Value block, Value blocks,
                          const RowMemory &memory, CrossingSums &sums) {
  RowThread first = place(kb, arguments, block);
  RowsEmitter before = makeEmitter(kb, arguments, first, memory);
  SmallVector<Value> fixed = before.loadInputs(/*ofRows=*/false), rows = before.loadInputs(/*ofRows=*/true);
  // Where a row's threads meet once, those that are ahead would write what others still read.
  bool takesTurns = memory.values && getCopiesOfValues(schedule, problem) > 1;
  int64_t bytesOfTurn = takesTurns ? problem.values * getSharedBytesOfValue(schedule, problem) : 0;
  SmallVector<Value> carried(sums.getNeutral());
  llvm::append_range(carried, rows);
  carried.push_back(kb.c32(0));
  SmallVector<Value> last =
      kb.rolledLoop(block, blocks, schedule.walk, carried, [&](Value number, ValueRange values) -> SmallVector<Value> {
        ValueRange loaded = values.drop_front(sums.get().size()).drop_back();
        RowThread next = place(kb, arguments, kb.minS(kb.add(number, schedule.walk), kb.sub(blocks, 1)));
        SmallVector<Value> ahead = makeEmitter(kb, arguments, next, memory).loadInputs(/*ofRows=*/true);
        RowMemory own = memory;
        Value turn = values.back();
        if (takesTurns)
          own.values = kb.offsetPtr(memory.values, kb.toI64(turn));
        RowThread at = place(kb, arguments, number);
        RowsEmitter emitter = makeEmitter(kb, arguments, at, own);
        emitter.takeInputs(/*ofRows=*/false, fixed);
        emitter.takeInputs(/*ofRows=*/true, loaded);
        sums.set(values.take_front(sums.get().size()));
        emitter.emit(&sums);
        SmallVector<Value> nextValues(sums.get());
        llvm::append_range(nextValues, ahead);
        nextValues.push_back(kb.sub(kb.c32(bytesOfTurn), turn));
        return nextValues;
      });
  sums.set(ValueRange(last).take_front(sums.get().size()));
}

void WalkLaunch::emitBody(gpu::GPUFuncOp func) {
  KernelBuilder kb(kernel.getLoc(), func.getContext());
  kb.setInsertionPointToStart(&func.getBody().front());
  if (hasDependentLaunch())
    kb.create<NVVM::GriddepcontrolOp>(NVVM::GridDepActionKind::launch_dependents);
  if (schedule.blocksPerSM > 0)
    func->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), kb.getI32IntegerAttr(schedule.blocksPerSM));
  SmallVector<MemRefArgument> arguments = unpackOperands(kb, func.getArguments());
  Value lines = arguments.pop_back_val().pointer;
  RowMemory memory;
  if (sharedBytes() > 0)
    memory.values = getSharedMemory(kb);
  Value block = kb.create<NVVM::BlockIdXOp>(kb.getI32Type());
  RowThread at = place(kb, arguments, block);
  Value blocks = kb.toI32(kb.ceilDiv(at.numRows, schedule.rows));
  CrossingSums sums(kb, kernel, schedule);
  // A block without rows has sums of none.
  std::optional<int64_t> known = KernelBuilder::asConstant(blocks);
  Value hasRows = known && *known >= schedule.walk ? kb.cBool(true) : kb.lt(block, blocks);
  SmallVector<Value> walked = kb.ifElse(
      hasRows, ValueRange(sums.getNeutral()).getTypes(),
      [&] {
        emitWalk(kb, arguments, block, blocks, memory, sums);
        return SmallVector<Value>(sums.get());
      },
      [&] { return SmallVector<Value>(sums.getNeutral()); });
  sums.set(walked);
  sums.combineRows(kb, at, memory.values);
  std::unique_ptr<RowWalk> walk = createRowWalk(schedule, at, steps.space, access.piece, access.wide);
  sums.store(kb, at, *walk, lines, block);
  kb.create<gpu::ReturnOp>();
}

void CrossingLaunch::emitBody(gpu::GPUFuncOp func) {
  KernelBuilder kb(kernel.getLoc(), func.getContext());
  kb.setInsertionPointToStart(&func.getBody().front());
  if (hasDependentLaunch())
    kb.create<NVVM::GriddepcontrolOp>(NVVM::GridDepActionKind::launch_dependents);
  SmallVector<MemRefArgument> arguments = unpackOperands(kb, func.getArguments());
  Value lines = arguments.pop_back_val().pointer;
  RowMemory memory;
  memory.values = getSharedMemory(kb);
  Value block = kb.create<NVVM::BlockIdXOp>(kb.getI32Type());
  RowThread at = makeRowThread(kb, kernel, steps.space, finishing, arguments, block);
  RowsEmitter emitter(kb, kernel, steps, finishing, arguments, at, /*piece=*/1, /*wide=*/false, memory, lines);
  emitter.emitLaunch(/*step=*/1);
  kb.create<gpu::ReturnOp>();
}

SmallVector<std::unique_ptr<KernelVariant>> fusion::createWalkLaunches(KernelOp kernel, const AccessGuard &guard,
                                                                       const RowsSchedule &schedule, RowAccess access,
                                                                       PartialResults &partials) {
  SmallVector<std::unique_ptr<KernelVariant>> launches;
  launches.push_back(std::make_unique<WalkLaunch>(kernel, guard, schedule, access, partials));
  launches.push_back(std::make_unique<CrossingLaunch>(kernel, guard, schedule, partials));
  return launches;
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Forms.h"

#include "RowsEmitter.h"
#include "fusion/Families/Common/HostIndex.h"
#include "fusion/Families/Common/MemRefForm.h"
#include "fusion/Support/SeededFault.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::fusion;

namespace {
class RowsForm : public MemRefForm {
public:
  RowsForm(KernelOp kernel, StringRef suffix, const RowsSchedule &schedule, bool wide, const AccessGuard &guard)
      : MemRefForm(kernel, suffix), schedule(schedule), space(getRowSpace(KernelPlan(kernel))), wide(wide) {
    accessGuard = guard;
  }

private:
  void emitBody(gpu::GPUFuncOp func) override;
  int64_t threads() const override { return schedule.getBlockThreads(); }
  Value blocks(OpBuilder &builder, Location loc) override;
  int64_t sharedBytes() const override { return RowsEmitter::getSharedBytes(kernel, schedule); }

  RowsSchedule schedule;
  RowSpace space;
  bool wide;
};
} // namespace

void RowsForm::emitBody(gpu::GPUFuncOp func) {
  KernelBuilder kb(kernel.getLoc(), func.getContext());
  kb.setInsertionPointToStart(&func.getBody().front());
  // Blocks are short-lived: the next kernel may start with the last of them.
  if (hasDependentLaunch())
    kb.create<NVVM::GriddepcontrolOp>(NVVM::GridDepActionKind::launch_dependents);
  SmallVector<MemRefArgument> arguments =
      llvm::map_to_vector(func.getArguments(), [&](Value memref) { return MemRefArgument::unpack(kb, memref); });
  // Outputs have all dimensions of the rows.
  ArrayRef<Value> sizes = ArrayRef(arguments.back().sizes).take_front(space.numRowDims);
  Value rows = kb.c64(1);
  for (Value size : sizes)
    rows = kb.mul(rows, size);

  Value block = kb.create<NVVM::BlockIdXOp>(kb.getI32Type()), thread = kb.create<NVVM::ThreadIdXOp>(kb.getI32Type());
  RowThread at;
  at.thread = kb.rem(thread, schedule.threads);
  at.localRow = kb.div(thread, schedule.threads);
  if (schedule.cluster > 1) {
    at.rank = kb.rem(block, schedule.cluster);
    block = kb.div(block, schedule.cluster);
  }
  Value row = kb.toI64(kb.add(kb.mul(block, schedule.rows), at.localRow));
  std::optional<int64_t> known = KernelBuilder::asConstant(rows);
  at.inside = kb.cBool(true);
  // Threads behind the last row compute that one too, with the others of their warp.
  if ((!known || *known % schedule.rows != 0) && !seeded("rows-behind-the-last")) {
    at.inside = kb.lt(row, rows);
    row = kb.minS(row, kb.sub(rows, 1));
  }
  at.row.resize(sizes.size());
  for (size_t dim = sizes.size(); dim-- > 0;) {
    at.row[dim] = dim == 0 ? row : kb.rem(row, sizes[dim]);
    row = kb.div(row, sizes[dim]);
  }
  Value memory = sharedBytes() > 0 ? getSharedMemory(kb) : Value();
  if (schedule.cluster > 1) {
    func->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                  kb.getDenseI32ArrayAttr({static_cast<int32_t>(schedule.cluster), 1, 1}));
    // Nobody writes to a block that has not begun.
    kb.create<NVVM::ClusterArriveRelaxedOp>(UnitAttr());
    kb.create<NVVM::ClusterWaitOp>(UnitAttr());
  }
  if (schedule.blocksPerSM > 0)
    func->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), kb.getI32IntegerAttr(schedule.blocksPerSM));
  RowsEmitter(kb, kernel, schedule, arguments, at, wide, memory).emit();
  kb.create<gpu::ReturnOp>();
}

Value RowsForm::blocks(OpBuilder &builder, Location loc) {
  Value out = kernel.getOuts().back();
  HostIndex index{builder, loc};
  Value rows = index.constant(1);
  for (int64_t dim = 0; dim < space.numRowDims; ++dim)
    rows = index.mul(rows, index.dim(out, dim));
  return index.mul(index.ceilDiv(rows, schedule.rows), schedule.cluster);
}

/// Asks for what accesses to `width` elements of all operands take. False if a type rules it out.
static bool requireWideAccess(KernelOp kernel, const RowSpace &space, int64_t width, AccessGuard &guard) {
  if (width == 1 || space.shape.back() % width != 0)
    return false;
  auto require = [&](Value memref) {
    auto type = cast<MemRefType>(memref.getType());
    if (type.getRank() == 0 || type.getShape().back() == 1)
      return true;
    int64_t bytes = std::min<int64_t>(16, width * storedBytes(type.getElementType()));
    if (AccessGuard::widestAccess(type, bytes) < bytes)
      return false;
    guard.requireAligned(memref, bytes);
    return true;
  };
  for (auto [input, body] : llvm::zip_equal(kernel.getInputs(), kernel.getBodyBlock()->getArguments()))
    if (!KernelOp::isTable(body) && !require(input))
      return false;
  return llvm::all_of(kernel.getOuts(), require);
}

KernelForms fusion::createRowsForms(KernelOp kernel) {
  KernelForms forms;
  RowSpace space = getRowSpace(KernelPlan(kernel));
  RowsSchedule schedule = RowsSchedule::get(kernel.getScheduleAttr());
  AccessGuard guard;
  StringRef rest = "";
  if (requireWideAccess(kernel, space, schedule.width, guard)) {
    forms.push_back(std::make_unique<RowsForm>(kernel, "", schedule, /*wide=*/true, guard));
    rest = kGeneralSuffix;
  }
  if (!rest.empty() && guard.isTrivial())
    return forms;
  forms.push_back(std::make_unique<RowsForm>(kernel, rest, schedule, /*wide=*/false, AccessGuard()));
  return forms;
}

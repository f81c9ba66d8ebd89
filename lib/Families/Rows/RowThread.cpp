// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the rows of a thread, and the columns by which it tells positions in them.

#include "RowOperands.h"

#include "RowsSchedule.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

/// Whether elements along a column dimension and the next dimension of more than one element, which is a column too,
/// lie one behind the other in every operand, and nothing asks for positions.
static bool goesOnInNext(KernelOp kernel, const RowSpace &space, int64_t dim) {
  int64_t rank = space.shape.size(), next = dim + 1;
  while (next < rank && space.shape[next] == 1)
    ++next;
  if (next == rank || !space.isColumn(next))
    return false;
  if (llvm::any_of(kernel.getBodyBlock()->getOps<MapOp>(), [](MapOp map) { return !map.getPositions().empty(); }))
    return false;
  auto goesOn = [&](Value memref) {
    auto type = cast<MemRefType>(memref.getType());
    int64_t own = dim - (rank - type.getRank()), ownNext = own + next - dim;
    if (ownNext < 0 || (type.getDimSize(ownNext) == 1 && (own < 0 || type.getDimSize(own) == 1)))
      return true; // of a row
    if (own < 0 || type.getDimSize(own) == 1 || type.isDynamicDim(ownNext) || type.getDimSize(ownNext) == 1)
      return false;
    auto [strides, offset] = type.getStridesAndOffset();
    return !ShapedType::isDynamic(strides[own]) && !ShapedType::isDynamic(strides[ownNext]) &&
           strides[own] == strides[ownNext] * type.getDimSize(ownNext);
  };
  for (auto [input, body] : llvm::zip_equal(kernel.getInputs(), kernel.getBodyBlock()->getArguments()))
    if (isReadInPlace(body) && !goesOn(input))
      return false;
  return llvm::all_of(kernel.getOuts(), goesOn);
}

RowThread fusion::makeRowThread(KernelBuilder &kb, KernelOp kernel, const RowSpace &space, const RowsSchedule &schedule,
                                ArrayRef<MemRefArgument> arguments, Value block, Value rank) {
  RowThread at;
  auto getSize = [&](int64_t dim) -> Value {
    if (!ShapedType::isDynamic(space.shape[dim]))
      return kb.c64(space.shape[dim]);
    auto [memref, own] = findSize(kernel, space, dim);
    return arguments[llvm::find(kernel->getOperands(), memref) - kernel->getOperands().begin()].sizes[own];
  };
  SmallVector<Value> sizes = llvm::map_to_vector(space.getRowDims(), getSize);
  at.numRows = kb.c64(1);
  for (Value size : sizes)
    at.numRows = kb.mul(at.numRows, size);
  at.length = kb.c32(1);
  Value merged = kb.c32(1);
  for (int64_t dim : space.columnDims) {
    Value size = kb.toI32(getSize(dim));
    at.length = kb.mul(at.length, size);
    merged = kb.mul(merged, size);
    if (goesOnInNext(kernel, space, dim))
      continue;
    at.columnDims.push_back(dim);
    at.columnSizes.push_back(merged);
    merged = kb.c32(1);
  }

  Value thread = kb.create<NVVM::ThreadIdXOp>(kb.getI32Type());
  int64_t rowThreads = schedule.getRowThreads();
  at.thread = schedule.across ? kb.div(thread, rowThreads) : kb.rem(thread, schedule.threads);
  at.localRow = schedule.across ? kb.rem(thread, rowThreads) : kb.div(thread, schedule.threads);
  at.rank = rank;
  Value row = kb.toI64(kb.mul(kb.add(kb.mul(block, rowThreads), at.localRow), schedule.rowsOfThread));
  std::optional<int64_t> known = KernelBuilder::asConstant(at.numRows);
  at.inside = kb.cBool(true);
  // Threads behind the last row compute that one too, with the others of their warp. A block that walks, a row at a
  // time, ends there.
  bool endsThere = schedule.walk > 0 && schedule.rows == 1;
  if (!endsThere && (!known || *known % schedule.rows != 0)) {
    at.inside = kb.lt(row, at.numRows);
    row = kb.minS(row, kb.sub(at.numRows, schedule.rowsOfThread));
  }
  at.number = row;
  SmallVector<Value> positions(sizes.size());
  for (size_t dim = sizes.size(); dim-- > 0;) {
    positions[dim] = dim == 0 ? row : kb.rem(row, sizes[dim]);
    row = kb.div(row, sizes[dim]);
  }
  for (int64_t beside = 0; beside < schedule.rowsOfThread; ++beside) {
    at.rows.push_back(positions);
    if (beside > 0) {
      Value &position = at.rows.back()[space.getRowPlace(space.getLastDim())];
      position = kb.add(position, beside);
    }
  }
  return at;
}

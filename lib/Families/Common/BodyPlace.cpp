// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Looks up elements of tables, in bounds or trapping.

#include "fusion/Families/Common/BodyPlace.h"

#include "fusion/Families/Common/BodyEvaluator.h"

using namespace mlir;
using namespace fusion;

static Value toIndex(KernelBuilder &kb, Value value) {
  return kb.createOrFold<arith::IndexCastOp>(kb.getIndexType(), value);
}

Value TableArguments::getSize(KernelBuilder &kb, BlockArgument table, int64_t dim) const {
  return toIndex(kb, tables.find(table)->second.sizes[dim]);
}

Value TableArguments::load(KernelBuilder &kb, BlockArgument table, ValueRange indices) const {
  const MemRefArgument &memory = tables.find(table)->second;
  Value address = memory.pointer;
  for (auto [index, stride] : llvm::zip_equal(indices, memory.strides))
    address = kb.offsetPtr(address, kb.mul(kb.toI64(index), kb.mul(stride, storedBytes(memory.elementType))));
  return kb.load(storedType(memory.elementType), address);
}

Value fusion::emitLookup(KernelBuilder &kb, BodyPlace &place, int64_t lane, BlockArgument table, ValueRange indices,
                         Value condition) {
  auto type = cast<RankedTensorType>(table.getType());
  Value asked = place.isInside(kb, lane);
  if (condition)
    asked = asked ? kb.andI(asked, condition) : condition;
  Value inRange;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    // Unsigned: a negative index is out of range, too.
    Value below = kb.cmp(arith::CmpIPredicate::ult, index, place.getTableSize(kb, table, dim));
    inRange = inRange ? kb.andI(inRange, below) : below;
  }
  if (inRange) {
    Value wrong = kb.xorI(inRange, kb.cBool(true));
    kb.ifThen(asked ? kb.andI(asked, wrong) : wrong, [&] { kb.create<LLVM::Trap>(); });
  }
  auto load = [&] { return place.loadFromTable(kb, table, indices); };
  if (!asked)
    return load();
  Type stored = storedType(type.getElementType());
  auto loadOne = [&] { return SmallVector<Value>{load()}; };
  auto zero = [&] { return SmallVector<Value>{kb.create<arith::ConstantOp>(cast<TypedAttr>(kb.getZeroAttr(stored)))}; };
  return kb.ifElse(asked, stored, loadOne, zero).front();
}

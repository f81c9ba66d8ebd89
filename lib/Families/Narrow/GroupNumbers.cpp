// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Addresses of scales and zero points, and their loads.

#include "GroupNumbers.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::narrow;

/// Numbers of 4 bits in a word.
static constexpr int64_t kWordNumbers = 8;

GroupNumbers::GroupNumbers(KernelBuilder &kb, const Spec &spec, const WeightNumbers &numbers,
                           const MemRefArgument &argument, const Arguments &arguments, const Position &position,
                           bool isWide)
    : spec(spec), numbers(numbers), elementType(argument.elementType), warpK(position.warpK), isWide(isWide) {
  int64_t bytes = storedBytes(elementType);
  if (isGrouped()) {
    pitch = kb.mul(argument.strides[numbers.groupDim], bytes);
    last = kb.sub(kb.ceilDiv(arguments.k, numbers.group), 1);
    isWhole =
        spec.schedule.inRegisters && spec.schedule.warpTileK() % numbers.group == 0 && hasWholeStages(spec, arguments);
  }
  // Of rows that come by one load all exist or none.
  int64_t perLoad = isWide ? spec.schedule.rowsOfThread() : 1;
  Value lastRow = kb.sub(arguments.n, perLoad), first = kb.add(position.tileN, position.row);
  for (int64_t i = 0; i < spec.schedule.rowsOfThread(); i += perLoad) {
    Value address = argument.pointer;
    if (numbers.rows != 0) {
      Value row = kb.minS(kb.add(first, spec.rowStep() * i), lastRow);
      Value index = kb.toI64(kb.div(row, numbers.rows * (numbers.inWords ? kWordNumbers : 1)));
      address = kb.offsetPtr(address, kb.mul(kb.mul(index, argument.strides[numbers.rowDim]), bytes));
    }
    rows.push_back(address);
  }
  if (numbers.inWords)
    setPlacesInWords(kb, position);
}

// Rows that are neighbours are of one word, as they are two or four, and begin at multiples of that.
void GroupNumbers::setPlacesInWords(KernelBuilder &kb, const Position &position) {
  if (spec.rowStep() == 1)
    rows = SmallVector<Value>(rows.size(), Value(rows.front()));
  for (int64_t i = 0; i < spec.schedule.rowsOfThread(); ++i)
    shifts.push_back(kb.mul(kb.rem(kb.add(position.row, spec.rowStep() * i), kWordNumbers), 4));
}

SmallVector<Value> GroupNumbers::loadRows(KernelBuilder &kb, function_ref<Value(Value first)> addressOf) const {
  if (!isWide)
    return llvm::map_to_vector(rows, [&](Value row) { return kb.load(elementType, addressOf(row)); });
  int64_t count = spec.schedule.rowsOfThread();
  Value loaded = kb.load(VectorType::get(count, elementType), addressOf(rows.front()));
  return llvm::map_to_vector(
      llvm::seq(count), [&](int64_t row) -> Value { return kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(row)); });
}

SmallVector<Value> GroupNumbers::loadAt(KernelBuilder &kb, Value bytes, int64_t further) const {
  return loadRows(kb, [&](Value row) { return kb.offsetPtr(kb.offsetPtr(row, bytes), kb.mul(pitch, further)); });
}

SmallVector<Value> GroupNumbers::load(KernelBuilder &kb) const {
  return loadRows(kb, [](Value row) { return row; });
}

SmallVector<Value> GroupNumbers::load(KernelBuilder &kb, Value iteration, int64_t k) const {
  const NarrowSchedule &schedule = spec.schedule;
  if (isWhole) {
    Value group =
        kb.add(kb.mul(iteration, schedule.tileK / numbers.group), kb.mul(warpK, schedule.warpTileK() / numbers.group));
    return loadAt(kb, kb.mul(kb.toI64(group), pitch), k / numbers.group);
  }
  Value element = kb.mad(warpK, schedule.warpTileK(), kb.add(kb.mul(iteration, schedule.tileK), k));
  return loadAt(kb, kb.mul(kb.toI64(kb.minS(kb.div(element, numbers.group), last)), pitch), 0);
}

Value GroupNumbers::widen(KernelBuilder &kb, Value number, int64_t row) const {
  if (numbers.inWords) {
    Value placed = kb.andI(kb.create<arith::ShRUIOp>(number, shifts[row]), 15);
    return kb.add(numbers.isUnsigned ? placed : kb.sub(kb.xorI(placed, 8), 8), numbers.offset);
  }
  if (isa<IntegerType>(elementType))
    return numbers.isUnsigned ? kb.create<arith::ExtUIOp>(kb.getI32Type(), number).getResult()
                              : kb.create<arith::ExtSIOp>(kb.getI32Type(), number).getResult();
  if (elementType.isF32())
    return number;
  return kb.create<arith::ExtFOp>(kb.getF32Type(), number);
}

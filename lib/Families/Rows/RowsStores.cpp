// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a thread stores: partial results, which another launch loads, and outputs.

#include "RowsEmitter.h"

#include "fusion/Dialect/Fusion/IR/StoreOps.h"

using namespace mlir;
using namespace fusion;

//===----------------------------------------------------------------------===//
// Partial results
//===----------------------------------------------------------------------===//

// Of each reduction of each step, of each slice, a value of each row.
Value RowsEmitter::getPartialPlace(size_t step, size_t reduction, Value slice) {
  int64_t number = reduction;
  for (size_t before = 0; before < step; ++before)
    number += getReductions(before).size();
  Value place = kb.add(kb.toI64(slice), number * schedule.slices);
  place = kb.add(kb.mul(place, at.numRows), at.number);
  return kb.offsetPtr(partials, kb.mul(place, steps.valueBytes));
}

// Values are as wide as a place, so that those of the rows of a thread are stored and loaded at once.
void RowsEmitter::storePartials(size_t step, ArrayRef<Value> values) {
  int64_t rows = at.rows.size();
  Type place = kb.getIntegerType(8 * steps.valueBytes);
  kb.ifThen(kb.andI(at.inside, kb.eq(at.thread, 0)), [&] {
    for (int64_t first = 0, size = values.size(); first < size; first += rows) {
      SmallVector<Value> stored;
      for (Value value : values.slice(first, rows)) {
        Type bits = kb.getIntegerType(value.getType().getIntOrFloatBitWidth());
        if (isa<FloatType>(value.getType()))
          value = kb.create<arith::BitcastOp>(bits, value);
        stored.push_back(bits == place ? value : kb.create<arith::ExtUIOp>(place, value).getResult());
      }
      storeSideBySide(kb, getPartialPlace(step, first / rows, at.rank), stored, partialAlignment());
    }
  });
}

SmallVector<Value> RowsEmitter::loadPartials(size_t step) {
  SmallVector<Reduction> reductions = getReductions(step);
  Type place = kb.getIntegerType(8 * steps.valueBytes);
  // Each thread takes neighbours; those that are left have fewer, or none.
  int64_t each = llvm::divideCeil(schedule.slices, schedule.threads), rows = at.rows.size();
  Value first = kb.mul(at.thread, each);
  SmallVector<Value> has(each), slices(each);
  for (int64_t i = 0; i < each; ++i) {
    slices[i] = kb.add(first, i);
    if (schedule.threads * each > schedule.slices) {
      has[i] = kb.lt(slices[i], kb.c32(schedule.slices));
      slices[i] = kb.select(has[i], slices[i], kb.c32(0));
    }
  }
  SmallVector<SmallVector<Value>> parts;
  for (auto [number, reduction] : llvm::enumerate(reductions)) {
    Value neutral = getNeutral(reduction);
    Type type = neutral.getType(), bits = kb.getIntegerType(type.getIntOrFloatBitWidth());
    SmallVector<SmallVector<Value>> own(rows);
    for (int64_t i = 0; i < each; ++i) {
      Value from = getPartialPlace(step, number, slices[i]);
      for (auto [row, value] : llvm::enumerate(unpack(kb, loadSideBySide(kb, place, from, rows, partialAlignment())))) {
        if (bits != place)
          value = kb.create<arith::TruncIOp>(bits, value);
        if (isa<FloatType>(type))
          value = kb.create<arith::BitcastOp>(type, value);
        own[row].push_back(has[i] ? kb.select(has[i], value, neutral) : value);
      }
    }
    for (SmallVector<Value> &values : own)
      parts.push_back(combineNeighbours(
          [&, reduction = reduction](Value a, Value b) { return combine(reduction, a, b); }, values, 1));
  }
  return meet(reductions, parts);
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

void RowsEmitter::addStored(size_t output, SmallVectorImpl<Value> &values) {
  values.push_back(computed[output]);
  if (scattered[output])
    values.push_back(getStoreOp(kernel, output).getIndices());
}

SmallVector<Value> RowsEmitter::getFullOutputs(size_t step) {
  SmallVector<Value> values;
  for (size_t number = 0; number < computed.size(); ++number)
    if (steps.full[number] && steps.outputs[number] == step)
      addStored(number, values);
  return values;
}

// A row's index is known by now. The family takes indices of its rows alone, and a thread of it has one row.
void RowsEmitter::atRows(unsigned output, function_ref<void(const RowOperand &)> store) {
  const std::optional<ScatterStore> &scatter = scattered[output];
  if (!scatter)
    return store(outputs[output]);
  StoreOpInterface op = getStoreOp(kernel, output);
  int64_t dim = *op.getIndexedDim();
  RowThread moved = at;
  Value index = getOfRow(op.getIndices()).front();
  moved.rows.front()[space.getRowPlace(dim)] = kb.toI64(index);
  kb.ifThen(scatter->isInside(kb, index), [&] { store(RowOperand(kb, outputArguments[output], space, moved, wide)); });
}

void RowsEmitter::storeFullOutputs(size_t step) {
  SmallVector<std::pair<unsigned, Lanes>> stores;
  for (auto [number, value] : llvm::enumerate(computed))
    if (steps.full[number] && steps.outputs[number] == step)
      stores.push_back({number, getFull(value)});
  if (stores.empty())
    return;
  kb.ifThen(iteration.valid ? kb.andI(iteration.valid, at.inside) : at.inside, [&] {
    for (auto &[number, lanes] : stores)
      atRows(number, [&, &lanes = lanes](const RowOperand &output) { output.store(kb, iteration.piece, lanes); });
  });
}

void RowsEmitter::emitOutputs() {
  size_t last = steps.size() - 1;
  SmallVector<Value> stored = getFullOutputs(last), needed = stored;
  auto isOfRow = [&](size_t number) { return !steps.full[number] && steps.outputs[number] == last; };
  for (size_t number = 0; number < computed.size(); ++number)
    if (isOfRow(number))
      addStored(number, needed);
  llvm::append_range(needed, getCrossed(last));
  prepare(needed);
  if (steps.readsElements(last))
    walk->visit(kb, [&](ArrayRef<Iteration> iterations) {
      forEachIteration(iterations, stored, [&](const Iteration &) {
        sumCrossed(last);
        storeFullOutputs(last);
      });
    });
  Value first = kb.eq(at.thread, 0);
  if (at.rank)
    first = kb.andI(first, kb.eq(at.rank, 0));
  kb.ifThen(kb.andI(at.inside, first), [&] {
    for (auto [number, value] : llvm::enumerate(computed))
      if (isOfRow(number))
        atRows(number, [&, value = value](const RowOperand &output) { output.storeOnes(kb, getOfRow(value)); });
  });
}

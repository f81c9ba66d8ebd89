// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads operands of the epilogue: lines and rows ahead, whole ones chunk by chunk.

#include "EpilogueInputs.h"

#include "fusion/Families/Async/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

EpilogueInputs::EpilogueInputs(KernelBuilder &kb, KernelOp kernel, const AccumulatorLayout &layout,
                               const EpiloguePlan &plan, const EpilogueArguments &arguments, int64_t rank,
                               const ConsumerPosition &position, TileFrame &frame, StagingMemory &staging,
                               const EpilogueMemory &memory)
    : kb(kb), layout(layout), plan(plan), arguments(arguments), position(position), frame(frame), staging(staging),
      memory(memory) {
  for (auto [input, argument] : llvm::zip(plan.inputs, arguments.inputs)) {
    bodyArguments.push_back(kernel.getBodyBlock()->getArgument(input.index));
    inputs.push_back(OperandAccess::get(kb, argument, rank));
  }
}

void EpilogueInputs::begin(Value tileUse) {
  use = tileUse;
  for (OperandAccess &access : inputs)
    access.enterOuter(kb, frame.outerIndices());
  loaded.assign(inputs.size(), {});
  loadLines();
  loadRows();
}

//===----------------------------------------------------------------------===//
// Lines, rows, scalars
//===----------------------------------------------------------------------===//

/// Elements of a line, spread over the threads of a warpgroup; they are in registers while the products run.
void EpilogueInputs::loadLines() {
  for (auto [index, access] : llvm::enumerate(inputs)) {
    if (!isOnPath(index, InputPath::PerColumn))
      continue;
    int64_t columns = layout.getTile().finishedColumns;
    for (int64_t first = 0; first < columns; first += ConsumerPosition::kThreads) {
      Value offset = kb.add(position.thread, first);
      if (first + ConsumerPosition::kThreads > columns)
        offset = kb.minS(offset, kb.c32(columns - 1));
      Value column = kb.add(frame.getFirstColumn(), offset);
      Value address = frame.addressInside(access, frame.toOutput(frame.getFirstRow(), column));
      loaded[index].push_back(kb.load(storedType(access.elementType), address));
    }
  }
}

void EpilogueInputs::storeLines() {
  if (plan.lineBytes == 0)
    return;
  // The lines of the tile before have been read: by all threads before they sent its last chunk, if they sent one.
  if (!plan.stagesOutputs())
    position.sync(kb);
  for (auto [index, access] : llvm::enumerate(inputs)) {
    if (!isOnPath(index, InputPath::PerColumn))
      continue;
    int64_t bytes = storedBytes(access.elementType);
    Value line =
        kb.offsetPtr(kb.offsetPtr(memory.lines, plan.inputs[index].lineOffset), kb.mul(position.thread, bytes));
    for (auto [part, value] : llvm::enumerate(loaded[index])) {
      int64_t first = part * ConsumerPosition::kThreads;
      kb.ifThen(kb.lt(position.thread, kb.c32(layout.getTile().finishedColumns - first)),
                [&, value = value] { kb.store(value, kb.offsetPtr(line, first * bytes)); });
    }
  }
  position.sync(kb);
}

void EpilogueInputs::loadRows() {
  for (auto [index, access] : llvm::enumerate(inputs)) {
    Type type = storedType(access.elementType);
    if (isOnPath(index, InputPath::Scalar))
      loaded[index].push_back(kb.load(type, access.base));
    if (!isOnPath(index, InputPath::PerRow))
      continue;
    for (int64_t row = 0; row < layout.countRows(); ++row) {
      OutputPlace place = frame.toOutput(frame.rowOf(row), frame.getFirstColumn());
      loaded[index].push_back(kb.load(type, frame.addressInside(access, place)));
    }
  }
}

//===----------------------------------------------------------------------===//
// Staged
//===----------------------------------------------------------------------===//

Value EpilogueInputs::chunkBarrier(int64_t chunk) {
  return kb.offsetPtr(memory.barriers, 8 * (chunk % plan.chunks.buffers));
}

void EpilogueInputs::startStaged(int64_t chunk) {
  int64_t bytes = 0;
  for (const EpilogueInput &input : plan.inputs)
    if (input.path == InputPath::Staged)
      bytes += plan.chunks.rows * plan.chunks.columns * plan.outputs[input.slot].elementBytes;
  arriveExpect(kb, chunkBarrier(chunk), kb.c32(bytes));
  for (auto [index, input] : llvm::enumerate(plan.inputs)) {
    if (input.path != InputPath::Staged)
      continue;
    SmallVector<Value> coordinates = frame.coordinatesOf(plan.chunks, chunk);
    for (auto [dim, size] : llvm::enumerate(ArrayRef(arguments.inputs[index].sizes).drop_back(2)))
      if (KernelBuilder::asConstant(size) == 1)
        coordinates[coordinates.size() - 1 - dim] = kb.c32(0);
    staging.forBoxes(input.slot, chunk, coordinates,
                     [&, map = arguments.inputMaps[index]](Value box, ValueRange place) {
                       loadBox(kb, box, map, place, chunkBarrier(chunk), Value());
                     });
  }
}

// A buffer's barrier completes a phase for each chunk that goes through it.
void EpilogueInputs::waitStaged(int64_t chunk) {
  int64_t buffer = chunk % plan.chunks.buffers,
          perTile = llvm::divideCeil(plan.chunks.count - buffer, plan.chunks.buffers);
  Value phase = kb.add(kb.mul(use, perTile), chunk / plan.chunks.buffers);
  waitBarrier(kb, chunkBarrier(chunk), kb.andI(phase, 1));
}

//===----------------------------------------------------------------------===//
// What a chunk needs
//===----------------------------------------------------------------------===//

EpilogueInputs::Lanes EpilogueInputs::loadFromLine(unsigned input, Pair pair) {
  Type type = storedType(inputs[input].elementType);
  int64_t bytes = storedBytes(type);
  Value line = kb.offsetPtr(kb.offsetPtr(memory.lines, plan.inputs[input].lineOffset),
                            layout.getFirstColumn(kb, layout.getThreadOfRow(kb, position), bytes));
  return splitPair(kb,
                   kb.load(VectorType::get(2, type), kb.offsetPtr(line, layout.getColumnOffset(pair.column) * bytes)));
}

void EpilogueInputs::loadLine(unsigned input, ArrayRef<Fragment> fragments) {
  for (const Fragment &fragment : fragments)
    for (Pair pair : fragment.pairs)
      if (auto [place, isNew] = chunkLoads.try_emplace({input, pair.column}); isNew)
        place->second = loadFromLine(input, pair);
}

EpilogueInputs::Lanes EpilogueInputs::loadAt(Value argument, Pair pair) {
  unsigned input = llvm::find(bodyArguments, argument) - bodyArguments.begin();
  return isOnPath(input, InputPath::PerColumn) ? loadFromLine(input, pair) : lanesOf(input, pair);
}

void EpilogueInputs::loadStaged(unsigned input, int64_t chunk, const Fragment &fragment) {
  Type type = storedType(inputs[input].elementType);
  auto loads = staging.load(plan.inputs[input].slot, chunk, fragment, type);
  for (auto [pair, lanes] : llvm::zip_equal(fragment.pairs, loads))
    chunkLoads[{input, pair.key()}] = lanes;
}

EpilogueInputs::Lanes EpilogueInputs::loadDirect(unsigned input, Pair pair) {
  const OperandAccess &access = inputs[input];
  Type type = storedType(access.elementType);
  if (plan.inputs[input].pairs)
    return splitPair(kb, kb.load(VectorType::get(2, type), frame.addressInside(access, frame.placeOf(pair, 0), 2)));
  Lanes lanes;
  for (int64_t lane = 0; lane < 2; ++lane)
    lanes.push_back(kb.load(type, frame.addressInside(access, frame.placeOf(pair, lane))));
  return lanes;
}

void EpilogueInputs::loadChunk(int64_t chunk, ArrayRef<Fragment> fragments) {
  chunkLoads.clear();
  auto isNew = [](const Fragment &fragment) { return !fragment.isComputed; };
  SmallVector<Fragment> fresh(llvm::make_filter_range(fragments, isNew));
  for (unsigned index = 0; index < inputs.size(); ++index) {
    if (isOnPath(index, InputPath::PerColumn))
      loadLine(index, fresh);
    for (const Fragment &fragment : fresh) {
      if (isOnPath(index, InputPath::Staged))
        loadStaged(index, chunk, fragment);
      if (isOnPath(index, InputPath::Direct))
        for (Pair pair : fragment.pairs)
          chunkLoads[{index, pair.key()}] = loadDirect(index, pair);
    }
  }
}

EpilogueInputs::Lanes EpilogueInputs::lanesOf(unsigned input, Pair pair) const {
  switch (plan.inputs[input].path) {
  case InputPath::Scalar:
    return Lanes(2, loaded[input][0]);
  case InputPath::PerRow:
    return Lanes(2, loaded[input][pair.row]);
  case InputPath::PerColumn:
    return chunkLoads.lookup({input, pair.column});
  case InputPath::Staged:
  case InputPath::Direct:
    return chunkLoads.lookup({input, pair.key()});
  }
  llvm_unreachable("unknown path");
}

SmallVector<std::pair<Value, EpilogueInputs::Lanes>> EpilogueInputs::at(Pair pair) const {
  SmallVector<std::pair<Value, Lanes>> stored;
  for (auto [index, argument] : llvm::enumerate(bodyArguments))
    stored.push_back({argument, lanesOf(index, pair)});
  return stored;
}

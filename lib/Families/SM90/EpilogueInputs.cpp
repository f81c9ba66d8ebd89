// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads operands of the epilogue: lines and rows ahead, whole ones chunk by chunk.

#include "EpilogueInputs.h"

#include "fusion/Families/SM90/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm90;

EpilogueInputs::EpilogueInputs(KernelBuilder &kb, KernelOp kernel, const WarpgroupTile &own, const EpiloguePlan &plan,
                               const EpilogueArguments &arguments, int64_t rank, const ConsumerPosition &position,
                               TileFrame &frame, StagingMemory &staging, const EpilogueMemory &memory)
    : kb(kb), own(own), plan(plan), arguments(arguments), position(position), frame(frame), staging(staging),
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
    int64_t columns = own.finishedColumns;
    for (int64_t first = 0; first < columns; first += ConsumerPosition::kThreads) {
      Value offset = kb.add(position.thread, first);
      if (first + ConsumerPosition::kThreads > columns)
        offset = kb.minS(offset, kb.c32(columns - 1));
      Value column = kb.add(frame.getFirstColumn(), offset);
      Value address = frame.addressInside(access, frame.getFirstRow(), column);
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
      kb.ifThen(kb.lt(position.thread, kb.c32(own.finishedColumns - first)),
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
    for (int64_t block = 0; block < own.rowBlocks(); ++block)
      for (int64_t half = 0; half < 2; ++half)
        loaded[index].push_back(
            kb.load(type, frame.addressInside(access, frame.rowOf(block, half), frame.getFirstColumn())));
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
  ChunkGroups groups = staging.groupsOf(chunk);
  for (auto [index, input] : llvm::enumerate(plan.inputs)) {
    if (input.path != InputPath::Staged)
      continue;
    SmallVector<Value> coordinates =
        frame.coordinatesOf(frame.rowOfBlock(groups.firstBlock), frame.columnOfGroup(groups.first8));
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

void EpilogueInputs::loadStaged(unsigned input, int64_t chunk, int64_t block) {
  ChunkGroups groups = staging.groupsOf(chunk);
  Type type = storedType(inputs[input].elementType);
  for (int64_t column8 = groups.fresh8; column8 < groups.end8; column8 += 2) {
    int64_t count = std::min<int64_t>(2, groups.end8 - column8);
    auto pairs = staging.load(plan.inputs[input].slot, chunk, block, column8, count, type);
    for (auto [i, lanes] : llvm::enumerate(pairs))
      chunkLoads[{input, Pair{block, column8 + int64_t(i / 2), int64_t(i % 2)}.key()}] = lanes;
  }
}

EpilogueInputs::Lanes EpilogueInputs::loadDirect(unsigned input, Pair pair) {
  const OperandAccess &access = inputs[input];
  Type type = storedType(access.elementType);
  Value row = frame.rowOf(pair.block, pair.half);
  auto address = [&](int64_t lane, int64_t width) {
    return frame.addressInside(access, row, frame.columnOf(pair.column8, lane), width);
  };
  if (plan.inputs[input].pairs)
    return splitPair(kb, kb.load(VectorType::get(2, type), address(0, 2)));
  Lanes lanes;
  for (int64_t lane = 0; lane < 2; ++lane)
    lanes.push_back(kb.load(type, address(lane, 1)));
  return lanes;
}

void EpilogueInputs::loadChunk(int64_t chunk) {
  chunkLoads.clear();
  ChunkGroups groups = staging.groupsOf(chunk);
  for (unsigned index = 0; index < inputs.size(); ++index) {
    if (isOnPath(index, InputPath::PerColumn)) {
      Type type = storedType(inputs[index].elementType);
      int64_t bytes = storedBytes(type);
      Value line = kb.offsetPtr(kb.offsetPtr(memory.lines, plan.inputs[index].lineOffset),
                                kb.mul(kb.rem(position.lane, 4), 2 * bytes));
      for (int64_t column8 = groups.fresh8; column8 < groups.end8; ++column8)
        chunkLoads[{index, column8}] =
            splitPair(kb, kb.load(VectorType::get(2, type), kb.offsetPtr(line, column8 * 8 * bytes)));
    }
    for (int64_t block = groups.firstBlock; block < groups.endBlock; ++block) {
      if (isOnPath(index, InputPath::Staged))
        loadStaged(index, chunk, block);
      if (isOnPath(index, InputPath::Direct))
        for (int64_t column8 = groups.fresh8; column8 < groups.end8; ++column8)
          for (int64_t half = 0; half < 2; ++half)
            chunkLoads[{index, Pair{block, column8, half}.key()}] = loadDirect(index, {block, column8, half});
    }
  }
}

EpilogueInputs::Lanes EpilogueInputs::lanesOf(unsigned input, Pair pair) const {
  switch (plan.inputs[input].path) {
  case InputPath::Scalar:
    return Lanes(2, loaded[input][0]);
  case InputPath::PerRow:
    return Lanes(2, loaded[input][2 * pair.block + pair.half]);
  case InputPath::PerColumn:
    return chunkLoads.lookup({input, pair.column8});
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

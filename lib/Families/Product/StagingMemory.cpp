// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Places chunks and their boxes, and packs elements.

#include "StagingMemory.h"

#include "fusion/Families/Common/BodyEvaluator.h"
#include "fusion/Families/Common/MemRefArgument.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

Value async::packPair(KernelBuilder &kb, ArrayRef<Value> lanes, Type elementType) {
  Value pair = kb.create<LLVM::PoisonOp>(VectorType::get(2, lanes[0].getType()));
  for (int64_t lane = 0; lane < 2; ++lane)
    pair = kb.create<LLVM::InsertElementOp>(pair, lanes[lane], kb.c32(lane));
  return toStored(kb, pair, elementType);
}

StagedChunk StagingMemory::getChunk(unsigned output, int64_t chunk) const {
  const EpilogueOutput &of = plan.outputs[output];
  int64_t buffer = chunk % plan.chunks.buffers;
  int64_t offset = of.bufferOffset + buffer * plan.chunks.bufferBytes(of.elementBytes);
  return {plan.chunks, chunk, memory, offset, of.elementBytes};
}

void StagingMemory::forBoxes(unsigned output, int64_t chunk, SmallVector<Value> coordinates,
                             function_ref<void(Value, ValueRange)> emit) {
  int64_t bytes = plan.outputs[output].elementBytes;
  for (int64_t box = 0; box < plan.chunks.boxes(bytes); ++box) {
    emit(getChunk(output, chunk).getBox(kb, kb.c32(box)), coordinates);
    coordinates[0] = kb.add(coordinates[0], plan.chunks.boxColumns(bytes));
  }
}

SmallVector<Value> StagingMemory::pack(ArrayRef<Lanes> results, Type elementType) {
  return llvm::map_to_vector(results, [&](const Lanes &lanes) {
    Value pair = packPair(kb, lanes, elementType);
    return storedBytes(elementType) == 2 ? kb.create<LLVM::BitcastOp>(kb.getI32Type(), pair).getResult() : pair;
  });
}

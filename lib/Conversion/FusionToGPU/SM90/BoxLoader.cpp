// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BoxLoader.h"

#include "Instructions.h"
#include "fusion/Support/SeededFault.h"

using namespace mlir;
using namespace mlir::fusion;
using namespace mlir::fusion::sm90;

/// Blocks at distance `distance` in the cluster, the first of them `first`.
static Sharing getSharing(KernelBuilder &kb, int64_t blocks, int64_t distance, Value first, Value part) {
  if (blocks == 1)
    return {1, kb.c32(0), Value()};
  int64_t bits = 0;
  for (int64_t i = 0; i < blocks; ++i)
    bits |= int64_t(1) << (seeded("sm90-shared-with-neighbours") ? i : i * distance);
  return {blocks, part, kb.create<arith::TruncIOp>(kb.getI16Type(), kb.shl(kb.c32(bits), first))};
}

// Blocks along N share A, those along M share B.
Sharing Sharing::ofA(KernelBuilder &kb, const BlockContext &block) {
  const SM90Schedule &schedule = block.spec.schedule;
  return getSharing(kb, schedule.clusterN, schedule.clusterM, block.cluster.alongM, block.cluster.alongN);
}

Sharing Sharing::ofB(KernelBuilder &kb, const BlockContext &block) {
  const SM90Schedule &schedule = block.spec.schedule;
  Value first = kb.mul(block.cluster.alongN, schedule.clusterM);
  return getSharing(kb, schedule.clusterM, 1, first, block.cluster.alongM);
}

void BoxLoader::load(KernelBuilder &kb, Value stage, Value position, Value k, ValueRange batch, Value barrier) const {
  Value base = kb.offsetPtr(shared, kb.mul(stage, multiplicand.bytes()));
  int64_t elements = multiplicand.rowElements();
  if (multiplicand.kMajor) {
    // Every box is cut along its rows.
    int64_t rows = multiplicand.boxRows() / sharing.blocks;
    Value row = kb.mul(sharing.part, rows);
    for (int64_t box = 0; box < multiplicand.boxes(); ++box) {
      Value target = kb.offsetPtr(kb.offsetPtr(base, box * multiplicand.boxBytes()), kb.mul(row, 128));
      issue(kb, target, kb.add(k, box * elements), kb.add(position, row), batch, barrier);
    }
    return;
  }
  int64_t boxes = multiplicand.boxes() / sharing.blocks;
  for (int64_t i = 0; i < boxes; ++i) {
    Value box = kb.mad(sharing.part, boxes, kb.c32(i));
    Value target = kb.offsetPtr(base, kb.mul(box, multiplicand.boxBytes()));
    issue(kb, target, kb.mad(box, elements, position), k, batch, barrier);
  }
}

void BoxLoader::issue(KernelBuilder &kb, Value target, Value inner, Value outer, ValueRange batch,
                      Value barrier) const {
  SmallVector<Value> coordinates = {inner, outer};
  ValueRange own = batch.take_back(source.repeated.size());
  for (int64_t dim = own.size(); dim-- > 0;)
    coordinates.push_back(source.repeated[dim] ? kb.c32(0) : own[dim]);
  loadBox(kb, target, source.map, coordinates, barrier, sharing.mask);
}

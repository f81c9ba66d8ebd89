// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits a whole product: its tile, its main loop, its epilogue.

#include "Matmul.h"

#include "MainLoop.h"
#include "SplitSums.h"
#include "StagedEpilogue.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

TilePosition fusion::getTilePosition(KernelBuilder &kb, const SM80Schedule &schedule, Value block, Value m, Value n) {
  Value tilesM = kb.ceilDiv(m, schedule.tileM), tilesN = kb.ceilDiv(n, schedule.tileN);
  Value perBatch = kb.mul(tilesM, tilesN);
  Value batch = kb.div(block, perBatch), tile = kb.rem(block, perBatch);
  // Columns within a group of rows, rows fastest.
  Value groupTiles = kb.mul(tilesN, schedule.groupM);
  Value groupRow = kb.mul(kb.div(tile, groupTiles), schedule.groupM);
  Value groupRows = kb.minS(kb.sub(tilesM, groupRow), kb.c32(schedule.groupM));
  Value inGroup = kb.rem(tile, groupTiles);
  Value row = kb.add(groupRow, kb.rem(inGroup, groupRows)), col = kb.div(inGroup, groupRows);
  return {batch, kb.mul(row, schedule.tileM), kb.mul(col, schedule.tileN)};
}

static ThreadPosition threadPosition(KernelBuilder &kb, const SM80Schedule &schedule) {
  ThreadPosition position;
  position.thread = kb.create<NVVM::ThreadIdXOp>(kb.getI32Type());
  position.lane = kb.rem(position.thread, 32);
  position.group = kb.div(position.lane, 4);
  position.pair = kb.rem(position.lane, 4);
  Value warp = kb.div(position.thread, 32);
  position.warpRow = kb.mul(kb.div(warp, schedule.warpsN), schedule.warpTileM());
  position.warpCol = kb.mul(kb.rem(warp, schedule.warpsN), schedule.warpTileN());
  return position;
}

void fusion::emitMatmulSM80(KernelBuilder &kb, const MatmulSpec &spec, const MatmulArguments &problem,
                            const TilePosition &tile, Value shared, EpilogueEmitter &epilogue) {
  const SM80Schedule &schedule = spec.schedule;
  ThreadPosition position = threadPosition(kb, schedule);
  SharedTile tileA = sharedTileA(spec), tileB = sharedTileB(spec);
  TileCopy copyA(kb, tileA, problem.a, spec.vectorBytesA, schedule.threads(), position.thread, tile.tileRow,
                 TileCopy::getLeft(kb, tileA, tile.tileRow, problem.m));
  StagedEpilogue staged(kb, spec, problem, tile, shared, position, epilogue);
  TileScales scales(kb, spec, problem, tile, position);
  // One product after the other: the next one finds A in a cache.
  SmallVector<SmallVector<Value>> sums;
  for (const MatrixOperand &b : problem.b) {
    if (!sums.empty())
      emitMainLoopEnd(kb);
    TileCopy copyB(kb, tileB, b, spec.vectorBytesB, schedule.threads(), position.thread, tile.tileCol,
                   TileCopy::getLeft(kb, tileB, tile.tileCol, problem.n));
    sums.push_back(emitMainLoop(kb, spec, copyA, copyB, scales, problem.k, shared, position));
  }
  // Not earlier: blocks of the next kernel would crowd where this one leaves room, and leave other places empty.
  if (spec.launchDependents)
    kb.create<NVVM::GriddepcontrolOp>(NVVM::GridDepActionKind::launch_dependents);
  if (!problem.part) {
    staged.start();
    emitMainLoopEnd(kb);
    staged.finish(sums);
    epilogue.end(kb, position.thread);
    return;
  }
  emitMainLoopEnd(kb);
  SplitSums split(spec, *problem.part, position.thread, kb.eq(position.thread, 0));
  SplitSums::Sums whole = split.add(kb, sums);
  kb.ifThen(whole.isLast, [&] {
    staged.start();
    staged.finish(whole.sums);
    epilogue.end(kb, position.thread);
  });
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits a whole product: its tile, its main loop, its epilogue.

#include "Matmul.h"

#include "GroupSums.h"
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
  if (schedule.warpsK > 1) {
    // Uniform, so that groups leave their loops as whole warps.
    position.warpK =
        kb.create<NVVM::ShflOp>(kb.getI32Type(), kb.c32(-1), kb.div(position.thread, schedule.groupThreads()),
                                kb.c32(0), kb.c32(31), NVVM::ShflKind::idx, UnitAttr());
    position.thread = kb.rem(position.thread, schedule.groupThreads());
  }
  position.lane = kb.rem(position.thread, 32);
  position.group = kb.div(position.lane, 4);
  position.pair = kb.rem(position.lane, 4);
  Value warp = kb.div(position.thread, 32);
  position.warpRow = kb.mul(kb.div(warp, schedule.warpsN), schedule.warpTileM());
  position.warpCol = kb.mul(kb.rem(warp, schedule.warpsN), schedule.warpTileN());
  return position;
}

/// Copies of a factor's tiles that begin at row or column `origin` of the output, which has `size` of them.
static TileCopy getCopy(KernelBuilder &kb, const MatmulSpec &spec, const SharedTile &tile, const MatrixOperand &factor,
                        int64_t vectorBytes, const ThreadPosition &position, Value origin, Value size) {
  return {kb,
          tile,
          factor,
          vectorBytes,
          spec.schedule.groupThreads(),
          position.thread,
          origin,
          TileCopy::getLeft(kb, tile, origin, size)};
}

/// The number (i32) of the group's share of K among those of all blocks of the tile; null if it has all of K.
static Value getShare(KernelBuilder &kb, const SM80Schedule &schedule, const std::optional<SplitPart> &part,
                      const ThreadPosition &position) {
  if (!part)
    return position.warpK;
  return position.warpK ? kb.add(kb.mul(part->number, schedule.warpsK), position.warpK) : part->number;
}

/// Makes `arguments` those of share `number` (i32) of K: whole k tiles, the last ones fewer, or none.
static void enterShare(KernelBuilder &kb, const MatmulSpec &spec, Value number, MatmulArguments &arguments) {
  const SM80Schedule &schedule = spec.schedule;
  Value share = kb.mul(kb.ceilDiv(kb.ceilDiv(arguments.k, schedule.tileK), schedule.shares()), schedule.tileK);
  Value first = kb.mul(number, share);
  auto advance = [&](MatrixOperand &operand, bool alongRows) {
    Value elements = kb.mul(kb.toI64(first), alongRows ? operand.rowStride : operand.colStride);
    operand.pointer = kb.offsetPtr(operand.pointer, kb.mul(elements, spec.elementBytes()));
  };
  advance(arguments.a, spec.transposeA);
  for (MatrixOperand &b : arguments.b)
    advance(b, !spec.transposeB);
  std::optional<int64_t> k = KernelBuilder::asConstant(arguments.k), each = KernelBuilder::asConstant(share);
  bool isEven = k && each && *each * schedule.shares() == *k;
  Value left = kb.maxS(kb.sub(arguments.k, first), kb.c32(0));
  arguments.k = isEven ? share : kb.minS(share, left);
}

/// The sums of the product that is added.
static SmallVector<Value> emitAddedSums(KernelBuilder &kb, const MatmulSpec &whole, const MatmulArguments &problem,
                                        const TilePosition &tile, const TileScales &scales, Value shared,
                                        const ThreadPosition &position) {
  MatmulSpec spec = whole.ofAdded();
  TileCopy copyA =
      getCopy(kb, spec, sharedTileA(spec), problem.addedA, spec.vectorBytesA, position, tile.tileRow, problem.m);
  TileCopy copyB =
      getCopy(kb, spec, sharedTileB(spec), problem.addedB, spec.vectorBytesB, position, tile.tileCol, problem.n);
  SmallVector<Value> sums = emitMainLoop(kb, spec, copyA, copyB, scales, problem.addedK, shared, position);
  emitMainLoopEnd(kb, spec.schedule, position);
  if (whole.added->scale == 1)
    return sums;
  Value scale = kb.create<arith::ConstantOp>(kb.getF32FloatAttr(static_cast<float>(whole.added->scale)));
  return llvm::map_to_vector(sums, [&](Value sum) -> Value { return kb.create<arith::MulFOp>(sum, scale); });
}

/// What the sums of the first product begin with: those of the one that is added, if one is. The first share of K has
/// them.
static SmallVector<Value> emitAdded(KernelBuilder &kb, const MatmulSpec &spec, const MatmulArguments &problem,
                                    const TilePosition &tile, const TileScales &scales, Value share, Value shared,
                                    const ThreadPosition &position) {
  if (!spec.added)
    return {};
  auto emit = [&] { return emitAddedSums(kb, spec, problem, tile, scales, shared, position); };
  if (!share)
    return emit();
  int64_t count = spec.schedule.warpTileM() * spec.schedule.warpTileN() / 32;
  return kb.ifElse(kb.eq(share, kb.c32(0)), SmallVector<Type>(count, spec.sumType), emit,
                   [&] { return SmallVector<Value>(count, kb.zero(spec.sumType)); });
}

/// The sums of each product over the group's share of K, whose pipeline is at `ring`.
static SmallVector<SmallVector<Value>> emitMainLoops(KernelBuilder &kb, const MatmulSpec &spec,
                                                     const MatmulArguments &problem, const TilePosition &tile,
                                                     Value share, Value ring, const ThreadPosition &position) {
  TileCopy copyA =
      getCopy(kb, spec, sharedTileA(spec), problem.a, spec.vectorBytesA, position, tile.tileRow, problem.m);
  TileScales scales(kb, spec, problem, tile, position);
  SmallVector<Value> addedSums = emitAdded(kb, spec, problem, tile, scales, share, ring, position);
  // One product after the other: the next one finds A in a cache.
  SmallVector<SmallVector<Value>> sums;
  for (const MatrixOperand &b : problem.b) {
    if (!sums.empty())
      emitMainLoopEnd(kb, spec.schedule, position);
    TileCopy copyB = getCopy(kb, spec, sharedTileB(spec), b, spec.vectorBytesB, position, tile.tileCol, problem.n);
    sums.push_back(emitMainLoop(kb, spec, copyA, copyB, scales, problem.k, ring, position, addedSums));
  }
  return sums;
}

/// What comes behind the main loops: blocks that share K add their sums, and the last one runs the epilogue.
static void emitBlockEnd(KernelBuilder &kb, const MatmulSpec &spec, const std::optional<SplitPart> &part,
                         const ThreadPosition &position, ArrayRef<SmallVector<Value>> sums, StagedEpilogue &staged,
                         EpilogueEmitter &epilogue) {
  auto finish = [&](ArrayRef<SmallVector<Value>> whole) {
    staged.finish(whole);
    epilogue.end(kb, position.thread);
  };
  if (!part)
    return finish(sums);
  SplitSums split(spec, *part, position, kb.eq(position.thread, 0));
  SplitSums::Sums whole = split.add(kb, sums);
  kb.ifThen(whole.isLast, [&] {
    staged.start();
    finish(whole.sums);
  });
}

void fusion::emitMatmulSM80(KernelBuilder &kb, const MatmulSpec &spec, const MatmulArguments &whole,
                            const TilePosition &tile, Value shared, EpilogueEmitter &epilogue) {
  const SM80Schedule &schedule = spec.schedule;
  ThreadPosition position = threadPosition(kb, schedule);
  MatmulArguments problem = whole;
  Value share = getShare(kb, schedule, whole.part, position), ring = shared;
  if (share)
    enterShare(kb, spec, share, problem);
  if (position.warpK)
    ring = kb.offsetPtr(shared, kb.mul(position.warpK, getPipelineBytes(schedule, spec.elementBytes())));
  StagedEpilogue staged(kb, spec, problem, tile, shared, position, epilogue);
  SmallVector<SmallVector<Value>> sums = emitMainLoops(kb, spec, problem, tile, share, ring, position);
  // Not earlier: blocks of the next kernel would crowd where this one leaves room, and leave other places empty.
  if (spec.launchDependents)
    kb.create<NVVM::GriddepcontrolOp>(NVVM::GridDepActionKind::launch_dependents);
  if (!share)
    staged.start();
  emitMainLoopEnd(kb, schedule, position);
  if (!position.warpK)
    return emitBlockEnd(kb, spec, problem.part, position, sums, staged, epilogue);
  GroupSums groups(spec, kb.offsetPtr(shared, epilogueSharedBytes(schedule, spec.products)), position);
  groups.leave(kb, sums);
  kb.ifThen(kb.eq(position.warpK, 0), [&] {
    if (!problem.part)
      staged.start();
    emitBlockEnd(kb, spec, problem.part, position, groups.add(kb, sums), staged, epilogue);
  });
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A block from beginning to end: its tile, its loop along k, the sums of its warps, the epilogue.

#include "Kernel.h"

#include "MainLoop.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::narrow;

/// Tiles with the same rows of the weight come after each other.
static Position getPosition(KernelBuilder &kb, const NarrowSchedule &schedule, Value m) {
  Position position;
  Value block = kb.create<NVVM::BlockIdXOp>(kb.getI32Type()), tilesM = kb.ceilDiv(m, schedule.tileM);
  position.tileM = kb.mul(kb.rem(block, tilesM), schedule.tileM);
  position.tileN = kb.mul(kb.div(block, tilesM), schedule.tileN);
  position.thread = kb.create<NVVM::ThreadIdXOp>(kb.getI32Type());
  position.lane = kb.rem(position.thread, 32);
  position.quad = kb.div(position.lane, 4);
  position.pair = kb.rem(position.lane, 4);
  Value warp = kb.div(position.thread, 32), inPart = kb.rem(warp, schedule.warpsM * schedule.warpsN);
  position.warpK = kb.div(warp, schedule.warpsM * schedule.warpsN);
  position.warpM = kb.mul(kb.div(inPart, schedule.warpsN), schedule.warpTileM());
  position.warpN = kb.mul(kb.rem(inPart, schedule.warpsN), schedule.warpTileN());
  return position;
}

namespace {
/// Sums of all warps, in shared memory as rows of the output. Rows are four words longer than the tile, so that lanes
/// which write different rows find different banks.
class SumTile {
public:
  SumTile(KernelBuilder &kb, const Spec &spec, const Position &position, Value shared)
      : kb(kb), schedule(spec.schedule), position(position), shared(shared) {}

  void write(ArrayRef<Value> sums);
  /// The sums of `width` columns, 1 or a multiple of 4, added up over the parts of k.
  SmallVector<Value> read(Value row, Value col, int64_t width);

private:
  Value addressOf(Value part, Value row, Value col) {
    Value word = kb.mad(kb.mad(part, schedule.tileM, row), schedule.sumPitch(), col);
    return kb.offsetPtr(shared, kb.mul(word, 4));
  }

  KernelBuilder &kb;
  const NarrowSchedule &schedule;
  const Position &position;
  Value shared;
};
} // namespace

void SumTile::write(ArrayRef<Value> sums) {
  Value row = kb.mad(position.pair, 2, position.warpM), col = kb.add(position.warpN, position.quad);
  Value base = addressOf(position.warpK, row, col);
  for (auto [number, sum] : llvm::enumerate(sums)) {
    int64_t block = number / 4, i = block / schedule.blocksM(), j = block % schedule.blocksM();
    int64_t rows = 8 * j + number % 2, cols = 16 * i + number % 4 / 2 * 8;
    kb.store(sum, kb.offsetPtr(base, (rows * schedule.sumPitch() + cols) * 4));
  }
}

SmallVector<Value> SumTile::read(Value row, Value col, int64_t width) {
  SmallVector<Value> sums;
  int64_t perLoad = std::min<int64_t>(width, 4);
  for (int64_t part = 0; part < schedule.warpsK(); ++part)
    for (int64_t first = 0; first < width; first += perLoad) {
      Value address = kb.offsetPtr(addressOf(kb.c32(part), row, col), first * 4);
      Type f32 = kb.getF32Type();
      Value loaded = kb.load(perLoad == 1 ? f32 : Type(VectorType::get(perLoad, f32)), address);
      for (int64_t i = 0; i < perLoad; ++i) {
        Value value = perLoad == 1 ? loaded : kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(i)).getResult();
        if (part == 0)
          sums.push_back(value);
        else
          sums[first + i] = kb.addSums(sums[first + i], value);
      }
    }
  return sums;
}

/// Threads take eight columns of a row each, or single elements.
static void emitEpilogue(KernelBuilder &kb, const Spec &spec, const Arguments &arguments, const Position &position,
                         SumTile &tile, EpilogueEmitter &epilogue) {
  const NarrowSchedule &schedule = spec.schedule;
  int64_t width = spec.wideEpilogue ? 8 : 1, perRow = schedule.tileN / width;
  kb.rolledLoop(position.thread, kb.c32(schedule.tileM * perRow), NarrowSchedule::threads, {},
                [&](Value unit, ValueRange) {
                  Value row = kb.div(unit, perRow), col = kb.mul(kb.rem(unit, perRow), width);
                  EpilogueSite site;
                  site.width = site.colMultiple = width;
                  site.row = kb.add(position.tileM, row);
                  site.col = kb.add(position.tileN, col);
                  Value inside = kb.andI(kb.lt(site.row, arguments.m), kb.lt(site.col, arguments.n));
                  kb.ifThen(inside, [&] {
                    site.inBounds = kb.cBool(true);
                    site.acc = tile.read(row, col, width);
                    epilogue.loadColumns(kb, site.col, width);
                    SmallVector<Value> loaded = epilogue.loadSite(kb, site);
                    epilogue.finish(kb, site, loaded);
                  });
                  return SmallVector<Value>{};
                });
}

void narrow::emitNarrowProduct(KernelBuilder &kb, const Spec &spec, const Arguments &arguments, Value shared,
                               EpilogueEmitter &epilogue) {
  Position position = getPosition(kb, spec.schedule, arguments.m);
  SmallVector<Value> sums = emitMainLoop(kb, spec, arguments, position, shared);
  if (spec.launchDependents)
    kb.create<NVVM::GriddepcontrolOp>(NVVM::GridDepActionKind::launch_dependents);
  SumTile tile(kb, spec, position, shared);
  tile.write(sums);
  kb.create<NVVM::Barrier0Op>();
  emitEpilogue(kb, spec, arguments, position, tile, epilogue);
}

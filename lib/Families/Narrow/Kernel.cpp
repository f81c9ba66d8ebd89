// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A block from beginning to end: its tile, its loop along k, the sums of its warps, the epilogue.

#include "Kernel.h"

#include "MainLoop.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::narrow;

Value narrow::getRowAddress(KernelBuilder &kb, const MemRefArgument &matrix, Value row) {
  return kb.offsetPtr(matrix.pointer,
                      kb.mul(kb.mul(kb.toI64(row), matrix.strides[0]), storedBytes(matrix.elementType)));
}

bool narrow::hasWholeStages(const Spec &spec, const Arguments &arguments) {
  auto k = KernelBuilder::asConstant(arguments.k);
  return k && *k % (spec.schedule.tileK * spec.schedule.cluster) == 0;
}

/// Tiles with the same rows of the weight come after each other.
static Position getPosition(KernelBuilder &kb, const Spec &spec, Value m) {
  const NarrowSchedule &schedule = spec.schedule;
  Position position;
  Value block = kb.create<NVVM::BlockIdXOp>(kb.getI32Type()), tilesM = kb.ceilDiv(m, schedule.tileM);
  Value tile = kb.div(block, schedule.cluster);
  position.rank = kb.rem(block, schedule.cluster);
  position.tileM = kb.mul(kb.rem(tile, tilesM), schedule.tileM);
  position.tileN = kb.mul(kb.div(tile, tilesM), schedule.tileN);
  position.thread = kb.create<NVVM::ThreadIdXOp>(kb.getI32Type());
  position.lane = kb.rem(position.thread, 32);
  position.quad = kb.div(position.lane, 4);
  position.pair = kb.rem(position.lane, 4);
  Value warp = kb.div(position.thread, 32), inPart = kb.rem(warp, schedule.warpsM * schedule.warpsN);
  position.warpK = kb.div(warp, schedule.warpsM * schedule.warpsN);
  position.warpM = kb.mul(kb.div(inPart, schedule.warpsN), schedule.warpTileM());
  position.warpN = kb.mul(kb.rem(inPart, schedule.warpsN), schedule.warpTileN());
  position.row = kb.mad(position.quad, spec.quadStep(), position.warpN);
  return position;
}

namespace {
/// Sums of all warps, in shared memory as rows of the output. Rows are four words longer than the tile, so that lanes
/// which write different rows find different banks.
class SumTile {
public:
  SumTile(KernelBuilder &kb, const Spec &spec, const Position &position, Value shared)
      : kb(kb), spec(spec), schedule(spec.schedule), position(position), shared(shared) {}

  void write(ArrayRef<Value> sums);
  /// The sums of `width` columns, 1 or a multiple of 4, added up over the parts of k.
  SmallVector<Value> read(Value row, Value col, int64_t width);

private:
  Value addressOf(Value part, Value row, Value col) {
    Value word = kb.mad(kb.mad(part, schedule.tileM, row), schedule.sumPitch(), col);
    return kb.offsetPtr(shared, kb.mul(word, 4));
  }

  KernelBuilder &kb;
  const Spec &spec;
  const NarrowSchedule &schedule;
  const Position &position;
  Value shared;
};
} // namespace

void SumTile::write(ArrayRef<Value> sums) {
  Value row = kb.mad(position.pair, 2, position.warpM), base = addressOf(position.warpK, row, position.row);
  for (auto [number, sum] : llvm::enumerate(sums)) {
    int64_t block = number / 4, i = block / schedule.blocksM(), j = block % schedule.blocksM();
    int64_t odd = number % 2, cols = (2 * i + number % 4 / 2) * spec.rowStep();
    // Of a tile of fewer rows than an mma's eight the others are copies.
    Value exists =
        schedule.tileM >= 8 ? kb.cBool(true) : kb.lt(kb.mad(position.pair, 2, kb.c32(odd)), kb.c32(schedule.tileM));
    kb.ifThen(exists,
              [&, sum = sum] { kb.store(sum, kb.offsetPtr(base, ((8 * j + odd) * schedule.sumPitch() + cols) * 4)); });
  }
}

/// Loads f32 of a block of the cluster, from where `address` is in this one.
static SmallVector<Value> loadOfBlock(KernelBuilder &kb, Value address, int64_t block, int64_t count) {
  Value remote =
      kb.inlineAsm(kb.getI32Type(), {address, kb.c32(block)}, "mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r");
  if (count == 1)
    return {kb.inlineAsm(kb.getF32Type(), remote, "ld.shared::cluster.b32 $0, [$1];", "=f,r,~{memory}")};
  auto four = LLVM::LLVMStructType::getLiteral(kb.getContext(), SmallVector<Type>(4, kb.getF32Type()));
  return kb.extractAll(
      kb.inlineAsm(four, remote, "ld.shared::cluster.v4.b32 {$0, $1, $2, $3}, [$4];", "=f,=f,=f,=f,r,~{memory}"));
}

static SmallVector<Value> loadOwn(KernelBuilder &kb, Value address, int64_t count) {
  Type f32 = kb.getF32Type();
  Value loaded = kb.load(count == 1 ? f32 : Type(VectorType::get(count, f32)), address);
  if (count == 1)
    return {loaded};
  return llvm::map_to_vector(llvm::seq(count),
                             [&](int64_t i) -> Value { return kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(i)); });
}

SmallVector<Value> SumTile::read(Value row, Value col, int64_t width) {
  SmallVector<Value> sums(width);
  int64_t perLoad = std::min<int64_t>(width, 4);
  for (int64_t part = 0; part < schedule.cluster * schedule.warpsK; ++part)
    for (int64_t first = 0; first < width; first += perLoad) {
      Value address = kb.offsetPtr(addressOf(kb.c32(part % schedule.warpsK), row, col), first * 4);
      SmallVector<Value> loaded = schedule.cluster == 1 ? loadOwn(kb, address, perLoad)
                                                        : loadOfBlock(kb, address, part / schedule.warpsK, perLoad);
      for (int64_t i = 0; i < perLoad; ++i)
        sums[first + i] = part == 0 ? loaded[i] : kb.addSums(sums[first + i], loaded[i]);
    }
  return sums;
}

/// A barrier of the blocks that share a tile's sums, after which each sees what the others have written.
static void meet(KernelBuilder &kb, const NarrowSchedule &schedule) {
  if (schedule.cluster == 1) {
    kb.create<NVVM::Barrier0Op>();
    return;
  }
  kb.create<NVVM::ClusterArriveOp>(UnitAttr());
  kb.create<NVVM::ClusterWaitOp>(UnitAttr());
}

/// Threads take eight columns of a row each, or single elements; blocks of a cluster a part each of those of the tile.
static void emitEpilogue(KernelBuilder &kb, const Spec &spec, const Arguments &arguments, const Position &position,
                         SumTile &tile, EpilogueEmitter &epilogue) {
  const NarrowSchedule &schedule = spec.schedule;
  int64_t width = spec.wideEpilogue ? 8 : 1, perRow = schedule.tileN / width, units = schedule.tileM * perRow;
  int64_t share = llvm::divideCeil(units, schedule.cluster);
  Value first = kb.mul(position.rank, share), end = kb.minS(kb.add(first, share), kb.c32(units));
  kb.rolledLoop(kb.add(first, position.thread), end, schedule.threads(), {}, [&](Value unit, ValueRange) {
    Value row = kb.div(unit, perRow), col = kb.mul(kb.rem(unit, perRow), width);
    EpilogueSite site;
    site.width = site.colMultiple = width;
    site.row = kb.add(position.tileM, row);
    site.col = kb.add(position.tileN, col);
    Value inside = kb.andI(kb.lt(site.row, arguments.m), kb.lt(site.col, arguments.n));
    kb.ifThen(inside, [&] {
      site.inBounds = kb.cBool(true);
      site.accumulators = {tile.read(row, col, width)};
      epilogue.loadColumns(kb, site.col, width);
      SmallVector<Value> loaded = epilogue.loadSite(kb, site);
      epilogue.finish(kb, site, loaded);
    });
    return SmallVector<Value>{};
  });
}

void narrow::emitNarrowProduct(KernelBuilder &kb, const Spec &spec, const Arguments &arguments, Value shared,
                               EpilogueEmitter &epilogue) {
  Position position = getPosition(kb, spec, arguments.m);
  SmallVector<Value> sums = emitMainLoop(kb, spec, arguments, position, shared);
  if (spec.launchDependents)
    kb.create<NVVM::GriddepcontrolOp>(NVVM::GridDepActionKind::launch_dependents);
  SumTile tile(kb, spec, position, shared);
  tile.write(sums);
  meet(kb, spec.schedule);
  emitEpilogue(kb, spec, arguments, position, tile, epilogue);
  // No block may end while others read its sums.
  if (spec.schedule.cluster > 1)
    meet(kb, spec.schedule);
}

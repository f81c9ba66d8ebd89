// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes slices of accumulators to shared memory, and reads them back as rows.

#include "StagedEpilogue.h"

#include "GroupSums.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::sm80;

namespace {
constexpr int64_t sliceRows = 16, width = 8;

/// Slices whose operands are on their way while one is computed (measured: 2 beats 1 by 0.3 % and prefetching by 0.7 %
/// of a product of 4096^3 with a residual). None where the largest warp's tile has sizes that only the launch knows:
/// its accumulators, the operands on their way and what says whether they are inside are more than a thread's
/// registers.
int64_t getSlicesAhead(const SM80Schedule &schedule, const MatmulArguments &arguments) {
  bool open = !KernelBuilder::asConstant(arguments.m) || !KernelBuilder::asConstant(arguments.n);
  bool largest = schedule.warpTileM() * schedule.warpTileN() >= 64 * 64;
  return open && largest ? 0 : 2;
}

/// A warp's slice in shared memory: 16 rows of f32 with 8 words of padding. The two 16-byte halves of each 8 columns
/// change places in the upper half of a row (64 columns and more) or in odd rows (32), so that threads which read
/// their 8 columns in two halves hit all banks.
int64_t pitchWords(const SM80Schedule &schedule) { return schedule.warpTileN() + 8; }

} // namespace

StagedEpilogue::StagedEpilogue(KernelBuilder &kb, const MatmulSpec &spec, const MatmulArguments &arguments,
                               const TilePosition &tile, Value shared, const ThreadPosition &position,
                               EpilogueEmitter &epilogue)
    : kb(kb), schedule(spec.schedule), arguments(arguments), position(position), epilogue(epilogue),
      sumType(spec.sumType), vectors(spec.vectorEpilogue), readsColumns(spec.readsColumns), tileCol(tile.tileCol),
      slicesAhead(getSlicesAhead(schedule, arguments)) {
  firstRow = kb.add(tile.tileRow, position.warpRow);
  firstCol = kb.add(tile.tileCol, position.warpCol);
  Value warp = kb.div(position.thread, 32);
  Value firstOfRow = kb.mul(kb.div(warp, schedule.warpsN), schedule.warpsN);
  buffersOfRow = kb.offsetPtr(shared, kb.mul(firstOfRow, sliceRows * pitchWords(schedule) * 4));
  for (int64_t product = 0; product < spec.products; ++product)
    buffers.push_back(kb.offsetPtr(kb.offsetPtr(shared, product * epilogueSharedBytes(schedule, 1)),
                                   kb.mul(warp, sliceRows * pitchWords(schedule) * 4)));
  Value base = kb.mul(kb.add(kb.mul(position.group, pitchWords(schedule)), kb.mul(position.pair, 2)), 4);
  Value swapped = kb.xorI(base, 16);
  if (wide())
    writeBase = {base, swapped};
  else
    writeBase = {kb.select(kb.eq(kb.rem(position.group, 2), 0), base, swapped)};
}

int64_t StagedEpilogue::slices() const { return schedule.warpTileM() / sliceRows; }
int64_t StagedEpilogue::lanesPerRow() const { return schedule.warpTileN() / width; }
int64_t StagedEpilogue::passes() const { return sliceRows / rowsPerPass(); }

void StagedEpilogue::sync() {
  if (readsColumns)
    syncGroup(kb, schedule, position);
  else
    kb.create<NVVM::SyncWarpOp>(kb.c32(-1));
}

/// Where the sum in a row and a column of a warp's slice lies, in bytes.
static Value getSumOffset(KernelBuilder &kb, const SM80Schedule &schedule, bool wide, Value row, Value col) {
  Value odd = wide ? kb.rem(kb.div(col, 32), 2) : kb.rem(row, 2);
  Value offset = kb.mul(kb.add(kb.mul(row, pitchWords(schedule)), col), 4);
  return kb.xorI(offset, kb.mul(odd, 16));
}

void StagedEpilogue::addColumnReads(EpilogueSite &site, Value row) {
  if (!readsColumns)
    return;
  site.sumAt = [this, row](KernelBuilder &kb, Value column) {
    Value inTile = kb.sub(column, tileCol), warp = kb.div(inTile, schedule.warpTileN());
    Value buffer = kb.offsetPtr(buffersOfRow, kb.mul(warp, sliceRows * pitchWords(schedule) * 4));
    Value offset = getSumOffset(kb, schedule, wide(), row, kb.rem(inTile, schedule.warpTileN()));
    return kb.load(sumType, kb.offsetPtr(buffer, offset));
  };
}

void StagedEpilogue::writeSlice(int64_t index, ArrayRef<SmallVector<Value>> sums) {
  for (auto [acc, buffer] : llvm::zip_equal(sums, buffers))
    writeSlice(index, acc, buffer);
}

void StagedEpilogue::writeSlice(int64_t index, ArrayRef<Value> acc, Value buffer) {
  int64_t blocksN = schedule.warpTileN() / 8;
  auto pairType = VectorType::get(2, sumType);
  for (int64_t j = 0; j < blocksN; ++j)
    for (int64_t half = 0; half < 2; ++half) {
      Value pair = kb.create<LLVM::PoisonOp>(pairType);
      for (int64_t e = 0; e < 2; ++e)
        pair = kb.create<LLVM::InsertElementOp>(pair, acc[(index * blocksN + j) * 4 + half * 2 + e], kb.c32(e));
      Value base = writeBase[wide() ? j / 4 % 2 : 0];
      kb.store(pair, kb.offsetPtr(kb.offsetPtr(buffer, base), (half * 8 * pitchWords(schedule) + j * 8) * 4));
    }
}

EpilogueSite StagedEpilogue::siteAt(Value row, Value col, int64_t siteWidth) {
  EpilogueSite site;
  site.width = siteWidth;
  auto clamp = [&](Value position, Value size, int64_t tile, int64_t span) {
    auto constant = KernelBuilder::asConstant(size);
    if (constant && *constant % tile == 0)
      return position;
    Value inside = kb.lt(position, size);
    site.inBounds = site.inBounds ? kb.andI(site.inBounds, inside) : inside;
    return kb.minS(position, kb.sub(size, span));
  };
  site.row = clamp(row, arguments.m, schedule.tileM, 1);
  site.col = clamp(col, arguments.n, schedule.tileN, siteWidth);
  if (!site.inBounds)
    site.inBounds = kb.cBool(true);
  return site;
}

SmallVector<Value> StagedEpilogue::readVector(int64_t pass, Value buffer) {
  Value laneCol = kb.rem(position.lane, lanesPerRow()), laneRow = kb.div(position.lane, lanesPerRow());
  Value base = kb.mul(kb.add(kb.mul(laneRow, pitchWords(schedule)), kb.mul(laneCol, width)), 4);
  Value odd = wide() ? kb.rem(kb.div(laneCol, 4), 2) : kb.rem(laneRow, 2);
  Value first = kb.xorI(base, kb.mul(odd, 16));
  auto type = VectorType::get(4, sumType);
  SmallVector<Value> values;
  for (int64_t half = 0; half < 2; ++half) {
    Value pointer = kb.offsetPtr(buffer, half ? kb.xorI(first, 16) : first);
    Value loaded = kb.load(type, kb.offsetPtr(pointer, pass * rowsPerPass() * pitchWords(schedule) * 4));
    for (int64_t i = 0; i < 4; ++i)
      values.push_back(kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(i)));
  }
  return values;
}

EpilogueSite StagedEpilogue::vectorSite(int64_t slice, int64_t pass) {
  Value row = kb.add(firstRow, kb.div(position.lane, lanesPerRow()));
  Value col = kb.add(firstCol, kb.mul(kb.rem(position.lane, lanesPerRow()), width));
  EpilogueSite site = siteAt(kb.add(row, slice * sliceRows + pass * rowsPerPass()), col, width);
  site.colMultiple = width;
  return site;
}

SmallVector<StagedEpilogue::Pending> StagedEpilogue::loadSlice(int64_t slice) {
  SmallVector<Pending> loads;
  for (int64_t pass = 0; pass < passes(); ++pass) {
    EpilogueSite site = vectorSite(slice, pass);
    if (slice == 0 && pass == 0)
      epilogue.loadColumns(kb, site.col, width);
    loads.push_back({site, epilogue.loadSite(kb, site)});
  }
  return loads;
}

void StagedEpilogue::start() {
  for (int64_t slice = 0; vectors && slice < std::min(slicesAhead, slices()); ++slice)
    pending.push_back(loadSlice(slice));
}

void StagedEpilogue::finish(ArrayRef<SmallVector<Value>> sums) {
  if (vectors)
    finishVectors(sums);
  else
    finishElements(sums);
}

// Operands of a slice are loaded while the slices before it are computed.
void StagedEpilogue::finishVectors(ArrayRef<SmallVector<Value>> sums) {
  for (int64_t slice = 0; slice < slices(); ++slice) {
    if (slice > 0)
      sync();
    writeSlice(slice, sums);
    sync();
    if (slice + slicesAhead < slices())
      pending.push_back(loadSlice(slice + slicesAhead));
    for (int64_t pass = 0; pass < passes(); ++pass) {
      auto &[site, loaded] = pending[slice][pass];
      addColumnReads(site, kb.add(kb.div(position.lane, lanesPerRow()), pass * rowsPerPass()));
      for (Value buffer : buffers)
        site.accumulators.push_back(readVector(pass, buffer));
      epilogue.finish(kb, site, loaded);
    }
  }
}

void StagedEpilogue::finishElements(ArrayRef<SmallVector<Value>> sums) {
  int64_t warpN = schedule.warpTileN();
  for (int64_t index = 0; index < slices(); ++index) {
    if (index > 0)
      sync();
    writeSlice(index, sums);
    sync();
    kb.forLoop(position.lane, kb.c32(sliceRows * warpN), 32, {}, [&](Value element, ValueRange) {
      Value row = kb.div(element, warpN), col = kb.rem(element, warpN);
      EpilogueSite site = siteAt(kb.add(kb.add(firstRow, index * sliceRows), row), kb.add(firstCol, col), 1);
      kb.ifThen(site.inBounds, [&] {
        Value offset = getSumOffset(kb, schedule, wide(), row, col);
        EpilogueSite inside = site;
        inside.inBounds = kb.cBool(true);
        addColumnReads(inside, row);
        for (Value buffer : buffers)
          inside.accumulators.push_back({kb.load(sumType, kb.offsetPtr(buffer, offset))});
        epilogue.loadColumns(kb, inside.col, 1);
        SmallVector<Value> loaded = epilogue.loadSite(kb, inside);
        epilogue.finish(kb, inside, loaded);
      });
      return SmallVector<Value>{};
    });
  }
}

int64_t sm80::epilogueSharedBytes(const SM80Schedule &schedule, int64_t products) {
  return products * schedule.warpsM * schedule.warpsN * sliceRows * pitchWords(schedule) * 4;
}

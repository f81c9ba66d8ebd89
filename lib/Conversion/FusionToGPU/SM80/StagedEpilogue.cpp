// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StagedEpilogue.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::fusion;
using namespace mlir::fusion::sm80;

namespace {
constexpr int64_t sliceRows = 16, width = 8;

/// A warp's slice in shared memory: 16 rows of f32 with 8 words of padding. The two 16-byte halves of each 8 columns
/// change places in the upper half of a row (64 columns and more) or in odd rows (32), so that threads which read
/// their 8 columns in two halves hit all banks.
int64_t pitchWords(const MatmulSchedule &schedule) { return schedule.warpTileN() + 8; }

class StagedEpilogue {
public:
  StagedEpilogue(KernelBuilder &kb, const MatmulSpec &spec, const MatmulArguments &problem, Value tileRow,
                 Value tileCol, Value shared, const ThreadPosition &position, ArrayRef<Value> acc,
                 EpilogueEmitter &epilogue)
      : kb(kb), schedule(spec.schedule), problem(problem), position(position), acc(acc), epilogue(epilogue) {
    firstRow = kb.add(tileRow, position.warpRow);
    firstCol = kb.add(tileCol, position.warpCol);
    Value warp = kb.div(position.thread, 32);
    slice = kb.offsetPtr(shared, kb.mul(warp, sliceRows * pitchWords(schedule) * 4));
    Value base = kb.mul(kb.add(kb.mul(position.group, pitchWords(schedule)), kb.mul(position.pair, 2)), 4);
    Value swapped = kb.xorI(base, 16);
    if (wide())
      writeBase = {base, swapped};
    else
      writeBase = {kb.select(kb.eq(kb.rem(position.group, 2), 0), base, swapped)};
  }

  void emitVectors();
  void emitElements();

private:
  bool wide() const { return schedule.warpTileN() >= 64; }
  int64_t slices() const { return schedule.warpTileM() / sliceRows; }
  int64_t lanesPerRow() const { return schedule.warpTileN() / width; }
  int64_t rowsPerPass() const { return 32 / lanesPerRow(); }
  int64_t passes() const { return sliceRows / rowsPerPass(); }
  void syncWarp() { kb.create<NVVM::SyncWarpOp>(kb.c32(-1)); }

  void writeSlice(int64_t index);
  EpilogueSite siteAt(Value row, Value col, int64_t siteWidth);
  SmallVector<Value> readVector(int64_t pass);

  KernelBuilder &kb;
  const MatmulSchedule &schedule;
  const MatmulArguments &problem;
  const ThreadPosition &position;
  ArrayRef<Value> acc;
  EpilogueEmitter &epilogue;
  Value firstRow, firstCol, slice;
  SmallVector<Value> writeBase;
};

void StagedEpilogue::writeSlice(int64_t index) {
  int64_t blocksN = schedule.warpTileN() / 8;
  auto pairType = VectorType::get(2, kb.getF32Type());
  for (int64_t j = 0; j < blocksN; ++j)
    for (int64_t half = 0; half < 2; ++half) {
      Value pair = kb.create<LLVM::PoisonOp>(pairType);
      for (int64_t e = 0; e < 2; ++e)
        pair = kb.create<LLVM::InsertElementOp>(pair, acc[(index * blocksN + j) * 4 + half * 2 + e], kb.c32(e));
      Value base = writeBase[wide() ? j / 4 % 2 : 0];
      kb.store(pair, kb.offsetPtr(kb.offsetPtr(slice, base), (half * 8 * pitchWords(schedule) + j * 8) * 4));
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
  site.row = clamp(row, problem.m, schedule.tileM, 1);
  site.col = clamp(col, problem.n, schedule.tileN, siteWidth);
  if (!site.inBounds)
    site.inBounds = kb.cBool(true);
  return site;
}

SmallVector<Value> StagedEpilogue::readVector(int64_t pass) {
  Value laneCol = kb.rem(position.lane, lanesPerRow()), laneRow = kb.div(position.lane, lanesPerRow());
  Value base = kb.mul(kb.add(kb.mul(laneRow, pitchWords(schedule)), kb.mul(laneCol, width)), 4);
  Value odd = wide() ? kb.rem(kb.div(laneCol, 4), 2) : kb.rem(laneRow, 2);
  Value first = kb.xorI(base, kb.mul(odd, 16));
  auto type = VectorType::get(4, kb.getF32Type());
  SmallVector<Value> values;
  for (int64_t half = 0; half < 2; ++half) {
    Value pointer = kb.offsetPtr(slice, half ? kb.xorI(first, 16) : first);
    Value loaded = kb.load(type, kb.offsetPtr(pointer, pass * rowsPerPass() * pitchWords(schedule) * 4));
    for (int64_t i = 0; i < 4; ++i)
      values.push_back(kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(i)));
  }
  return values;
}

// Operands of a slice are loaded while the slice before it is computed.
void StagedEpilogue::emitVectors() {
  Value col = kb.add(firstCol, kb.mul(kb.rem(position.lane, lanesPerRow()), width));
  Value row = kb.add(firstRow, kb.div(position.lane, lanesPerRow()));
  struct Pending {
    EpilogueSite site;
    SmallVector<Value> loaded;
  };
  auto loadSlice = [&](int64_t index) {
    SmallVector<Pending> pending;
    for (int64_t pass = 0; pass < passes(); ++pass) {
      EpilogueSite site = siteAt(kb.add(row, index * sliceRows + pass * rowsPerPass()), col, width);
      if (pass == 0 && index == 0)
        epilogue.loadColumns(kb, site.col, width);
      SmallVector<Value> loaded = epilogue.loadSite(kb, site);
      pending.push_back({site, loaded});
    }
    return pending;
  };
  SmallVector<Pending> current = loadSlice(0);
  for (int64_t index = 0; index < slices(); ++index) {
    if (index > 0)
      syncWarp();
    writeSlice(index);
    syncWarp();
    SmallVector<Pending> next;
    if (index + 1 < slices())
      next = loadSlice(index + 1);
    for (int64_t pass = 0; pass < passes(); ++pass) {
      current[pass].site.acc = readVector(pass);
      epilogue.finish(kb, current[pass].site, current[pass].loaded);
    }
    current = std::move(next);
  }
}

void StagedEpilogue::emitElements() {
  int64_t warpN = schedule.warpTileN();
  for (int64_t index = 0; index < slices(); ++index) {
    if (index > 0)
      syncWarp();
    writeSlice(index);
    syncWarp();
    kb.forLoop(position.lane, kb.c32(sliceRows * warpN), 32, {}, [&](Value element, ValueRange) {
      Value row = kb.div(element, warpN), col = kb.rem(element, warpN);
      EpilogueSite site = siteAt(kb.add(kb.add(firstRow, index * sliceRows), row), kb.add(firstCol, col), 1);
      kb.ifThen(site.inBounds, [&] {
        Value odd = wide() ? kb.rem(kb.div(col, 32), 2) : kb.rem(row, 2);
        Value offset = kb.mul(kb.add(kb.mul(row, pitchWords(schedule)), col), 4);
        offset = kb.xorI(offset, kb.mul(odd, 16));
        EpilogueSite inside = site;
        inside.inBounds = kb.cBool(true);
        inside.acc = {kb.load(kb.getF32Type(), kb.offsetPtr(slice, offset))};
        epilogue.loadColumns(kb, inside.col, 1);
        SmallVector<Value> loaded = epilogue.loadSite(kb, inside);
        epilogue.finish(kb, inside, loaded);
      });
      return SmallVector<Value>{};
    });
  }
}

} // namespace

int64_t sm80::epilogueSharedBytes(const MatmulSchedule &schedule) {
  return schedule.warpsM * schedule.warpsN * sliceRows * pitchWords(schedule) * 4;
}

void sm80::emitStagedEpilogue(KernelBuilder &kb, const MatmulSpec &spec, const MatmulArguments &problem, Value tileRow,
                              Value tileCol, Value shared, const ThreadPosition &position, ArrayRef<Value> acc,
                              EpilogueEmitter &epilogue) {
  StagedEpilogue staged(kb, spec, problem, tileRow, tileCol, shared, position, acc, epilogue);
  if (spec.vectorEpilogue)
    staged.emitVectors();
  else
    staged.emitElements();
}

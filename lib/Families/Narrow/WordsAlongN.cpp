// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Addresses, copies and loads of words that lie side by side along n.

#include "WordsAlongN.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::narrow;

static constexpr int64_t chunkBytes = 16, chunkWords = 4, wordBytes = 4;

//===----------------------------------------------------------------------===//
// A thread's words
//===----------------------------------------------------------------------===//

WordPlace::WordPlace(KernelBuilder &kb, const Spec &spec, const Position &position) : spec(spec) {
  Value panel = kb.mul(position.warpK, spec.schedule.panels(spec.format));
  first = kb.mul(kb.mad(panel, 4, position.pair), rowsOfUnit());
}

SmallVector<Value> WordPlace::sort(ArrayRef<SmallVector<Value>> loads) const {
  SmallVector<Value> words;
  for (int64_t row = 0; row < spec.schedule.rowsOfThread(); ++row)
    for (const SmallVector<Value> &load : loads)
      words.push_back(load[row]);
  return words;
}

//===----------------------------------------------------------------------===//
// Straight to registers
//===----------------------------------------------------------------------===//

WordRegisters::WordRegisters(KernelBuilder &kb, const Spec &spec, const Arguments &arguments, const Position &position)
    : place(kb, spec, position) {
  // Where the first of a thread's rows does not exist none does: copies are wide, and rows of words multiples of four.
  Value row = kb.minS(kb.add(position.tileN, position.row), kb.sub(arguments.n, spec.schedule.rowsOfThread()));
  column = kb.offsetPtr(arguments.weight.pointer, kb.mul(kb.toI64(row), wordBytes));
  pitch = kb.mul(arguments.weight.strides[0], wordBytes);
  if (!hasWholeStages(spec, arguments))
    last = kb.sub(kb.div(arguments.k, 8), 1);
}

/// By inline PTX, as in WeightRegisters.
static SmallVector<Value> loadWords(KernelBuilder &kb, Value address, int64_t count) {
  Type word = kb.getI32Type();
  auto type = LLVM::LLVMStructType::getLiteral(kb.getContext(), SmallVector<Type>(count, word));
  if (count == 2)
    return kb.extractAll(kb.inlineAsm(type, address, "ld.global.L1::no_allocate.v2.b32 {$0, $1}, [$2];", "=r,=r,l"));
  return kb.extractAll(
      kb.inlineAsm(type, address, "ld.global.L1::no_allocate.v4.b32 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,l"));
}

SmallVector<Value> WordRegisters::load(KernelBuilder &kb, Value iteration, int64_t panel) const {
  Value origin = kb.add(kb.mul(iteration, place.rowsOfStage()), place.first);
  Value address = last ? column : kb.offsetPtr(column, kb.mul(kb.toI64(origin), pitch));
  SmallVector<SmallVector<Value>> loads;
  for (int64_t word = 0; word < place.rowsOfUnit(); ++word) {
    int64_t row = place.getRow(panel, word);
    Value offset = last ? kb.mul(kb.toI64(kb.minS(kb.add(origin, row), last)), pitch) : kb.mul(pitch, row);
    loads.push_back(loadWords(kb, kb.offsetPtr(address, offset), place.spec.schedule.rowsOfThread()));
  }
  return place.sort(loads);
}

//===----------------------------------------------------------------------===//
// Through shared memory
//===----------------------------------------------------------------------===//

WordTile::WordTile(KernelBuilder &kb, const Spec &spec, const Arguments &arguments, const Position &position)
    : spec(spec), arguments(arguments), position(position), place(kb, spec, position) {
  rows = kb.div(arguments.k, 8);
}

// Rows of the four pairs of a quad are a unit apart, and two quads of a load have two chunks.
Value WordTile::getOffset(KernelBuilder &kb, Value row, Value column, Value unit) const {
  int64_t chunks = spec.schedule.tileN / chunkWords;
  Value turn = kb.mul(kb.rem(unit, std::min<int64_t>(4, chunks / 2)), 2);
  Value chunk = kb.xorI(kb.div(column, chunkWords), turn);
  return kb.mad(kb.mad(row, chunks, chunk), chunkBytes, kb.mul(kb.rem(column, chunkWords), wordBytes));
}

void WordTile::startCopies(KernelBuilder &kb, Value origin, Value buffer) const {
  int64_t chunks = words() / chunkWords, perRow = spec.schedule.tileN / chunkWords, threads = spec.schedule.threads();
  Value pitch = kb.mul(arguments.weight.strides[0], wordBytes);
  for (int64_t number = 0; number < chunks; number += threads) {
    Value own = kb.add(position.thread, number), row = kb.div(own, perRow);
    Value column = kb.mul(kb.rem(own, perRow), chunkWords);
    Value from = kb.add(position.tileN, column), at = kb.add(origin, row);
    Value inside = kb.andI(kb.lt(from, arguments.n), kb.lt(at, rows));
    Value source =
        kb.offsetPtr(arguments.weight.pointer, kb.add(kb.mul(kb.toI64(at), pitch), kb.mul(kb.toI64(from), wordBytes)));
    kb.ifThen(number + threads <= chunks ? kb.cBool(true) : kb.lt(own, kb.c32(chunks)), [&] {
      kb.create<NVVM::CpAsyncOp>(kb.offsetPtr(buffer, getOffset(kb, row, column, kb.div(row, place.rowsOfUnit()))),
                                 source, chunkBytes, NVVM::LoadCacheModifierKind::CG,
                                 kb.select(inside, kb.c32(chunkBytes), kb.c32(0)));
    });
  }
}

void WordTile::copyWords(KernelBuilder &kb, Value origin, Value buffer) const {
  Value rowPitch = kb.mul(arguments.weight.strides[0], wordBytes);
  Value columnPitch = kb.mul(arguments.weight.strides[1], wordBytes);
  kb.rolledLoop(position.thread, kb.c32(words()), spec.schedule.threads(), {}, [&](Value own, ValueRange) {
    Value row = kb.div(own, spec.schedule.tileN), column = kb.rem(own, spec.schedule.tileN);
    Value from = kb.add(position.tileN, column), at = kb.add(origin, row);
    Value inside = kb.andI(kb.lt(from, arguments.n), kb.lt(at, rows));
    Value word = kb.ifElse(
        inside, kb.getI32Type(),
        [&] {
          Value offset = kb.add(kb.mul(kb.toI64(at), rowPitch), kb.mul(kb.toI64(from), columnPitch));
          return SmallVector<Value>{kb.load(kb.getI32Type(), kb.offsetPtr(arguments.weight.pointer, offset))};
        },
        [&] { return SmallVector<Value>{kb.c32(0)}; })[0];
    kb.store(word, kb.offsetPtr(buffer, getOffset(kb, row, column, kb.div(row, place.rowsOfUnit()))));
    return SmallVector<Value>{};
  });
}

void WordTile::start(KernelBuilder &kb, Value iteration, Value buffer) const {
  Value origin = kb.mul(iteration, place.rowsOfStage());
  if (spec.wideCopies)
    startCopies(kb, origin, buffer);
  else
    copyWords(kb, origin, buffer);
}

SmallVector<Value> WordTile::load(KernelBuilder &kb, Value buffer, int64_t panel) const {
  int64_t count = spec.schedule.rowsOfThread(), rowBytes = spec.schedule.tileN * wordBytes;
  Value first = kb.offsetPtr(buffer, getOffset(kb, place.first, position.row, position.pair));
  SmallVector<SmallVector<Value>> loads;
  for (int64_t word = 0; word < place.rowsOfUnit(); ++word) {
    Value loaded =
        kb.load(VectorType::get(count, kb.getI32Type()), kb.offsetPtr(first, place.getRow(panel, word) * rowBytes));
    SmallVector<Value> &words = loads.emplace_back();
    for (int64_t i = 0; i < count; ++i)
      words.push_back(kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(i)));
  }
  return place.sort(loads);
}

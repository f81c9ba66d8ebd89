// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies by cp.async, or element by element.

#include "TileCopies.h"

#include "Dequantiser.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::narrow;

static constexpr int64_t chunkBytes = 16, chunkElements = 8;

/// What the number of a chunk is xored with, so that eight lanes of a load, four of each of two rows, find all banks:
/// of 128 bytes of a row the chunks change places.
static Value getTurn(KernelBuilder &kb, const Spec &spec, Value row, Value chunk) {
  Value odd = kb.rem(row, 2);
  switch (spec.format.unitElements() / chunkElements) {
  case 1: // chunks 0, 1, 2, 3
    return kb.mul(odd, 4);
  case 2: // chunks 0, 2, 4, 6
    return odd;
  default: // chunks 0, 4, 8, 12
    return kb.mad(odd, 2, kb.rem(kb.div(chunk, 8), 2));
  }
}

Value narrow::getActivationOffset(KernelBuilder &kb, const Spec &spec, Value row, Value chunk) {
  Value place = kb.xorI(chunk, getTurn(kb, spec, row, chunk));
  return kb.mul(kb.mad(row, spec.schedule.tileK / chunkElements, place), chunkBytes);
}

TileCopies::TileCopies(KernelBuilder &kb, const Spec &spec, const Arguments &arguments, const Position &position)
    : spec(spec), arguments(arguments), position(position) {
  weightRowBytes = kb.ceilDiv(arguments.k, 8 / spec.format.bits);
  const NarrowSchedule &schedule = spec.schedule;
  if (spec.format.wordsAlongN && !schedule.inRegisters)
    wordTile.emplace(kb, spec, arguments, position);
  if (!spec.wideCopies)
    return;
  auto count = [&](int64_t bytes) { return llvm::divideCeil(bytes, chunkBytes * schedule.threads()); };
  for (int64_t i = 0; !wordTile && i < int64_t(count(schedule.weightBytes(spec.format))); ++i)
    weightCopies.push_back(getWeightCopy(kb, i));
  for (int64_t i = 0; i < int64_t(count(schedule.activationBytes())); ++i)
    activationCopies.push_back(getActivationCopy(kb, i));
}

Value TileCopies::isInside(KernelBuilder &kb, Value row, Value size, int64_t tile) const {
  auto constant = KernelBuilder::asConstant(size);
  return constant && *constant % tile == 0 ? Value() : kb.lt(row, size);
}

/// Whether there is a copy of that number in a tile: small ones have fewer than threads.
static Value exists(KernelBuilder &kb, const NarrowSchedule &schedule, Value number, int64_t bytes) {
  bool isWhole = bytes % (chunkBytes * schedule.threads()) == 0;
  return isWhole ? kb.cBool(true) : kb.lt(number, kb.c32(bytes / chunkBytes));
}

// Copies are numbered as shared memory is: panel by panel, row by row.
TileCopies::Copy TileCopies::getWeightCopy(KernelBuilder &kb, int64_t number) const {
  const NarrowSchedule &schedule = spec.schedule;
  int64_t perRow = 4 * spec.format.unitBytes() / chunkBytes, perPanel = schedule.tileN * perRow;
  Value own = kb.add(position.thread, number * schedule.threads());
  Value inPanel = kb.rem(own, perPanel), row = kb.add(position.tileN, kb.div(inPanel, perRow));
  Copy copy;
  copy.first = kb.mul(kb.mad(kb.div(own, perPanel), perRow, kb.rem(inPanel, perRow)), chunkBytes);
  copy.inside = isInside(kb, row, arguments.n, schedule.tileN);
  copy.source = kb.offsetPtr(getRowAddress(kb, arguments.weight, row), kb.toI64(copy.first));
  copy.target = kb.mul(own, chunkBytes);
  copy.exists = exists(kb, schedule, own, schedule.weightBytes(spec.format));
  return copy;
}

TileCopies::Copy TileCopies::getActivationCopy(KernelBuilder &kb, int64_t number) const {
  const NarrowSchedule &schedule = spec.schedule;
  int64_t perRow = schedule.tileK / chunkElements;
  Value own = kb.add(position.thread, number * schedule.threads());
  Value inTile = kb.div(own, perRow), chunk = kb.rem(own, perRow), row = kb.add(position.tileM, inTile);
  Copy copy;
  copy.first = kb.mul(chunk, chunkBytes);
  copy.inside = isInside(kb, row, arguments.m, schedule.tileM);
  copy.source = kb.offsetPtr(getRowAddress(kb, arguments.activations, row), kb.toI64(copy.first));
  copy.target = kb.add(getActivationOffset(kb, spec, inTile, chunk), schedule.weightBytes(spec.format));
  copy.exists = exists(kb, schedule, own, schedule.activationBytes());
  return copy;
}

void TileCopies::startCopies(KernelBuilder &kb, ArrayRef<Copy> copies, Value origin, Value rowBytes,
                             Value buffer) const {
  Value none = kb.c32(0), left = kb.sub(rowBytes, origin);
  for (const Copy &copy : copies) {
    Value size = kb.minS(kb.maxS(kb.sub(left, copy.first), none), kb.c32(chunkBytes));
    if (copy.inside)
      size = kb.select(copy.inside, size, none);
    kb.ifThen(copy.exists, [&] {
      kb.create<NVVM::CpAsyncOp>(kb.offsetPtr(buffer, copy.target), kb.offsetPtr(copy.source, kb.toI64(origin)),
                                 chunkBytes, NVVM::LoadCacheModifierKind::CG, size);
    });
  }
}

/// What is at `address` if that is inside, else zero.
static Value loadInside(KernelBuilder &kb, Type type, Value inside, Value address) {
  return kb.ifElse(
      inside, type, [&] { return SmallVector<Value>{kb.load(type, address)}; },
      [&] { return SmallVector<Value>{kb.zero(type)}; })[0];
}

void TileCopies::copyWeight(KernelBuilder &kb, Value origin, Value buffer) const {
  int64_t perRow = 4 * spec.format.unitBytes(), perPanel = spec.schedule.tileN * perRow;
  int64_t elementBytes = storedBytes(arguments.weight.elementType);
  Value pitch = kb.mul(arguments.weight.strides[1], elementBytes);
  kb.rolledLoop(position.thread, kb.c32(spec.schedule.weightBytes(spec.format)), spec.schedule.threads(), {},
                [&](Value own, ValueRange) {
                  Value inPanel = kb.rem(own, perPanel), row = kb.add(position.tileN, kb.div(inPanel, perRow));
                  Value byte = kb.add(origin, kb.mad(kb.div(own, perPanel), perRow, kb.rem(inPanel, perRow)));
                  Value inside = kb.andI(kb.lt(row, arguments.n), kb.lt(byte, weightRowBytes));
                  Value inRow =
                      kb.add(kb.mul(kb.toI64(kb.div(byte, elementBytes)), pitch), kb.toI64(kb.rem(byte, elementBytes)));
                  Value address = kb.offsetPtr(getRowAddress(kb, arguments.weight, row), inRow);
                  kb.store(loadInside(kb, kb.getI8Type(), inside, address), kb.offsetPtr(buffer, own));
                  return SmallVector<Value>{};
                });
}

/// Where the element of a chunk stands that pairActivations permutes.
static Value getPlaceInChunk(KernelBuilder &kb, const Spec &spec, Value element) {
  if (spec.format.bits == 4)
    return kb.mad(kb.rem(element, 4), 2, kb.div(element, 4));
  Value inHalf = kb.rem(element, 4);
  return kb.add(kb.sub(element, inHalf), kb.mad(kb.rem(inHalf, 2), 2, kb.div(inHalf, 2)));
}

void TileCopies::copyActivations(KernelBuilder &kb, Value origin, Value buffer) const {
  int64_t perRow = spec.schedule.tileK;
  Value pitch = kb.mul(arguments.activations.strides[1], 2), part = kb.offsetPtr(buffer, weightBytes());
  kb.rolledLoop(
      position.thread, kb.c32(spec.schedule.tileM * perRow), spec.schedule.threads(), {}, [&](Value own, ValueRange) {
        Value inTile = kb.div(own, perRow), inRow = kb.rem(own, perRow);
        Value row = kb.add(position.tileM, inTile), element = kb.add(origin, inRow);
        Value inside = kb.andI(kb.lt(row, arguments.m), kb.lt(element, arguments.k));
        Value address = kb.offsetPtr(getRowAddress(kb, arguments.activations, row), kb.mul(kb.toI64(element), pitch));
        Value offset = kb.mad(getPlaceInChunk(kb, spec, kb.rem(inRow, chunkElements)), 2,
                              getActivationOffset(kb, spec, inTile, kb.div(inRow, chunkElements)));
        kb.store(loadInside(kb, kb.getI16Type(), inside, address), kb.offsetPtr(part, offset));
        return SmallVector<Value>{};
      });
}

void TileCopies::pairActivations(KernelBuilder &kb, Value buffer) const {
  auto words = VectorType::get(4, kb.getI32Type());
  for (const Copy &copy : activationCopies)
    kb.ifThen(copy.exists, [&] {
      Value address = kb.offsetPtr(buffer, copy.target), loaded = kb.load(words, address);
      auto given = llvm::map_to_vector(llvm::seq<int64_t>(4), [&](int64_t word) -> Value {
        return kb.create<LLVM::ExtractElementOp>(loaded, kb.c32(word));
      });
      Value paired = kb.create<LLVM::PoisonOp>(words);
      for (auto [word, pair] : llvm::enumerate(Dequantiser::pairActivations(kb, given, spec.format.bits)))
        paired = kb.create<LLVM::InsertElementOp>(paired, pair, kb.c32(word));
      kb.store(paired, address);
    });
}

void TileCopies::startWeight(KernelBuilder &kb, Value iteration, Value buffer) const {
  Value origin = kb.mul(iteration, spec.format.bytesOf(spec.schedule.tileK));
  if (wordTile)
    wordTile->start(kb, iteration, buffer);
  else if (spec.wideCopies)
    startCopies(kb, weightCopies, origin, weightRowBytes, buffer);
  else
    copyWeight(kb, origin, buffer);
}

void TileCopies::start(KernelBuilder &kb, Value iteration, Value buffer) const {
  Value origin = kb.mul(iteration, spec.schedule.tileK);
  startWeight(kb, iteration, buffer);
  if (!spec.wideCopies) {
    copyActivations(kb, origin, buffer);
    return;
  }
  startCopies(kb, activationCopies, kb.mul(origin, 2), kb.mul(arguments.k, 2), buffer);
  kb.create<NVVM::CpAsyncCommitGroupOp>();
}

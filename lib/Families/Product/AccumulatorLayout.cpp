// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Places in staged chunks, for layouts of any kind.

#include "fusion/Families/Product/AccumulatorLayout.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

AccumulatorLayout::~AccumulatorLayout() = default;

Type AccumulatorLayout::getAccumulatorType(Type sumType, int64_t columns) const {
  return LLVM::LLVMStructType::getLiteral(sumType.getContext(), SmallVector<Type>(countRegisters(columns), sumType));
}

SmallVector<Pair> AccumulatorLayout::getPairs(int64_t accumulator, int64_t registers) const {
  SmallVector<Pair> pairs;
  for (int64_t first = 0; first < registers; first += 2)
    pairs.push_back(getPair(accumulator, first));
  return pairs;
}

Value StagedChunk::getBox(KernelBuilder &kb, Value box) const {
  Value buffer = kb.offsetPtr(memory, offset);
  return kb.offsetPtr(buffer, kb.mul(box, chunks.rows * chunks.boxColumns(elementBytes) * elementBytes));
}

Value StagedChunk::getPiece(KernelBuilder &kb, Value row, Value piece) const {
  Value buffer = kb.offsetPtr(memory, offset);
  return kb.offsetPtr(buffer, getSwizzled(kb, row, piece, chunks.columns * elementBytes));
}

Value async::getSwizzled(KernelBuilder &kb, Value row, Value piece, int64_t rowBytes) {
  Value turn = kb.andI(kb.div(row, 128 / rowBytes), rowBytes / 16 - 1);
  return kb.mad(row, rowBytes, kb.mul(kb.xorI(piece, turn), 16));
}

SmallVector<Value> async::splitPair(KernelBuilder &kb, Value vector) {
  return {kb.create<LLVM::ExtractElementOp>(vector, kb.c32(0)), kb.create<LLVM::ExtractElementOp>(vector, kb.c32(1))};
}

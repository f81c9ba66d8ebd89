// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Multiplies a thread's row of a k block with all columns.

#include "RowAtom.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

// Rows of 128 bytes, whose pieces of 16 TMA has swizzled.
Value RowAtom::load(KernelBuilder &kb, const Multiplicand &multiplicand, Value address, Value index, Value k) const {
  int64_t elements = multiplicand.rowElements(), inPiece = 16 / multiplicand.elementBytes;
  Value row = multiplicand.kMajor ? index : k, along = multiplicand.kMajor ? k : index;
  Value box = kb.mad(kb.div(along, elements), multiplicand.boxBytes(), address), inRow = kb.rem(along, elements);
  Value piece = kb.mad(row, 128, kb.mul(kb.xorI(kb.div(inRow, inPiece), kb.rem(row, 8)), 16));
  Value place = kb.add(kb.add(box, piece), kb.mul(kb.rem(inRow, inPiece), multiplicand.elementBytes));
  Value element = kb.load(elementType, kb.create<LLVM::IntToPtrOp>(kb.sharedPtrType(), place));
  return kb.create<arith::ExtFOp>(kb.getF32Type(), element);
}

SmallVector<Value> RowAtom::multiply(KernelBuilder &kb, ArrayRef<Factors> factors, ArrayRef<Value> accumulators,
                                     bool fresh) const {
  ConsumerPosition position = getConsumerPosition(kb, ThreadPosition::get(kb));
  int64_t count = layout->countRegisters(own().columns);
  SmallVector<Value> results;
  for (auto [set, accumulator] : llvm::enumerate(accumulators)) {
    SmallVector<Value> sums = fresh ? SmallVector<Value>(count, kb.zero(sumType)) : kb.extractAll(accumulator);
    sums = kb.forLoop(kb.c32(0), kb.c32(rows.tileK), 1, sums, [&, set = set](Value k, ValueRange carried) {
      Value left = load(kb, rows, factors.front().rows, position.thread, k);
      SmallVector<Value> next;
      for (auto [column, sum] : llvm::enumerate(carried)) {
        Value number = kb.c32(static_cast<int64_t>(column));
        Value right = load(kb, columns[set], factors.front().columns[set], number, k);
        next.push_back(kb.addSums(sum, kb.create<arith::MulFOp>(left, right)));
      }
      return next;
    });
    Value packed = kb.create<LLVM::UndefOp>(getAccumulatorType());
    for (auto [i, sum] : llvm::enumerate(sums))
      packed = kb.create<LLVM::InsertValueOp>(packed, sum, static_cast<int64_t>(i));
    results.push_back(packed);
  }
  position.sync(kb);
  return results;
}

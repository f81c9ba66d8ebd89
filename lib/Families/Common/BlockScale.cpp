// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads scales of blocks, and adds sums that are multiplied with them.

#include "fusion/Families/Common/BlockScale.h"

using namespace mlir;
using namespace fusion;

/// `pointer` moved to block number `index` / `block` along dimension `dim`, or to the last one.
static Value moveAlong(KernelBuilder &kb, const MemRefArgument &memory, int64_t dim, Value pointer, Value index,
                       int64_t block) {
  if (KernelBuilder::asConstant(memory.sizes[dim]) == 1)
    return pointer;
  Value last = kb.sub(kb.toI32(memory.sizes[dim]), 1);
  Value place = kb.minS(kb.div(index, block), last);
  return kb.offsetPtr(pointer, kb.mul(kb.mul(kb.toI64(place), memory.strides[dim]), storedBytes(memory.elementType)));
}

Value BlockScale::locate(KernelBuilder &kb, Value index) const {
  return moveAlong(kb, memory, 0, memory.pointer, index, outer);
}

Value BlockScale::load(KernelBuilder &kb, Value first, Value k) const {
  return kb.load(memory.elementType, moveAlong(kb, memory, 1, first, k, depth));
}

Value fusion::addScaled(KernelBuilder &kb, Value partial, Value scale, Value total) {
  if (!scale)
    return kb.addSums(total, partial);
  return kb.create<LLVM::FMAOp>(partial, scale, total);
}

Value fusion::multiplyScales(KernelBuilder &kb, Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return kb.create<arith::MulFOp>(a, b);
}

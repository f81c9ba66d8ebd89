// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Emits shuffles among the four lanes of a quad.

#include "Quad.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

Value fusion::exchangeInQuad(KernelBuilder &kb, Value value, int64_t distance) {
  return kb.create<NVVM::ShflOp>(value.getType(), kb.c32(-1), value, kb.c32(distance), kb.c32(31), NVVM::ShflKind::bfly,
                                 UnitAttr());
}

Value fusion::combineQuad(KernelBuilder &kb, Value value, function_ref<Value(Value, Value)> combine) {
  for (int64_t distance : {1, 2})
    value = combine(value, exchangeInQuad(kb, value, distance));
  return value;
}

// Selects of values, not of places: of those LLVM would make an array in local memory.
void fusion::transposeQuad(KernelBuilder &kb, MutableArrayRef<Value> words, Value quadLane) {
  for (int64_t distance : {1, 2}) {
    Value isUpper = kb.ne(kb.andI(quadLane, distance), kb.c32(0));
    for (int64_t first = 0; first < 4; ++first) {
      if (first & distance)
        continue;
      Value low = words[first], high = words[first + distance];
      Value other = exchangeInQuad(kb, kb.select(isUpper, low, high), distance);
      words[first] = kb.select(isUpper, other, low);
      words[first + distance] = kb.select(isUpper, high, other);
    }
  }
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Takes the sums of products that share accumulators apart.

#include "fusion/Families/Product/Atom.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::async;

SmallVector<Value> Atom::separate(KernelBuilder &kb, ArrayRef<Value> accumulators) const {
  if (stackedColumns() == 1)
    return SmallVector<Value>(accumulators);
  Type type = layout->getAccumulatorType(sumType, own().columns);
  int64_t registers = layout->countRegisters(own().columns);
  SmallVector<Value> separate;
  for (int64_t product = 0; product < stackedColumns(); ++product)
    for (Value accumulator : accumulators) {
      Value sums = kb.create<LLVM::UndefOp>(type);
      for (int64_t i = 0; i < registers; ++i)
        sums = kb.create<LLVM::InsertValueOp>(sums, kb.extract(accumulator, product * registers + i), i);
      separate.push_back(sums);
    }
  return separate;
}

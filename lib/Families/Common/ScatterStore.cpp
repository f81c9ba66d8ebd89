// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Computes where elements go that indices give a place.

#include "fusion/Families/Common/ScatterStore.h"

#include "fusion/Dialect/Fusion/IR/StoreOps.h"

using namespace mlir;
using namespace fusion;

std::optional<ScatterStore> ScatterStore::get(KernelOp kernel, unsigned output, const MemRefArgument &memory,
                                              int64_t rank) {
  StoreOpInterface store = getStoreOp(kernel, output);
  std::optional<int64_t> dim = store ? store.getIndexedDim() : std::nullopt;
  if (!dim)
    return std::nullopt;
  return ScatterStore(*dim + rank - memory.rank(), memory.sizes[*dim], storesRows(kernel, output));
}

Value ScatterStore::isInside(KernelBuilder &kb, Value index) const {
  return kb.cmp(arith::CmpIPredicate::ult, kb.toI64(index), kb.toI64(size));
}

Value ScatterStore::address(KernelBuilder &kb, OperandAccess access, ElementPlace place, Value index) const {
  auto outer = static_cast<int64_t>(place.outer.size());
  (dim < outer ? place.outer[dim] : dim == outer ? place.row : place.col) = kb.toI64(index);
  if (dim < outer)
    access.enterOuter(kb, place.outer);
  return access.address(kb, place.row, place.col);
}

SmallVector<std::optional<ScatterStore>> fusion::getScatterStores(KernelOp kernel, ArrayRef<MemRefArgument> outputs,
                                                                  int64_t rank) {
  SmallVector<std::optional<ScatterStore>> stores;
  for (auto [number, output] : llvm::enumerate(outputs))
    stores.push_back(ScatterStore::get(kernel, number, output, rank));
  return stores;
}

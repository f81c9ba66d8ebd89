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
  return ScatterStore(store, memory, rank, storesRows(kernel, output));
}

ScatterStore::ScatterStore(StoreOpInterface store, const MemRefArgument &memory, int64_t rank, bool rows)
    : dim(*store.getIndexedDim()), skipped(rank - cast<RankedTensorType>(store.getStored().getType()).getRank()),
      dims(store.getOutputDims()), memory(memory), rows(rows) {
  if (auto scatter = dyn_cast<ScatterOp>(store.getOperation()))
    places = scatter.getNumPlaces();
}

Value ScatterStore::isInside(KernelBuilder &kb, Value index) const {
  return kb.cmp(arith::CmpIPredicate::ult, kb.toI64(index), kb.toI64(memory.sizes[dim]));
}

Value ScatterStore::address(KernelBuilder &kb, OperandAccess access, ElementPlace place, Value index) const {
  if (!dims.empty())
    return splitAddress(kb, place, index);
  auto outer = static_cast<int64_t>(place.outer.size());
  int64_t own = dim + skipped;
  (own < outer ? place.outer[own] : own == outer ? place.row : place.col) = kb.toI64(index);
  if (own < outer)
    access.enterOuter(kb, place.outer);
  return access.address(kb, place.row, place.col);
}

Value ScatterStore::splitAddress(KernelBuilder &kb, const ElementPlace &place, Value index) const {
  SmallVector<Value> along(place.outer);
  along.append({place.row, place.col});
  Value address = memory.pointer;
  auto advance = [&](int64_t to, Value position) {
    Value stride = kb.mul(memory.strides[to], storedBytes(memory.elementType));
    address = kb.offsetPtr(address, kb.mul(kb.toI64(position), stride));
  };
  for (auto [own, group] : llvm::enumerate(dims)) {
    Value rest = along[own + skipped];
    for (int64_t to : llvm::reverse(group)) {
      Value position = rest;
      if (to != group.front()) {
        Value size = to == dim ? kb.c64(places) : memory.sizes[to];
        size = rest.getType().isInteger(64) ? kb.toI64(size) : kb.toI32(size);
        position = kb.rem(rest, size);
        rest = kb.div(rest, size);
      }
      advance(to, to == dim ? index : position);
    }
  }
  return address;
}

SmallVector<std::optional<ScatterStore>> fusion::getScatterStores(KernelOp kernel, ArrayRef<MemRefArgument> outputs,
                                                                  int64_t rank) {
  SmallVector<std::optional<ScatterStore>> stores;
  for (auto [number, output] : llvm::enumerate(outputs))
    stores.push_back(ScatterStore::get(kernel, number, output, rank));
  return stores;
}

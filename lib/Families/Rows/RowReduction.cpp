// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RowReduction.h"

#include "fusion/Support/SeededFault.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::fusion;

// Registers of 32 bits are exchanged: less is widened, more is halved.
Value RowReduction::exchange(KernelBuilder &kb, Value value, int64_t distance) {
  auto shuffle = [&](Value sent) -> Value {
    return kb.create<gpu::ShuffleOp>(sent, int32_t(distance), int32_t(kWarp), gpu::ShuffleMode::XOR).getShuffleResult();
  };
  Type type = value.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 32)
    return shuffle(value);
  auto bits = kb.getIntegerType(width);
  Value whole = isa<FloatType>(type) ? kb.create<arith::BitcastOp>(bits, value) : value;
  Value received;
  if (width < 32) {
    received = kb.create<arith::TruncIOp>(bits, shuffle(kb.create<arith::ExtUIOp>(kb.getI32Type(), whole)));
  } else {
    Value upper = kb.create<arith::TruncIOp>(kb.getI32Type(), kb.create<arith::ShRUIOp>(whole, kb.c64(32)));
    Value low = kb.create<arith::ExtUIOp>(bits, shuffle(kb.create<arith::TruncIOp>(kb.getI32Type(), whole)));
    Value high = kb.create<arith::ExtUIOp>(bits, shuffle(upper));
    received = kb.orI(low, kb.shl(high, kb.c64(32)));
  }
  return isa<FloatType>(type) ? kb.create<arith::BitcastOp>(type, received) : received;
}

Value RowReduction::butterfly(KernelBuilder &kb, const Operation &operation, Value value, int64_t threads) {
  for (int64_t distance = 1; distance < threads; distance *= 2)
    value = operation.combine(value, exchange(kb, value, distance));
  return value;
}

/// Puts together neighbours among `values`, and so on, until `left` are left.
static SmallVector<Value> combineNeighbours(const RowReduction::Operation &operation, SmallVector<Value> values,
                                            size_t left) {
  while (values.size() > left) {
    for (size_t i = 0; i < values.size() / 2; ++i)
      values[i] = operation.combine(values[2 * i], values[2 * i + 1]);
    values.resize(values.size() / 2);
  }
  return values;
}

Value RowReduction::placeOfWarp(KernelBuilder &kb, size_t operation, Value warp) {
  Value number = kb.add(kb.mul(at.localRow, warps()), warp);
  return kb.offsetPtr(kb.offsetPtr(memory, operation * bytesOfOperation()), kb.toI64(kb.mul(number, kBytesOfValue)));
}

Value RowReduction::placeOfBlock(KernelBuilder &kb, size_t operation, Value block) {
  int64_t ofCluster = (operation + 1) * bytesOfOperation() - schedule.cluster * kBytesOfValue;
  return kb.offsetPtr(kb.offsetPtr(memory, ofCluster), kb.toI64(kb.mul(block, kBytesOfValue)));
}

// A truth value is a byte in memory.
static Value toMemory(KernelBuilder &kb, Value value) {
  return value.getType().isInteger(1) ? kb.create<arith::ExtUIOp>(kb.getI8Type(), value) : value;
}
static Value loadValue(KernelBuilder &kb, Type type, Value place) {
  if (!type.isInteger(1))
    return kb.load(type, place);
  return kb.create<arith::TruncIOp>(type, kb.load(kb.getI8Type(), place));
}

SmallVector<Value> RowReduction::reduceBlock(KernelBuilder &kb, ArrayRef<Operation> operations) {
  SmallVector<SmallVector<Value>> ofWarps; // what the parts of warps came to
  for (const Operation &operation : operations) {
    ofWarps.push_back(combineNeighbours(operation, operation.lanes, schedule.getStrides(order)));
    for (Value &value : ofWarps.back())
      value = butterfly(kb, operation, value, std::min(schedule.threads, kWarp));
  }
  SmallVector<Value> results;
  if (!needsMemory()) {
    for (auto [operation, values] : llvm::zip_equal(operations, ofWarps))
      results.push_back(combineNeighbours(operation, values, 1).front());
    return results;
  }
  Value warp = kb.div(at.thread, kWarp), lane = kb.rem(at.thread, kWarp);
  kb.ifThen(kb.eq(lane, 0), [&] {
    for (auto [number, values] : llvm::enumerate(ofWarps))
      for (auto [turn, value] : llvm::enumerate(values))
        kb.store(toMemory(kb, value), placeOfWarp(kb, number, kb.add(warp, turn * (schedule.threads / kWarp))));
  });
  if (!seeded("row-reduction-not-awaited"))
    kb.create<NVVM::Barrier0Op>();
  for (auto [number, operation] : llvm::enumerate(operations)) {
    SmallVector<Value> parts;
    for (int64_t first = 0; first < warps(); first += kWarp) {
      Value part = kb.add(kb.rem(lane, std::min(warps(), kWarp)), first);
      Value value = loadValue(kb, operation.lanes.front().getType(), placeOfWarp(kb, number, part));
      parts.push_back(butterfly(kb, operation, value, std::min(warps(), kWarp)));
    }
    results.push_back(combineNeighbours(operation, parts, 1).front());
  }
  return results;
}

/// Stores an integer or float at a place in another block's shared memory.
static void storeToBlock(KernelBuilder &kb, Value value, Value place, Value block) {
  Type type = value.getType();
  unsigned width = std::max(32u, type.getIntOrFloatBitWidth());
  if (isa<FloatType>(type))
    value = kb.create<arith::BitcastOp>(kb.getIntegerType(type.getIntOrFloatBitWidth()), value);
  if (type.getIntOrFloatBitWidth() < width)
    value = kb.create<arith::ExtUIOp>(kb.getIntegerType(width), value);
  Value remote = kb.inlineAsm(kb.getI32Type(), {place, block}, "mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r");
  kb.inlineAsm(Type(), {remote, value},
               width == 64 ? "st.shared::cluster.b64 [$0], $1;" : "st.shared::cluster.b32 [$0], $1;",
               width == 64 ? "r,l" : "r,r");
}

SmallVector<Value> RowReduction::reduceCluster(KernelBuilder &kb, ArrayRef<Operation> operations,
                                               ArrayRef<Value> values) {
  // Each block tells all, itself included.
  kb.ifThen(kb.lt(at.thread, kb.c32(schedule.cluster)), [&] {
    for (auto [number, value] : llvm::enumerate(values))
      storeToBlock(kb, value, placeOfBlock(kb, number, at.rank), at.thread);
  });
  kb.create<NVVM::ClusterArriveOp>(UnitAttr());
  kb.create<NVVM::ClusterWaitOp>(UnitAttr());
  SmallVector<Value> results;
  for (auto [number, operation] : llvm::enumerate(operations)) {
    SmallVector<Value> parts;
    for (int64_t block = 0; block < schedule.cluster; ++block)
      parts.push_back(loadValue(kb, values[number].getType(), placeOfBlock(kb, number, kb.c32(block))));
    results.push_back(combineNeighbours(operation, parts, 1).front());
  }
  return results;
}

SmallVector<Value> RowReduction::reduce(KernelBuilder &kb, ArrayRef<Operation> operations) {
  SmallVector<Value> results = reduceBlock(kb, operations);
  if (schedule.cluster > 1)
    results = reduceCluster(kb, operations, results);
  if (memory)
    memory = kb.offsetPtr(memory, operations.size() * bytesOfOperation());
  return results;
}

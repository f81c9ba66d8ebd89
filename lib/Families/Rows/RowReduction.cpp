// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Combines across lanes, warps, and the blocks of a cluster.

#include "RowReduction.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;

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

Value RowReduction::butterfly(KernelBuilder &kb, const Combine &combine, Value value, int64_t threads,
                              int64_t distance) {
  for (int64_t step = 1; step < threads; step *= 2)
    value = combine(value, exchange(kb, value, step * distance));
  return value;
}

SmallVector<Value> fusion::combineNeighbours(const Combine &combine, SmallVector<Value> values, size_t left) {
  while (values.size() > left) {
    size_t half = llvm::divideCeil(values.size(), 2);
    for (size_t i = 0; i < half; ++i)
      values[i] = 2 * i + 1 < values.size() ? combine(values[2 * i], values[2 * i + 1]) : values[2 * i];
    values.resize(half);
  }
  return values;
}

Value RowReduction::placeOfPart(KernelBuilder &kb, size_t operation, Value part) {
  Value number = kb.add(kb.mul(part, schedule.getRowThreads()), at.localRow);
  return kb.offsetPtr(kb.offsetPtr(memory.values, operation * bytesOfOperation()),
                      kb.toI64(kb.mul(number, valueBytes)));
}

Value RowReduction::placeOfBlock(KernelBuilder &kb, size_t operation, Value block) {
  int64_t ofCluster = (operation + 1) * bytesOfOperation() - schedule.cluster * valueBytes;
  return kb.offsetPtr(kb.offsetPtr(memory.values, ofCluster), kb.toI64(kb.mul(block, valueBytes)));
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
  int64_t together = schedule.getThreadsOfWarp();
  SmallVector<SmallVector<Value>> ofWarps; // what the parts of warps came to
  for (const Operation &operation : operations) {
    ofWarps.push_back(operation.parts);
    for (Value &value : ofWarps.back())
      value = butterfly(kb, operation.combine, value, together, schedule.getDistance());
  }
  if (parts == 0) {
    SmallVector<Value> results;
    for (auto [operation, values] : llvm::zip_equal(operations, ofWarps))
      results.push_back(combineNeighbours(operation.combine, values, 1).front());
    return results;
  }
  Value group = kb.div(at.thread, together);
  kb.ifThen(kb.eq(kb.rem(at.thread, together), 0), [&] {
    for (auto [number, values] : llvm::enumerate(ofWarps))
      for (auto [iteration, value] : llvm::enumerate(values))
        kb.store(toMemory(kb, value),
                 placeOfPart(kb, number, kb.add(group, iteration * (schedule.threads / together))));
  });
  kb.create<NVVM::Barrier0Op>();
  return schedule.getDistance() == 1 ? gatherByWarps(kb, operations) : gatherInPlace(kb, operations);
}

SmallVector<Value> RowReduction::gatherByWarps(KernelBuilder &kb, ArrayRef<Operation> operations) {
  Value lane = kb.rem(at.thread, kWarp);
  SmallVector<Value> results;
  for (auto [number, operation] : llvm::enumerate(operations)) {
    SmallVector<Value> gathered;
    for (int64_t first = 0; first < parts; first += kWarp) {
      Value part = kb.add(kb.rem(lane, std::min(parts, kWarp)), first);
      Value value = loadValue(kb, operation.parts.front().getType(), placeOfPart(kb, number, part));
      gathered.push_back(butterfly(kb, operation.combine, value, std::min(parts, kWarp)));
    }
    results.push_back(combineNeighbours(operation.combine, gathered, 1).front());
  }
  return results;
}

SmallVector<Value> RowReduction::gatherInPlace(KernelBuilder &kb, ArrayRef<Operation> operations) {
  constexpr int64_t few = 8; // so many are read by all threads
  auto load = [&](size_t number, Value part) {
    return loadValue(kb, operations[number].parts.front().getType(), placeOfPart(kb, number, part));
  };
  int64_t left = parts;
  for (int64_t distance = 1; left > few; distance *= 2, left /= 2) {
    kb.ifThen(kb.lt(at.thread, kb.c32(left / 2)), [&] {
      Value part = kb.mul(at.thread, 2 * distance);
      for (auto [number, operation] : llvm::enumerate(operations)) {
        Value both = operation.combine(load(number, part), load(number, kb.add(part, distance)));
        kb.store(toMemory(kb, both), placeOfPart(kb, number, part));
      }
    });
    kb.create<NVVM::Barrier0Op>();
  }
  SmallVector<Value> results;
  for (auto [number, operation] : llvm::enumerate(operations)) {
    SmallVector<Value> gathered;
    for (int64_t part = 0; part < left; ++part)
      gathered.push_back(load(number, kb.c32(part * (parts / left))));
    results.push_back(combineNeighbours(operation.combine, gathered, 1).front());
  }
  return results;
}

/// Bytes of a value on its way to another block.
static int64_t getSentBytes(Value value) { return std::max(4u, value.getType().getIntOrFloatBitWidth() / 8); }

/// Stores an integer or float at a place in another block's shared memory; `barrier` there counts its bytes.
static void storeToBlock(KernelBuilder &kb, Value value, Value place, Value block, Value barrier) {
  Type type = value.getType();
  unsigned width = 8 * getSentBytes(value);
  if (isa<FloatType>(type))
    value = kb.create<arith::BitcastOp>(kb.getIntegerType(type.getIntOrFloatBitWidth()), value);
  if (type.getIntOrFloatBitWidth() < width)
    value = kb.create<arith::ExtUIOp>(kb.getIntegerType(width), value);
  auto getRemote = [&](Value pointer) {
    return kb.inlineAsm(kb.getI32Type(), {pointer, block}, "mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r");
  };
  std::string store = "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b" + std::to_string(width);
  kb.inlineAsm(Type(), {getRemote(place), value, getRemote(barrier)}, store + " [$0], $1, [$2];",
               width == 64 ? "r,l,r,~{memory}" : "r,r,r,~{memory}");
}

/// Waits until the first phase of a barrier has ended, and sees what other blocks stored before.
static void waitForCluster(KernelBuilder &kb, Value barrier) {
  auto loop = kb.create<scf::WhileOp>(TypeRange(), ValueRange());
  OpBuilder::InsertionGuard guard(kb);
  kb.createBlock(&loop.getBefore());
  Value done = kb.create<NVVM::MBarrierTryWaitOp>(kb.getI1Type(), barrier, /*parity=*/kb.c32(0), /*ticks=*/Value(),
                                                  NVVM::MemScopeKind::CLUSTER);
  kb.create<scf::ConditionOp>(kb.xorI(done, kb.cBool(true)), ValueRange());
  kb.createBlock(&loop.getAfter());
  kb.create<scf::YieldOp>();
}

void RowMemory::addBarriers(KernelBuilder &kb, int64_t steps, int64_t bytes) {
  barriers = values;
  values = kb.offsetPtr(values, bytes);
  kb.ifThen(kb.eq(kb.create<NVVM::ThreadIdXOp>(kb.getI32Type()), 0), [&] {
    for (int64_t step = 0; step < steps; ++step)
      kb.create<NVVM::MBarrierInitOp>(kb.offsetPtr(barriers, kBarrierBytes * step), kb.c32(1), /*predicate=*/Value());
    kb.create<NVVM::FenceMbarrierInitOp>();
  });
  kb.create<NVVM::ClusterArriveRelaxedOp>(UnitAttr());
}

SmallVector<Value> RowReduction::reduceCluster(KernelBuilder &kb, ArrayRef<Operation> operations,
                                               ArrayRef<Value> values) {
  // Each block tells all, itself included. An mbarrier counts what a block is told; barrier.cluster would order all
  // accesses to memory, and wait for stores of outputs.
  Value barrier = memory.barriers;
  if (!begun)
    kb.create<NVVM::ClusterWaitOp>(UnitAttr());
  begun = true;
  int64_t bytes = 0;
  for (Value value : values)
    bytes += schedule.cluster * getSentBytes(value);
  kb.ifThen(kb.eq(at.thread, 0), [&] {
    kb.create<NVVM::MBarrierArriveExpectTxOp>(Type(), barrier, kb.c32(bytes), NVVM::MemScopeKind::CTA,
                                              /*relaxed=*/false, /*predicate=*/Value());
  });
  kb.ifThen(kb.lt(at.thread, kb.c32(schedule.cluster)), [&] {
    for (auto [number, value] : llvm::enumerate(values))
      storeToBlock(kb, value, placeOfBlock(kb, number, at.rank), at.thread, barrier);
  });
  waitForCluster(kb, barrier);
  SmallVector<Value> results;
  for (auto [number, operation] : llvm::enumerate(operations)) {
    SmallVector<Value> gathered;
    for (int64_t block = 0; block < schedule.cluster; ++block)
      gathered.push_back(loadValue(kb, values[number].getType(), placeOfBlock(kb, number, kb.c32(block))));
    results.push_back(combineNeighbours(operation.combine, gathered, 1).front());
  }
  return results;
}

SmallVector<Value> RowReduction::reduce(KernelBuilder &kb, ArrayRef<Operation> operations) {
  parts = getSharedParts(schedule, operations.front().parts.size());
  SmallVector<Value> results = reduceBlock(kb, operations);
  if (schedule.cluster > 1)
    results = reduceCluster(kb, operations, results);
  // Each call takes other memory, so that nobody waits for those who still read.
  if (memory.values)
    memory.values = kb.offsetPtr(memory.values, operations.size() * bytesOfOperation());
  if (memory.barriers)
    memory.barriers = kb.offsetPtr(memory.barriers, kBarrierBytes);
  return results;
}

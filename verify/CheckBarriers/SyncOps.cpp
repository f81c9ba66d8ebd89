// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Handlers of the nvvm ops: what becomes an event.

#include "Interpreter.h"
#include "MatrixDescriptor.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::protocol;

static LogicalResult nothing(Thread &, const Instruction &) { return success(); }

template <EventKind kind> static LogicalResult plain(Thread &thread, const Instruction &inst) {
  thread.emit(kind, inst.op);
  return success();
}

//===----------------------------------------------------------------------===//
// Which thread
//===----------------------------------------------------------------------===//

static LogicalResult setKnown(Thread &thread, const Instruction &inst, uint64_t value) {
  thread.setResult(inst, {value, true});
  return success();
}

template <uint64_t (*Function)(Thread &)> static LogicalResult special(Thread &thread, const Instruction &inst) {
  return setKnown(thread, inst, Function(thread));
}

static uint64_t zero(Thread &) { return 0; }
static uint64_t one(Thread &) { return 1; }
static uint64_t threadId(Thread &thread) { return thread.thread; }
static uint64_t laneId(Thread &thread) { return thread.thread % 32; }
static uint64_t warpId(Thread &thread) { return thread.thread / 32; }
static uint64_t blockSize(Thread &thread) { return thread.code.launch->blockSize; }
static uint64_t ctaRank(Thread &thread) { return thread.rank; }
static uint64_t clusterId(Thread &thread) { return thread.code.launch->cluster; }
static uint64_t clusterSize(Thread &thread) { return thread.code.launch->clusterSize; }
static uint64_t gridSize(Thread &thread) { return thread.code.launch->gridSize; }
static uint64_t ctaId(Thread &thread) {
  return thread.code.launch->cluster * thread.code.launch->clusterSize + thread.rank;
}

/// Broadcasts from lane 0 are followed; other exchanges between lanes count as data.
static LogicalResult shuffle(Thread &thread, const Instruction &inst) {
  auto op = cast<NVVM::ShflOp>(inst.op);
  Datum source = thread.get(op.getOffset());
  if (op.getKind() != NVVM::ShflKind::idx || !source.known || source.bits != 0 || !op.getType().isInteger())
    return success();
  std::vector<Datum> &values = thread.warp.values[op];
  unsigned occurrence = thread.occurrences[op]++;
  if (thread.thread % 32 == 0)
    values.push_back(thread.get(op.getVal()));
  if (occurrence >= values.size())
    return op.emitOpError("is executed by some lanes of a warp only");
  thread.setResult(inst, values[occurrence]);
  return success();
}

static LogicalResult mapShared(Thread &thread, const Instruction &inst) {
  auto op = cast<NVVM::MapaOp>(inst.op);
  FailureOr<uint64_t> address = thread.known(op, op.getA()), rank = thread.known(op, op.getB());
  if (failed(address) || failed(rank))
    return failure();
  if (*rank >= thread.code.launch->clusterSize)
    return op.emitOpError("maps to CTA ") << *rank << " of a cluster of " << thread.code.launch->clusterSize;
  return setKnown(thread, inst, (*rank + 1) << 32 | uint32_t(*address));
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// The event of an mbarrier op; null where its predicate is false.
static FailureOr<Event *> barrierEvent(Thread &thread, EventKind kind, Operation *op, Value pointer, Value value,
                                       Value predicate = {}) {
  if (predicate) {
    FailureOr<uint64_t> execute = thread.known(op, predicate);
    if (failed(execute))
      return failure();
    if (!*execute)
      return nullptr;
  }
  FailureOr<int> barrier = thread.barrier(op, pointer);
  FailureOr<uint64_t> number = value ? thread.known(op, value) : FailureOr<uint64_t>(1);
  if (failed(barrier) || failed(number))
    return failure();
  Event &event = thread.emit(kind, op);
  event.object = *barrier;
  event.value = *number;
  event.target = thread.barrierNumbers.barriers[*barrier].cta;
  event.remote = event.target != int(thread.rank);
  return &event;
}

static LogicalResult barrierInit(Thread &thread, const Instruction &inst) {
  auto op = cast<NVVM::MBarrierInitOp>(inst.op);
  return barrierEvent(thread, EventKind::BarrierInit, op, op.getAddr(), op.getCount(), op.getPredicate());
}

/// Whether an arrival leaves the accesses before it unordered for a waiter in another CTA.
template <typename Op> static bool isWeak(Op op, const Event &event) {
  return op.getRelaxed() || (event.remote && op.getScope() == NVVM::MemScopeKind::CTA);
}

static LogicalResult barrierArrive(Thread &thread, const Instruction &inst) {
  auto op = cast<NVVM::MBarrierArriveOp>(inst.op);
  FailureOr<Event *> event = barrierEvent(thread, EventKind::BarrierArrive, op, op.getAddr(), op.getCount());
  if (failed(event))
    return failure();
  (*event)->flag = isWeak(op, **event);
  return success();
}

static LogicalResult barrierArriveExpect(Thread &thread, const Instruction &inst) {
  auto op = cast<NVVM::MBarrierArriveExpectTxOp>(inst.op);
  FailureOr<Event *> expect =
      barrierEvent(thread, EventKind::BarrierExpect, op, op.getAddr(), op.getTxcount(), op.getPredicate());
  if (failed(expect))
    return failure();
  if (!*expect)
    return success();
  FailureOr<Event *> arrive = barrierEvent(thread, EventKind::BarrierArrive, op, op.getAddr(), {});
  (*arrive)->flag = isWeak(op, **arrive);
  return success();
}

static LogicalResult barrierExpect(Thread &thread, const Instruction &inst) {
  auto op = cast<NVVM::MBarrierExpectTxOp>(inst.op);
  return barrierEvent(thread, EventKind::BarrierExpect, op, op.getAddr(), op.getTxcount());
}

/// A try_wait succeeds: the event blocks until it would.
static LogicalResult barrierTryWait(Thread &thread, const Instruction &inst) {
  auto op = cast<NVVM::MBarrierTryWaitOp>(inst.op);
  if (!op.getStateOrPhase().getType().isInteger(32))
    return op.emitOpError("waits for a state, not for a parity, which the barrier check does not model");
  if (failed(barrierEvent(thread, EventKind::BarrierWait, op, op.getAddr(), op.getStateOrPhase())))
    return failure();
  return setKnown(thread, inst, 1);
}

static LogicalResult barrierWait(Thread &thread, const Instruction &inst) {
  auto op = cast<NVVM::MBarrierTryWaitParityOp>(inst.op);
  return barrierEvent(thread, EventKind::BarrierWait, op, op.getAddr(), op.getPhase());
}

static LogicalResult namedEvent(Thread &thread, Operation *op, Value id, Value count, bool waits) {
  FailureOr<uint64_t> number = id ? thread.known(op, id) : FailureOr<uint64_t>(0);
  FailureOr<uint64_t> threads = count ? thread.known(op, count) : FailureOr<uint64_t>(thread.code.launch->blockSize);
  if (failed(number) || failed(threads))
    return failure();
  if (*number >= 16)
    return op->emitOpError("names barrier ") << *number << ", but a CTA has 16";
  Event &arrive = thread.emit(EventKind::NamedArrive, op);
  arrive.object = thread.rank * 16 + *number;
  arrive.value = *threads;
  arrive.flag = waits;
  if (waits)
    thread.emit(EventKind::NamedWait, op).object = thread.rank * 16 + *number;
  return success();
}

static LogicalResult namedSync(Thread &thread, const Instruction &inst) {
  auto op = cast<NVVM::BarrierOp>(inst.op);
  return namedEvent(thread, op, op.getBarrierId(), op.getNumberOfThreads(), /*waits=*/true);
}

static LogicalResult namedArrive(Thread &thread, const Instruction &inst) {
  auto op = cast<NVVM::BarrierArriveOp>(inst.op);
  return namedEvent(thread, op, op.getBarrierId(), op.getNumberOfThreads(), /*waits=*/false);
}

bool protocol::isVote(LLVM::CallIntrinsicOp call) {
  return call.getIntrin() == "llvm.nvvm.barrier.cta.red.or.aligned.count";
}

/// Other intrinsics make data.
static LogicalResult callIntrinsic(Thread &thread, const Instruction &inst) {
  auto op = cast<LLVM::CallIntrinsicOp>(inst.op);
  if (!isVote(op)) {
    for (Value result : op->getResults())
      thread.set(result, {});
    return success();
  }
  ArrayRef<int64_t> votes = thread.code.launch->votes;
  uint64_t outcome = votes.empty() ? 1 : votes[thread.voted++ % votes.size()];
  if (failed(namedEvent(thread, op, op.getArgs()[0], op.getArgs()[1], /*waits=*/true)))
    return failure();
  return setKnown(thread, inst, outcome);
}

static LogicalResult wholeBlock(Thread &thread, const Instruction &inst) {
  return namedEvent(thread, inst.op, {}, {}, /*waits=*/true);
}

static LogicalResult syncWarp(Thread &thread, const Instruction &inst) {
  auto op = cast<NVVM::SyncWarpOp>(inst.op);
  FailureOr<uint64_t> mask = thread.known(op, op.getMask());
  if (failed(mask))
    return failure();
  if (uint32_t(*mask) != ~0u)
    return op.emitOpError("is for some lanes of a warp, which the barrier check does not model");
  const Launch &launch = *thread.code.launch;
  int barrier = 16 * launch.clusterSize + (thread.rank * launch.blockSize + thread.thread) / 32;
  Event &arrive = thread.emit(EventKind::NamedArrive, op);
  arrive.object = barrier;
  arrive.value = 32;
  arrive.flag = true;
  thread.emit(EventKind::NamedWait, op).object = barrier;
  return success();
}

static LogicalResult clusterArriveRelaxed(Thread &thread, const Instruction &inst) {
  thread.emit(EventKind::ClusterArrive, inst.op).flag = true;
  return success();
}

static LogicalResult proxyFence(Thread &thread, const Instruction &inst) {
  NVVM::ProxyKind kind = cast<NVVM::FenceProxyOp>(inst.op).getKind();
  if (kind == NVVM::ProxyKind::async || kind == NVVM::ProxyKind::async_shared)
    thread.emit(EventKind::ProxyFence, inst.op);
  return success();
}

static LogicalResult gridDependency(Thread &thread, const Instruction &inst) {
  if (cast<NVVM::GriddepcontrolOp>(inst.op).getKind() == NVVM::GridDepActionKind::wait)
    thread.emit(EventKind::GridWait, inst.op);
  return success();
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

namespace {
/// A tensor map: the number of the kernel's argument that holds it, the bytes of its box, and those of shared memory
/// that the box takes for its own.
struct MapArgument {
  int number;
  int64_t bytes, span;
};
} // namespace

static FailureOr<MapArgument> tensorMap(Thread &thread, Operation *op, Value descriptor) {
  FailureOr<uint64_t> address = thread.known(op, descriptor);
  if (failed(address))
    return failure();
  int argument = int(*address >> 40) - 1;
  LLVM::LLVMFuncOp kernel = thread.code.kernel;
  if (argument < 0 || argument >= int(kernel.getNumArguments()))
    return op->emitOpError(
        "takes a tensor map that is no argument of the kernel, which the barrier check does not model");
  unsigned position = 0;
  for (int i = 0; i != argument; ++i)
    position += bool(kernel.getArgAttr(i, "nvvm.grid_constant"));
  ArrayRef<int64_t> boxes = thread.code.launch->boxBytes, spans = thread.code.launch->boxSpans;
  if (position >= boxes.size())
    return op->emitOpError("uses tensor map ")
           << position << ", but the option 'box-bytes' gives " << boxes.size() << " sizes";
  return MapArgument{argument, boxes[position], position < spans.size() ? spans[position] : boxes[position]};
}

/// One event for each CTA that receives the box.
static LogicalResult tensorLoad(Thread &thread, const Instruction &inst) {
  auto op = cast<NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp>(inst.op);
  if (op.getPredicate()) {
    FailureOr<uint64_t> execute = thread.known(op, op.getPredicate());
    if (failed(execute))
      return failure();
    if (!*execute)
      return success();
  }
  auto map = tensorMap(thread, op, op.getTmaDescriptor());
  auto target = thread.sharedAddress(op, op.getDstMem()), signal = thread.sharedAddress(op, op.getMbar());
  if (failed(map) || failed(target) || failed(signal))
    return failure();
  uint64_t receivers = uint64_t(1) << target->first;
  if (op.getMulticastMask()) {
    FailureOr<uint64_t> mask = thread.known(op, op.getMulticastMask());
    if (failed(mask))
      return failure();
    receivers = *mask;
  }
  for (unsigned cta = 0; cta != 16; ++cta) {
    if (!(receivers >> cta & 1))
      continue;
    if (cta >= thread.code.launch->clusterSize)
      return op.emitOpError("sends to CTA ") << cta << " of a cluster of " << thread.code.launch->clusterSize;
    int barrier = thread.barrierNumbers(cta, signal->second);
    Event &event = thread.emit(EventKind::Load, op);
    event.object = barrier;
    event.value = map->bytes;
    event.argument = map->number;
    event.target = cta;
    event.remote = cta != thread.rank;
    event.spans.push_back({cta, target->second, uint32_t(target->second + map->span)});
  }
  return success();
}

static LogicalResult tensorStore(Thread &thread, Operation *op, Value descriptor, Value source) {
  auto map = tensorMap(thread, op, descriptor);
  auto address = thread.sharedAddress(op, source);
  if (failed(map) || failed(address))
    return failure();
  Event &event = thread.emit(EventKind::Store, op);
  event.argument = map->number;
  event.spans.push_back({address->first, address->second, uint32_t(address->second + map->bytes)});
  return success();
}

template <typename Op> static LogicalResult tensorStore(Thread &thread, const Instruction &inst) {
  auto op = cast<Op>(inst.op);
  return tensorStore(thread, op, op.getTmaDescriptor(), op.getSrcMem());
}

static LogicalResult storeWait(Thread &thread, const Instruction &inst) {
  thread.emit(EventKind::StoreWait, inst.op).value = cast<NVVM::CpAsyncBulkWaitGroupOp>(inst.op).getGroup();
  return success();
}

/// cp.async of `size` bytes, whatever of them are zeros.
static LogicalResult copyAsync(Thread &thread, const Instruction &inst) {
  auto op = cast<NVVM::CpAsyncOp>(inst.op);
  auto target = thread.sharedAddress(op, op.getDst());
  if (failed(target))
    return failure();
  uint32_t size = op.getSize();
  Datum source = thread.get(op.getSrc());
  if (target->second % size || (source.known && source.bits % size))
    return op.emitOpError("copies ") << size << " bytes to " << target->second
                                     << " of shared memory, from an offset of " << (source.bits & ((1ull << 40) - 1))
                                     << ", which are not both multiples of them";
  Event &event = thread.emit(EventKind::Copy, op);
  event.argument = int(source.bits >> 40) - 1;
  event.spans.push_back({target->first, target->second, target->second + size});
  return success();
}

static LogicalResult copyWait(Thread &thread, const Instruction &inst) {
  thread.emit(EventKind::CopyWait, inst.op).value = cast<NVVM::CpAsyncWaitGroupOp>(inst.op).getN();
  return success();
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

static LogicalResult mma(Thread &thread, const Instruction &inst) {
  auto op = cast<NVVM::WgmmaMmaAsyncOp>(inst.op);
  FailureOr<uint64_t> a = thread.known(op, op.getDescriptorA()), b = thread.known(op, op.getDescriptorB());
  if (failed(a) || failed(b))
    return failure();
  Event &event = thread.emit(EventKind::Mma, op);
  auto shape = op.getShape();
  appendMatrixSpans(*a, shape.getM(), op.getLayoutA() == NVVM::MMALayout::row, thread.rank, event.spans);
  appendMatrixSpans(*b, shape.getN(), op.getLayoutB() == NVVM::MMALayout::col, thread.rank, event.spans);
  return success();
}

static LogicalResult mmaWait(Thread &thread, const Instruction &inst) {
  thread.emit(EventKind::MmaWait, inst.op).value = cast<NVVM::WgmmaWaitGroupSyncOp>(inst.op).getGroup();
  return success();
}

/// Each lane gives the address of one row of 16 bytes; a matrix takes the rows of 8 lanes.
static LogicalResult matrixRows(Thread &thread, Operation *op, Value pointer, unsigned matrices, bool write) {
  return thread.thread % 32 < 8 * matrices ? thread.access(op, pointer, 16, write) : success();
}

static LogicalResult storeMatrix(Thread &thread, const Instruction &inst) {
  auto op = cast<NVVM::StMatrixOp>(inst.op);
  return matrixRows(thread, op, op.getPtr(), op.getSources().size(), /*write=*/true);
}

static LogicalResult loadMatrix(Thread &thread, const Instruction &inst) {
  auto op = cast<NVVM::LdMatrixOp>(inst.op);
  return matrixRows(thread, op, op.getPtr(), op.getNum(), /*write=*/false);
}

void protocol::addSyncHandlers(HandlerTable &table) {
  table.add<NVVM::ThreadIdXOp>(special<threadId>);
  table.add<NVVM::ThreadIdYOp>(special<zero>);
  table.add<NVVM::ThreadIdZOp>(special<zero>);
  table.add<NVVM::LaneIdOp>(special<laneId>);
  table.add<NVVM::WarpIdOp>(special<warpId>);
  table.add<NVVM::BlockDimXOp>(special<blockSize>);
  table.add<NVVM::BlockIdXOp>(special<ctaId>);
  table.add<NVVM::BlockIdYOp>(special<zero>);
  table.add<NVVM::BlockIdZOp>(special<zero>);
  table.add<NVVM::GridDimXOp>(special<gridSize>);
  table.add<NVVM::GridDimYOp>(special<one>);
  table.add<NVVM::GridDimZOp>(special<one>);
  table.add<NVVM::ClusterIdXOp>(special<clusterId>);
  table.add<NVVM::ClusterId>(special<ctaRank>);
  table.add<NVVM::ClusterDimBlocksXOp>(special<clusterSize>);
  table.add<NVVM::BlockInClusterIdXOp>(special<ctaRank>);
  table.add<NVVM::ClusterDim>(special<clusterSize>);
  table.add<NVVM::ShflOp>(shuffle);
  table.add<NVVM::ElectSyncOp>(
      [](Thread &thread, const Instruction &inst) { return setKnown(thread, inst, thread.thread % 32 == 0); });
  table.add<NVVM::MapaOp>(mapShared);

  table.add<NVVM::MBarrierInitOp>(barrierInit);
  table.add<NVVM::MBarrierArriveOp>(barrierArrive);
  table.add<NVVM::MBarrierArriveExpectTxOp>(barrierArriveExpect);
  table.add<NVVM::MBarrierExpectTxOp>(barrierExpect);
  table.add<NVVM::MBarrierTryWaitOp>(barrierTryWait);
  table.add<NVVM::MBarrierTryWaitParityOp>(barrierWait);
  table.add<NVVM::FenceMbarrierInitOp>(plain<EventKind::BarrierFence>);
  table.add<NVVM::BarrierOp>(namedSync);
  table.add<NVVM::Barrier0Op>(wholeBlock);
  table.add<LLVM::CallIntrinsicOp>(callIntrinsic);
  table.add<NVVM::BarrierArriveOp>(namedArrive);
  table.add<NVVM::ClusterArriveOp>(plain<EventKind::ClusterArrive>);
  table.add<NVVM::ClusterArriveRelaxedOp>(clusterArriveRelaxed);
  table.add<NVVM::ClusterWaitOp>(plain<EventKind::ClusterWait>);
  table.add<NVVM::FenceProxyOp>(proxyFence);
  table.add<NVVM::SyncWarpOp>(syncWarp);
  table.add<NVVM::GriddepcontrolOp>(gridDependency);

  table.add<NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp>(tensorLoad);
  table.add<NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp>(tensorStore<NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp>);
  table.add<NVVM::CpAsyncBulkTensorReduceOp>(tensorStore<NVVM::CpAsyncBulkTensorReduceOp>);
  table.add<NVVM::CpAsyncBulkCommitGroupOp>(plain<EventKind::StoreCommit>);
  table.add<NVVM::CpAsyncBulkWaitGroupOp>(storeWait);

  table.add<NVVM::CpAsyncOp>(copyAsync);
  table.add<NVVM::CpAsyncCommitGroupOp>(plain<EventKind::CopyCommit>);
  table.add<NVVM::CpAsyncWaitGroupOp>(copyWait);

  table.add<NVVM::WgmmaFenceAlignedOp>(nothing);
  table.add<NVVM::WgmmaMmaAsyncOp>(mma);
  table.add<NVVM::WgmmaGroupSyncAlignedOp>(plain<EventKind::MmaCommit>);
  table.add<NVVM::WgmmaWaitGroupSyncOp>(mmaWait);
  table.add<NVVM::StMatrixOp>(storeMatrix);
  table.add<NVVM::LdMatrixOp>(loadMatrix);

  table.add<NVVM::PrefetchOp>(nothing);
  table.add<NVVM::CpAsyncBulkTensorPrefetchOp>(nothing);
  table.add<NVVM::SetMaxRegisterOp>(nothing);
  table.add<NVVM::NanosleepOp>(nothing);
  table.add<LLVM::AssumeOp>(nothing);
  table.add<LLVM::Trap>(nothing);
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs a kernel's code for each thread, up to the events that others can notice.

#include "Interpreter.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::protocol;

/// The first byte that dynamic shared memory may have, with 1024 bytes for the system before it.
static constexpr uint32_t sharedBase = 1024;

Handler HandlerTable::lookup(Operation *op) const {
  auto it = handlers.find(op->getName().getStringRef());
  return it == handlers.end() ? nullptr : it->second;
}

/// The results are data: the frame says so from the start.
static LogicalResult opaque(Thread &thread, const Instruction &inst) {
  for (Value result : inst.op->getResults())
    thread.set(result, {});
  return success();
}

static unsigned widthOf(ValueRange values) {
  if (values.empty())
    return 64;
  Type type = values.front().getType();
  return type.isInteger() ? type.getIntOrFloatBitWidth() : 64;
}

/// Whether an op that no handler knows can only make data.
static bool makesOnlyData(Operation *op) {
  auto isPointer = [](Type type) { return isa<LLVM::LLVMPointerType>(type); };
  return op->getNumRegions() == 0 && op->getNumResults() > 0 && !isa<LLVM::CallOp>(op) &&
         llvm::none_of(op->getOperandTypes(), isPointer);
}

LogicalResult Code::prepareRegion(Region &region, const HandlerTable &table) {
  for (Block &block : region) {
    for (Value argument : block.getArguments())
      slots.try_emplace(argument, slots.size());
    for (Operation &op : block) {
      for (Value result : op.getResults())
        slots.try_emplace(result, slots.size());
      for (Region &nested : op.getRegions())
        if (failed(prepareRegion(nested, table)))
          return failure();
    }
    std::vector<Instruction> &instructions = blocks[&block];
    for (Operation &op : block) {
      if (op.hasTrait<OpTrait::IsTerminator>())
        continue;
      Handler handler = table.lookup(&op);
      if (!handler) {
        if (!makesOnlyData(&op))
          return op.emitOpError("is not modelled by the barrier check; add a handler for it in verify/CheckBarriers");
        handler = opaque;
      }
      Instruction inst{&op, handler, {}, 0, widthOf(op.getOperands()), widthOf(op.getResults())};
      for (Value operand : op.getOperands())
        inst.operands.push_back(slots.find(operand)->second);
      if (op.getNumResults())
        inst.firstResult = slots.find(op.getResult(0))->second;
      // Arithmetic on floats says nothing about synchronisation.
      if (handler != opaque || llvm::any_of(op.getResultTypes(), [](Type t) { return t.isInteger(); }))
        instructions.push_back(std::move(inst));
    }
  }
  return success();
}

FailureOr<Code> Code::prepare(LLVM::LLVMFuncOp kernel, const Launch &launch) {
  Code code;
  code.kernel = kernel;
  code.launch = &launch;
  if (!llvm::hasSingleElement(kernel.getBody()))
    return kernel.emitOpError("has branches; run the barrier check before control flow is lowered");
  uint32_t next = sharedBase;
  for (auto global : SymbolTable::getNearestSymbolTable(kernel)->getRegion(0).getOps<LLVM::GlobalOp>()) {
    if (global.getAddrSpace() != 3)
      continue;
    next = llvm::alignTo(next, std::max<uint64_t>(16, global.getAlignment().value_or(16)));
    code.shared[global.getSymName()] = next;
    next += DataLayout::closest(kernel).getTypeSize(global.getType());
  }
  HandlerTable table;
  addAssemblyHandlers(table);
  addControlFlowHandlers(table);
  addScalarHandlers(table);
  addSyncHandlers(table);
  if (failed(code.prepareRegion(kernel.getBody(), table)))
    return failure();
  return code;
}

/// Whether other threads may see that an op was executed, or what it reads may be another thread's.
static bool hasEffect(Operation *op) {
  if (auto load = dyn_cast<LLVM::LoadOp>(op))
    return load.getAddr().getType().getAddressSpace() != 1;
  if (isa<NVVM::MBarrierArriveOp, NVVM::MBarrierTryWaitOp, NVVM::LdMatrixOp, NVVM::WgmmaMmaAsyncOp>(op))
    return true;
  if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op))
    return isVote(call);
  return (isa<NVVM::NVVMDialect>(op->getDialect()) && op->getNumResults() == 0) ||
         isa<LLVM::StoreOp, LLVM::InlineAsmOp>(op);
}

bool Code::hasEffect(Region &region) const {
  return region.walk([](Operation *op) { return ::hasEffect(op) ? WalkResult::interrupt() : WalkResult::advance(); })
      .wasInterrupted();
}

int BarrierNumbers::operator()(unsigned cta, uint32_t offset) {
  auto [it, isNew] = numbers.try_emplace({cta, offset}, barriers.size());
  if (isNew)
    barriers.push_back({cta, offset});
  return it->second;
}

LogicalResult Thread::run(Block &block) {
  for (const Instruction &inst : code.block(&block))
    if (failed(inst.handler(*this, inst)))
      return failure();
  return success();
}

LogicalResult Thread::run() {
  auto integers = code.launch->integers.begin();
  for (BlockArgument argument : LLVM::LLVMFuncOp(code.kernel).getArguments()) {
    Datum datum;
    if (isa<LLVM::LLVMPointerType>(argument.getType()))
      datum = {uint64_t(argument.getArgNumber() + 1) << 40, true};
    else if (argument.getType().isInteger() && integers != code.launch->integers.end())
      datum = {uint64_t(*integers++), true};
    set(argument, datum);
  }
  if (failed(run(LLVM::LLVMFuncOp(code.kernel).getBody().front())))
    return failure();
  emit(EventKind::Exit, LLVM::LLVMFuncOp(code.kernel).getBody().front().getTerminator());
  return success();
}

FailureOr<uint64_t> Thread::known(Operation *op, Value value) {
  Datum datum = get(value);
  if (datum.known)
    return datum.bits;
  return op->emitOpError("depends on data or on an argument without a value, so the barrier check cannot follow it; "
                         "give integer arguments with the option 'args'");
}

FailureOr<std::pair<unsigned, uint32_t>> Thread::sharedAddress(Operation *op, Value pointer) {
  FailureOr<uint64_t> bits = known(op, pointer);
  if (failed(bits))
    return failure();
  // Addresses of the cluster's shared memory carry the rank of the CTA, plus one, in their upper half.
  uint64_t owner = *bits >> 32;
  return std::make_pair(owner ? unsigned(owner - 1) : rank, uint32_t(*bits));
}

FailureOr<int> Thread::barrier(Operation *op, Value pointer) {
  auto address = sharedAddress(op, pointer);
  if (failed(address))
    return failure();
  return barrierNumbers(address->first, address->second);
}

LogicalResult Thread::access(Operation *op, Value pointer, unsigned bytes, bool write) {
  unsigned space = cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace();
  if (space == 3 || space == 7) {
    auto address = sharedAddress(op, pointer);
    if (failed(address))
      return failure();
    Event &event = emit(write ? EventKind::Write : EventKind::Read, op);
    event.spans.push_back({address->first, address->second, address->second + bytes});
    event.remote = address->first != rank;
    event.target = address->first;
    return success();
  }
  // Arguments have their number, plus one, above bit 40.
  emit(EventKind::Global, op).argument = int(get(pointer).bits >> 40) - 1;
  return success();
}

Event &Thread::emit(EventKind kind, Operation *op) {
  events.emplace_back();
  events.back().kind = kind;
  events.back().op = op;
  return events.back();
}

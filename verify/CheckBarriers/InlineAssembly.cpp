// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The handler of inline assembly, by statement.

#include "Interpreter.h"
#include "MatrixDescriptor.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::protocol;

/// wgmma.mma_async in assembly: descriptors are the 64-bit operands, of which A has none if it is in registers.
static LogicalResult assemblyMma(Thread &thread, LLVM::InlineAsmOp op, StringRef statement) {
  SmallVector<uint64_t, 2> descriptors;
  for (Value operand : op.getOperands()) {
    if (!operand.getType().isInteger(64))
      continue;
    FailureOr<uint64_t> bits = thread.known(op, operand);
    if (failed(bits))
      return failure();
    descriptors.push_back(*bits);
  }
  auto [before, rest] = statement.split("m64n");
  unsigned n = 0;
  if (descriptors.empty() || rest.consumeInteger(10, n))
    return op.emitOpError("has a wgmma that the barrier check cannot read: ") << statement;
  // The last immediates of 16-bit types say whether A (if in shared memory) and B are transposed.
  bool hasTranspose = statement.contains("f16.");
  StringRef immediates = statement.rtrim("; \t}");
  auto popTransposed = [&] {
    auto [head, last] = immediates.rsplit(',');
    immediates = head;
    return hasTranspose && last.trim() == "1";
  };
  bool transposedB = popTransposed();
  Event &event = thread.emit(EventKind::Mma, op);
  appendMatrixSpans(descriptors.back(), n, !transposedB, thread.rank, event.spans);
  event.flag = descriptors.size() == 1;
  if (!event.flag)
    appendMatrixSpans(descriptors.front(), 64, !popTransposed(), thread.rank, event.spans);
  return success();
}

/// st.async [address], values, [barrier]: a store that the barrier counts, as it does the boxes of TMA.
static LogicalResult assemblyStore(Thread &thread, LLVM::InlineAsmOp op, StringRef statement) {
  int64_t bytes = statement.contains(".v4") ? 16 : statement.contains(".v2") ? 8 : 4;
  auto target = thread.sharedAddress(op, op.getOperand(0)), signal = thread.sharedAddress(op, op.getOperand(1));
  if (failed(target) || failed(signal))
    return failure();
  Event &event = thread.emit(EventKind::Load, op);
  event.object = thread.barrierNumbers(signal->first, signal->second);
  event.value = bytes;
  event.flag = true;
  event.target = target->first;
  event.remote = target->first != thread.rank;
  event.spans.push_back({target->first, target->second, uint32_t(target->second + bytes)});
  return success();
}

static LogicalResult runAssembly(Thread &thread, LLVM::InlineAsmOp op, StringRef statement) {
  auto has = [&](StringRef text) { return statement.contains(text); };
  if (has("wgmma.mma_async"))
    return assemblyMma(thread, op, statement);
  if (has("st.async"))
    return assemblyStore(thread, op, statement);
  if (has("wgmma.wait_group")) {
    int64_t pending = 0;
    statement.rsplit(' ').second.getAsInteger(10, pending);
    thread.emit(EventKind::MmaWait, op).value = pending;
  } else if (has("wgmma.commit_group")) {
    thread.emit(EventKind::MmaCommit, op);
  } else if (has("griddepcontrol.wait")) {
    thread.emit(EventKind::GridWait, op);
  } else if (has("fence.proxy.async")) {
    thread.emit(EventKind::ProxyFence, op);
  } else if (has("fence.mbarrier_init")) {
    thread.emit(EventKind::BarrierFence, op);
  } else if (has(".global")) {
    int argument = -1;
    for (Value operand : op.getOperands())
      if (isa<LLVM::LLVMPointerType>(operand.getType()))
        argument = int(thread.get(operand).bits >> 40) - 1;
    thread.emit(EventKind::Global, op).argument = argument;
  } else if (!has("wgmma.fence") && !has("griddepcontrol.launch_dependents")) {
    for (StringRef word : {"bar", "fence", "cp.async", "shared", "cluster", "call", "bra", "red.", "atom."})
      if (has(word))
        return op.emitOpError("has inline assembly that the barrier check does not model: ") << statement;
  }
  return success();
}

static LogicalResult inlineAssembly(Thread &thread, const Instruction &inst) {
  auto op = cast<LLVM::InlineAsmOp>(inst.op);
  for (Value result : op->getResults())
    thread.set(result, {});
  // Nothing but a name for its operand that LLVM does not see through.
  if (op.getAsmString().empty() && op->getNumOperands() == 1 && op->getNumResults() == 1)
    thread.set(op->getResult(0), thread.get(op->getOperand(0)));
  SmallVector<StringRef> statements;
  llvm::SplitString(op.getAsmString(), statements, ";\n");
  for (StringRef statement : statements)
    if (failed(runAssembly(thread, op, statement.trim())))
      return failure();
  return success();
}

void protocol::addAssemblyHandlers(HandlerTable &table) { table.add<LLVM::InlineAsmOp>(inlineAssembly); }

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs a kernel for one thread, with integers and pointers as values and data unknown, and collects the thread's
// events.

#ifndef FUSION_VERIFY_CHECKBARRIERS_INTERPRETER_H
#define FUSION_VERIFY_CHECKBARRIERS_INTERPRETER_H

#include "Program.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <map>

namespace fusion::protocol {

/// How the kernel is launched, and what the host knows that the kernel's code does not say.
struct Launch {
  unsigned gridSize = 1;
  unsigned clusterSize = 1;
  unsigned cluster = 0; ///< the cluster that is looked at
  unsigned blockSize = 0;
  SmallVector<int64_t> integers; ///< values of the kernel's integer arguments, in order
  SmallVector<int64_t> boxBytes; ///< bytes of a box of each tensor map, in order
  /// Bytes that its box takes for its own in shared memory, where a launch tells: those of the map's type. Rows behind
  /// the end of a matrix are not loaded, but their place is read, for sums that are not stored.
  SmallVector<int64_t> boxSpans;
  SmallVector<int64_t> constants; ///< numbers of the arguments that the kernel before does not write
  SmallVector<int64_t> votes;     ///< what barriers with a vote give, in turn; none: 1
  bool dependent = false;         ///< the kernel before may still run when this one starts
};

/// A value: `bits` if `known`. Of a pointer into global memory with an unknown offset, `bits` still tells the argument.
struct Datum {
  uint64_t bits = 0;
  bool known = false;
};

class Thread;
struct Instruction;
using Handler = LogicalResult (*)(Thread &, const Instruction &);

/// An op, its handler and the places of its values in a thread's frame.
struct Instruction {
  Operation *op;
  Handler handler;
  SmallVector<unsigned, 4> operands;
  unsigned firstResult;
  unsigned operandWidth, resultWidth; ///< bits of the first operand and result, where those are integers
};

/// Handlers by op name.
class HandlerTable {
public:
  template <typename Op> void add(Handler handler) { handlers[Op::getOperationName()] = handler; }
  /// The handler of `op`; null if nobody knows the op.
  Handler lookup(Operation *op) const;

private:
  llvm::StringMap<Handler> handlers;
};

void addAssemblyHandlers(HandlerTable &table);
void addControlFlowHandlers(HandlerTable &table);
void addScalarHandlers(HandlerTable &table);
void addSyncHandlers(HandlerTable &table);

/// Whether this is a barrier that also says whether one of its threads votes for something.
bool isVote(LLVM::CallIntrinsicOp call);

/// A kernel prepared for running: the same for all threads.
class Code {
public:
  /// Fails with a diagnostic at an op that the check does not model.
  static FailureOr<Code> prepare(LLVM::LLVMFuncOp kernel, const Launch &launch);

  ArrayRef<Instruction> block(Block *block) const { return blocks.find(block)->second; }
  unsigned slot(Value value) const { return slots.find(value)->second; }
  unsigned numSlots() const { return slots.size(); }
  /// Address of a shared-memory global in its CTA.
  uint32_t sharedAddress(StringRef global) const { return shared.lookup(global); }
  bool hasEffect(Region &region) const;

  LLVM::LLVMFuncOp kernel;
  const Launch *launch;

private:
  LogicalResult prepareRegion(Region &region, const HandlerTable &table);
  DenseMap<Block *, std::vector<Instruction>> blocks;
  DenseMap<Value, unsigned> slots;
  llvm::StringMap<uint32_t> shared;
};

/// What the lanes of a warp learn from lane 0, which runs first.
struct WarpBroadcast {
  std::map<Operation *, std::vector<Datum>> values;
};

/// Barrier objects of a cluster by CTA and address, numbered as they are first seen.
class BarrierNumbers {
public:
  int operator()(unsigned cta, uint32_t offset);
  std::vector<Barrier> barriers;

private:
  std::map<std::pair<unsigned, uint32_t>, int> numbers;
};

class Thread {
public:
  Thread(const Code &code, unsigned rank, unsigned thread, WarpBroadcast &warp, BarrierNumbers &barriers)
      : code(code), rank(rank), thread(thread), warp(warp), barrierNumbers(barriers), frame(code.numSlots()) {}

  /// Runs the kernel. Fails with a diagnostic where its synchronisation depends on data.
  LogicalResult run();
  LogicalResult run(Block &block);

  Datum get(Value value) const { return frame[code.slot(value)]; }
  void set(Value value, Datum datum) { frame[code.slot(value)] = datum; }
  Datum operand(const Instruction &inst, unsigned i) const { return frame[inst.operands[i]]; }
  void setResult(const Instruction &inst, Datum datum) { frame[inst.firstResult] = datum; }
  /// The value of `value`; fails with a diagnostic at `op` if it is data.
  FailureOr<uint64_t> known(Operation *op, Value value);
  /// The CTA and address that a pointer to shared memory (of the CTA or the cluster) holds.
  FailureOr<std::pair<unsigned, uint32_t>> sharedAddress(Operation *op, Value pointer);
  FailureOr<int> barrier(Operation *op, Value pointer);
  /// Records a generic access of `bytes` bytes through `pointer`, of any address space.
  LogicalResult access(Operation *op, Value pointer, unsigned bytes, bool write);

  Event &emit(EventKind kind, Operation *op);

  const Code &code;
  unsigned rank;   ///< of the CTA in its cluster
  unsigned thread; ///< in its CTA
  WarpBroadcast &warp;
  std::map<Operation *, unsigned> occurrences;
  unsigned voted = 0; ///< barriers with a vote so far
  BarrierNumbers &barrierNumbers;
  std::vector<Event> events;

private:
  std::vector<Datum> frame;
};

/// Runs all threads of one cluster and groups like ones into agents. Findings are hazards inside an agent.
FailureOr<Program> buildProgram(LLVM::LLVMFuncOp kernel, const Launch &launch, std::vector<Finding> &findings);

} // namespace fusion::protocol

#endif // FUSION_VERIFY_CHECKBARRIERS_INTERPRETER_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Barriers, fences, and the end of the kernels before.

#include "Operations.h"

using namespace emulator;

/// bar.sync number{, threads}; bar.arrive does not wait.
static Step doBlockBarrier(Machine &m, Thread &t, const Instruction &i) {
  uint64_t number = m.read(t, i.operands.at(0)), count = t.block->threads.size();
  if (i.operands.size() > 1)
    count = m.read(t, i.operands[1]) & 0xFFFFFFFF;
  if (number > 15 || count == 0 || (i.operands.size() > 1 && count % 32))
    throw Fault("barrier " + std::to_string(number) + " of " + std::to_string(count) + " threads");
  bool passes = passBarrier(t, t.block->named[number], static_cast<unsigned>(count));
  if (i.words[1] == "arrive")
    t.arrived = false;
  return passes || i.words[1] == "arrive" ? Step::Next : Step::Blocked;
}

/// bar.red.or.pred result, number, threads, vote: waits, and gives whether any thread voted for it.
static Step doVote(Machine &m, Thread &t, const Instruction &i) {
  uint64_t number = m.read(t, i.operands.at(1)), count = m.read(t, i.operands.at(2)) & 0xFFFFFFFF;
  if (number > 15 || count == 0 || count % 32 || !i.has("or"))
    throw Fault("barrier " + std::to_string(number) + " of " + std::to_string(count) + " threads that vote");
  Block::Named &barrier = t.block->named[number];
  if (!t.arrived)
    barrier.vote |= m.read(t, i.operands.at(3)) != 0;
  uint64_t phase = barrier.phase;
  bool passes = passBarrier(t, barrier, static_cast<unsigned>(count));
  if (barrier.phase != phase)
    barrier.outcome = barrier.vote, barrier.vote = false;
  if (!passes)
    return Step::Blocked;
  Machine::write(t, i.operands[0], barrier.outcome);
  return Step::Next;
}

/// All lanes are here when it is called.
static Step doWarpBarrier(Machine &, Thread &, const Instruction &) { return Step::Next; }

/// The two halves of a barrier of all threads of a cluster.
static Step doClusterBarrier(Machine &m, Thread &t, const Instruction &i) {
  if (i.has("arrive")) {
    if (t.clusterPhase)
      throw Fault("a thread arrives twice at the barrier of its cluster");
    t.clusterPhase = m.clusterBarrier.phase + 1;
    if (++m.clusterBarrier.arrived == m.blocks.size() * t.block->threads.size())
      m.clusterBarrier.arrived = 0, ++m.clusterBarrier.phase;
    return Step::Next;
  }
  if (!t.clusterPhase)
    throw Fault("a thread waits for its cluster without having arrived");
  if (m.clusterBarrier.phase < t.clusterPhase)
    return Step::Blocked;
  t.clusterPhase = 0;
  return Step::Next;
}

static Step doInitBarrier(Machine &m, Thread &t, const Instruction &i) {
  uint64_t address = m.address(t, i.operands.at(0)), count = m.read(t, i.operands.at(1)) & 0xFFFFFFFF;
  m.sharedMemory(address, 8);
  if (address % 8 || count == 0)
    throw Fault("an mbarrier at " + std::to_string(address) + " of " + std::to_string(count) + " arrivals");
  Barrier barrier;
  barrier.valid = true, barrier.expected = barrier.pending = static_cast<int64_t>(count);
  m.blockOf(address).barriers[address & ((1u << kRankShift) - 1)] = barrier;
  return Step::Next;
}

/// mbarrier.arrive{.expect_tx} state, [address]{, count or bytes}
static Step doArrive(Machine &m, Thread &t, const Instruction &i) {
  uint64_t address = m.address(t, i.operands.at(1));
  int64_t number = i.operands.size() > 2 ? static_cast<int64_t>(m.read(t, i.operands[2]) & 0xFFFFFFFF) : 1;
  if (i.has("expect_tx"))
    m.expect(address, number), number = 1;
  m.arrive(address, number);
  return Step::Next;
}

static Step doExpect(Machine &m, Thread &t, const Instruction &i) {
  m.expect(m.address(t, i.operands.at(0)), static_cast<int64_t>(m.read(t, i.operands.at(1)) & 0xFFFFFFFF));
  return Step::Next;
}

/// Waits until the phase of the given parity is over. (The hardware gives up after a time; then code asks again.)
static Step doWait(Machine &m, Thread &t, const Instruction &i) {
  if (!i.has("parity"))
    throw Fault("a wait without a parity is not known");
  bool over = (m.barrier(m.address(t, i.operands.at(1))).phase & 1) != (m.read(t, i.operands.at(2)) & 1);
  if (!over && !i.has("test_wait"))
    return Step::Blocked;
  Machine::write(t, i.operands[0], over);
  return Step::Next;
}

/// fence.proxy.async: what this thread wrote may be read asynchronously.
static Step doFenceProxy(Machine &, Thread &t, const Instruction &i) {
  if (i.has("async"))
    Machine::fence(t);
  return Step::Next;
}

static Step doDependents(Machine &m, Thread &t, const Instruction &i) {
  t.waited |= i.has("wait");
  m.releasedUnwaited |= i.has("launch_dependents") && !t.waited;
  return Step::Next;
}

const Operations &emulator::syncOperations() {
  static const Operations operations = {
      {"bar.sync", {doBlockBarrier, Scope::Thread}},
      {"bar.arrive", {doBlockBarrier, Scope::Thread}},
      {"fence.proxy", {doFenceProxy, Scope::Thread}},
      {"griddepcontrol", {doDependents, Scope::Thread}},
      {"barrier.sync", {doBlockBarrier, Scope::Thread}},
      {"bar.warp.sync", {doWarpBarrier, Scope::Warp}},
      {"bar.red", {doVote, Scope::Thread}},
      {"barrier.cluster", {doClusterBarrier, Scope::Thread}},
      {"mbarrier.init", {doInitBarrier, Scope::Thread}},
      {"mbarrier.arrive", {doArrive, Scope::Thread}},
      {"mbarrier.expect_tx", {doExpect, Scope::Thread}},
      {"mbarrier.try_wait", {doWait, Scope::Thread}},
      {"mbarrier.test_wait", {doWait, Scope::Thread}},
  };
  return operations;
}

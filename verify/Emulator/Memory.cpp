// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loads, stores, copies and their groups.

#include "Operations.h"

using namespace emulator;

static const Operand *partsOf(const Operand &operand, size_t &count) {
  if (operand.kind == Operand::List)
    return count = operand.list.size(), operand.list.data();
  return count = 1, &operand;
}

/// Before an access by an address of the instruction's space.
static void noteAccess(Machine &m, Thread &t, const Instruction &i, uint64_t address, size_t bytes, bool writes) {
  if (i.space == Instruction::Generic && address < kSharedWindow)
    m.needGlobal(t, address, bytes, writes);
  else if (i.space != Instruction::Param && writes)
    m.noteWrite(t, address, bytes);
}

static Step doLoad(Machine &m, Thread &t, const Instruction &i) {
  size_t count = 0, bytes = i.type.bits / 8;
  const Operand *parts = partsOf(i.operands.at(0), count);
  uint64_t address = m.address(t, i.operands.at(1));
  const uint8_t *from = m.memory(i, address, count * bytes);
  if (i.has("acquire"))
    m.needWaited(t, address, bytes, /*writes=*/false), m.acquire(t);
  else if (i.has("relaxed"))
    m.needWaited(t, address, bytes, /*writes=*/false);
  else
    noteAccess(m, t, i, address, count * bytes, /*writes=*/false);
  for (size_t part = 0; part < count; ++part) {
    uint64_t value = 0;
    std::memcpy(&value, from + part * bytes, bytes);
    if (i.type.kind == 's' && bytes < 8)
      value = static_cast<uint64_t>(static_cast<int64_t>(value << (64 - i.type.bits)) >> (64 - i.type.bits));
    Machine::write(t, parts[part], value);
  }
  return Step::Next;
}

static Step doStore(Machine &m, Thread &t, const Instruction &i) {
  size_t count = 0, bytes = i.type.bits / 8;
  const Operand *parts = partsOf(i.operands.at(1), count);
  uint64_t address = m.address(t, i.operands.at(0));
  uint8_t *to = m.memory(i, address, count * bytes);
  noteAccess(m, t, i, address, count * bytes, /*writes=*/true);
  for (size_t part = 0; part < count; ++part) {
    uint64_t value = m.read(t, parts[part]);
    std::memcpy(to + part * bytes, &value, bytes);
  }
  return Step::Next;
}

/// red.global.{add.u32, max.s32} [to], value.
static Step doReduce(Machine &m, Thread &t, const Instruction &i) {
  bool adds = i.has("add") && i.type.kind == 'u';
  if ((!adds && !(i.has("max") && i.type.kind == 's')) || i.type.bits != 32)
    throw Fault("of red.global there is only add.u32 and max.s32");
  uint64_t address = m.address(t, i.operands.at(0));
  uint8_t *to = m.memory(i, address, 4);
  m.written.insert(address, 4);
  m.needWaited(t, address, 4, /*writes=*/true);
  auto value = static_cast<uint32_t>(m.read(t, i.operands.at(1)));
  uint32_t old = 0;
  std::memcpy(&old, to, 4);
  value = adds ? old + value : static_cast<int32_t>(old) < static_cast<int32_t>(value) ? value : old;
  std::memcpy(to, &value, 4);
  return Step::Next;
}

/// atom{.acq_rel}.global.exch.b64 old, [address], value.
static Step doAtomic(Machine &m, Thread &t, const Instruction &i) {
  if (!i.has("exch") || i.type.bits != 64)
    throw Fault("of atom.global there is only exch.b64");
  uint64_t address = m.address(t, i.operands.at(1)), value = m.read(t, i.operands.at(2)), old = 0;
  uint8_t *at = m.memory(i, address, 8);
  m.written.insert(address, 8);
  m.needWaited(t, address, 8, /*writes=*/true);
  if (i.has("acq_rel"))
    m.release(t), m.acquire(t);
  std::memcpy(&old, at, 8);
  std::memcpy(at, &value, 8);
  Machine::write(t, i.operands[0], old);
  return Step::Next;
}

/// cp.async.{ca,cg}.shared.global [to], [from], bytes, source bytes; the rest is filled with zeros.
static Step doCopy(Machine &m, Thread &t, const Instruction &i) {
  size_t bytes = i.operands.at(2).value;
  size_t given = i.operands.size() > 3 ? static_cast<uint32_t>(m.read(t, i.operands[3])) : bytes;
  if ((bytes != 4 && bytes != 8 && bytes != 16) || given > bytes)
    throw Fault("cp.async of " + std::to_string(given) + " of " + std::to_string(bytes) + " bytes");
  uint64_t to = m.address(t, i.operands[0]), from = m.address(t, i.operands[1]);
  if (to % bytes || from % bytes)
    throw Fault("cp.async of " + std::to_string(bytes) + " bytes from " + std::to_string(from) + " to " +
                std::to_string(to));
  m.needGlobal(t, from, given, /*writes=*/false);
  t.copies.open.push_back({[=, &m, &t] {
                             m.noteWrite(t, to, bytes);
                             uint8_t *target = m.sharedMemory(to, bytes);
                             std::memset(target, 0, bytes);
                             if (given)
                               std::memcpy(target, m.globalMemory(from, given), given);
                           },
                           m.delay()});
  return Step::Next;
}

static Step doCommit(Machine &, Thread &t, const Instruction &) { return t.copies.commit(), Step::Next; }
static Step doWait(Machine &, Thread &t, const Instruction &i) {
  if (i.has("wait_all"))
    t.copies.commit();
  t.copies.waitFor(i.has("wait_all") ? 0 : i.operands.at(0).value);
  return Step::Next;
}

/// The mbarrier is told when the copies of this thread so far have come.
static Step doArriveAfterCopies(Machine &m, Thread &t, const Instruction &i) {
  uint64_t barrier = m.address(t, i.operands.at(0));
  if (!i.has("noinc"))
    throw Fault("cp.async.mbarrier.arrive without .noinc is not known");
  t.copies.open.push_back({[=, &m] { m.arrive(barrier, 1); }, m.delay()});
  t.copies.commit(); // what nobody waits for by groups; later groups come later
  return Step::Next;
}

/// A store to the shared memory of a block of the cluster; the mbarrier there is told of its bytes.
static Step doStoreAsync(Machine &m, Thread &t, const Instruction &i) {
  size_t count = 0, bytes = i.type.bits / 8;
  const Operand *parts = partsOf(i.operands.at(1), count);
  std::vector<uint8_t> data(count * bytes);
  for (size_t part = 0; part < count; ++part) {
    uint64_t value = m.read(t, parts[part]);
    std::memcpy(data.data() + part * bytes, &value, bytes);
  }
  uint64_t to = m.address(t, i.operands[0]), barrier = m.address(t, i.operands.at(2));
  if (to % data.size() || &m.blockOf(to) != &m.blockOf(barrier))
    throw Fault("st.async to " + std::to_string(to) + " with the mbarrier " + std::to_string(barrier));
  m.issue([=, &m] {
    std::memcpy(m.sharedMemory(to, data.size()), data.data(), data.size());
    m.noteArrival(to, data.size());
    m.complete(barrier, static_cast<int64_t>(data.size()));
  });
  return Step::Next;
}

/// The address of the same place in another block of the cluster; if there is no such block, of a place that is none.
static Step doMap(Machine &m, Thread &t, const Instruction &i) {
  uint64_t address = m.read(t, i.operands.at(1)), rank = m.read(t, i.operands.at(2)) & 0xFF;
  uint64_t offset = address & ((1u << kRankShift) - 1);
  Machine::write(t, i.operands[0], (address & kSharedWindow) + (rank << kRankShift) + offset);
  return Step::Next;
}

const Operations &emulator::memoryOperations() {
  static const Operations operations = {
      {"ld", {doLoad, Scope::Thread}},
      {"st", {doStore, Scope::Thread}},
      {"red.global", {doReduce, Scope::Thread}},
      {"atom", {doAtomic, Scope::Thread}},
      {"st.async", {doStoreAsync, Scope::Thread}},
      {"mapa", {doMap, Scope::Thread}},
      {"cp.async", {doCopy, Scope::Thread}},
      {"cp.async.commit_group", {doCommit, Scope::Thread}},
      {"cp.async.wait_group", {doWait, Scope::Thread}},
      {"cp.async.wait_all", {doWait, Scope::Thread}},
      {"cp.async.mbarrier.arrive", {doArriveAfterCopies, Scope::Thread}},
  };
  return operations;
}

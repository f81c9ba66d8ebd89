// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Boxes of tensor maps between global and shared memory.

#include "Operations.h"

using namespace emulator;

namespace {
/// A box at coordinates, element by element.
struct Box {
  Machine &m;
  TensorMap map;
  int64_t at[5] = {};

  Box(Machine &m, const Thread &t, const Operand &tensor) : m(m) {
    std::memcpy(&map, reinterpret_cast<const void *>(m.read(t, tensor.list.at(0))), sizeof(map));
    const std::vector<Operand> &coordinates = tensor.list.at(1).list;
    if (coordinates.size() != map.rank)
      throw Fault("coordinates of rank " + std::to_string(coordinates.size()) + " for a tensor map of rank " +
                  std::to_string(map.rank));
    for (size_t i = 0; i < coordinates.size(); ++i)
      at[i] = static_cast<int32_t>(m.read(t, coordinates[i]));
  }

  size_t elements() const {
    size_t count = 1;
    for (int i = 0; i < map.rank; ++i)
      count *= map.box[i];
    return count;
  }
  size_t bytes() const { return elements() * map.elementBytes; }

  /// Where element `index` of the box lies in global memory; 0 if it is outside of the tensor.
  uint64_t globalAddress(size_t index) const {
    uint64_t address = map.address;
    for (int i = 0; i < map.rank; ++i) {
      int64_t position = at[i] + static_cast<int64_t>(index % map.box[i]);
      index /= map.box[i];
      if (position < 0 || position >= static_cast<int64_t>(map.sizes[i]))
        return 0;
      address += static_cast<uint64_t>(position) * (i == 0 ? map.elementBytes : map.strides[i - 1]);
    }
    return address;
  }

  /// Where it lies in shared memory. Swizzling exchanges chunks of 16 bytes by bits of the address itself.
  uint64_t sharedAddress(uint64_t base, size_t index) const {
    uint64_t address = base + index * map.elementBytes;
    return address ^ ((address >> 7 & (map.rowBytes() / 16 - 1)) << 4);
  }

  void check(const Thread &t, uint64_t base, bool writes) const {
    if (base % 128)
      throw Fault("a box at " + std::to_string(base) + ", which is no multiple of 128");
    if (map.swizzle > 3)
      throw Fault("this swizzle is not known");
    if (map.swizzle && map.box[0] * map.elementBytes > map.rowBytes())
      throw Fault("rows of more bytes than are swizzled");
    if (writes || !t.waited)
      for (size_t index = 0; index < elements(); ++index)
        if (uint64_t address = globalAddress(index))
          m.needGlobal(t, address, map.elementBytes, writes);
  }
};
} // namespace

/// Rounds to 10 bits of mantissa, ties to even.
static void roundToTF32(uint8_t *element) {
  uint32_t bits;
  std::memcpy(&bits, element, 4);
  if ((bits & 0x7F800000) != 0x7F800000)
    bits = (bits + 0xFFF + (bits >> 13 & 1)) & ~0x1FFFu;
  std::memcpy(element, &bits, 4);
}

static void load(const Box &box, uint64_t base) {
  for (size_t index = 0; index < box.elements(); ++index) {
    uint8_t *to = box.m.sharedMemory(box.sharedAddress(base, index), box.map.elementBytes);
    uint64_t from = box.globalAddress(index);
    if (!from) {
      std::memset(to, 0, box.map.elementBytes);
      continue;
    }
    std::memcpy(to, box.m.globalMemory(from, box.map.elementBytes), box.map.elementBytes);
    if (box.map.roundsToTF32)
      roundToTF32(to);
  }
}

/// [to], [map, {coordinates}], [mbarrier] {, mask of the cluster's blocks}
static Step loadBox(Machine &m, Thread &t, const Instruction &i) {
  Box box(m, t, i.operands.at(1));
  uint64_t to = m.address(t, i.operands.at(0)), barrier = m.address(t, i.operands.at(2));
  uint64_t own = uint64_t(t.block->rank) << kRankShift, mask = uint64_t(1) << t.block->rank;
  box.check(t, to, /*writes=*/false);
  if (i.has("multicast::cluster"))
    mask = m.read(t, i.operands.at(3)) & 0xFFFF;
  for (uint64_t rank = 0; rank < 16; ++rank)
    if (mask >> rank & 1) {
      // The same place in each block, which its own mbarrier is told of.
      uint64_t target = to - own + (rank << kRankShift), told = barrier - own + (rank << kRankShift);
      if (!i.has("multicast::cluster"))
        target = to, told = barrier;
      m.issue([=, &m] {
        load(box, target);
        m.noteArrival(target, box.bytes());
        m.complete(told, static_cast<int64_t>(box.bytes()));
      });
    }
  return Step::Next;
}

/// [map, {coordinates}], [from]: what shared memory holds when it is read, which is at any time before the wait.
static Step storeBox(Machine &m, Thread &t, const Instruction &i) {
  Box box(m, t, i.operands.at(0));
  uint64_t from = m.address(t, i.operands.at(1));
  box.check(t, from, /*writes=*/true);
  m.needFenced(from, box.bytes());
  auto store = [=, &m] {
    for (size_t index = 0; index < box.elements(); ++index)
      if (uint64_t to = box.globalAddress(index))
        std::memcpy(m.globalMemory(to, box.map.elementBytes),
                    m.sharedMemory(box.sharedAddress(from, index), box.map.elementBytes), box.map.elementBytes);
  };
  t.bulkReads.open.push_back({store, m.delay()});
  return Step::Next;
}

static Step doTensor(Machine &m, Thread &t, const Instruction &i) {
  if (i.words.size() > 5 && i.words[5] == "global")
    return storeBox(m, t, i);
  return loadBox(m, t, i);
}

static Step doCommit(Machine &, Thread &t, const Instruction &) { return t.bulkReads.commit(), Step::Next; }
static Step doWait(Machine &m, Thread &t, const Instruction &i) {
  return t.bulkReads.waitFor(m.read(t, i.operands.at(0))), Step::Next;
}

const Operations &emulator::bulkOperations() {
  static const Operations operations = {
      {"cp.async.bulk.tensor", {doTensor, Scope::Thread}},
      {"cp.async.bulk.commit_group", {doCommit, Scope::Thread}},
      {"cp.async.bulk.wait_group", {doWait, Scope::Thread}},
  };
  return operations;
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs blocks: threads in turns, what is asynchronous in drawn orders, and what waits for what.

#include "Machine.h"

#include <algorithm>
#include <list>

using namespace emulator;

/// Instructions of a thread before another one has a turn, at most.
static constexpr int kTurn = 2000;
/// Clusters that have turns at the same time.
static constexpr size_t kMostClusters = 8;
/// A delay that only a wait ends.
static constexpr int kLate = 1 << 30;

//===----------------------------------------------------------------------===//
// What is asynchronous
//===----------------------------------------------------------------------===//

void GroupQueue::waitFor(size_t rest) {
  while (groups.size() > rest) {
    for (Pending &pending : groups.front())
      pending.perform();
    groups.pop_front();
  }
}

bool GroupQueue::advance() {
  auto isDue = [](std::vector<Pending> &group) {
    return !group.empty() && std::all_of(group.begin(), group.end(), [](Pending &p) { return --p.delay < 0; });
  };
  if (groups.empty() || !isDue(groups.front()))
    return false;
  waitFor(groups.size() - 1);
  return true;
}

int Machine::delay() {
  if (seed == 0)
    return 0;
  switch (random() % 3) {
  case 0:
    return 0;
  case 1:
    return static_cast<int>(random() % 8);
  default:
    return kLate;
  }
}

bool Machine::advancePending(bool force) {
  bool any = false;
  std::vector<Pending> due;
  for (size_t i = 0; i < pending.size();)
    if (--pending[i].delay < 0) {
      due.push_back(std::move(pending[i]));
      pending.erase(pending.begin() + static_cast<long>(i));
    } else {
      ++i;
    }
  if (due.empty() && force && !pending.empty()) {
    size_t i = random() % pending.size();
    due.push_back(std::move(pending[i]));
    pending.erase(pending.begin() + static_cast<long>(i));
  }
  for (Pending &one : due)
    one.perform(), any = true;
  return any;
}

//===----------------------------------------------------------------------===//
// Operands and memory
//===----------------------------------------------------------------------===//

uint64_t Machine::read(const Thread &thread, const Operand &operand) const {
  switch (operand.kind) {
  case Operand::Register:
    return thread.registers[operand.reg];
  case Operand::Parameter:
    return reinterpret_cast<uint64_t>(launch->parameters.data()) + operand.value;
  case Operand::Shared:
    return (uint64_t(thread.block->rank) << kRankShift) + kSharedBase + operand.value;
  case Operand::Special:
    switch (static_cast<SpecialRegister>(operand.reg)) {
    case TidX:
      return thread.index;
    case TidY:
    case TidZ:
      return 0;
    case NTidX:
      return launch->threads[0];
    case CtaIdX:
    case CtaIdY:
    case CtaIdZ:
      return thread.block->index[operand.reg - CtaIdX];
    case NCtaIdX:
      return launch->grid[0];
    case LaneId:
      return thread.lane;
    case ClusterCtaRank:
      return thread.block->rank;
    case ClusterNCta:
      return launch->cluster;
    }
    return 0;
  default:
    return operand.value;
  }
}

void Machine::write(Thread &thread, const Operand &operand, uint64_t value) {
  if (operand.kind == Operand::Register)
    thread.registers[operand.reg] = value;
}

uint64_t Machine::address(const Thread &thread, const Operand &operand) const {
  return read(thread, operand.list.at(0)) + operand.value;
}

uint8_t *Machine::globalMemory(uint64_t address, size_t bytes) {
  auto after = allocations.upper_bound(address);
  if (after != allocations.begin()) {
    auto [begin, size] = *std::prev(after);
    if (address - begin <= size && bytes <= size - (address - begin))
      return reinterpret_cast<uint8_t *>(address);
  }
  throw Fault("global memory of " + std::to_string(bytes) + " bytes at " + std::to_string(address) +
              " is not allocated");
}

Block &Machine::blockOf(uint64_t sharedAddress) {
  uint64_t rank = (sharedAddress & 0xFFFFFFFF) >> kRankShift;
  if (rank >= blocks.size())
    throw Fault("no block of rank " + std::to_string(rank) + " in the cluster");
  return blocks[rank];
}

uint8_t *Machine::sharedMemory(uint64_t address, size_t bytes) {
  Block &block = blockOf(address);
  uint64_t offset = address & ((1u << kRankShift) - 1);
  if (offset < kSharedBase || offset - kSharedBase + bytes > block.shared.size())
    throw Fault(std::to_string(bytes) + " bytes of shared memory at " + std::to_string(offset) + " where there are " +
                std::to_string(block.shared.size()) + " from " + std::to_string(kSharedBase));
  return block.shared.data() + (offset - kSharedBase);
}

uint8_t *Machine::memory(const Instruction &instruction, uint64_t address, size_t bytes) {
  if (address % bytes)
    throw Fault("address " + std::to_string(address) + " is no multiple of " + std::to_string(bytes));
  if (instruction.space == Instruction::Param) {
    uint64_t offset = address - reinterpret_cast<uint64_t>(launch->parameters.data());
    if (offset + bytes > launch->parameters.size())
      throw Fault("parameters end before " + std::to_string(offset + bytes) + " bytes");
    return reinterpret_cast<uint8_t *>(address);
  }
  if (instruction.space == Instruction::Shared || address >= kSharedWindow)
    return sharedMemory(address, bytes);
  return globalMemory(address, bytes);
}

//===----------------------------------------------------------------------===//
// What must come before what
//===----------------------------------------------------------------------===//

void Machine::needGlobal(const Thread &thread, uint64_t address, size_t bytes, bool writes) {
  if (writes)
    written.insert(address, bytes);
  if (communicates)
    needReleased(thread, address, bytes, writes);
  needWaited(thread, address, bytes, writes);
}

void Machine::needWaited(const Thread &thread, uint64_t address, size_t bytes, bool writes) {
  if (!thread.waited && (writes || !launch->inFlight || launch->inFlight->overlaps(address, bytes)))
    throw Fault("global memory before griddepcontrol.wait, in a launch that may start early");
}

void Machine::needReleased(const Thread &thread, uint64_t address, size_t bytes, bool writes) {
  Block &block = *thread.block;
  for (uint64_t piece = address / 16; piece * 16 < address + bytes; ++piece) {
    if (writes) {
      writers[piece] = {block.number, 0};
      block.unreleased.push_back(piece);
    } else if (auto found = writers.find(piece); found != writers.end() && found->second.block != block.number) {
      std::string other = "reads what block " + std::to_string(found->second.block) + " wrote ";
      if (found->second.release == 0)
        throw Fault(other + "and did not release");
      if (found->second.release > block.acquired)
        throw Fault(other + "and released, which this one has not acquired");
    }
  }
}

void Machine::release(Thread &thread) {
  ++releases;
  for (uint64_t piece : thread.block->unreleased)
    if (Written &written = writers[piece]; written.block == thread.block->number)
      written.release = releases;
  thread.block->unreleased.clear();
}

/// Calls `f` with each chunk of 16 bytes.
template <typename F> static void forChunks(uint64_t address, size_t bytes, F f) {
  uint64_t offset = (address & ((1u << kRankShift) - 1)) - kSharedBase;
  for (uint64_t chunk = offset / 16; chunk * 16 < offset + bytes; ++chunk)
    f(static_cast<uint32_t>(chunk));
}

void Machine::noteWrite(Thread &thread, uint64_t address, size_t bytes) {
  Block &block = blockOf(address);
  if (&block != thread.block)
    return;
  forChunks(address, bytes, [&](uint32_t chunk) {
    uint16_t &writer = block.writers.at(chunk), own = static_cast<uint16_t>(thread.index + 1);
    if (writer != own)
      writer = own, thread.unfenced.push_back(chunk);
  });
}

void Machine::noteArrival(uint64_t address, size_t bytes) {
  Block &block = blockOf(address);
  forChunks(address, bytes, [&](uint32_t chunk) { block.writers.at(chunk) = 0; });
}

void Machine::needFenced(uint64_t address, size_t bytes) {
  Block &block = blockOf(address);
  forChunks(address, bytes, [&](uint32_t chunk) {
    if (unsigned writer = block.writers.at(chunk))
      throw Fault("reads asynchronously what thread " + std::to_string(writer - 1) +
                  " wrote without fence.proxy.async after it");
  });
}

void Machine::fence(Thread &thread) {
  for (uint32_t chunk : thread.unfenced)
    if (uint16_t &writer = thread.block->writers[chunk]; writer == thread.index + 1)
      writer = 0;
  thread.unfenced.clear();
}

//===----------------------------------------------------------------------===//
// mbarriers
//===----------------------------------------------------------------------===//

Barrier &Machine::barrier(uint64_t sharedAddress) {
  Barrier &barrier = blockOf(sharedAddress).barriers[sharedAddress & ((1u << kRankShift) - 1)];
  if (!barrier.valid)
    throw Fault("no mbarrier at " + std::to_string(sharedAddress));
  return barrier;
}

static void endPhase(Barrier &barrier) {
  if (barrier.pending == 0 && barrier.bytes == 0)
    ++barrier.phase, barrier.pending = barrier.expected;
}

void Machine::arrive(uint64_t sharedAddress, int64_t count) {
  Barrier &barrier = this->barrier(sharedAddress);
  if (barrier.pending < count)
    throw Fault("more arrivals at an mbarrier than it expects");
  barrier.pending -= count;
  endPhase(barrier);
}

void Machine::expect(uint64_t sharedAddress, int64_t bytes) { barrier(sharedAddress).bytes += bytes; }

void Machine::complete(uint64_t sharedAddress, int64_t bytes) {
  Barrier &barrier = this->barrier(sharedAddress);
  barrier.bytes -= bytes;
  endPhase(barrier);
}

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

/// Counts the thread in at an instruction of the whole warp; true if it was the last, and the instruction was done.
bool Machine::collect(Thread &thread, const Instruction &instruction) {
  Team &team = instruction.scope == Scope::Warp ? *thread.warp : *thread.warpgroup;
  if (team.collected && team.at != thread.pc)
    throw Fault("threads of a team are at different instructions that need all of them, one at line " +
                std::to_string(launch->kernel->code[team.at].line));
  team.at = thread.pc;
  thread.collected = true;
  if (instruction.scope == Scope::Warpgroup && team.threads.size() != 128)
    throw Fault("a warpgroup of " + std::to_string(team.threads.size()) + " threads");
  if (++team.collected < team.threads.size())
    return false;
  instruction.handler(*this, *team.threads[0], instruction);
  for (Thread *lane : team.threads)
    lane->collected = false, ++lane->pc;
  team.collected = 0;
  return true;
}

void Machine::finish(Thread &thread) {
  thread.done = true;
  if (!thread.bulkReads.empty())
    throw Fault("the thread ends while a bulk copy may still read shared memory");
  thread.copies.commit();
  thread.copies.waitFor(0);
}

/// False if the thread could not do anything.
bool Machine::runThread(Thread &thread) {
  const std::vector<Instruction> &code = launch->kernel->code;
  for (int i = 0; i < kTurn; ++i) {
    if (thread.pc >= code.size())
      throw Fault("the kernel's code ends without ret");
    const Instruction &instruction = code[thread.pc];
    if (instruction.hasGuard && (thread.registers[instruction.guard] != 0) == instruction.guardNot) {
      ++thread.pc;
      continue;
    }
    if (instruction.scope != Scope::Thread) {
      if (!collect(thread, instruction))
        return i > 0;
      continue;
    }
    switch (instruction.handler(*this, thread, instruction)) {
    case Step::Next:
      ++thread.pc;
      break;
    case Step::Jump:
      break;
    case Step::Blocked:
      return i > 0;
    case Step::Exit:
      finish(thread);
      return true;
    }
  }
  if (mostTurns && ++turns > mostTurns)
    throw Fault("the kernel does not end");
  return true;
}

std::string Machine::describe(const Thread &thread) const {
  const Kernel &kernel = *launch->kernel;
  int line = thread.pc < kernel.code.size() ? kernel.code[thread.pc].line : 0;
  std::string text = line > 0 ? kernel.lines[static_cast<size_t>(line) - 1] : "";
  text.erase(0, text.find_first_not_of(" \t"));
  return kernel.name + ", block " + std::to_string(thread.block->index[0]) + ", thread " +
         std::to_string(thread.index) + ", line " + std::to_string(line) + ": " + text;
}

void Machine::reportDeadlock() const {
  std::string message = "all threads wait:";
  std::map<std::string, unsigned> places;
  for (const Block &block : blocks)
    for (const Thread &thread : block.threads)
      if (!thread.done && places.size() < 12)
        places.emplace(describe(thread), 0);
  for (auto &[place, _] : places)
    message += "\n  " + place;
  throw Fault(message);
}

void Machine::begin(Cluster &cluster, unsigned first) {
  unsigned threads = launch->threads[0] * launch->threads[1] * launch->threads[2];
  cluster.blocks.resize(launch->cluster);
  for (unsigned rank = 0; rank < launch->cluster; ++rank) {
    Block &block = cluster.blocks[rank];
    unsigned number = first + rank;
    block.rank = rank, block.number = number;
    block.index[0] = number % launch->grid[0], block.index[1] = number / launch->grid[0] % launch->grid[1];
    block.index[2] = number / launch->grid[0] / launch->grid[1];
    block.shared.resize(launch->kernel->sharedBytes + launch->sharedBytes);
    for (uint8_t &byte : block.shared)
      byte = static_cast<uint8_t>(random() | 0x60); // as floats, NaN or large
    block.writers.resize(block.shared.size() / 16 + 1);
    block.threads.resize(threads);
    block.warps.resize((threads + 31) / 32);
    block.warpgroups.resize((threads + 127) / 128);
    for (unsigned i = 0; i < threads; ++i) {
      Thread &thread = block.threads[i];
      thread.registers.assign(launch->kernel->registers, 0xCDCDCDCDCDCDCDCD);
      thread.index = i, thread.lane = i % 32, thread.block = &block, thread.warp = &block.warps[i / 32];
      thread.waited = !launch->dependent;
      thread.warpgroup = &block.warpgroups[i / 128];
      for (Team *team : {thread.warp, thread.warpgroup})
        team->threads.push_back(&thread);
      cluster.order.push_back(&thread);
    }
  }
  cluster.left = cluster.order.size();
}

void Machine::swap(Cluster &cluster) {
  std::swap(blocks, cluster.blocks);
  std::swap(pending, cluster.pending);
  std::swap(clusterBarrier, cluster.barrier);
}

bool Machine::advance(Cluster &cluster) {
  if (seed)
    std::shuffle(cluster.order.begin(), cluster.order.end(), random);
  bool any = false;
  for (Thread *thread : cluster.order) {
    if (thread->done || thread->collected)
      continue;
    try {
      any |= runThread(*thread);
    } catch (const Fault &fault) {
      throw Fault(describe(*thread) + ": " + fault.what());
    }
    cluster.left -= thread->done;
  }
  for (Block &block : blocks) {
    for (Team &warpgroup : block.warpgroups)
      any |= warpgroup.products.advance();
    for (Thread &thread : block.threads)
      for (GroupQueue *queue : {&thread.copies, &thread.bulkReads})
        any |= queue->advance();
  }
  return any | advancePending(/*force=*/!any);
}

void Machine::run(const Launch &what) {
  launch = &what;
  written.clear(), releasedUnwaited = false;
  writers.clear();
  communicates = false;
  for (const Instruction &instruction : what.kernel->code)
    communicates |= instruction.words[0] == "atom";
  unsigned count = what.grid[0] * what.grid[1] * what.grid[2];
  if (count % what.cluster)
    throw Fault("a grid of " + std::to_string(count) + " blocks is not made of clusters of " +
                std::to_string(what.cluster));
  // Of the clusters that run at the same time one has a turn, a drawn one.
  std::list<Cluster> running;
  for (unsigned first = 0; first < count || !running.empty();) {
    bool starts = first < count && (running.empty() || (communicates && seed && running.size() < kMostClusters));
    if (starts) {
      begin(running.emplace_back(), first);
      first += what.cluster;
      continue;
    }
    auto cluster = std::next(running.begin(), static_cast<long>(running.size() > 1 ? random() % running.size() : 0));
    swap(*cluster);
    // A cluster that waits for another one cannot say so: such kernels are not known.
    if (!advance(*cluster) && cluster->left)
      reportDeadlock();
    while (!cluster->left && advancePending(/*force=*/true)) {
    }
    swap(*cluster);
    if (!cluster->left)
      running.erase(cluster);
  }
}

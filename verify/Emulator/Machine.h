// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A GPU that runs one cluster at a time, or all of them in turns where a kernel has atomic operations, by which its
// blocks may speak to each other. Threads take turns in an order drawn from a seed. What the hardware does
// asynchronously (copies, products of warpgroups) happens at any time between its issue and the wait for it, also
// drawn: code that waits for too little gives wrong results for some seeds. Shared memory begins as garbage.
//
// A kernel is stopped with a Fault where it
//   - touches global memory that is not allocated, or shared memory that it does not have,
//   - does what needs a whole warp with a part of it,
//   - waits for what never comes (all threads are blocked and nothing is on its way),
//   - lets TMA or wgmma read shared memory that a thread wrote without fence.proxy.async after it,
//   - touches global memory before griddepcontrol.wait, where its launch lets it start early, unless it only reads what
//     no kernel writes that may still run,
//   - ends while a copy still reads its shared memory,
//   - reads from global memory, where it has atomic operations, what another block has written in the same launch and
//     not released, or what this one has not acquired.

#ifndef FUSION_VERIFY_EMULATOR_MACHINE_H
#define FUSION_VERIFY_EMULATOR_MACHINE_H

#include "Program.h"

#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <unordered_map>
#include <unordered_set>

namespace emulator {

/// Shared memory is addressed by 32 bits: the rank of the block in its cluster above, the offset in the block below.
constexpr unsigned kRankShift = 24;
/// A generic address of shared memory is such an address in a window that no allocation has.
constexpr uint64_t kSharedWindow = uint64_t(1) << 60;
/// Where dynamic shared memory begins: the system keeps the first KiB.
constexpr uint32_t kSharedBase = 1024;

/// Memory of the device: address, bytes.
using Allocations = std::map<uint64_t, uint64_t>;

/// Memory of the device, in pieces of 16 bytes.
class Pieces {
public:
  void insert(uint64_t address, size_t bytes) {
    for (uint64_t piece = address / kBytes; piece * kBytes < address + bytes; ++piece)
      pieces.insert(piece);
  }
  void insert(const Pieces &other) { pieces.insert(other.pieces.begin(), other.pieces.end()); }
  bool overlaps(uint64_t address, size_t bytes) const {
    for (uint64_t piece = address / kBytes; piece * kBytes < address + bytes; ++piece)
      if (pieces.count(piece))
        return true;
    return false;
  }
  void clear() { pieces.clear(); }

private:
  static constexpr uint64_t kBytes = 16;
  std::unordered_set<uint64_t> pieces;
};

/// What a tensor map of the driver says. Innermost dimension first; strides in bytes, from the second dimension on.
struct TensorMap {
  uint64_t address = 0, sizes[5] = {}, strides[5] = {};
  uint32_t box[5] = {};
  uint16_t elementBytes = 0;
  uint8_t rank = 0, swizzle = 0; ///< swizzle as in CUtensorMapSwizzle: 0 none; 1, 2, 3 for rows of 32, 64, 128 bytes
  bool roundsToTF32 = false;

  uint32_t rowBytes() const { return 16u << swizzle; } ///< of swizzled rows
};
static_assert(sizeof(TensorMap) <= 128);

struct Barrier {
  bool valid = false;
  uint64_t phase = 0;
  int64_t expected = 0, pending = 0, bytes = 0;
};

/// Something asynchronous: may begin once `delay` turns are over, must if somebody waits for it.
struct Pending {
  std::function<void()> perform;
  int delay;
};

/// Pending things in the order in which they were issued, in groups.
struct GroupQueue {
  std::deque<std::vector<Pending>> groups; ///< committed
  std::vector<Pending> open;

  void commit() {
    groups.push_back(std::move(open));
    open.clear();
  }
  /// Performs all but the last `rest` groups.
  void waitFor(size_t rest);
  /// Performs what is due. True if there was something.
  bool advance();
  bool empty() const { return groups.empty() && open.empty(); }
};

struct Block;
struct Team;

struct Thread {
  std::vector<uint64_t> registers;
  uint32_t pc = 0;
  bool done = false, collected = false; ///< collected: waits for the rest of a team
  bool arrived = false;                 ///< at the barrier at `pc`, whose phase was `phase`
  uint64_t phase = 0;
  uint64_t clusterPhase = 0; ///< that ends the barrier of the cluster it has arrived at; 0: at none
  unsigned index = 0, lane = 0;
  bool carry = false;             ///< of add.cc, or the borrow of sub.cc
  bool waited = true;             ///< all kernels before have ended
  std::vector<uint32_t> unfenced; ///< chunks of shared memory written since the last fence between proxies
  Block *block = nullptr;
  Team *warp = nullptr, *warpgroup = nullptr;
  GroupQueue copies;    ///< cp.async
  GroupQueue bulkReads; ///< bulk copies to global memory: reading shared memory
};

/// Threads that wait for each other: of a warp, or of the four warps of a warpgroup.
struct Team {
  std::vector<Thread *> threads;
  unsigned collected = 0;
  uint32_t at = 0;     ///< the instruction where they wait
  GroupQueue products; ///< wgmma, of warpgroups
};

struct Block {
  unsigned rank = 0, index[3] = {}, number = 0; ///< number: in the grid
  std::vector<uint64_t> unreleased;             ///< pieces of global memory that it has written since its last release
  uint64_t acquired = 0;                        ///< number of the last release before its last acquisition
  std::vector<uint8_t> shared;
  std::vector<uint16_t> writers; ///< of each 16 bytes: 1 + the thread that wrote them and has not fenced since; or 0
  std::map<uint32_t, Barrier> barriers; ///< mbarriers by offset
  struct Named {
    unsigned arrived = 0;
    uint64_t phase = 0;
    bool vote = false, outcome = false; ///< of the threads so far, of the phase before
  } named[16];
  std::vector<Team> warps, warpgroups;
  std::vector<Thread> threads;
};

struct Launch {
  const Kernel *kernel = nullptr;
  unsigned grid[3] = {1, 1, 1}, threads[3] = {1, 1, 1}, cluster = 1, sharedBytes = 0;
  bool dependent = false;           ///< may start before the kernels before it have ended
  const Pieces *inFlight = nullptr; ///< what those write; null: anything
  std::vector<uint8_t> parameters;
};

struct Machine {
  Machine(const Allocations &allocations, uint64_t seed) : allocations(allocations), random(seed), seed(seed) {}

  /// Runs all blocks. Throws a Fault with the place.
  void run(const Launch &launch);

  // For instructions.

  uint64_t read(const Thread &thread, const Operand &operand) const;
  static void write(Thread &thread, const Operand &operand, uint64_t value);
  /// The address that [base + offset] names, without its space.
  uint64_t address(const Thread &thread, const Operand &operand) const;
  /// Memory of the space that the instruction names; faults if it is not all there, or not aligned.
  uint8_t *memory(const Instruction &instruction, uint64_t address, size_t bytes);
  uint8_t *globalMemory(uint64_t address, size_t bytes);
  /// Before the thread reads or writes global memory; of needWaited() that is all that atomic operations need.
  void needGlobal(const Thread &thread, uint64_t address, size_t bytes, bool writes);
  void needWaited(const Thread &thread, uint64_t address, size_t bytes, bool writes);
  /// Memory order at the scope of the GPU, for the thread's block as a whole. Only kernels with atomic operations ask.
  void release(Thread &thread);
  void acquire(Thread &thread) { thread.block->acquired = releases; }
  /// The thread writes shared memory as loads and stores do (the generic proxy); address of the cluster.
  void noteWrite(Thread &thread, uint64_t address, size_t bytes);
  /// What came asynchronously needs no fence.
  void noteArrival(uint64_t address, size_t bytes);
  /// What reads asynchronously (the async proxy) must find writes fenced.
  void needFenced(uint64_t address, size_t bytes);
  static void fence(Thread &thread);
  /// By an address of the cluster's shared memory.
  uint8_t *sharedMemory(uint64_t address, size_t bytes);
  Block &blockOf(uint64_t sharedAddress);
  Barrier &barrier(uint64_t sharedAddress);
  void arrive(uint64_t sharedAddress, int64_t count);
  /// Bytes that have come.
  void complete(uint64_t sharedAddress, int64_t bytes);
  void expect(uint64_t sharedAddress, int64_t bytes);
  /// Something asynchronous that nobody waits for by groups.
  void issue(std::function<void()> perform) { pending.push_back({std::move(perform), delay()}); }
  /// Turns until something asynchronous happens if nobody waits for it.
  int delay();

  uint64_t mostTurns = 0; ///< turns without a wait after which a launch is ended; 0: any number

  // What the launch did, for those after it.
  Pieces written;
  bool releasedUnwaited = false; ///< launch_dependents before griddepcontrol.wait

  const Launch *launch = nullptr;
  std::vector<Block> blocks; ///< of the cluster
  struct {
    unsigned arrived = 0;
    uint64_t phase = 0;
  } clusterBarrier;

private:
  /// A cluster while others have their turn.
  struct Cluster {
    std::vector<Block> blocks;
    std::vector<Thread *> order;
    std::vector<Pending> pending;
    decltype(Machine::clusterBarrier) barrier;
    size_t left = 0; ///< threads
  };
  struct Written {
    unsigned block;
    uint64_t release; ///< its number; 0: not yet
  };

  void begin(Cluster &cluster, unsigned first);
  void swap(Cluster &cluster);
  /// A turn of each thread. False if nothing happened.
  bool advance(Cluster &cluster);
  void needReleased(const Thread &thread, uint64_t address, size_t bytes, bool writes);
  bool runThread(Thread &thread);
  bool collect(Thread &thread, const Instruction &instruction);
  bool advancePending(bool force);
  void finish(Thread &thread);
  [[noreturn]] void reportDeadlock() const;
  std::string describe(const Thread &thread) const;

  const Allocations &allocations;
  uint64_t turns = 0;
  std::mt19937_64 random;
  uint64_t seed;
  std::vector<Pending> pending;
  bool communicates = false;                     ///< the kernel has atomic operations
  std::unordered_map<uint64_t, Written> writers; ///< of pieces of global memory, in such a kernel
  uint64_t releases = 0;
};

/// A barrier of `count` threads: true where this one may go on.
template <typename State> bool passBarrier(Thread &thread, State &state, unsigned count) {
  if (!thread.arrived) {
    thread.arrived = true, thread.phase = state.phase;
    if (++state.arrived == count)
      state.arrived = 0, ++state.phase;
  }
  if (state.phase == thread.phase)
    return false;
  thread.arrived = false;
  return true;
}

} // namespace emulator

#endif // FUSION_VERIFY_EMULATOR_MACHINE_H

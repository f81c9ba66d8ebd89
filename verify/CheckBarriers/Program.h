// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the threads of one cluster do, reduced to what matters between them: for each group of like threads a list of
// events. Control flow is gone, since no value that a kernel's synchronisation depends on comes from another thread.

#ifndef FUSION_VERIFY_CHECKBARRIERS_PROGRAM_H
#define FUSION_VERIFY_CHECKBARRIERS_PROGRAM_H

#include "fusion/Support/LLVM.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

#include <string>
#include <tuple>
#include <vector>

namespace mlir {
class Operation;
}

namespace fusion::protocol {

enum class EventKind : uint8_t {
  // Barriers in shared memory. `object` is the barrier.
  BarrierInit,   ///< `value`: arrivals of a phase
  BarrierExpect, ///< `value`: bytes
  BarrierArrive, ///< `value`: arrivals; `flag`: orders no generic accesses for the waiter
  BarrierWait,   ///< `value`: parity of the phase that is waited for
  BarrierFence,  ///< the thread's initialisations become visible to the cluster and to TMA
  // Named barriers of a CTA (`object`: CTA * 16 + id, `value`: threads), those of warps (behind them, one for each),
  // and
  // the barrier of the cluster.
  NamedArrive,
  NamedWait,     ///< follows the NamedArrive of the same op
  ClusterArrive, ///< `flag`: relaxed
  ClusterWait,
  // Asynchronous work on shared memory.
  Load, ///< TMA or st.async fills `spans` and counts `value` bytes on barrier `object`; `argument`: the tensor map;
        ///< `flag`: st.async
  Mma,  ///< wgmma reads `spans`; `flag`: and registers
  MmaCommit,
  MmaWait, ///< `value`: groups that may be pending
  Store,   ///< TMA reads `spans`; `argument`: the tensor map
  StoreCommit,
  StoreWait, ///< `value`: groups whose reads may be pending
  Copy,      ///< cp.async fills `spans` through the generic proxy; `argument`: where from
  CopyCommit,
  CopyWait, ///< `value`: groups that may be pending
  // The thread's own accesses and fences.
  Read,
  Write,
  ProxyFence,
  GridWait, ///< griddepcontrol.wait
  Global,   ///< touches global memory through `argument`
  Exit,
};

/// Bytes [begin, end) of the shared memory of CTA `cta`.
struct Span {
  unsigned cta;
  uint32_t begin, end;
  bool operator==(const Span &o) const { return cta == o.cta && begin == o.begin && end == o.end; }
  bool operator<(const Span &o) const { return std::tie(cta, begin, end) < std::tie(o.cta, o.begin, o.end); }
};

struct Event {
  EventKind kind;
  bool flag = false;
  bool remote = false; ///< acts on another CTA, `target`
  int object = -1;
  int target = -1;
  int argument = -1;
  int64_t value = 0;
  Operation *op = nullptr;
  SmallVector<Span, 1> spans;
  /// The spans as numbers of cells; filled by Program::build.
  SmallVector<unsigned, 4> cells;
};

/// Threads of one warpgroup that have the same events (their addresses in shared memory may differ).
struct Agent {
  unsigned cta;
  SmallVector<unsigned> threads;
  int warpgroup; ///< over all CTAs
  std::vector<Event> events;

  /// "CTA 0, threads 1-127".
  std::string name() const;
};

/// An mbarrier object.
struct Barrier {
  unsigned cta;
  uint32_t offset;
};

/// Bytes of shared memory that every event treats alike.
struct Cell {
  unsigned cta;
  uint32_t begin, end;
};

struct Program {
  unsigned numCtas = 1;
  unsigned threadsPerCta = 0;
  /// Named barriers of all CTAs; those of warps, where there are any.
  unsigned numNamed = 16;
  std::vector<Agent> agents;
  std::vector<Barrier> barriers;
  std::vector<Cell> cells;
  /// Agents of each warpgroup that issue wgmma.
  std::vector<SmallVector<unsigned>> mmaAgents;
  /// Whether the kernel has a griddepcontrol.wait, so that the kernel before it may still run when it starts.
  bool waitsForGrid = false;

  unsigned numEvents() const;
};

/// One thing that is wrong.
struct Finding {
  Operation *op;
  std::string message;
  SmallVector<std::pair<Operation *, std::string>> notes;
};

} // namespace fusion::protocol

#endif // FUSION_VERIFY_CHECKBARRIERS_PROGRAM_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which accesses to shared memory may be under way at a point of a program.

#ifndef FUSION_VERIFY_CHECKBARRIERS_LIVEACCESSES_H
#define FUSION_VERIFY_CHECKBARRIERS_LIVEACCESSES_H

#include "Machine.h"

#include "llvm/ADT/BitVector.h"

#include <optional>

namespace fusion::protocol {

/// A load that has been issued and may still write.
struct LoadInFlight {
  unsigned agent, event;
};

/// What each agent may be doing to shared memory at each point of its events.
///
/// An access of a thread's own is under way from its event up to the next event that is no access, what it reads at
/// most up to the next wgmma that takes registers, since that waits for them; a TMA store, until its group's reads are
/// waited for, and cp.async, until its group is; a wgmma, until one agent of the warpgroup has waited for its group.
class LiveAccesses {
public:
  explicit LiveAccesses(const Program &program);

  /// Whether the next event of `agent` ends accesses that are under way at `state`.
  bool endsAccess(const State &state, unsigned agent) const;
  /// Two accesses that collide at `state`, of which one writes, if there are any.
  std::optional<Finding> findCollision(const State &state, ArrayRef<LoadInFlight> loads) const;

private:
  struct Point {
    SmallVector<unsigned, 2> accesses;   ///< events of own accesses, TMA stores and cp.async under way
    unsigned mmaIssued = 0, mmaDone = 0; ///< groups of wgmma
  };

  /// Fills the tables for one agent.
  void follow(unsigned agent);
  /// Groups of wgmma of the warpgroup of `agent` that are done.
  unsigned mmaDone(const State &state, unsigned agent) const;

  const Program &program;
  std::vector<std::vector<Point>> points;
  /// For each agent and group of wgmma, its events.
  std::vector<std::vector<SmallVector<unsigned, 2>>> mmaGroups;
  /// For each agent and event, the cells that it touches.
  std::vector<std::vector<llvm::BitVector>> cells;
};

} // namespace fusion::protocol

#endif // FUSION_VERIFY_CHECKBARRIERS_LIVEACCESSES_H

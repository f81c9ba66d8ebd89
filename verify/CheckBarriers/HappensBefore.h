// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows one execution with vector clocks and reports whatever is not ordered by the barriers alone.
//
// Why one execution is enough. Three rules are checked beside the accesses to shared memory:
//  1. an arrival at phase n of a barrier happens after the completion of phase n - 1, so no interleaving counts it in
//     another phase;
//  2. a wait that sees phase n complete begins after the completion of phase n - 1, so its parity cannot match phase
//     n - 2; it follows another wait that saw phase n - 1, or all arrivals that completed it;
//  3. a wait that sees phase n complete happens before the completion of phase n + 1, so it cannot miss phase n.
// If they hold and nobody is stuck, every step that is possible stays possible, with the same effect, whatever the
// others do first: all interleavings are rearrangements of independent steps of this one, with the same happens-before
// relation. Accesses that it orders are then ordered in all of them, and two that it does not order collide in one.
// Search.h visits the interleavings themselves, as a check on this argument.

#ifndef FUSION_VERIFY_CHECKBARRIERS_HAPPENSBEFORE_H
#define FUSION_VERIFY_CHECKBARRIERS_HAPPENSBEFORE_H

#include "Interpreter.h"
#include "Machine.h"

#include <set>

namespace fusion::protocol {

class HappensBefore : public Observer {
public:
  HappensBefore(const Program &program, const Launch &launch, std::vector<Finding> &findings);

  void before(unsigned agent, const Event &event, const State &state) override;
  void barrierCompleted(unsigned barrier) override;
  void namedCompleted(unsigned named) override;
  void clusterCompleted() override;
  /// After all threads have exited.
  void finish(const State &state);

private:
  using Clock = std::vector<uint32_t>;

  /// A moment: a component of the clocks and the value that it has from then on.
  struct Epoch {
    unsigned component;
    uint32_t value;
  };
  struct Access {
    Epoch epoch;
    unsigned agent;
    const Event *event;
  };
  struct CellState {
    std::vector<Access> writes; ///< at most one
    std::vector<Access> reads;  ///< since the write
  };
  /// What made a phase end.
  struct PhaseEnd {
    std::vector<Epoch> arrivals;
    bool hasBytes = false; ///< loads too, so that the arrivals alone do not tell
  };
  struct BarrierClocks {
    Clock current, completed;
    uint32_t phase = 0;
    PhaseEnd underWay, last, beforeLast;
    unsigned initAgent = 0;
    uint32_t initTime = 0, fenceTime = 0;
    std::vector<std::pair<Epoch, const Event *>> waits; ///< that saw the last complete phase
  };
  struct GroupClocks {
    Clock current, completed;
    uint32_t generation = 0;
    std::pair<unsigned, const Event *> last; ///< arrival
  };

  // Components: for each agent its own time, its generic writes, those writes as the async proxy sees them, its
  // completed groups of cp.async, those as the async proxy sees them, and its completed TMA stores; for each barrier
  // its phases; for each named barrier its generations; for each warpgroup its completed groups of wgmma.
  unsigned time(unsigned agent) const { return agent; }
  unsigned writes(unsigned agent) const { return numAgents + agent; }
  unsigned asyncWrites(unsigned agent) const { return 2 * numAgents + agent; }
  unsigned copies(unsigned agent) const { return 3 * numAgents + agent; }
  unsigned asyncCopies(unsigned agent) const { return 4 * numAgents + agent; }
  unsigned stores(unsigned agent) const { return 5 * numAgents + agent; }
  unsigned phases(unsigned barrier) const { return 6 * numAgents + barrier; }
  unsigned generations(unsigned named) const { return phases(program.barriers.size()) + named; }
  unsigned mmaGroups(unsigned warpgroup) const { return generations(program.numNamed) + warpgroup; }

  bool sees(unsigned agent, Epoch epoch) const { return clocks[agent][epoch.component] >= epoch.value; }
  /// Whether the phase before the last complete one of a barrier ended before: it was seen to end, or all that it took.
  bool seesPhaseBeforeLast(unsigned agent, unsigned barrier) const;
  /// The moment from which the async proxy sees a generic write.
  Epoch asyncEpoch(const Access &write) const;
  /// `weak`: generic writes are left out.
  void join(Clock &into, const Clock &from, bool weak = false) const;

  void report(unsigned agent, const Event &event, const Twine &message,
              SmallVector<std::pair<Operation *, std::string>> notes = {});
  std::string bytes(unsigned cell) const;
  void read(unsigned agent, const Event &event, Epoch epoch);
  void write(unsigned agent, const Event &event, Epoch epoch);
  void checkWritten(unsigned agent, const Event &event, unsigned cell, const Access &write);
  void checkBarrierUse(unsigned agent, const Event &event);
  void checkPhase(unsigned agent, const Event &event);
  void checkGlobal(unsigned agent, const Event &event);
  void wait(unsigned agent, const Event &event);
  void waitForMma(unsigned agent, uint32_t groups);
  void exit(unsigned agent, const Event &event, const State &state);
  /// Barriers, fences and the end of the kernels before; false if the event is none of these.
  bool synchronize(unsigned agent, const Event &event);
  void fence(unsigned agent, const Event &event);
  /// Commits of groups, and waits for them; false if the event is neither.
  bool commitOrWait(unsigned agent, const Event &event, const AgentState &self);
  void access(unsigned agent, const Event &event, const AgentState &self);
  /// A generic read or write of shared memory.
  void touch(unsigned agent, const Event &event);
  /// The CTA whose memory an event is about must not be gone before that moment.
  void mustOutlive(unsigned agent, const Event &event, Epoch epoch) {
    remote.push_back({unsigned(event.target), {epoch, agent, &event}});
  }

  const Program &program;
  unsigned numAgents;
  const Launch &launch;
  std::vector<Finding> &findings;
  std::set<std::pair<Operation *, std::string>> reported;

  std::vector<Clock> clocks;
  std::vector<CellState> cells;
  std::vector<BarrierClocks> barriers;
  std::vector<GroupClocks> named;
  GroupClocks cluster;
  /// When each agent passed griddepcontrol.wait; 0: not yet.
  std::vector<uint32_t> gridWaits;
  std::vector<bool> storesOpen, mmaOpen, copiesOpen;
  /// The clock of each agent at each commit of wgmma.
  std::vector<std::vector<Clock>> mmaCommits;
  /// What must happen before CTA `first` is gone.
  std::vector<std::pair<unsigned, Access>> remote;
};

} // namespace fusion::protocol

#endif // FUSION_VERIFY_CHECKBARRIERS_HAPPENSBEFORE_H

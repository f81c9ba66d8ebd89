// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The state that agents share and how events change it: the semantics of the barriers.

#ifndef FUSION_VERIFY_CHECKBARRIERS_MACHINE_H
#define FUSION_VERIFY_CHECKBARRIERS_MACHINE_H

#include "Program.h"

namespace fusion::protocol {

struct BarrierState {
  int32_t count = 0;                ///< arrivals of a phase; 0 before the initialisation
  int32_t pending = 0;              ///< arrivals that the phase still needs
  int32_t expected = 0, issued = 0; ///< bytes of the phase, announced and under way
  int32_t phase = 0;                ///< number of completed phases
};

/// "barrier 3", of a CTA's sixteen, or "the barrier of a warp".
std::string nameOf(const Program &program, int named);

struct NamedState {
  int32_t arrived = 0, count = 0, generation = 0;
};

struct AgentState {
  uint32_t next = 0;              ///< the next event
  int32_t named = 0, cluster = 0; ///< generation of its last arrival, plus one
  int32_t mmaCommitted = 0, storeCommitted = 0, copyCommitted = 0;
  bool exited = false;
};

struct State {
  std::vector<AgentState> agents;
  std::vector<BarrierState> barriers;
  std::vector<NamedState> named;
  int32_t clusterGeneration = 0;
};

/// Learns what happens, in order. `state` is the state before an event, and after a completion.
class Observer {
public:
  virtual ~Observer() = default;
  virtual void before(unsigned agent, const Event &event, const State &state) {}
  virtual void barrierCompleted(unsigned barrier) {}
  virtual void namedCompleted(unsigned named) {}
  virtual void clusterCompleted() {}
};

class Machine {
public:
  explicit Machine(const Program &program) : program(program) {}

  State initial() const;
  const Event &next(const State &state, unsigned agent) const {
    return program.agents[agent].events[state.agents[agent].next];
  }
  bool isEnabled(const State &state, unsigned agent) const;
  /// Executes the next event of `agent`, which must be enabled. False, with a finding, if it breaks a rule.
  bool step(State &state, unsigned agent, Observer &observer, std::vector<Finding> &findings) const;
  /// Whether all that a phase of `barrier` needs is there or under way: its loads may complete now.
  bool canComplete(const State &state, unsigned barrier) const;
  void complete(State &state, unsigned barrier, Observer &observer) const;
  /// Who waits for what, at a state where nobody can go on.
  Finding describeDeadlock(const State &state) const;

private:
  bool fail(std::vector<Finding> &findings, const Event &event, unsigned agent, const Twine &message) const;
  bool arrive(State &state, unsigned agent, const Event &event, std::vector<Finding> &findings) const;
  bool arriveNamed(State &state, unsigned agent, const Event &event, Observer &observer,
                   std::vector<Finding> &findings) const;
  void completeCluster(State &state, Observer &observer) const;
  std::string describeWait(const State &state, unsigned agent) const;

  const Program &program;
};

} // namespace fusion::protocol

#endif // FUSION_VERIFY_CHECKBARRIERS_MACHINE_H

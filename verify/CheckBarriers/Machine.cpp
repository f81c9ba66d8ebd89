// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One step of one agent, and what it does to barriers.

#include "Machine.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::protocol;

/// The largest transaction count of a barrier (PTX ISA, "tx-count operations").
static constexpr int32_t maxBytes = (1 << 20) - 1;

std::string protocol::nameOf(const Program &program, int named) {
  return named < int(16 * program.numCtas) ? "barrier " + std::to_string(named % 16) : "the barrier of a warp";
}

State Machine::initial() const {
  State state;
  state.agents.resize(program.agents.size());
  state.barriers.resize(program.barriers.size());
  state.named.resize(program.numNamed);
  return state;
}

bool Machine::isEnabled(const State &state, unsigned agent) const {
  const AgentState &self = state.agents[agent];
  if (self.exited)
    return false;
  const Event &event = next(state, agent);
  switch (event.kind) {
  case EventKind::BarrierWait: {
    // A wait for a parity passes unless the phase under way has it.
    const BarrierState &barrier = state.barriers[event.object];
    return !barrier.count || (barrier.phase & 1) != event.value;
  }
  case EventKind::NamedWait:
    return state.named[event.object].generation >= self.named;
  case EventKind::ClusterWait:
    return state.clusterGeneration >= self.cluster;
  case EventKind::MmaWait:
    // wgmma is collective: a group is done for one thread only if the whole warpgroup has issued it.
    return llvm::all_of(program.mmaAgents[program.agents[agent].warpgroup], [&](unsigned other) {
      return state.agents[other].mmaCommitted >= self.mmaCommitted - event.value;
    });
  default:
    return true;
  }
}

bool Machine::fail(std::vector<Finding> &findings, const Event &event, unsigned agent, const Twine &message) const {
  findings.push_back({event.op, ("by " + program.agents[agent].name() + " " + message).str(), {}});
  return false;
}

bool Machine::arrive(State &state, unsigned agent, const Event &event, std::vector<Finding> &findings) const {
  BarrierState &barrier = state.barriers[event.object];
  int64_t arrivals = event.value * program.agents[agent].threads.size();
  if (arrivals > barrier.pending)
    return fail(findings, event, agent,
                "makes " + Twine(arrivals) + " arrivals in a phase that needs " + Twine(barrier.pending) + " more of " +
                    Twine(barrier.count));
  barrier.pending -= arrivals;
  return true;
}

bool Machine::arriveNamed(State &state, unsigned agent, const Event &event, Observer &observer,
                          std::vector<Finding> &findings) const {
  NamedState &named = state.named[event.object];
  if (!named.arrived)
    named.count = event.value;
  if (event.value % 32 || event.value > int64_t(program.threadsPerCta))
    return fail(findings, event, agent,
                "names " + Twine(event.value) + " threads, which must be whole warps of the CTA's " +
                    Twine(program.threadsPerCta) + " threads");
  if (named.count != event.value)
    return fail(findings, event, agent,
                "names " + Twine(event.value) + " threads for " + nameOf(program, event.object) +
                    ", where others wait for " + Twine(named.count));
  named.arrived += program.agents[agent].threads.size();
  if (named.arrived > named.count)
    return fail(findings, event, agent,
                "makes " + Twine(named.arrived) + " arrivals at " + nameOf(program, event.object) + " of " +
                    Twine(named.count) + " threads");
  state.agents[agent].named = named.generation + 1;
  if (named.arrived == named.count) {
    named.arrived = 0;
    ++named.generation;
    observer.namedCompleted(event.object);
  }
  return true;
}

void Machine::completeCluster(State &state, Observer &observer) const {
  // Threads that have exited count as arrived.
  bool anyArrived = false;
  for (const AgentState &agent : state.agents) {
    bool arrived = agent.cluster > state.clusterGeneration;
    if (!arrived && !agent.exited)
      return;
    anyArrived |= arrived;
  }
  if (!anyArrived)
    return;
  ++state.clusterGeneration;
  observer.clusterCompleted();
}

bool Machine::canComplete(const State &state, unsigned number) const {
  const BarrierState &barrier = state.barriers[number];
  return barrier.count && !barrier.pending && barrier.expected == barrier.issued;
}

void Machine::complete(State &state, unsigned number, Observer &observer) const {
  BarrierState &barrier = state.barriers[number];
  barrier.pending = barrier.count;
  barrier.expected = barrier.issued = 0;
  ++barrier.phase;
  observer.barrierCompleted(number);
}

bool Machine::step(State &state, unsigned agent, Observer &observer, std::vector<Finding> &findings) const {
  const Event &event = next(state, agent);
  observer.before(agent, event, state);
  AgentState &self = state.agents[agent];
  BarrierState *barrier = nullptr;
  bool usesBarrier = event.kind == EventKind::BarrierInit || event.kind == EventKind::BarrierExpect ||
                     event.kind == EventKind::BarrierArrive || event.kind == EventKind::BarrierWait ||
                     event.kind == EventKind::Load;
  if (usesBarrier) {
    barrier = &state.barriers[event.object];
    if (event.kind != EventKind::BarrierInit && !barrier->count)
      return fail(findings, event, agent, "uses a barrier that is not initialised");
  }
  ++self.next;
  switch (event.kind) {
  case EventKind::BarrierInit:
    if (barrier->count)
      return fail(findings, event, agent, "initialises a barrier again");
    if (program.agents[agent].threads.size() != 1)
      return fail(findings, event, agent, "initialises a barrier in several threads");
    barrier->count = barrier->pending = event.value;
    return true;
  case EventKind::BarrierExpect:
    barrier->expected += event.value * program.agents[agent].threads.size();
    if (barrier->expected > maxBytes)
      return fail(findings, event, agent, "expects " + Twine(barrier->expected) + " bytes, more than a barrier counts");
    return true;
  case EventKind::BarrierArrive:
    if (!arrive(state, agent, event, findings))
      return false;
    break;
  case EventKind::Load:
    barrier->issued += event.value * program.agents[agent].threads.size();
    break;
  case EventKind::NamedArrive:
    return arriveNamed(state, agent, event, observer, findings);
  case EventKind::ClusterArrive:
    self.cluster = state.clusterGeneration + 1;
    completeCluster(state, observer);
    return true;
  case EventKind::MmaCommit:
    ++self.mmaCommitted;
    return true;
  case EventKind::StoreCommit:
    ++self.storeCommitted;
    return true;
  case EventKind::CopyCommit:
    ++self.copyCommitted;
    return true;
  case EventKind::Exit:
    self.exited = true;
    completeCluster(state, observer);
    return true;
  default:
    return true;
  }
  // An arrival or a load: do the bytes add up?
  if (!barrier->pending && barrier->issued > barrier->expected)
    return fail(findings, event, agent,
                "makes " + Twine(barrier->issued) + " bytes of loads in a phase that expects " +
                    Twine(barrier->expected));
  return true;
}

std::string Machine::describeWait(const State &state, unsigned agent) const {
  const Event &event = next(state, agent);
  std::string who = program.agents[agent].name() + ": waits here";
  switch (event.kind) {
  case EventKind::BarrierWait: {
    const BarrierState &barrier = state.barriers[event.object];
    return who + " for phase " + std::to_string(barrier.phase) + ", which lacks " + std::to_string(barrier.pending) +
           " of " + std::to_string(barrier.count) + " arrivals and " +
           std::to_string(barrier.expected - barrier.issued) + " of " + std::to_string(barrier.expected) + " bytes";
  }
  case EventKind::NamedWait: {
    const NamedState &named = state.named[event.object];
    return who + " at " + nameOf(program, event.object) + ", where " + std::to_string(named.arrived) + " of " +
           std::to_string(named.count) + " threads have arrived";
  }
  case EventKind::MmaWait:
    return who + " for wgmma that the rest of the warpgroup has not issued";
  default:
    return who + " for the rest of the cluster";
  }
}

Finding Machine::describeDeadlock(const State &state) const {
  Finding finding{nullptr, "", {}};
  for (unsigned agent = 0; agent != state.agents.size(); ++agent) {
    if (state.agents[agent].exited)
      continue;
    const Event &event = next(state, agent);
    if (!finding.op) {
      finding.op = event.op;
      finding.message = "waits for ever: no thread of the cluster can go on";
    }
    finding.notes.push_back({event.op, describeWait(state, agent)});
  }
  return finding;
}

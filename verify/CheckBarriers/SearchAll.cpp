// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Visits all interleavings, but for steps that nobody can notice.

#include "LiveAccesses.h"
#include "Search.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::protocol;

/// Steps of a finding's trace that are shown, the last ones.
static constexpr size_t maxTrace = 12;

namespace {

/// A state with the loads that may still write.
struct Node {
  State state;
  SmallVector<LoadInFlight, 8> loads;
};

/// A choice at a node: an agent goes on, or the loads of a phase complete.
struct Step {
  bool isCompletion;
  unsigned number; ///< agent or barrier
  bool operator==(const Step &o) const { return isCompletion == o.isCompletion && number == o.number; }
};

struct Frame {
  Node node;
  SmallVector<Step, 8> steps;
  size_t taken = 0;
};

class Explorer {
public:
  Explorer(const Program &program, bool reduce, uint64_t maxStates, std::vector<Finding> &findings)
      : program(program), machine(program), live(program), reduce(reduce), maxStates(maxStates), findings(findings) {}

  bool run();
  uint64_t numStates() const { return visited.size(); }

private:
  SmallVector<Step, 8> choices(const Node &node) const;
  bool take(Node &node, Step step);
  bool isUnnoticed(const Node &node, unsigned agent) const;
  bool execute(Node &node, unsigned agent);
  bool settle(Node &node);
  bool complete(Node &node, unsigned barrier);
  bool push(Node node);
  void addTrace(size_t firstFinding);

  const Program &program;
  Machine machine;
  LiveAccesses live;
  bool reduce;
  uint64_t maxStates;
  std::vector<Finding> &findings;
  Observer nobody;
  DenseSet<std::pair<uint64_t, uint64_t>> visited;
  std::vector<Frame> path;
};

} // namespace

/// 128 bits of hash: two of 10^7 states share one with a probability under 10^-24.
static std::pair<uint64_t, uint64_t> fingerprint(const Node &node) {
  SmallVector<int32_t, 256> words;
  for (const AgentState &agent : node.state.agents)
    words.append({int32_t(agent.next), agent.named, agent.cluster});
  for (const BarrierState &barrier : node.state.barriers)
    words.append({barrier.phase, barrier.pending, barrier.expected, barrier.issued});
  for (const NamedState &named : node.state.named)
    words.append({named.generation, named.arrived});
  words.push_back(node.state.clusterGeneration);
  // Loads in flight follow from the rest up to their phase, which may differ in a broken program.
  SmallVector<LoadInFlight, 8> loads(node.loads);
  llvm::sort(loads,
             [](LoadInFlight a, LoadInFlight b) { return std::tie(a.agent, a.event) < std::tie(b.agent, b.event); });
  for (LoadInFlight load : loads)
    words.append({int32_t(load.agent), int32_t(load.event)});
  ArrayRef<uint8_t> bytes(reinterpret_cast<const uint8_t *>(words.data()), words.size() * sizeof(int32_t));
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(bytes);
  return {hash.low64, hash.high64};
}

/// Events that change nothing for others but the accesses under way, and those that belong to the event after them.
static bool isQuiet(EventKind kind) {
  switch (kind) {
  case EventKind::BarrierExpect:
  case EventKind::BarrierFence:
  case EventKind::Load:
  case EventKind::Mma:
  case EventKind::MmaCommit:
  case EventKind::Store:
  case EventKind::StoreCommit:
  case EventKind::Copy:
  case EventKind::CopyCommit:
  case EventKind::Read:
  case EventKind::Write:
  case EventKind::ProxyFence:
  case EventKind::GridWait:
  case EventKind::Global:
    return true;
  default:
    return false;
  }
}

SmallVector<Step, 8> Explorer::choices(const Node &node) const {
  SmallVector<Step, 8> steps;
  for (unsigned agent = 0; agent != program.agents.size(); ++agent)
    if (machine.isEnabled(node.state, agent))
      steps.push_back({false, agent});
  if (!reduce) {
    for (unsigned barrier = 0; barrier != program.barriers.size(); ++barrier)
      if (machine.canComplete(node.state, barrier))
        steps.push_back({true, barrier});
    return steps;
  }
  // Loads that nobody waits for may as well be under way a little longer.
  for (unsigned agent = 0; agent != program.agents.size(); ++agent) {
    if (node.state.agents[agent].exited)
      continue;
    const Event &event = machine.next(node.state, agent);
    if (event.kind != EventKind::BarrierWait || machine.isEnabled(node.state, agent) ||
        !machine.canComplete(node.state, event.object))
      continue;
    Step completion{true, unsigned(event.object)};
    if (!llvm::is_contained(steps, completion))
      steps.push_back(completion);
  }
  return steps;
}

bool Explorer::complete(Node &node, unsigned barrier) {
  // A wait that would pass now and no longer does after the completion has missed its phase.
  SmallVector<unsigned, 8> passing;
  for (unsigned agent = 0; agent != program.agents.size(); ++agent)
    if (machine.isEnabled(node.state, agent)) {
      const Event &event = machine.next(node.state, agent);
      if (event.kind == EventKind::BarrierWait && event.object == int(barrier))
        passing.push_back(agent);
    }
  machine.complete(node.state, barrier, nobody);
  llvm::erase_if(node.loads, [&](LoadInFlight load) {
    return program.agents[load.agent].events[load.event].object == int(barrier);
  });
  for (unsigned agent : passing)
    if (!machine.isEnabled(node.state, agent)) {
      findings.push_back({machine.next(node.state, agent).op,
                          "by " + program.agents[agent].name() +
                              " may miss the phase that it waits for: the next one can end before it looks",
                          {}});
      return false;
    }
  return true;
}

/// Whether taking the next event of `agent` at once hides nothing: it ends no access, so all that is under way stays
/// so, and a signal that comes early only lets others do more.
bool Explorer::isUnnoticed(const Node &node, unsigned agent) const {
  return machine.isEnabled(node.state, agent) && !live.endsAccess(node.state, agent) &&
         (reduce || isQuiet(machine.next(node.state, agent).kind));
}

/// Executes the next event of `agent`.
bool Explorer::execute(Node &node, unsigned agent) {
  const Event &event = machine.next(node.state, agent);
  if (event.kind == EventKind::Load)
    node.loads.push_back({agent, node.state.agents[agent].next});
  if (!machine.step(node.state, agent, nobody, findings))
    return false;
  // Without loads, the last arrival ends the phase.
  return event.kind != EventKind::BarrierArrive || !machine.canComplete(node.state, event.object) ||
         node.state.barriers[event.object].issued || complete(node, event.object);
}

/// Executes all that nobody notices.
bool Explorer::settle(Node &node) {
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned agent = 0; agent != program.agents.size(); ++agent)
      for (; isUnnoticed(node, agent); changed = true)
        if (!execute(node, agent))
          return false;
  }
  return true;
}

bool Explorer::take(Node &node, Step step) {
  return (step.isCompletion ? complete(node, step.number) : execute(node, step.number)) && settle(node);
}

bool Explorer::push(Node node) {
  if (!visited.insert(fingerprint(node)).second)
    return true;
  path.push_back({std::move(node), {}});
  Frame &frame = path.back();
  frame.steps = choices(frame.node);
  if (auto finding = live.findCollision(frame.node.state, frame.node.loads)) {
    findings.push_back(*finding);
    return false;
  }
  bool done = llvm::all_of(frame.node.state.agents, [](const AgentState &agent) { return agent.exited; });
  if (frame.steps.empty() && !done) {
    findings.push_back(machine.describeDeadlock(frame.node.state));
    return false;
  }
  return true;
}

/// Notes on the last steps of the path, which lead to the first of the new findings.
void Explorer::addTrace(size_t firstFinding) {
  if (firstFinding >= findings.size())
    return;
  for (const Frame &frame : ArrayRef(path).take_back(maxTrace)) {
    if (!frame.taken)
      continue;
    Step step = frame.steps[frame.taken - 1];
    if (!step.isCompletion) {
      findings[firstFinding].notes.push_back({machine.next(frame.node.state, step.number).op,
                                              "before it: a step of " + program.agents[step.number].name()});
      continue;
    }
    for (LoadInFlight load : frame.node.loads)
      if (const Event &event = program.agents[load.agent].events[load.event]; event.object == int(step.number)) {
        findings[firstFinding].notes.push_back(
            {event.op, "before it: loads to CTA " + std::to_string(event.target) + " complete"});
        break;
      }
  }
}

/// False if the number of states ran out.
bool Explorer::run() {
  size_t firstFinding = findings.size();
  Node first{machine.initial(), {}};
  bool good = settle(first) && push(std::move(first));
  while (good && !path.empty()) {
    Frame &frame = path.back();
    if (frame.taken == frame.steps.size()) {
      path.pop_back();
      continue;
    }
    if (visited.size() >= maxStates)
      return false;
    Node node = frame.node;
    Step step = frame.steps[frame.taken++];
    good = take(node, step) && push(std::move(node));
  }
  addTrace(firstFinding);
  return true;
}

uint64_t protocol::checkAll(const Program &program, bool reduce, uint64_t maxStates, bool &complete,
                            std::vector<Finding> &findings) {
  Explorer explorer(program, reduce, maxStates, findings);
  complete = explorer.run();
  return explorer.numStates();
}

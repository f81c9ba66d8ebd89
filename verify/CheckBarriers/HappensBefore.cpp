// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Keeps the vector clocks of one execution, event by event.

#include "HappensBefore.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::protocol;

HappensBefore::HappensBefore(const Program &program, const Launch &launch, std::vector<Finding> &findings)
    : program(program), numAgents(program.agents.size()), launch(launch), findings(findings) {
  Clock zero(mmaGroups(program.mmaAgents.size()), 0);
  clocks.resize(numAgents, zero);
  cells.resize(program.cells.size());
  barriers.resize(program.barriers.size());
  named.resize(program.numNamed);
  for (BarrierClocks &barrier : barriers)
    barrier.current = barrier.completed = zero;
  for (GroupClocks &group : named)
    group.current = group.completed = zero;
  cluster.current = cluster.completed = zero;
  gridWaits.resize(numAgents, 0);
  storesOpen.resize(numAgents, false);
  copiesOpen.resize(numAgents, false);
  mmaOpen.resize(numAgents, false);
  mmaCommits.resize(numAgents);
}

void HappensBefore::join(Clock &into, const Clock &from, bool weak) const {
  for (unsigned i = 0; i != into.size(); ++i)
    if (!weak || i < writes(0) || i >= stores(0))
      into[i] = std::max(into[i], from[i]);
}

void HappensBefore::report(unsigned agent, const Event &event, const Twine &message,
                           SmallVector<std::pair<Operation *, std::string>> notes) {
  std::string text = message.str();
  // Once for each place, not for each thread and round.
  if (reported.insert({event.op, text.substr(0, text.find(" bytes "))}).second)
    findings.push_back({event.op, "by " + program.agents[agent].name() + " " + text, std::move(notes)});
}

std::string HappensBefore::bytes(unsigned number) const {
  const Cell &cell = program.cells[number];
  return "bytes " + std::to_string(cell.begin) + " to " + std::to_string(cell.end) + " of CTA " +
         std::to_string(cell.cta);
}

//===----------------------------------------------------------------------===//
// Accesses to shared memory
//===----------------------------------------------------------------------===//

static bool isAsync(const Event &event) {
  return event.kind == EventKind::Load || event.kind == EventKind::Mma || event.kind == EventKind::Store;
}

HappensBefore::Epoch HappensBefore::asyncEpoch(const Access &write) const {
  bool copied = write.event->kind == EventKind::Copy;
  return {copied ? asyncCopies(write.agent) : asyncWrites(write.agent), write.epoch.value};
}

void HappensBefore::checkWritten(unsigned agent, const Event &event, unsigned cell, const Access &write) {
  StringRef verb = event.kind == EventKind::Mma || event.kind == EventKind::Store || event.kind == EventKind::Read
                       ? "reads "
                       : "overwrites ";
  auto note = [&] {
    return SmallVector<std::pair<Operation *, std::string>>{
        {write.event->op, "the write is here, by " + program.agents[write.agent].name()}};
  };
  if (!sees(agent, write.epoch))
    return report(agent, event, verb + bytes(cell) + " while another write to them may be under way", note());
  if (isAsync(event) && !isAsync(*write.event) && !sees(agent, asyncEpoch(write)))
    report(agent, event,
           verb + bytes(cell) + " through the async proxy, but no fence.proxy.async follows their generic write",
           note());
}

void HappensBefore::read(unsigned agent, const Event &event, Epoch epoch) {
  for (unsigned cell : event.cells) {
    CellState &state = cells[cell];
    if (state.writes.empty())
      report(agent, event, "reads " + bytes(cell) + ", which nothing has written");
    else
      checkWritten(agent, event, cell, state.writes.front());
    for (Access &access : state.reads)
      if (access.epoch.component == epoch.component)
        access.epoch.value = 0;
    llvm::erase_if(state.reads, [](const Access &access) { return access.epoch.value == 0; });
    state.reads.push_back({epoch, agent, &event});
  }
}

void HappensBefore::write(unsigned agent, const Event &event, Epoch epoch) {
  for (unsigned cell : event.cells) {
    CellState &state = cells[cell];
    if (!state.writes.empty())
      checkWritten(agent, event, cell, state.writes.front());
    for (const Access &access : state.reads)
      if (!sees(agent, access.epoch))
        report(agent, event, "overwrites " + bytes(cell) + " while a read of them may be under way",
               {{access.event->op, "the read is here, by " + program.agents[access.agent].name()}});
    state.writes.assign(1, {epoch, agent, &event});
    state.reads.clear();
  }
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

void HappensBefore::checkBarrierUse(unsigned agent, const Event &event) {
  const BarrierClocks &barrier = barriers[event.object];
  if (!sees(agent, {time(barrier.initAgent), barrier.initTime}))
    return report(agent, event, "may use a barrier before it is initialised");
  if ((event.kind == EventKind::Load || event.remote) &&
      (!barrier.fenceTime || !sees(agent, {time(barrier.initAgent), barrier.fenceTime})))
    report(agent, event, "uses a barrier whose initialisation no fence.mbarrier_init has published");
}

void HappensBefore::checkPhase(unsigned agent, const Event &event) {
  const BarrierClocks &barrier = barriers[event.object];
  if (!sees(agent, {phases(event.object), barrier.phase}))
    report(agent, event,
           "may count in an earlier phase of its barrier: nothing makes it follow the end of phase " +
               Twine(barrier.phase) +
               " (from 1), which too few arrivals or bytes complete, or which it does not wait for");
}

bool HappensBefore::seesPhaseBeforeLast(unsigned agent, unsigned number) const {
  const BarrierClocks &barrier = barriers[number];
  if (barrier.phase == 0 || sees(agent, {phases(number), barrier.phase - 1}))
    return true;
  return !barrier.beforeLast.hasBytes &&
         llvm::all_of(barrier.beforeLast.arrivals, [&](Epoch arrival) { return sees(agent, arrival); });
}

void HappensBefore::wait(unsigned agent, const Event &event) {
  BarrierClocks &barrier = barriers[event.object];
  if (!seesPhaseBeforeLast(agent, event.object))
    report(agent, event,
           "may take an earlier phase for the one that it waits for: nothing makes it follow the end of phase " +
               Twine(barrier.phase - 1) + " (from 1)");
  join(clocks[agent], barrier.completed);
  barrier.waits.push_back({{time(agent), clocks[agent][time(agent)]}, &event});
}

/// A collective is done after every warp of the group has issued it.
void HappensBefore::waitForMma(unsigned agent, uint32_t groups) {
  int warpgroup = program.agents[agent].warpgroup;
  uint32_t &done = clocks[agent][mmaGroups(warpgroup)];
  if (groups <= done)
    return;
  done = groups;
  for (unsigned other : program.mmaAgents[warpgroup])
    join(clocks[agent], mmaCommits[other][groups - 1], /*weak=*/true);
}

void HappensBefore::barrierCompleted(unsigned number) {
  BarrierClocks &barrier = barriers[number];
  ++barrier.phase;
  barrier.current[phases(number)] = barrier.phase;
  for (auto &[epoch, event] : barrier.waits)
    if (barrier.current[epoch.component] < epoch.value)
      report(epoch.component, *event, "may miss the phase that it waits for: the next one can end before it looks");
  barrier.waits.clear();
  barrier.beforeLast = std::exchange(barrier.last, std::exchange(barrier.underWay, {}));
  std::swap(barrier.completed, barrier.current);
  barrier.current.assign(barrier.completed.size(), 0);
}

void HappensBefore::namedCompleted(unsigned number) {
  GroupClocks &group = named[number];
  group.current[generations(number)] = ++group.generation;
  std::swap(group.completed, group.current);
  group.current.assign(group.completed.size(), 0);
}

void HappensBefore::clusterCompleted() {
  ++cluster.generation;
  std::swap(cluster.completed, cluster.current);
  cluster.current.assign(cluster.completed.size(), 0);
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

void HappensBefore::checkGlobal(unsigned agent, const Event &event) {
  if (!(program.waitsForGrid || launch.dependent) || llvm::is_contained(launch.constants, event.argument))
    return;
  bool waited = false;
  for (unsigned other = 0; other != numAgents; ++other)
    waited |= gridWaits[other] && sees(agent, {time(other), gridWaits[other]});
  if (!waited)
    report(
        agent, event,
        "touches global memory, argument " + Twine(event.argument) +
            ", before griddepcontrol.wait; if the kernel before does not write it, name it in the option 'constants'");
}

void HappensBefore::exit(unsigned agent, const Event &event, const State &state) {
  const AgentState &self = state.agents[agent];
  if (storesOpen[agent] || clocks[agent][stores(agent)] < uint32_t(self.storeCommitted))
    report(agent, event, "exits while its TMA stores may still read shared memory");
  if (copiesOpen[agent] || clocks[agent][copies(agent)] < uint32_t(self.copyCommitted))
    report(agent, event, "exits while its cp.async may still write shared memory");
  if (mmaOpen[agent] || clocks[agent][mmaGroups(program.agents[agent].warpgroup)] < uint32_t(self.mmaCommitted))
    report(agent, event, "exits while its wgmma may still run");
}

bool HappensBefore::synchronize(unsigned agent, const Event &event) {
  Clock &clock = clocks[agent];
  uint32_t now = clock[time(agent)];
  switch (event.kind) {
  case EventKind::BarrierInit:
    barriers[event.object].initAgent = agent;
    barriers[event.object].initTime = now;
    return true;
  case EventKind::BarrierArrive:
    join(barriers[event.object].current, clock, event.flag);
    barriers[event.object].underWay.arrivals.push_back({time(agent), now});
    if (event.remote)
      mustOutlive(agent, event, {time(agent), now});
    return true;
  case EventKind::BarrierWait:
    wait(agent, event);
    return true;
  case EventKind::NamedArrive:
    if (!sees(agent, {generations(event.object), named[event.object].generation}))
      report(agent, event, "may arrive at " + nameOf(program, event.object) + " before its last round is over");
    named[event.object].last = {agent, &event};
    join(named[event.object].current, clock);
    return true;
  case EventKind::NamedWait:
    join(clock, named[event.object].completed);
    return true;
  case EventKind::ClusterArrive:
    join(cluster.current, clock, event.flag);
    return true;
  case EventKind::ClusterWait:
    join(clock, cluster.completed);
    return true;
  case EventKind::BarrierFence:
  case EventKind::ProxyFence:
    fence(agent, event);
    return true;
  case EventKind::GridWait:
    gridWaits[agent] = now;
    return true;
  default:
    return false;
  }
}

void HappensBefore::fence(unsigned agent, const Event &event) {
  Clock &clock = clocks[agent];
  for (BarrierClocks &barrier : barriers)
    if (barrier.initTime && barrier.initAgent == agent && !barrier.fenceTime)
      barrier.fenceTime = clock[time(agent)];
  if (event.kind == EventKind::ProxyFence)
    for (unsigned other = 0; other != numAgents; ++other) {
      clock[asyncWrites(other)] = std::max(clock[asyncWrites(other)], clock[writes(other)]);
      clock[asyncCopies(other)] = std::max(clock[asyncCopies(other)], clock[copies(other)]);
    }
}

bool HappensBefore::commitOrWait(unsigned agent, const Event &event, const AgentState &self) {
  Clock &clock = clocks[agent];
  switch (event.kind) {
  case EventKind::MmaCommit:
    mmaOpen[agent] = false;
    mmaCommits[agent].push_back(clock);
    return true;
  case EventKind::MmaWait:
    waitForMma(agent, std::max<int64_t>(0, self.mmaCommitted - event.value));
    return true;
  case EventKind::StoreCommit:
    storesOpen[agent] = false;
    return true;
  case EventKind::StoreWait:
    clock[stores(agent)] = std::max<int64_t>(clock[stores(agent)], self.storeCommitted - event.value);
    return true;
  case EventKind::CopyCommit:
    copiesOpen[agent] = false;
    return true;
  case EventKind::CopyWait:
    clock[copies(agent)] = std::max<int64_t>(clock[copies(agent)], self.copyCommitted - event.value);
    return true;
  default:
    return false;
  }
}

void HappensBefore::access(unsigned agent, const Event &event, const AgentState &self) {
  switch (event.kind) {
  case EventKind::Load: {
    checkGlobal(agent, event);
    Epoch done{phases(event.object), barriers[event.object].phase + 1};
    write(agent, event, done);
    mustOutlive(agent, event, done);
    barriers[event.object].underWay.hasBytes = true;
    return join(barriers[event.object].current, clocks[agent], /*weak=*/true);
  }
  case EventKind::Mma:
    mmaOpen[agent] = true;
    return read(agent, event, {mmaGroups(program.agents[agent].warpgroup), uint32_t(self.mmaCommitted + 1)});
  case EventKind::Store:
    checkGlobal(agent, event);
    storesOpen[agent] = true;
    return read(agent, event, {stores(agent), uint32_t(self.storeCommitted + 1)});
  case EventKind::Copy:
    checkGlobal(agent, event);
    copiesOpen[agent] = true;
    return write(agent, event, {copies(agent), uint32_t(self.copyCommitted + 1)});
  case EventKind::Read:
  case EventKind::Write:
    return touch(agent, event);
  case EventKind::Global:
    return checkGlobal(agent, event);
  default:
    return;
  }
}

void HappensBefore::touch(unsigned agent, const Event &event) {
  Clock &clock = clocks[agent];
  uint32_t now = clock[time(agent)];
  if (event.remote) {
    auto started = [&](unsigned other) {
      return program.agents[other].cta == unsigned(event.target) && sees(agent, {time(other), 1});
    };
    if (llvm::none_of(llvm::seq(numAgents), started))
      report(agent, event, "touches shared memory of CTA " + Twine(event.target) + " before that is sure to run");
    mustOutlive(agent, event, {time(agent), now});
  }
  if (event.kind == EventKind::Read)
    return read(agent, event, {time(agent), now});
  write(agent, event, {writes(agent), ++clock[writes(agent)]});
}

void HappensBefore::before(unsigned agent, const Event &event, const State &state) {
  const AgentState &self = state.agents[agent];
  ++clocks[agent][time(agent)];
  if (event.object >= 0 && event.kind != EventKind::BarrierInit && event.kind != EventKind::NamedArrive &&
      event.kind != EventKind::NamedWait) {
    checkBarrierUse(agent, event);
    if (event.kind != EventKind::BarrierWait)
      checkPhase(agent, event);
  }
  if (event.kind == EventKind::Exit)
    return exit(agent, event, state);
  if (!synchronize(agent, event) && !commitOrWait(agent, event, self))
    access(agent, event, self);
}

void HappensBefore::finish(const State &state) {
  for (auto [number, group] : llvm::enumerate(named))
    if (const NamedState &left = state.named[number]; left.arrived)
      report(group.last.first, *group.last.second,
             "leaves " + nameOf(program, number) + " with " + Twine(left.arrived) + " of " + Twine(left.count) +
                 " arrivals when the CTA ends");
  for (const auto &[cta, access] : remote) {
    auto waited = [&, cta = cta, &access = access](unsigned other) {
      return program.agents[other].cta == cta && sees(other, access.epoch);
    };
    if (llvm::none_of(llvm::seq(numAgents), waited))
      report(access.agent, *access.event,
             "may reach CTA " + Twine(cta) + " after all of its threads have exited: none of them waits for it");
  }
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Follows an agent's events, and notes which accesses are under way at each.

#include "LiveAccesses.h"

#include "mlir/IR/Operation.h"

#include <algorithm>
#include <deque>

using namespace mlir;
using namespace fusion;
using namespace fusion::protocol;

static bool isWrite(const Event &event) {
  return event.kind == EventKind::Write || event.kind == EventKind::Load || event.kind == EventKind::Copy;
}

/// Whether an agent's reads and writes may still be under way behind an event of this kind: it waits for nothing.
static bool goesOn(EventKind kind) {
  switch (kind) {
  case EventKind::Read:
  case EventKind::Write:
  case EventKind::Mma:
  case EventKind::MmaCommit:
  case EventKind::Store:
  case EventKind::StoreCommit:
  case EventKind::Copy:
  case EventKind::CopyCommit:
  case EventKind::ProxyFence:
  case EventKind::BarrierFence:
  case EventKind::Global:
    return true;
  default:
    return false;
  }
}

namespace {
using Accesses = SmallVector<unsigned, 2>; // numbers of events

/// Asynchronous accesses in groups, of which the last is open.
class Groups {
public:
  void add(unsigned access) { groups.back().push_back(access); }
  void commit() { groups.push_back({}); }
  /// Until no more than `pending` closed groups are under way.
  void wait(int64_t pending) {
    while (int64_t(groups.size()) - 1 > pending)
      groups.pop_front();
  }
  void appendTo(SmallVectorImpl<unsigned> &accesses) const {
    for (const Accesses &group : groups)
      accesses.append(group.begin(), group.end());
  }

private:
  std::deque<Accesses> groups{{}};
};
} // namespace

LiveAccesses::LiveAccesses(const Program &program) : program(program) {
  points.resize(program.agents.size());
  mmaGroups.resize(program.agents.size());
  cells.resize(program.agents.size());
  for (unsigned agent = 0; agent != program.agents.size(); ++agent)
    follow(agent);
}

void LiveAccesses::follow(unsigned agent) {
  const std::vector<Event> &events = program.agents[agent].events;
  Point point;
  Groups stores, copies;
  Accesses own, mma;
  auto addPoint = [&] {
    point.accesses.clear();
    stores.appendTo(point.accesses);
    copies.appendTo(point.accesses);
    point.accesses.append(own);
    points[agent].push_back(point);
  };
  for (auto [i, event] : llvm::enumerate(events)) {
    addPoint();
    llvm::BitVector touched(program.cells.size());
    for (unsigned cell : event.cells)
      touched.set(cell);
    cells[agent].push_back(std::move(touched));
    switch (event.kind) {
    case EventKind::Read:
    case EventKind::Write:
      own.push_back(i);
      break;
    case EventKind::Mma:
      if (event.flag)
        llvm::erase_if(own, [&](unsigned access) { return events[access].kind == EventKind::Read; });
      mma.push_back(i);
      point.mmaIssued = mmaGroups[agent].size() + 1;
      break;
    case EventKind::MmaCommit:
      mmaGroups[agent].push_back(mma);
      mma.clear();
      break;
    case EventKind::MmaWait:
      point.mmaDone = std::max<int64_t>(point.mmaDone, int64_t(mmaGroups[agent].size()) - event.value);
      break;
    case EventKind::Store:
      stores.add(i);
      break;
    case EventKind::StoreCommit:
      stores.commit();
      break;
    case EventKind::StoreWait:
      stores.wait(event.value);
      break;
    case EventKind::Copy:
      copies.add(i);
      break;
    case EventKind::CopyCommit:
      copies.commit();
      break;
    case EventKind::CopyWait:
      copies.wait(event.value);
      break;
    default:
      break;
    }
    if (!goesOn(event.kind))
      own.clear();
  }
  addPoint();
  if (!mma.empty())
    mmaGroups[agent].push_back(mma);
}

unsigned LiveAccesses::mmaDone(const State &state, unsigned agent) const {
  unsigned done = 0;
  for (unsigned other : program.mmaAgents[program.agents[agent].warpgroup])
    done = std::max(done, points[other][state.agents[other].next].mmaDone);
  return done;
}

bool LiveAccesses::endsAccess(const State &state, unsigned agent) const {
  unsigned event = state.agents[agent].next;
  const Point &before = points[agent][event], &after = points[agent][event + 1];
  return after.accesses.size() < before.accesses.size() ||
         (after.mmaDone > before.mmaDone && after.mmaDone > mmaDone(state, agent));
}

std::optional<Finding> LiveAccesses::findCollision(const State &state, ArrayRef<LoadInFlight> loads) const {
  llvm::BitVector reads(program.cells.size()), writes(program.cells.size());
  SmallVector<std::pair<unsigned, unsigned>, 16> seen; // agents and events
  auto collides = [&](unsigned agent, unsigned event, bool ownToo) -> std::optional<Finding> {
    const llvm::BitVector &touched = cells[agent][event];
    const Event &access = program.agents[agent].events[event];
    bool hit = touched.anyCommon(writes) || (isWrite(access) && touched.anyCommon(reads));
    if (!hit)
      return std::nullopt;
    for (auto [otherAgent, otherEvent] : seen) {
      const Event &other = program.agents[otherAgent].events[otherEvent];
      if ((otherAgent == agent && !ownToo) || (!isWrite(access) && !isWrite(other)) ||
          !touched.anyCommon(cells[otherAgent][otherEvent]))
        continue;
      return Finding{access.op,
                     "by " + program.agents[agent].name() +
                         " can touch shared memory at the same time as another access",
                     {{other.op, "the other access is here, by " + program.agents[otherAgent].name()}}};
    }
    return std::nullopt;
  };
  auto add = [&](unsigned agent, unsigned event) {
    (isWrite(program.agents[agent].events[event]) ? writes : reads) |= cells[agent][event];
    seen.push_back({agent, event});
  };
  for (unsigned agent = 0; agent != program.agents.size(); ++agent) {
    const Point &point = points[agent][state.agents[agent].next];
    SmallVector<unsigned, 8> events(point.accesses.begin(), point.accesses.end());
    for (unsigned group = mmaDone(state, agent); group < point.mmaIssued; ++group)
      events.append(mmaGroups[agent][group]);
    for (unsigned event : events)
      if (auto finding = collides(agent, event, /*ownToo=*/false))
        return finding;
    for (unsigned event : events)
      add(agent, event);
  }
  for (LoadInFlight load : loads) {
    if (auto finding = collides(load.agent, load.event, /*ownToo=*/true))
      return finding;
    add(load.agent, load.event);
  }
  return std::nullopt;
}

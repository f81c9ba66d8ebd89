// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LiveAccesses.h"

#include "mlir/IR/Operation.h"

#include <algorithm>
#include <deque>

using namespace mlir;
using namespace mlir::fusion;
using namespace mlir::fusion::protocol;

static bool isWrite(const Event &event) {
  return event.kind == EventKind::Write || event.kind == EventKind::Load || event.kind == EventKind::Copy;
}

LiveAccesses::LiveAccesses(const Program &program) : program(program) {
  points.resize(program.agents.size());
  mmaGroups.resize(program.agents.size());
  cells.resize(program.agents.size());
  for (unsigned agent = 0; agent != program.agents.size(); ++agent) {
    const std::vector<Event> &events = program.agents[agent].events;
    Point point;
    std::deque<SmallVector<unsigned, 2>> stores{{}}, copies{{}}; // groups under way; the last is open
    SmallVector<unsigned, 2> own, mma;
    for (unsigned i = 0;; ++i) {
      point.accesses.clear();
      for (const auto &group : stores)
        point.accesses.append(group);
      for (const auto &group : copies)
        point.accesses.append(group);
      point.accesses.append(own);
      points[agent].push_back(point);
      if (i == events.size())
        break;
      const Event &event = events[i];
      llvm::BitVector touched(program.cells.size());
      for (unsigned cell : event.cells)
        touched.set(cell);
      cells[agent].push_back(std::move(touched));
      switch (event.kind) {
      case EventKind::Read:
      case EventKind::Write:
        own.push_back(i);
        continue;
      case EventKind::Mma:
        if (event.flag)
          llvm::erase_if(own, [&](unsigned access) { return events[access].kind == EventKind::Read; });
        mma.push_back(i);
        point.mmaIssued = mmaGroups[agent].size() + 1;
        continue;
      case EventKind::MmaCommit:
        mmaGroups[agent].push_back(mma);
        mma.clear();
        continue;
      case EventKind::MmaWait:
        point.mmaDone = std::max<int64_t>(point.mmaDone, int64_t(mmaGroups[agent].size()) - event.value);
        break;
      case EventKind::Store:
        stores.back().push_back(i);
        continue;
      case EventKind::StoreCommit:
        stores.push_back({});
        continue;
      case EventKind::StoreWait:
        while (int64_t(stores.size()) - 1 > event.value)
          stores.pop_front();
        break;
      case EventKind::Copy:
        copies.back().push_back(i);
        continue;
      case EventKind::CopyCommit:
        copies.push_back({});
        continue;
      case EventKind::CopyWait:
        while (int64_t(copies.size()) - 1 > event.value)
          copies.pop_front();
        break;
      case EventKind::ProxyFence:
      case EventKind::BarrierFence:
      case EventKind::Global:
        continue;
      default:
        break;
      }
      own.clear();
    }
    if (!mma.empty())
      mmaGroups[agent].push_back(mma);
  }
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

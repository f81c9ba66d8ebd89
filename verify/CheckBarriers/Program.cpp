// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes agents of threads that do the same, and cells of the memory that they touch.

#include "Program.h"

#include "Interpreter.h"
#include "MatrixDescriptor.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

using namespace mlir;
using namespace fusion;
using namespace fusion::protocol;

std::string Agent::name() const {
  std::string text = "CTA " + std::to_string(cta) + ", thread" + (threads.size() == 1 ? " " : "s ");
  for (size_t i = 0; i < threads.size();) {
    size_t last = i;
    while (last + 1 < threads.size() && threads[last + 1] == threads[last] + 1)
      ++last;
    text += (i ? ", " : "") + std::to_string(threads[i]);
    if (last != i)
      text += "-" + std::to_string(threads[last]);
    i = last + 1;
  }
  return text;
}

unsigned Program::numEvents() const {
  unsigned count = 0;
  for (const Agent &agent : agents)
    count += agent.events.size();
  return count;
}

/// Whether each thread of a group has its own address in shared memory.
static bool hasOwnAddress(const Event &event) {
  return event.kind == EventKind::Read || event.kind == EventKind::Write || event.kind == EventKind::Copy ||
         (event.kind == EventKind::Load && event.flag);
}

static bool isAccess(const Event &event) {
  return hasOwnAddress(event) || event.kind == EventKind::Mma || event.kind == EventKind::Global;
}

/// Joins accesses of one kind that no other event separates: {read, write, read, arrive} -> {read, write, arrive}.
static std::vector<Event> joinAccesses(std::vector<Event> events) {
  std::vector<Event> joined;
  size_t run = 0;
  for (Event &event : events) {
    if (!isAccess(event)) {
      joined.push_back(std::move(event));
      run = joined.size();
      continue;
    }
    auto same = [&](const Event &e) {
      return e.kind == event.kind && e.object == event.object && e.target == event.target &&
             e.argument == event.argument;
    };
    auto it = std::find_if(joined.begin() + run, joined.end(), same);
    if (it == joined.end()) {
      joined.push_back(std::move(event));
      continue;
    }
    it->spans.append(event.spans);
    it->value += event.value;
  }
  for (Event &event : joined)
    normalizeSpans(event.spans);
  return joined;
}

/// Whether two threads do the same, apart from the addresses of their own accesses.
static bool areAlike(const std::vector<Event> &a, const std::vector<Event> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Event &x, const Event &y) {
    return x.kind == y.kind && x.op == y.op && x.flag == y.flag && x.object == y.object && x.target == y.target &&
           x.argument == y.argument && x.value == y.value && (hasOwnAddress(x) || x.spans == y.spans);
  });
}

namespace {
/// Accesses of one agent between two waits, by warp.
struct WarpAccess {
  Span span;
  unsigned warp;
  bool write;
  Operation *op;
};
} // namespace

/// Reports overlaps of a write with an access of another warp. All of `accesses` may happen at the same time.
static void findOverlaps(std::vector<WarpAccess> &accesses, std::vector<Finding> &findings) {
  llvm::sort(accesses, [](const WarpAccess &a, const WarpAccess &b) { return a.span < b.span; });
  const WarpAccess *lastWrite = nullptr, *last = nullptr;
  for (const WarpAccess &access : accesses) {
    auto overlaps = [&](const WarpAccess *other) {
      return other && other->span.cta == access.span.cta && other->span.end > access.span.begin &&
             other->warp != access.warp;
    };
    const WarpAccess *other = overlaps(lastWrite) ? lastWrite : access.write && overlaps(last) ? last : nullptr;
    if (other) {
      findings.push_back(
          {access.op,
           "and another access by a different warp of its group touch the same shared memory, one of them "
           "writes, and no barrier is between them",
           {{other->op, "the other access is here"}}});
      break;
    }
    auto keepFurther = [&](const WarpAccess *&kept) {
      if (!kept || kept->span.cta != access.span.cta || kept->span.end < access.span.end)
        kept = &access;
    };
    keepFurther(last);
    if (access.write)
      keepFurther(lastWrite);
  }
  accesses.clear();
}

/// An agent in the making: the events of each of its threads.
namespace {
struct Group {
  Agent agent;
  std::vector<std::vector<Event>> members;
};
} // namespace

static void checkInside(const Group &group, std::vector<Finding> &findings) {
  std::vector<WarpAccess> accesses;
  for (size_t i = 0; i != group.agent.events.size(); ++i) {
    EventKind kind = group.agent.events[i].kind;
    if (kind == EventKind::NamedWait || kind == EventKind::BarrierWait || kind == EventKind::ClusterWait)
      findOverlaps(accesses, findings);
    if (!hasOwnAddress(group.agent.events[i]))
      continue;
    for (auto [thread, events] : llvm::zip_equal(group.agent.threads, group.members))
      for (const Span &span : events[i].spans)
        accesses.push_back({span, thread / 32, kind != EventKind::Read, events[i].op});
  }
  findOverlaps(accesses, findings);
}

static bool isWarpWide(EventKind kind) {
  return kind == EventKind::NamedArrive || kind == EventKind::Mma || kind == EventKind::MmaCommit ||
         kind == EventKind::MmaWait;
}

static bool isGroupWide(EventKind kind) { return isWarpWide(kind) && kind != EventKind::NamedArrive; }

/// Reports the first event of `a` or `b`, among those that `isShared` selects, that the other does not have.
static void compareShared(const Agent &a, const Agent &b, bool (*isShared)(EventKind), StringRef unit,
                          std::vector<Finding> &findings) {
  auto next = [&](const Agent &agent, size_t &i) -> const Event * {
    while (i < agent.events.size() && !isShared(agent.events[i].kind))
      ++i;
    return i < agent.events.size() ? &agent.events[i++] : nullptr;
  };
  for (size_t i = 0, j = 0;;) {
    const Event *x = next(a, i), *y = next(b, j);
    if (!x && !y)
      return;
    if (x && y && x->op == y->op && x->object == y->object)
      continue;
    const Agent &having = x ? a : b, &other = x ? b : a;
    findings.push_back(
        {(x ? x : y)->op,
         ("is for all threads of a " + unit + ", but " + having.name() + " come here and " + other.name() + " do not")
             .str(),
         {}});
    return;
  }
}

static bool shareWarp(const Agent &a, const Agent &b) {
  if (a.cta != b.cta)
    return false;
  return llvm::any_of(
      a.threads, [&](unsigned x) { return llvm::any_of(b.threads, [&](unsigned y) { return x / 32 == y / 32; }); });
}

static void checkWarps(const Program &program, std::vector<Finding> &findings) {
  for (auto [i, a] : llvm::enumerate(program.agents)) {
    for (const Agent &b : ArrayRef(program.agents).drop_front(i + 1)) {
      if (a.warpgroup != b.warpgroup)
        continue;
      if (shareWarp(a, b))
        compareShared(a, b, isWarpWide, "warp", findings);
      else
        compareShared(a, b, isGroupWide, "warpgroup", findings);
    }
  }
}

/// Splits shared memory into the coarsest cells such that every event touches whole cells.
static void makeCells(Program &program) {
  std::map<std::vector<Span>, SmallVector<unsigned, 4>> cellsOf;
  std::vector<std::pair<unsigned, uint32_t>> ends;
  auto forEachEvent = [&](auto callback) {
    for (Agent &agent : program.agents)
      for (Event &event : agent.events)
        if (!event.spans.empty())
          callback(event, std::vector<Span>(event.spans.begin(), event.spans.end()));
  };
  forEachEvent([&](Event &, std::vector<Span> spans) {
    for (const Span &span : spans) {
      ends.push_back({span.cta, span.begin});
      ends.push_back({span.cta, span.end});
    }
    cellsOf[spans];
  });
  llvm::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  // Piece i is [ends[i], ends[i + 1]). All pieces begin in cell 0; each set of spans splits the cells that it cuts.
  std::vector<unsigned> cellOfPiece(ends.size(), 0), sizes{unsigned(ends.size())};
  auto forEachPiece = [&](ArrayRef<Span> spans, auto callback) {
    for (const Span &span : spans) {
      size_t i = llvm::lower_bound(ends, std::make_pair(span.cta, span.begin)) - ends.begin();
      for (; ends[i] != std::make_pair(span.cta, span.end); ++i)
        callback(i);
    }
  };
  for (auto &[spans, cells] : cellsOf) {
    std::map<unsigned, unsigned> hits, moved;
    forEachPiece(spans, [&](size_t i) { ++hits[cellOfPiece[i]]; });
    for (auto [cell, count] : hits) {
      if (count == sizes[cell])
        continue;
      moved[cell] = sizes.size();
      sizes[cell] -= count;
      sizes.push_back(count);
    }
    forEachPiece(spans, [&](size_t i) {
      if (auto it = moved.find(cellOfPiece[i]); it != moved.end())
        cellOfPiece[i] = it->second;
    });
  }
  program.cells.resize(sizes.size(), {0, 0, 0});
  for (size_t i = ends.size(); i-- > 1;)
    program.cells[cellOfPiece[i - 1]] = {ends[i - 1].first, ends[i - 1].second, ends[i].second};
  for (auto &[spans, cells] : cellsOf) {
    forEachPiece(spans, [&, &cells = cells](size_t i) { cells.push_back(cellOfPiece[i]); });
    llvm::sort(cells);
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  }
  forEachEvent([&](Event &event, std::vector<Span> spans) { event.cells = cellsOf[spans]; });
}

static void checkBarrierBytes(const Program &program, std::vector<Finding> &findings) {
  for (const Agent &agent : program.agents)
    for (const Event &event : agent.events)
      for (const Span &span : event.spans)
        for (const Barrier &barrier : program.barriers)
          if (barrier.cta == span.cta && barrier.offset < span.end && span.begin < barrier.offset + 8) {
            findings.push_back({event.op, "touches the bytes of a barrier", {}});
            return;
          }
}

static FailureOr<std::vector<Group>> runThreads(const Code &code, const Launch &launch, BarrierNumbers &barriers) {
  std::vector<Group> groups;
  int warpgroups = 0;
  for (unsigned rank = 0; rank != launch.clusterSize; ++rank) {
    WarpBroadcast warp;
    size_t first = groups.size();
    for (unsigned number = 0; number != launch.blockSize; ++number) {
      if (number % 32 == 0)
        warp.values.clear();
      if (number % 128 == 0) {
        first = groups.size();
        ++warpgroups;
      }
      Thread thread(code, rank, number, warp, barriers);
      if (failed(thread.run()))
        return failure();
      std::vector<Event> events = joinAccesses(std::move(thread.events));
      auto alike = std::find_if(groups.begin() + first, groups.end(),
                                [&](const Group &group) { return areAlike(group.agent.events, events); });
      if (alike == groups.end()) {
        groups.push_back({{rank, {}, warpgroups - 1, events}, {}});
        alike = std::prev(groups.end());
      }
      alike->agent.threads.push_back(number);
      alike->members.push_back(std::move(events));
    }
  }
  return groups;
}

FailureOr<Program> protocol::buildProgram(LLVM::LLVMFuncOp kernel, const Launch &launch,
                                          std::vector<Finding> &findings) {
  FailureOr<Code> code = Code::prepare(kernel, launch);
  if (failed(code))
    return failure();
  BarrierNumbers barriers;
  FailureOr<std::vector<Group>> groups = runThreads(*code, launch, barriers);
  if (failed(groups))
    return failure();
  Program program;
  program.numCtas = launch.clusterSize;
  program.threadsPerCta = launch.blockSize;
  program.numNamed = 16 * launch.clusterSize;
  program.barriers = barriers.barriers;
  for (Group &group : *groups) {
    checkInside(group, findings);
    // An agent touches what any of its threads touches.
    for (size_t i = 0; i != group.agent.events.size(); ++i) {
      Event &event = group.agent.events[i];
      if (hasOwnAddress(event))
        for (const auto &member : ArrayRef(group.members).drop_front())
          event.spans.append(member[i].spans);
      normalizeSpans(event.spans);
      program.waitsForGrid |= event.kind == EventKind::GridWait;
      if (event.kind == EventKind::NamedArrive)
        program.numNamed = std::max(program.numNamed, unsigned(event.object) + 1);
    }
    program.mmaAgents.resize(group.agent.warpgroup + 1);
    if (llvm::any_of(group.agent.events, [](const Event &e) { return e.kind == EventKind::Mma; }))
      program.mmaAgents[group.agent.warpgroup].push_back(program.agents.size());
    program.agents.push_back(std::move(group.agent));
  }
  checkWarps(program, findings);
  checkBarrierBytes(program, findings);
  makeCells(program);
  return program;
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Collects the phases of a process, and prints them.

#include "fusion/Runtime/Timeline.h"
#include "CallWatch.h"
#include "fusion/Runtime/Progress.h"
#include "fusion/Runtime/Runner.h"
#include "fusion/Runtime/Text.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <sys/stat.h>
#include <unistd.h>

using namespace fusion;
using namespace fusion::runtime;

/// Calls whose events are not read yet: beyond that the oldest is waited for, so that memory stays bounded.
static constexpr size_t kMostPending = 256;

namespace {
struct Process {
  std::mutex mutex;
  std::shared_ptr<Timeline> timeline;
};
} // namespace

static Process &process() {
  static Process *only = new Process; // threads may end behind the statics
  return *only;
}

static thread_local int pauses = 0;
static thread_local int depth = 0; ///< phases of this thread that are not at their end

Timeline::Timeline(unsigned sinks, std::ostream *out) : sinks(sinks), out(out) {
  if (sinks & Show)
    progress = std::make_unique<Progress>();
  (void)trackOfThread(); // the first
}

Timeline::~Timeline() = default;

void Timeline::begin(const TimelineEvent &event) {
  if (progress && event.track == 1)
    progress->enter(event.texts.empty() ? event.name : concat(event.name, " ", event.texts.front().second));
}

void Timeline::end(const TimelineEvent &event, int depth) {
  if (progress && event.track == 1)
    progress->leave();
  print(event, depth);
}

std::shared_ptr<Timeline> Timeline::current() {
  if (!CallWatch::wants(CallWatch::Timeline) || pauses)
    return nullptr;
  std::lock_guard<std::mutex> lock(process().mutex);
  return process().timeline;
}

std::shared_ptr<Timeline> Timeline::exchange(std::shared_ptr<Timeline> timeline) {
  std::lock_guard<std::mutex> lock(process().mutex);
  std::swap(process().timeline, timeline);
  const runtime::Timeline *now = process().timeline.get();
  CallWatch::want(CallWatch::Timeline, now != nullptr);
  CallWatch::want(CallWatch::Calls, now && (now->sinks & (Keep | Print)));
  return timeline;
}

int64_t Timeline::now() const {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - origin).count();
}

void Timeline::add(TimelineEvent event) {
  if (!keeps())
    return;
  std::lock_guard<std::mutex> lock(mutex);
  if (events.size() < mostEvents)
    events.push_back(std::move(event));
  else
    ++dropped;
}

void Timeline::addToStream(TimelineEvent event) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    int64_t &end = streamEnds.try_emplace(event.track, 0).first->second;
    event.start = std::max(event.start, end);
    event.end = end = std::max(event.start, event.end);
  }
  add(std::move(event));
}

int Timeline::trackOfThread() {
  std::lock_guard<std::mutex> lock(mutex);
  return threads.try_emplace(std::this_thread::get_id(), static_cast<int>(threads.size()) + 1).first->second;
}

int Timeline::trackOfStream(int process, const void *stream) {
  std::lock_guard<std::mutex> lock(mutex);
  return streams.try_emplace({process, stream}, static_cast<int>(streams.size()) + 1).first->second;
}

void Timeline::nameProcess(int process, std::string name) {
  std::lock_guard<std::mutex> lock(mutex);
  processes[process] = std::move(name);
}

void Timeline::state(const std::string &name, std::string text) {
  std::lock_guard<std::mutex> lock(mutex);
  facts[name] = std::move(text);
}

void Timeline::predict(Predictions rows) {
  std::lock_guard<std::mutex> lock(mutex);
  predicted = std::move(rows);
}

Timeline::Predictions Timeline::predictions() {
  std::lock_guard<std::mutex> lock(mutex);
  return predicted;
}

void Timeline::defer(std::unique_ptr<PendingEvents> events) {
  size_t count = 0;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (isOver) // nobody reads it any more
      return;
    pending.push_back(std::move(events));
    count = pending.size();
  }
  if (count > kMostPending)
    resolveOldest();
}

void Timeline::drop() {
  std::vector<std::unique_ptr<PendingEvents>> dropped; // their ends lock
  std::lock_guard<std::mutex> lock(mutex);
  isOver = true;
  std::swap(dropped, pending);
}

void Timeline::resolveOldest() {
  std::unique_ptr<PendingEvents> oldest;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (pending.empty()) // another thread was first
      return;
    oldest = std::move(pending.front());
    pending.erase(pending.begin());
  }
  oldest->resolve(*this); // which locks
}

void Timeline::print(const TimelineEvent &event, int depth) {
  if (!(sinks & Print))
    return;
  char time[32];
  std::snprintf(time, sizeof(time), "%10.3f ms  ", static_cast<double>(event.end - event.start) * 1e-6);
  std::string line = concat(time, std::string(2 * static_cast<size_t>(depth), ' '), printable(event.name));
  for (const auto &[name, text] : event.texts)
    line += concat(name.empty() || name == "detail" ? " " : concat(", ", name, " "), printable(text));
  std::lock_guard<std::mutex> lock(mutex);
  *out << line << "\n" << std::flush;
}

Phase::Phase(std::string_view name, std::string_view detail, Kind kind) : timeline(Timeline::current()), kind(kind) {
  if (!timeline)
    return;
  event.name = name;
  event.category = kind == Stage ? "phase" : kind == Pass ? "pass" : "launch";
  if (!detail.empty())
    event.texts.emplace_back("detail", detail);
  event.track = timeline->trackOfThread();
  depth += kind == Stage;
  if (kind == Stage)
    timeline->begin(event);
  event.start = timeline->now();
}

Phase::~Phase() {
  if (!timeline)
    return;
  event.end = timeline->now();
  depth -= kind == Stage;
  if (kind == Stage)
    timeline->end(event, depth);
  timeline->add(std::move(event));
}

void Phase::note(const char *name, std::string_view text) {
  if (timeline)
    event.texts.emplace_back(name, text);
}

TimelinePause::TimelinePause() { ++pauses; }
TimelinePause::~TimelinePause() { --pauses; }

std::vector<cli::Option> runtime::declareTimeline(TimelineOptions &options) {
  return {cli::option("--trace", "FILE.json",
                      "write when each phase and each launch ran, for ui.perfetto.dev or chrome://tracing",
                      options.trace),
          cli::flag("--verbose", "print each phase with its time on standard error as it ends", options.verbose)};
}

/// Whether the file can be made later: a long run should not end without the trace that it was started for.
static Error checkTraceFile(const std::string &path) {
  struct stat state = {};
  if (stat(path.c_str(), &state) == 0 && S_ISDIR(state.st_mode))
    return Error::make("--trace: '", path, "' is a folder");
  size_t slash = path.rfind('/');
  std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  if (path == "-" || path.compare(0, 5, "/dev/") == 0 || access(folder.c_str(), W_OK | X_OK) == 0)
    return {};
  return Error::make("--trace: cannot write '", path, "': ", std::strerror(errno),
                     errno == ENOENT ? "; the folder must be there" : "");
}

int runtime::withTimeline(const TimelineOptions &options, const std::function<int()> &work) {
  unsigned sinks = (options.trace.empty() ? 0 : Timeline::Keep) | (options.verbose ? Timeline::Print : 0);
  if (!options.verbose && Progress::isPossible())
    sinks |= Timeline::Show;
  if (!sinks)
    return work();
  if (Error error = options.trace.empty() ? Error() : checkTraceFile(options.trace))
    return reportError(error.message());
  auto timeline = std::make_shared<Timeline>(sinks, &std::cerr);
  std::shared_ptr<Timeline> before = Timeline::exchange(timeline);
  int code = work();
  Timeline::exchange(before);
  if (Error error = options.trace.empty() ? Error() : timeline->write(options.trace)) {
    int problem = reportError(error.message());
    return code ? code : problem;
  }
  return code;
}

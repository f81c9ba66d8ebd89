// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The phases of a run and its launches with their times: what --verbose prints and --trace writes (docs/Tracing.md).
//
//   withTimeline(options, [] {
//     Phase phase("read", "graph.mlir");
//     ...
//   });

#ifndef FUSION_RUNTIME_TIMELINE_H
#define FUSION_RUNTIME_TIMELINE_H

#include "fusion/Runtime/CommandLine.h"
#include "fusion/Runtime/Error.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace fusion::runtime {

/// Something that took time. Times are nanoseconds since the timeline began.
struct TimelineEvent {
  std::string name;
  const char *category = "kernel"; ///< or "phase", "pass", "launch": the host's
  int64_t start = 0, end = 0;
  int process = 1; ///< Timeline::host, or Timeline::firstDevice and the GPU's number
  int track = 1;   ///< a thread of the host or a stream, from 1 in the order of their first events
  std::vector<std::pair<std::string, std::string>> texts;
  std::vector<std::pair<std::string, double>> figures;
};

/// What is known of a launch before it runs; fields of PredictedLaunch in fusion/Runtime/Runner.h.
struct PredictedLaunch;

/// Work of a stream whose times can be read once it has ended.
class PendingEvents {
public:
  virtual ~PendingEvents() = default;
  /// Waits for the end and adds the events. What cannot be read is left out.
  virtual void resolve(class Timeline &timeline) = 0;
};

/// Takes the phases of a process. Several threads may add to it at once.
class Timeline {
public:
  static constexpr int host = 1, firstDevice = 2;
  static constexpr size_t mostEvents = 1'000'000; ///< those behind are counted alone
  enum Sinks : unsigned {
    Keep = 1,  ///< for a trace
    Print = 2, ///< each phase on standard error as it ends
    Show = 4,  ///< the phase of the thread that makes it, while that lasts long (Progress)
  };

  explicit Timeline(unsigned sinks, std::ostream *out = nullptr);
  ~Timeline();

  /// The process's timeline; null, after one load, where nobody wants one, and in a TimelinePause.
  static std::shared_ptr<Timeline> current();
  /// Whether there is one that keeps events: launches are worth timing.
  bool keeps() const { return sinks & Keep; }
  /// Makes it the process's, in place of the one before, which is returned. Null: there is none from here on.
  static std::shared_ptr<Timeline> exchange(std::shared_ptr<Timeline> timeline);

  int64_t now() const;
  void add(TimelineEvent event);
  /// The same for work of a stream, which does one thing after the other: the event begins behind those before it.
  void addToStream(TimelineEvent event);
  /// The number of this thread among the host's tracks, or of a stream among those of all devices.
  int trackOfThread();
  int trackOfStream(int process, const void *stream);
  /// A phase, other than a pass or a launch, of this thread begins or has ended, so deep in others.
  void begin(const TimelineEvent &event);
  void end(const TimelineEvent &event, int depth);

  void nameProcess(int process, std::string name);
  /// A fact about the whole run, such as "chip": the last one of that name counts.
  void state(const std::string &name, std::string text);
  /// What launches are looked up in.
  using Predictions = std::shared_ptr<const std::vector<PredictedLaunch>>;
  void predict(Predictions rows);
  Predictions predictions();
  void defer(std::unique_ptr<PendingEvents> pending);

  /// Forgets what is pending, and takes no more: what is pending may own the timeline.
  void drop();

  /// Waits for what is pending, and writes the trace: the Trace Event Format, which Perfetto reads.
  Error write(const std::string &path);

private:
  friend class TraceWriter;
  void resolveOldest();
  void print(const TimelineEvent &event, int depth);

  unsigned sinks;
  std::ostream *out;
  std::unique_ptr<class Progress> progress; ///< of the phases on track 1
  std::chrono::steady_clock::time_point origin = std::chrono::steady_clock::now();
  std::mutex mutex; ///< of all below
  std::vector<TimelineEvent> events;
  uint64_t dropped = 0;
  std::map<std::thread::id, int> threads;
  std::map<std::pair<int, const void *>, int> streams;
  std::map<int, int64_t> streamEnds; ///< by their numbers
  std::map<int, std::string> processes;
  std::map<std::string, std::string> facts;
  std::vector<std::unique_ptr<PendingEvents>> pending;
  bool isOver = false; ///< it was dropped
  Predictions predicted;
};

/// While it lives, something is being done. Costs one load where there is no timeline.
class Phase {
public:
  /// Passes, and the submission of launches, are for traces alone.
  enum Kind { Stage, Pass, Launch };
  explicit Phase(std::string_view name, std::string_view detail = "", Kind kind = Stage);
  ~Phase();
  Phase(const Phase &) = delete;
  Phase &operator=(const Phase &) = delete;

  /// Adds what is known only now; nothing where there is no timeline.
  void note(const char *name, std::string_view text);

private:
  std::shared_ptr<Timeline> timeline;
  TimelineEvent event;
  Kind kind;
};

/// While it lives, this thread adds nothing to any timeline: calls that are only timed would flood it.
class TimelinePause {
public:
  TimelinePause();
  ~TimelinePause();
  TimelinePause(const TimelinePause &) = delete;
};

/// What a command line says of the timeline.
struct TimelineOptions {
  std::string trace; ///< the file
  bool verbose = false;
};

/// --trace and --verbose.
std::vector<cli::Option> declareTimeline(TimelineOptions &options);

/// Runs a program's work with the timeline that the options ask for, if they do, and writes the trace whether the work
/// succeeds or not. Returns the work's exit code, or 1, behind a message, if the trace cannot be written.
int withTimeline(const TimelineOptions &options, const std::function<int()> &work);

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_TIMELINE_H

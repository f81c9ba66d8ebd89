// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes a timeline in the Trace Event Format: an object with `traceEvents`, complete events ("X") and the names of
// processes and threads ("M").

#include "Json.h"
#include "fusion/Runtime/OutputFile.h"
#include "fusion/Runtime/Timeline.h"
#include "fusion/Version.h"

#include <algorithm>
#include <sstream>

using namespace fusion;
using namespace fusion::runtime;

namespace fusion::runtime {
class TraceWriter {
public:
  TraceWriter(Timeline &timeline, std::ostream &out) : timeline(timeline), json(out) {}
  void write();

private:
  void writeEvent(const TimelineEvent &event);
  void writeName(const char *kind, int process, int track, const std::string &name);
  void writeNames();
  void writeFacts();

  Timeline &timeline;
  JsonWriter json;
};
} // namespace fusion::runtime

/// Fields that every event has, in front of what only some have. Times of the format are microseconds.
static void writeHead(JsonWriter &json, const std::string &name, const char *kind, int64_t start, int process,
                      int track) {
  json.field("name", name);
  json.field("ph", kind);
  json.key("ts").thousandths(start);
  json.field("pid", int64_t(process));
  json.field("tid", int64_t(track));
}

void TraceWriter::writeEvent(const TimelineEvent &event) {
  json.object([&] {
    writeHead(json, event.name, "X", event.start, event.process, event.track);
    json.key("dur").thousandths(event.end - event.start);
    json.field("cat", event.category);
    json.key("args").object([&] {
      for (const auto &[name, text] : event.texts)
        json.field(name.c_str(), text);
      for (const auto &[name, figure] : event.figures)
        json.field(name.c_str(), figure);
    });
  });
}

void TraceWriter::writeName(const char *kind, int process, int track, const std::string &name) {
  json.object([&] {
    writeHead(json, kind, "M", 0, process, track);
    json.key("args").object([&] { json.field("name", name); });
  });
}

void TraceWriter::writeNames() {
  timeline.processes.try_emplace(Timeline::host, "host");
  for (const auto &[process, name] : timeline.processes)
    writeName("process_name", process, 0, name);
  for (const auto &[id, track] : timeline.threads)
    writeName("thread_name", Timeline::host, track, track == 1 ? "main" : concat("thread ", track));
  for (const auto &[key, track] : timeline.streams)
    writeName("thread_name", key.first, track, key.second ? concat("stream ", track) : "default stream");
}

void TraceWriter::writeFacts() {
  json.field("displayTimeUnit", "ns");
  json.key("otherData").object([&] {
    json.field("version", "fusion " FUSION_VERSION);
    for (const auto &[name, text] : timeline.facts)
      json.field(name.c_str(), text);
    if (timeline.dropped)
      json.field("dropped_events", std::to_string(timeline.dropped));
  });
}

/// Outer events first where two begin at once, as readers that build stacks expect.
static bool isBefore(const TimelineEvent &a, const TimelineEvent &b) {
  return a.start != b.start ? a.start < b.start : a.end > b.end;
}

void TraceWriter::write() {
  std::sort(timeline.events.begin(), timeline.events.end(), isBefore);
  json.object([&] {
    json.key("traceEvents").array([&] {
      writeNames();
      for (const TimelineEvent &event : timeline.events)
        writeEvent(event);
    });
    writeFacts();
  });
}

Error Timeline::write(const std::string &path) {
  while (true) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (pending.empty())
        break;
    }
    resolveOldest();
  }
  std::ostringstream text;
  std::lock_guard<std::mutex> lock(mutex);
  TraceWriter(*this, text).write();
  text << "\n";
  return writeFile(path, {text.str()});
}

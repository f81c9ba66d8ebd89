// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Times calls on one stream, by events and by graphs of calls.

#ifndef FUSION_LIB_RUNTIME_GRAPHTIMER_H
#define FUSION_LIB_RUNTIME_GRAPHTIMER_H

#include "CudaDevice.h"
#include "fusion/Runtime/Benchmark.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <type_traits>

namespace fusion::runtime {

/// A stream, the graphs captured on it and events to time them.
class GraphTimer {
public:
  explicit GraphTimer(const cuda::Driver &api) : api(api) {}
  ~GraphTimer() {
    for (cuda::GraphExec graph : graphs)
      if (graph)
        api.graphExecDestroy(graph);
    for (cuda::Event event : events)
      if (event)
        api.eventDestroy(event);
    if (stream)
      api.streamDestroy(stream);
  }

  Error create(size_t eventCount) {
    if (Error error = api.check(api.streamCreate(&stream, cuda::streamNonBlocking), "cuStreamCreate"))
      return error;
    events.resize(eventCount, nullptr);
    for (cuda::Event &event : events)
      if (Error error = api.check(api.eventCreate(&event, 0), "cuEventCreate"))
        return error;
    return {};
  }

  /// Captures `calls` calls that rotate over the sets, and launches the graph once.
  Expected<cuda::GraphExec> capture(const Contestant &contestant, int calls) {
    graphs.push_back(nullptr); // room, so that no graph is lost for want of it
    if (Error error = api.check(api.streamBeginCapture(stream, cuda::captureThreadLocal), "cuStreamBeginCapture"))
      return error;
    Error failure;
    for (int i = 0; i < calls && !failure; ++i)
      failure = contestant.call(i % contestant.sets, stream);
    cuda::Graph graph = nullptr;
    Error ended = api.check(api.streamEndCapture(stream, &graph), "cuStreamEndCapture");
    std::unique_ptr<std::remove_pointer_t<cuda::Graph>, cuda::Result (*)(cuda::Graph)> owner(graph, api.graphDestroy);
    cuda::GraphExec &exec = graphs.back();
    if (!failure)
      failure = ended ? ended : api.check(api.graphInstantiate(&exec, graph, 0), "cuGraphInstantiateWithFlags");
    if (failure)
      return failure;
    for (Error error : {launch(exec), wait()})
      if (error)
        return error;
    return exec;
  }

  Error launch(cuda::GraphExec graph) { return api.check(api.graphLaunch(graph, stream), "cuGraphLaunch"); }
  Error record(size_t event) { return api.check(api.eventRecord(events[event], stream), "cuEventRecord"); }
  Error wait() { return api.check(api.streamSynchronize(stream), "cuStreamSynchronize"); }

  cuda::StreamHandle handle() const { return stream; }

  Expected<double> microseconds(size_t from, size_t to) {
    float milliseconds = 0;
    if (Error error = api.check(api.eventElapsedTime(&milliseconds, events[from], events[to]), "cuEventElapsedTime"))
      return error;
    return milliseconds * 1e3;
  }

  /// One replay between two events.
  Expected<double> timeReplay(cuda::GraphExec graph) {
    for (Error error : {record(0), launch(graph), record(1), wait()})
      if (error)
        return error;
    return microseconds(0, 1);
  }

  /// Host time of a call that goes straight to the stream; the first call's errors come out here.
  Expected<double> timeHost(const Contestant &contestant, int timedCalls) {
    constexpr int warmCalls = 3;
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < warmCalls + timedCalls; ++i) {
      if (i == warmCalls) {
        if (Error error = wait())
          return error;
        start = std::chrono::steady_clock::now();
      }
      if (Error error = contestant.call(i % contestant.sets, stream))
        return error;
    }
    double host = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() /
                  std::max(timedCalls, 1);
    if (Error error = wait())
      return error;
    return host;
  }

private:
  const cuda::Driver &api;
  cuda::StreamHandle stream = nullptr;
  std::vector<cuda::Event> events;
  std::vector<cuda::GraphExec> graphs;
};

/// How many calls take about so long in one graph.
inline int callsFor(double milliseconds, double microsecondsPerCall, const BenchmarkOptions &options) {
  double calls = milliseconds * 1e3 / std::max(microsecondsPerCall, 0.1);
  return static_cast<int>(std::clamp(std::round(calls), 1.0, static_cast<double>(options.maxCalls)));
}

} // namespace fusion::runtime

#endif // FUSION_LIB_RUNTIME_GRAPHTIMER_H

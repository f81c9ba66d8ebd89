// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CudaBenchmark.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

using namespace fusion;

namespace {
using Clock = std::chrono::steady_clock;

/// A stream, the graphs captured on it and events to time them.
class GraphTimer {
public:
  GraphTimer(const cuda::Driver &api, int sets, const BenchmarkCall &call) : api(api), sets(sets), call(call) {}
  ~GraphTimer() {
    for (cuda::GraphExec graph : graphs)
      api.graphExecDestroy(graph);
    for (cuda::Event event : events)
      api.eventDestroy(event);
    if (stream)
      api.streamDestroy(stream);
  }

  Error create(int eventCount) {
    if (Error error = api.check(api.streamCreate(&stream, cuda::streamNonBlocking), "cuStreamCreate"))
      return error;
    events.resize(eventCount, nullptr);
    for (cuda::Event &event : events)
      if (Error error = api.check(api.eventCreate(&event, 0), "cuEventCreate"))
        return error;
    return {};
  }

  /// Captures `calls` calls that rotate over the sets, and launches the graph once.
  Expected<cuda::GraphExec> capture(int calls) {
    if (Error error = api.check(api.streamBeginCapture(stream, cuda::captureThreadLocal), "cuStreamBeginCapture"))
      return error;
    Error failure;
    for (int i = 0; i < calls && !failure; ++i)
      failure = call(i % sets, stream);
    cuda::Graph graph = nullptr;
    Error ended = api.check(api.streamEndCapture(stream, &graph), "cuStreamEndCapture");
    cuda::GraphExec exec = nullptr;
    if (!failure)
      failure = ended ? ended : api.check(api.graphInstantiate(&exec, graph, 0), "cuGraphInstantiate");
    if (graph)
      api.graphDestroy(graph);
    if (failure)
      return failure;
    graphs.push_back(exec);
    if (Error error = launch(exec))
      return error;
    if (Error error = wait())
      return error;
    return exec;
  }

  Error launch(cuda::GraphExec graph) { return api.check(api.graphLaunch(graph, stream), "cuGraphLaunch"); }
  Error record(int event) { return api.check(api.eventRecord(events[event], stream), "cuEventRecord"); }
  Error wait() { return api.check(api.streamSynchronize(stream), "cuStreamSynchronize"); }

  Expected<double> microseconds(int from, int to) {
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
  Expected<double> timeHost() {
    constexpr int warmCalls = 3, timedCalls = 100; // less than what a stream queues before it blocks
    auto start = Clock::now();
    for (int i = 0; i < warmCalls + timedCalls; ++i) {
      if (i == warmCalls) {
        if (Error error = wait())
          return error;
        start = Clock::now();
      }
      if (Error error = call(i % sets, stream))
        return error;
    }
    double host = std::chrono::duration<double, std::micro>(Clock::now() - start).count() / timedCalls;
    if (Error error = wait())
      return error;
    return host;
  }

private:
  const cuda::Driver &api;
  int sets;
  const BenchmarkCall &call;
  cuda::StreamHandle stream = nullptr;
  std::vector<cuda::Event> events;
  std::vector<cuda::GraphExec> graphs;
};

int callsFor(double milliseconds, double microsecondsPerCall, const BenchmarkOptions &options) {
  double calls = milliseconds * 1e3 / std::max(microsecondsPerCall, 0.1);
  return static_cast<int>(std::clamp(std::round(calls), 1.0, static_cast<double>(options.maxCalls)));
}

/// Device time of a call, roughly: graphs of growing length until one takes a millisecond.
Expected<double> estimate(GraphTimer &timer, const BenchmarkOptions &options) {
  double perCall = 0;
  for (int calls = 1; calls <= options.maxCalls; calls *= 8) {
    auto graph = timer.capture(calls);
    if (!graph)
      return graph.takeError();
    auto time = timer.timeReplay(*graph);
    if (!time)
      return time.takeError();
    perCall = *time / calls;
    if (*time > 1000)
      break;
  }
  return perCall;
}

/// Rest, then a short replay: the card is at its full clock.
Error measureBurst(GraphTimer &timer, double perCall, const BenchmarkOptions &options, BenchmarkResult &result) {
  int calls = callsFor(options.burstMilliseconds, perCall, options);
  auto graph = timer.capture(calls);
  if (!graph)
    return graph.takeError();
  std::vector<double> times;
  for (int replay = 0; replay < options.replays; ++replay) {
    std::this_thread::sleep_for(std::chrono::milliseconds(40 + replay * 29 % 81)); // 40 to 120 ms
    auto time = timer.timeReplay(*graph);
    if (!time)
      return time.takeError();
    times.push_back(*time / calls);
  }
  result.burstMicroseconds = median(times);
  result.burstSpread = spread(times);
  return {};
}

/// Replays back to back, at the power limit.
Error measureSteady(GraphTimer &timer, double perCall, const BenchmarkOptions &options, BenchmarkResult &result) {
  constexpr auto warmUp = std::chrono::milliseconds(400);
  result.calls = callsFor(options.steadyMilliseconds, perCall, options);
  auto graph = timer.capture(result.calls);
  if (!graph)
    return graph.takeError();
  for (auto start = Clock::now(); Clock::now() - start < warmUp;)
    for (Error error : {timer.launch(*graph), timer.launch(*graph), timer.wait()})
      if (error)
        return error;
  if (Error error = timer.launch(*graph)) // keeps the card busy while the timed replays are queued
    return error;
  for (int replay = 0; replay < options.replays; ++replay)
    for (Error error : {timer.record(replay), timer.launch(*graph)})
      if (error)
        return error;
  for (Error error : {timer.record(options.replays), timer.wait()})
    if (error)
      return error;
  std::vector<double> times;
  for (int replay = 0; replay < options.replays; ++replay) {
    auto time = timer.microseconds(replay, replay + 1);
    if (!time)
      return time.takeError();
    times.push_back(*time / result.calls);
  }
  result.steadyMicroseconds = median(times);
  result.steadySpread = spread(times);
  return {};
}
} // namespace

Expected<BenchmarkResult> fusion::benchmarkCuda(CudaDevice &device, int sets, const BenchmarkCall &call,
                                                const BenchmarkOptions &options) {
  if (Error error = device.enter())
    return error;
  GraphTimer timer(device.api(), sets, call);
  if (Error error = timer.create(options.replays + 2))
    return error;
  BenchmarkResult result;
  result.sets = sets;
  auto host = timer.timeHost();
  if (!host)
    return host.takeError();
  result.hostMicroseconds = *host;
  auto perCall = estimate(timer, options);
  if (!perCall)
    return perCall.takeError();
  if (Error error = measureBurst(timer, *perCall, options, result))
    return error;
  if (Error error = measureSteady(timer, *perCall, options, result))
    return error;
  return result;
}

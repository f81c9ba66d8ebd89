// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CudaBenchmark.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <thread>
#include <type_traits>

using namespace fusion;

namespace {
using Clock = std::chrono::steady_clock;

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
    auto start = Clock::now();
    for (int i = 0; i < warmCalls + timedCalls; ++i) {
      if (i == warmCalls) {
        if (Error error = wait())
          return error;
        start = Clock::now();
      }
      if (Error error = contestant.call(i % contestant.sets, stream))
        return error;
    }
    double host = std::chrono::duration<double, std::micro>(Clock::now() - start).count() / std::max(timedCalls, 1);
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

/// A contestant's graph of one regime, and the times of its replays, per call.
struct Series {
  cuda::GraphExec graph = nullptr;
  int calls = 1;
  std::vector<double> times;
};

int callsFor(double milliseconds, double microsecondsPerCall, const BenchmarkOptions &options) {
  double calls = milliseconds * 1e3 / std::max(microsecondsPerCall, 0.1);
  return static_cast<int>(std::clamp(std::round(calls), 1.0, static_cast<double>(options.maxCalls)));
}

/// Device time of a call, roughly: graphs of growing length until one takes a millisecond.
Expected<double> estimate(GraphTimer &timer, const Contestant &contestant, const BenchmarkOptions &options) {
  double perCall = 0;
  for (int calls = 1; calls <= options.maxCalls; calls *= 8) {
    auto graph = timer.capture(contestant, calls);
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

/// All contestants on one card.
class Contest {
public:
  Contest(GraphTimer &timer, Span<const Contestant> contestants, const BenchmarkOptions &options)
      : timer(timer), contestants(contestants), options(options), results(contestants.size()),
        perCall(contestants.size()) {}

  Expected<std::vector<BenchmarkResult>> run() {
    for (size_t i = 0; i < contestants.size(); ++i)
      if (Error error = prepare(i))
        return Error::make(contestants[i].name, ": ", error.message());
    if (options.burst)
      if (Error error = measureBurst())
        return error;
    if (options.steady)
      if (Error error = measureSteady())
        return error;
    return results;
  }

private:
  Error prepare(size_t i) {
    results[i].sets = contestants[i].sets;
    constexpr int hostCalls = 100; // less than what a stream queues before it blocks
    auto host = timer.timeHost(contestants[i], options.host ? hostCalls : 0);
    if (!host)
      return host.takeError();
    results[i].hostMicroseconds = options.host ? *host : 0;
    auto time = estimate(timer, contestants[i], options);
    if (!time)
      return time.takeError();
    perCall[i] = *time;
    return {};
  }

  Expected<std::vector<Series>> captureAll(double milliseconds) {
    std::vector<Series> all(contestants.size());
    for (size_t i = 0; i < all.size(); ++i) {
      all[i].calls = callsFor(milliseconds, perCall[i], options);
      auto graph = timer.capture(contestants[i], all[i].calls);
      if (!graph)
        return Error::make(contestants[i].name, ": ", graph.error().message());
      all[i].graph = *graph;
    }
    return all;
  }

  /// The contestant whose turn it is: every second round goes backwards.
  size_t turn(int round, size_t place) const { return round % 2 ? contestants.size() - 1 - place : place; }

  /// Rest, then a short replay: the card is at its full clock.
  Error measureBurst() {
    auto all = captureAll(options.burstMilliseconds);
    if (!all)
      return all.takeError();
    int turns = 0, range = std::max(options.longestRest - options.leastRest, 0) + 1;
    for (int round = 0; round < options.replays; ++round)
      for (size_t place = 0; place < contestants.size(); ++place, ++turns) {
        Series &series = (*all)[turn(round, place)];
        std::this_thread::sleep_for(std::chrono::milliseconds(options.leastRest + turns * 29 % range));
        auto time = timer.timeReplay(series.graph);
        if (!time)
          return time.takeError();
        series.times.push_back(*time / series.calls);
      }
    for (size_t i = 0; i < results.size(); ++i) {
      results[i].burstMicroseconds = median((*all)[i].times);
      results[i].burstSpread = spread((*all)[i].times);
    }
    return {};
  }

  /// Keeps the card busy until it is at its power limit.
  Error warmUp(Span<Series> all) {
    auto duration = std::chrono::duration<double, std::milli>(options.warmUpMilliseconds);
    for (auto start = Clock::now(); Clock::now() - start < duration;) {
      for (Series &series : all)
        if (Error error = timer.launch(series.graph))
          return error;
      if (Error error = timer.wait())
        return error;
    }
    return {};
  }

  /// Replays back to back, at the power limit. A contestant's second replay of a turn counts: the first one pays for
  /// what the one before it left.
  Error measureSteady() {
    auto all = captureAll(options.steadyMilliseconds);
    if (!all)
      return all.takeError();
    if (Error error = warmUp(*all))
      return error;
    size_t event = 0;
    for (int round = 0; round < options.replays; ++round)
      for (size_t place = 0; place < contestants.size(); ++place, event += 2) {
        cuda::GraphExec graph = (*all)[turn(round, place)].graph;
        for (Error error : {timer.launch(graph), timer.record(event), timer.launch(graph), timer.record(event + 1)})
          if (error)
            return error;
      }
    if (Error error = timer.wait())
      return error;
    event = 0;
    for (int round = 0; round < options.replays; ++round)
      for (size_t place = 0; place < contestants.size(); ++place, event += 2) {
        Series &series = (*all)[turn(round, place)];
        auto time = timer.microseconds(event, event + 1);
        if (!time)
          return time.takeError();
        series.times.push_back(*time / series.calls);
      }
    for (size_t i = 0; i < results.size(); ++i) {
      results[i].calls = (*all)[i].calls;
      results[i].steadyMicroseconds = median((*all)[i].times);
      results[i].steadySpread = spread((*all)[i].times);
    }
    return {};
  }

  GraphTimer &timer;
  Span<const Contestant> contestants;
  const BenchmarkOptions &options;
  std::vector<BenchmarkResult> results;
  std::vector<double> perCall; ///< microseconds, estimated
};
} // namespace

Expected<std::vector<BenchmarkResult>> fusion::benchmarkCuda(CudaDevice &device, Span<const Contestant> contestants,
                                                             const BenchmarkOptions &options) {
  if (Error error = device.enter())
    return error;
  GraphTimer timer(device.api());
  if (Error error = timer.create(2 * std::max<size_t>(contestants.size() * options.replays, 1)))
    return error;
  return Contest(timer, contestants, options).run();
}

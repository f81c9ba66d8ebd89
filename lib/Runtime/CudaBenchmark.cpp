// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Times contestants on one card as graphs, in turns, in bursts and at the power limit.

#include "CudaBenchmark.h"
#include "GraphTimer.h"

#include <algorithm>
#include <chrono>
#include <thread>

using namespace fusion;
using namespace fusion::runtime;

namespace {
using Clock = std::chrono::steady_clock;

/// A contestant's graph of one regime, and the times of its replays, per call.
struct Series {
  cuda::GraphExec graph = nullptr;
  int calls = 1;
  std::vector<double> times;
};

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

Expected<std::vector<BenchmarkResult>> runtime::benchmarkCuda(CudaDevice &device, Span<const Contestant> contestants,
                                                              const BenchmarkOptions &options) {
  if (Error error = device.enter())
    return error;
  GraphTimer timer(device.api());
  if (Error error = timer.create(2 * std::max<size_t>(contestants.size() * options.replays, 1)))
    return error;
  return Contest(timer, contestants, options).run();
}

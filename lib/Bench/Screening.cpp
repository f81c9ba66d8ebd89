// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds the fastest of many contestants in rounds that drop the slow ones.

#include "fusion/Bench/Screening.h"

#include <algorithm>
#include <numeric>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

/// Burst times of the chosen contestants, group by group.
static Expected<std::vector<double>> timeGroups(Device &device, const std::vector<Contestant> &contestants,
                                                const std::vector<size_t> &chosen, const ScreeningRound &round) {
  BenchmarkOptions options;
  options.steady = options.host = false;
  options.replays = round.replays;
  options.burstMilliseconds = round.burstMilliseconds;
  options.leastRest = round.leastRest, options.longestRest = round.longestRest;
  options.maxCalls = 1000;
  std::vector<double> times;
  for (size_t begin = 0; begin < chosen.size(); begin += round.group) {
    std::vector<Contestant> group;
    for (size_t i = begin; i < std::min(begin + round.group, chosen.size()); ++i)
      group.push_back(contestants[chosen[i]]);
    auto results = benchmarkContest(device, group, options);
    if (!results)
      return results.takeError();
    for (const BenchmarkResult &result : *results)
      times.push_back(result.burstMicroseconds);
  }
  return times;
}

static bool contains(const std::vector<size_t> &all, size_t one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

Expected<Ranking> bench::screen(Device &device, const std::vector<Contestant> &contestants,
                                const std::vector<ScreeningRound> &rounds, const std::vector<size_t> &always) {
  std::vector<size_t> alive(contestants.size());
  std::iota(alive.begin(), alive.end(), 0);
  Ranking ranking;
  for (const ScreeningRound &round : rounds) {
    auto times = timeGroups(device, contestants, alive, round);
    if (!times)
      return times.takeError();
    std::vector<size_t> order(alive.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](size_t x, size_t y) { return std::make_pair((*times)[x], x) < std::make_pair((*times)[y], y); });
    Ranking ranked;
    for (size_t i : order) {
      ranked.order.push_back(alive[i]);
      ranked.microseconds.push_back((*times)[i]);
    }
    for (size_t i = 0; i < ranking.order.size(); ++i)
      if (!contains(alive, ranking.order[i])) {
        ranked.order.push_back(ranking.order[i]);
        ranked.microseconds.push_back(ranking.microseconds[i]);
      }
    ranking = std::move(ranked);
    alive.assign(ranking.order.begin(), ranking.order.begin() + std::min(round.keep, alive.size()));
    for (size_t i : always)
      if (!contains(alive, i))
        alive.push_back(i);
  }
  return ranking;
}

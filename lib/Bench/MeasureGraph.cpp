// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A graph of several kernels: the whole beside each of its kernels alone.

#include "EntryData.h"
#include "fusion/Bench/Session.h"
#include "fusion/Bench/Watchdog.h"

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

namespace {
struct GraphPart {
  LoadedProgram loaded;
  EntryData data;
};
} // namespace

Expected<GraphResult> Session::measure(const std::string &name, const ProgramParts &parts) {
  Watchdog watchdog(name, 180);
  std::vector<const Program *> programs = {&parts.whole};
  for (const Program &kernel : parts.kernels)
    programs.push_back(&kernel);
  std::vector<std::unique_ptr<GraphPart>> ready;
  std::vector<Contestant> contestants;
  for (const Program *program : programs) {
    auto part = std::make_unique<GraphPart>();
    auto loaded = LoadedProgram::load(*program, card);
    if (!loaded)
      return loaded.takeError();
    part->loaded = std::move(*loaded);
    if (Error error = part->data.create(card, *kernels, {&part->loaded}, options.timing))
      return error;
    contestants.push_back({contestants.empty() ? "graph" : concat("kernel ", contestants.size() - 1), part->data.sets,
                           part->data.callOf(part->loaded)});
    ready.push_back(std::move(part));
  }
  auto results = benchmarkContest(*card, contestants, options.timing);
  if (!results)
    return results.takeError();
  auto times = [&](size_t i) {
    const BenchmarkResult &r = (*results)[i];
    return Times{r.burstMicroseconds, r.steadyMicroseconds, r.burstSpread, r.steadySpread};
  };
  GraphResult result;
  result.name = name;
  result.whole = times(0);
  result.hostMicroseconds = results->front().hostMicroseconds;
  for (size_t i = 0; i < parts.kernels.size(); ++i) {
    const auto &schedules = parts.kernels[i].schedules;
    result.kernels.push_back({schedules.empty() ? "" : schedules.front(), times(i + 1)});
  }
  return result;
}

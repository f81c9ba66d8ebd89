// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Searches the fastest schedule of a problem: compiles, checks and times candidates.

#include "fusion/Bench/Tune.h"
#include "fusion/Bench/Screening.h"
#include "fusion/Bench/Watchdog.h"
#include "fusion/Runtime/Parallel.h"

#include <algorithm>
#include <chrono>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

namespace {
/// A schedule on its way through the search.
struct Candidate {
  std::string schedule;
  std::unique_ptr<LoadedProgram> program;
  std::string problem; ///< why it is out
};

class Tuner {
public:
  Tuner(Session &session, TuneSubject &subject, TunedProblem &result)
      : session(session), device(*session.device()), subject(subject), result(result) {}

  Error run(const TuneOptions &options) {
    if (Error error = compile(options))
      return error;
    if (Error error = prepare(options))
      return error;
    if (Error error = checkAll())
      return error;
    return candidates.empty() || !options.measure ? Error() : measure();
  }

private:
  Error compile(const TuneOptions &options) {
    std::string graph = subject.graph();
    ProgramOptions compileOptions = {session.chip(),   subject.precision(),  "",
                                     options.tuningDb, options.boundedWaits, session.cardName()};
    auto schedules = candidateSchedules(graph, compileOptions);
    if (!schedules)
      return schedules.takeError();
    if (schedules->empty())
      return Error::make("there is no schedule to try");
    result.chosen = schedules->front();
    if (options.limit && schedules->size() > options.limit)
      schedules->resize(options.limit);
    result.candidates = schedules->size();
    candidates.resize(schedules->size());
    runParallel(candidates.size(), [&](size_t i) {
      candidates[i].schedule = (*schedules)[i];
      load(graph, compileOptions, candidates[i]);
    });
    dropBad(result.rejected);
    return candidates.empty() ? Error::make("none of ", result.candidates, " schedules compiles: ", result.rejected[0])
                              : Error();
  }

  /// Compiles and loads. A kernel that the assembler finds fault with is out.
  void load(const std::string &graph, ProgramOptions options, Candidate &candidate) {
    options.schedule = candidate.schedule;
    auto program = compileProgram(graph, options);
    auto loaded =
        program ? LoadedProgram::load(*program, session.device()) : Expected<LoadedProgram>(program.takeError());
    if (!loaded) {
      candidate.problem = loaded.error().message();
      return;
    }
    candidate.problem = loaded->assemblyProblem();
    candidate.program = std::make_unique<LoadedProgram>(std::move(*loaded));
  }

  /// Moves the candidates that have a problem to `list`.
  void dropBad(std::vector<std::string> &list) {
    for (const Candidate &candidate : candidates)
      if (!candidate.problem.empty())
        list.push_back(candidate.schedule + ": " + candidate.problem);
    candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                    [](const Candidate &candidate) { return !candidate.problem.empty(); }),
                     candidates.end());
  }

  Error prepare(const TuneOptions &options) {
    BenchmarkOptions timing = session.settings().timing;
    if (!options.measure)
      timing.rotateBytes = 0; // calls are checked on one set
    std::vector<const LoadedProgram *> programs;
    for (const Candidate &candidate : candidates)
      programs.push_back(candidate.program.get());
    return subject.allocate(session, timing, programs);
  }

  /// Each against the first that agrees with a library.
  Error checkAll() {
    if (!session.settings().check)
      return {};
    bool haveReference = false;
    for (Candidate &candidate : candidates) {
      Watchdog watchdog(subject.name() + " " + candidate.schedule, 60);
      if (Error error = check(candidate, haveReference))
        return Error::make(candidate.schedule, ": ", error.message());
    }
    dropBad(result.wrong);
    return subject.endCheck();
  }

  Error check(Candidate &candidate, bool &haveReference) {
    BenchmarkCall call = subject.callOf(*candidate.program);
    if (!haveReference) {
      auto problem = subject.compareWithLibrary(call);
      if (!problem)
        return problem.takeError();
      candidate.problem = *problem;
      if (!candidate.problem.empty())
        return {};
    }
    for (const Error &error : {subject.beginCheck(), call(0, nullptr), device.synchronize()})
      if (error)
        return error;
    if (!haveReference) {
      haveReference = true;
      return subject.keepResults();
    }
    auto differences = subject.countDifferences();
    if (!differences)
      return differences.takeError();
    if (*differences)
      candidate.problem = concat(*differences, " elements differ from another schedule's");
    return {};
  }

  Error measure() {
    bool quick = session.settings().quick;
    const BenchmarkOptions &timing = session.settings().timing;
    std::vector<Contestant> contestants;
    std::vector<size_t> always;
    for (size_t i = 0; i < candidates.size(); ++i) {
      contestants.push_back({candidates[i].schedule, subject.sets(), subject.callOf(*candidates[i].program)});
      if (candidates[i].schedule == result.chosen)
        always.push_back(i);
    }
    size_t quarter = std::max<size_t>(candidates.size() / 4, 8);
    // Of a single burst, a large kernel's time scatters by 20 % with the power that the one before has left.
    std::vector<ScreeningRound> rounds = {
        {3, quarter, 1, 6, 12, 16},
        {quick ? 2 : 3, quick ? size_t(3) : size_t(5), 2, 10, 20, 16},
        {timing.replays, 1, timing.burstMilliseconds, timing.leastRest, timing.longestRest, 16}};
    Watchdog watchdog(subject.name(), 600);
    auto ranking = screen(device, contestants, rounds, always);
    if (!ranking)
      return ranking.takeError();
    for (size_t i = 0; i < ranking->order.size(); ++i) {
      const std::string &schedule = candidates[ranking->order[i]].schedule;
      result.measured.emplace_back(schedule, ranking->microseconds[i]);
      if (schedule == result.chosen)
        result.chosenMicroseconds = ranking->microseconds[i];
    }
    result.best = result.measured.front().first;
    result.bestMicroseconds = result.measured.front().second;
    return confirm(contestants, ranking->order.front(), always);
  }

  /// The fastest in bursts and the compiler's choice once more, back to back.
  Error confirm(const std::vector<Contestant> &contestants, size_t best, const std::vector<size_t> &chosen) {
    BenchmarkOptions timing = session.settings().timing;
    timing.burst = timing.host = false;
    std::vector<Contestant> pair = {contestants[best]};
    if (!chosen.empty())
      pair.push_back(contestants[chosen.front()]);
    auto results = benchmarkContest(device, pair, timing);
    if (!results)
      return results.takeError();
    result.bestSteady = results->front().steadyMicroseconds;
    result.chosenSteady = chosen.empty() ? 0 : results->back().steadyMicroseconds;
    return {};
  }

  Session &session;
  Device &device;
  TuneSubject &subject;
  TunedProblem &result;
  std::vector<Candidate> candidates;
};
} // namespace

Expected<TunedProblem> bench::tune(Session &session, TuneSubject &subject, const TuneOptions &options) {
  auto start = std::chrono::steady_clock::now();
  TunedProblem result;
  result.name = subject.name();
  if (Error error = Tuner(session, subject, result).run(options))
    return error;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

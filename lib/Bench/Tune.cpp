// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Searches the fastest schedule of a problem: compiles, checks and times candidates.

#include "fusion/Bench/Tune.h"
#include "fusion/Bench/Check.h"
#include "fusion/Bench/ProblemGraph.h"
#include "fusion/Bench/Screening.h"
#include "fusion/Bench/Watchdog.h"
#include "fusion/Runtime/Parallel.h"

#include <algorithm>
#include <chrono>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

/// What results of two schedules differ by at most, and less. Logistic functions share reciprocals with a neighbour,
/// which is another one under another schedule (MathExpand.h): a relative error of about 2^-22 then rounds the other
/// way, which makes one unit in the last place (where numbers are relatively closest two are let through); and where a
/// residual cancels the rest, it is what remains of values up to 2^5.
static DeviceKernels::Tolerance toleranceOf(const Problem &problem) {
  bool shares = std::any_of(problem.epilogue.ops().begin(), problem.epilogue.ops().end(),
                            [](const EpilogueOp *op) { return op->ofTanh && std::string_view(op->name) != "tanh"; });
  FusionDType type = problem.resultType();
  if (!shares || type == FUSION_F32)
    return {};
  return {type == FUSION_F16 ? 0x1.02p-10f : 0x1.02p-7f, 0x1p-16f};
}

namespace {
/// A schedule on its way through the search.
struct Candidate {
  std::string schedule;
  std::unique_ptr<LoadedProgram> program;
  std::string problem; ///< why it is out
};

class Tuner {
public:
  Tuner(Session &session, const Problem &problem, TunedProblem &result)
      : session(session), device(*session.device()), kernels(session.deviceKernels()), problem(problem),
        result(result) {}

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
    std::string graph = problemGraph(problem);
    ProgramOptions compileOptions = {session.chip(),   problem.precision(),  "",
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
    auto made = ProblemData::create(session.device(), kernels, problem, timing);
    if (!made)
      return made.takeError();
    data.emplace(std::move(*made));
    uint64_t most = 0;
    for (const Candidate &candidate : candidates)
      most = std::max(most, workspaceBytes(*candidate.program, *data));
    return workspaces.allocate(session.device(), most, data->sets());
  }

  BenchmarkCall callOf(const Candidate &candidate) { return makeCall(*candidate.program, *data, workspaces); }

  /// Each on whole numbers, against the first that agrees with cuBLASLt.
  Error checkAll() {
    if (!session.settings().check)
      return {};
    bool haveReference = false;
    int64_t bytes = problem.resultBytes();
    DeviceKernels::Tolerance tolerance = toleranceOf(problem);
    for (Candidate &candidate : candidates) {
      Watchdog watchdog(problem.name() + " " + candidate.schedule, 60);
      BenchmarkCall call = callOf(candidate);
      if (!haveReference && session.cublasLt()) {
        auto check = checkProblem(device, kernels, session.cublasLt(), problem, *data, call);
        if (!check)
          return Error::make(candidate.schedule, ": ", check.error().message());
        if (!check->good()) {
          candidate.problem = concat(check->bad, " elements differ from cuBLASLt's");
          continue;
        }
      }
      for (const Error &error :
           {data->fill(kernels, RandomData::Integer, 0), device.fill(data->result(0), 0xff, static_cast<size_t>(bytes)),
            call(0, nullptr), device.synchronize()})
        if (error)
          return Error::make(candidate.schedule, ": ", error.message());
      if (!haveReference) {
        if (Error error = device.copy(data->product(0), data->result(0), static_cast<size_t>(bytes)))
          return error;
        haveReference = true;
        continue;
      }
      auto differences = kernels.countDifferences(data->result(0), data->product(0), problem.resultElements(),
                                                  problem.resultType(), tolerance);
      if (!differences)
        return differences.takeError();
      if (*differences)
        candidate.problem = concat(*differences, " elements differ from another schedule's");
    }
    dropBad(result.wrong);
    return data->fill(kernels, RandomData::Normal, 0);
  }

  Error measure() {
    bool quick = session.settings().quick;
    const BenchmarkOptions &timing = session.settings().timing;
    std::vector<Contestant> contestants;
    std::vector<size_t> always;
    for (size_t i = 0; i < candidates.size(); ++i) {
      contestants.push_back({candidates[i].schedule, data->sets(), callOf(candidates[i])});
      if (candidates[i].schedule == result.chosen)
        always.push_back(i);
    }
    size_t quarter = std::max<size_t>(candidates.size() / 4, 8);
    // Of a single burst, a large kernel's time scatters by 20 % with the power that the one before has left.
    std::vector<ScreeningRound> rounds = {
        {3, quarter, 1, 6, 12, 16},
        {quick ? 2 : 3, quick ? size_t(3) : size_t(5), 2, 10, 20, 16},
        {timing.replays, 1, timing.burstMilliseconds, timing.leastRest, timing.longestRest, 16}};
    Watchdog watchdog(problem.name(), 600);
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
  DeviceKernels &kernels;
  const Problem &problem;
  TunedProblem &result;
  std::vector<Candidate> candidates;
  std::optional<ProblemData> data;
  Workspaces workspaces;
};
} // namespace

Expected<TunedProblem> bench::tuneProblem(Session &session, const Problem &problem, const TuneOptions &options) {
  auto start = std::chrono::steady_clock::now();
  TunedProblem result;
  result.problem = problem;
  if (Error error = Tuner(session, problem, result).run(options))
    return error;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

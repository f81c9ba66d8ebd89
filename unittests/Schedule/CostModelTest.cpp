// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The model of the wgmma family beside measurements on H200 (bf16, bias and gelu fused, bursts; docs/Schedules.md).

#include "Unit.h"
#include "fusion/Schedule/SM90Check.h"
#include "fusion/Schedule/SM90CostModel.h"
#include "fusion/Schedule/ScheduleSpace.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::fusion;

namespace {
struct Measurement {
  int64_t m, n, k;
  const char *schedule; ///< beside the family
  double microseconds;
};

struct Series {
  const char *name;
  double bound; ///< largest relative error
  std::vector<Measurement> measurements;
};
} // namespace

#define COOP "tile = [128, 256, 64], warps = [8, 1], stages = 4, "
#define SMALL(M, N, K, STAGES) "tile = [" #M ", " #N ", " #K "], warps = [4, 1], stages = " #STAGES ", sm90 = "
#define PAIR(M, N, K, STAGES) "tile = [" #M ", " #N ", " #K "], warps = [8, 1], stages = " #STAGES ", sm90 = "
#define LATE "dependents = late"

/// The model has a dependent launch always, early or late. What was measured without one is 0.3 us longer than a late one:
/// subtracted where that matters.
static const std::vector<Series> &getSeries() {
  static const std::vector<Series> series = {
      {"8192^3: orders of the tiles, clusters, grids", 0.02, {
        {8192, 8192, 8192, COOP "group = 2, sm90 = <grid = 132, dependents = late>", 1455},
        {8192, 8192, 8192, COOP "group = 2, sm90 = <grid = 128, dependents = late>", 1441},
        {8192, 8192, 8192, COOP "group = 4, sm90 = <grid = 132, dependents = late>", 1401},
        {8192, 8192, 8192, COOP "group = 4, sm90 = <grid = 128, dependents = late>", 1387},
        {8192, 8192, 8192, COOP "group = 8, sm90 = <grid = 132, dependents = late>", 1383},
        {8192, 8192, 8192, COOP "group = 8, sm90 = <grid = 128, dependents = late>", 1362},
        {8192, 8192, 8192, COOP "group = 16, sm90 = <grid = 132, dependents = late>", 1379},
        {8192, 8192, 8192, COOP "group = 16, sm90 = <grid = 128, dependents = late>", 1360},
        {8192, 8192, 8192, COOP "group = 8, sm90 = <order = columns, grid = 132, dependents = late>", 1391},
        {8192, 8192, 8192, COOP "group = 8, sm90 = <order = columns, grid = 128, dependents = late>", 1377},
        {8192, 8192, 8192, COOP "group = 8, sm90 = <order = snake_rows, grid = 132, dependents = late>", 1374},
        {8192, 8192, 8192, COOP "group = 8, sm90 = <order = snake_rows, grid = 128, dependents = late>", 1354},
        {8192, 8192, 8192, COOP "group = 16, sm90 = <order = snake_rows, grid = 132, dependents = late>", 1375},
        {8192, 8192, 8192, COOP "group = 16, sm90 = <order = snake_rows, grid = 128, dependents = late>", 1352},
        {8192, 8192, 8192, COOP "group = 2, sm90 = <cluster_m = 2, grid = 132, dependents = late>", 1429},
        {8192, 8192, 8192, COOP "group = 2, sm90 = <cluster_m = 2, grid = 128, dependents = late>", 1413},
        {8192, 8192, 8192, COOP "group = 4, sm90 = <cluster_m = 2, grid = 128, dependents = late>", 1374},
        {8192, 8192, 8192, COOP "group = 8, sm90 = <cluster_m = 2, grid = 128, dependents = late>", 1365},
        {8192, 8192, 8192, COOP "group = 16, sm90 = <cluster_m = 2, grid = 128, dependents = late>", 1376},
        {8192, 8192, 8192, COOP "group = 8, sm90 = <cluster_m = 2, order = snake_rows, grid = 128, dependents = late>", 1364},
      }},
      {"large products", 0.03, {
        {4096, 4096, 4096, COOP "group = 16, sm90 = <order = snake_rows, grid = 128, dependents = late>", 174.1},
        {4096, 4096, 4096, COOP "group = 8, sm90 = <cluster_m = 2, grid = 128, dependents = late>", 176.2},
        {4096, 4096, 4096, "tile = [128, 128, 64], warps = [8, 1], stages = 5, group = 16, sm90 = <mode = pingpong, dependents = late>", 181.8},
        {4096, 14336, 4096, COOP "group = 16, sm90 = <grid = 128, dependents = late>", 604.5},
        {4096, 14336, 4096, COOP "group = 16, sm90 = <order = snake_rows, grid = 128, dependents = late>", 603.1},
        {4096, 14336, 4096, COOP "group = 8, sm90 = <cluster_m = 2, grid = 128, dependents = late>", 612.0},
        {4096, 14336, 4096, COOP "group = 1, sm90 = <grid = 132, dependents = late>", 815},
        {2048, 2048, 2048, COOP "sm90 = <dependents = late>", 25.3},
        {4096, 3072, 768, COOP "group = 16, sm90 = <order = snake_rows, grid = 128, dependents = late>", 33.4},
      }},
      {"clusters of four", 0.04, {
        {4096, 4096, 4096, COOP "group = 8, sm90 = <cluster_m = 4, dependents = late>", 178.2 / 0.84},
        {4096, 4096, 4096, COOP "group = 8, sm90 = <cluster_m = 2, cluster_n = 2, dependents = late>", 178.2 / 0.84},
      }},
      {"small grids, with dependent launch", 0.06, {
        {1024, 1024, 1024, SMALL(64, 128, 64, 7) "<>", 5.58},
        {512, 512, 512, SMALL(64, 32, 128, 6) "<>", 2.73},
      }},
      {"small grids, other tiles", 0.10, {
        {1024, 1024, 1024, SMALL(64, 128, 64, 7) "<dependents = late>", 5.98 - 0.3},
        {1024, 1024, 1024, PAIR(128, 64, 64, 7) "<dependents = late>", 6.29 - 0.3},
        {1024, 1024, 1024, SMALL(64, 64, 64, 10) "<dependents = late>", 6.70 - 0.3},
        {1024, 1024, 1024, PAIR(128, 128, 64, 5) "<dependents = late>", 8.7 - 0.3},
        {1024, 1024, 1024, SMALL(64, 32, 64, 10) "<dependents = late>", 10.4 - 0.3},
        {1024, 1024, 1024, PAIR(128, 128, 64, 4) "<split_k = 2, dependents = late>", 7.73 - 0.3},
        {512, 512, 512, SMALL(64, 32, 64, 10) "<dependents = late>", 3.28 - 0.3},
        {512, 512, 512, SMALL(64, 32, 128, 6) "<dependents = late>", 3.09 - 0.3},
        {512, 512, 512, SMALL(64, 64, 64, 10) "<dependents = late>", 3.49 - 0.3},
        {512, 512, 512, SMALL(64, 128, 64, 7) "<dependents = late>", 4.25 - 0.3},
        {512, 512, 512, PAIR(128, 128, 64, 5) "<dependents = late>", 6.15 - 0.3},
        {512, 512, 512, SMALL(64, 64, 64, 8) "<split_k = 2, dependents = late>", 3.81 - 0.3},
        {512, 512, 512, PAIR(128, 128, 64, 4) "<split_k = 2, dependents = late>", 5.82 - 0.3},
      }},
      {"what the model does not explain", 0.17, {
        {4096, 4096, 4096, "tile = [64, 256, 64], warps = [8, 1], stages = 4, group = 16, sm90 = <mode = pingpong, dependents = late>", 1.07 * 174.5},
        {1024, 1024, 1024, SMALL(64, 128, 64, 7) "<cluster_m = 2, cluster_n = 2>", 9.1},
        {1000, 1000, 1000, SMALL(64, 128, 64, 7) "<dependents = late>", 11.1 - 0.3},
      }},
      {"small M", 0.03, {
        {16, 14336, 4096, "tile = [16, 64, 64], warps = [1, 4], stages = 10, sm90 = <swap = true, blocks_per_sm = 2, dependents = late>", 29.7},
        {16, 14336, 4096, "tile = [16, 64, 64], warps = [1, 4], stages = 10, sm90 = <swap = true, blocks_per_sm = 2>", 32.1},
        {16, 14336, 4096, "tile = [16, 64, 128], warps = [1, 4], stages = 5, sm90 = <swap = true, blocks_per_sm = 2, dependents = late>", 29.7},
        {16, 14336, 4096, "tile = [16, 64, 64], warps = [1, 4], stages = 20, sm90 = <swap = true, dependents = late>", 29.7 + 1.8},
      }},
  };
  return series;
}

void testPredictions() {
  for (const Series &series : getSeries())
    for (const Measurement &measurement : series.measurements) {
      ScheduleProblem problem = makeProblem(measurement.m, measurement.n, measurement.k);
      SM90Schedule schedule = parseSchedule(measurement.schedule);
      if (auto wrong = checkSM90Schedule(schedule, problem, getHopper())) {
        llvm::errs() << measurement.schedule << ": " << *wrong << '\n';
        ++failures;
        continue;
      }
      double predicted = predictSM90Time(schedule, problem, getHopper()).total();
      double error = predicted / measurement.microseconds - 1;
      if (std::abs(error) <= series.bound)
        continue;
      llvm::errs() << series.name << ": " << measurement.m << " x " << measurement.n << " x " << measurement.k << ", "
                   << measurement.schedule
                   << llvm::format(": %.2f us predicted, %.2f measured (%+.1f %%)\n", predicted,
                                   measurement.microseconds, 100 * error);
      ++failures;
    }
}

/// Whether the choice is `expected` but for what is not written there (stages, and what has a default).
static void checkChoice(int64_t m, int64_t n, int64_t k, StringRef expected) {
  std::optional<SM90Schedule> choice = chooseSM90Schedule(makeProblem(m, n, k), getHopper());
  CHECK(choice);
  if (!choice)
    return;
  SM90Schedule wanted = parseSchedule(expected);
  wanted.stages = choice->stages;
  ScheduleAttr got = choice->toAttr(&getTestContext());
  if (got == wanted.toAttr(&getTestContext()))
    return;
  llvm::errs() << m << " x " << n << " x " << k << ": chose " << Attribute(got) << ", expected " << expected << '\n';
  ++failures;
}

/// The fastest ones measured.
void testChoices() {
  checkChoice(512, 512, 512, "tile = [64, 32, 128], warps = [4, 1], group = 8, sm90 = <>");
  checkChoice(1024, 1024, 1024, "tile = [64, 128, 128], warps = [4, 1], group = 8, sm90 = <>");
  checkChoice(2048, 2048, 2048, "tile = [128, 256, 64], warps = [8, 1], group = 8, sm90 = <dependents = late>");
  StringRef large = "tile = [128, 256, 64], warps = [8, 1], group = 16, sm90 = <order = snake_rows, grid = 128, "
                    "dependents = late>";
  checkChoice(4096, 4096, 4096, large);
  checkChoice(4096, 14336, 4096, large);
  checkChoice(8192, 8192, 8192, large);
  checkChoice(16, 14336, 4096,
              "tile = [16, 64, 64], warps = [1, 4], group = 8, sm90 = <swap = true, blocks_per_sm = 2, "
              "dependents = late>");
  // Short K: ping-pong hides the epilogue.
  checkChoice(4096, 3072, 768,
              "tile = [128, 128, 64], warps = [8, 1], group = 16, sm90 = <mode = pingpong, order = snake_rows, "
              "grid = 128, dependents = late>");
}

void testAlternatives() {
  ScheduleProblem problem = makeProblem(1024, 14336, 4096);
  CHECK(chooseSM90Schedules(problem, getHopper())->alternatives.empty());
  problem.dynamicM = true;
  std::optional<SM90Choice> choice = chooseSM90Schedules(problem, getHopper());
  CHECK(choice && !choice->alternatives.empty() && choice->alternatives.size() <= 3);
  if (!choice)
    return;
  // Large tiles for a prompt, with a grid that suits any M; for a few tokens narrower ones, which keep more
  // multiprocessors reading.
  CHECK(choice->schedule.tileM == 128 && choice->schedule.tileN == 256 && choice->schedule.grid == 0);
  CHECK(choice->alternatives.front().schedule.tileN < 256 && choice->alternatives.front().mostM >= 16);
  int64_t previous = 0;
  for (const auto &[mostM, schedule] : choice->alternatives) {
    CHECK(mostM > previous && mostM < 4096);
    previous = mostM;
    CHECK(!checkSM90Schedule(schedule, problem, getHopper()));
    // In its range it is no slower than the one for large M.
    problem.m = mostM;
    CHECK(predictSM90Time(schedule, problem, getHopper()).total() <=
          predictSM90Time(choice->schedule, problem, getHopper()).total());
  }
  // Nothing is split where the length is not known.
  ScheduleProblem deep = makeProblem(64, 64, 65536);
  CHECK(chooseSM90Schedule(deep, getHopper())->splitK > 1);
  deep.dynamicK = true;
  CHECK(chooseSM90Schedule(deep, getHopper())->splitK == 1);
}

void testShortlist() {
  const int64_t sizes[][3] = {{8192, 8192, 8192}, {512, 512, 512},  {16, 14336, 4096}, {1, 64, 64},
                              {1000, 1000, 1000}, {64, 64, 100000}, {130, 70000, 32},  {0, 16, 16},
                              {16, 16, 0},        {int64_t(1) << 40, int64_t(1) << 40, int64_t(1) << 40}};
  for (auto [m, n, k] : sizes)
    for (bool transposed : {false, true})
      for (int64_t elementBytes : {2, 4}) {
        ScheduleProblem problem = makeProblem(m, n, k);
        problem.elementBytes = elementBytes;
        problem.transposeA = transposed && elementBytes == 2;
        problem.transposeB = !problem.transposeA;
        SmallVector<ScheduleAttr> shortlist = shortlistSM90Schedules(problem, getHopper(), &getTestContext());
        CHECK(!shortlist.empty() && shortlist.size() <= kMostSchedules);
        CHECK(llvm::SmallDenseSet<Attribute>(shortlist.begin(), shortlist.end()).size() == shortlist.size());
        double previous = 0;
        for (ScheduleAttr attr : shortlist) {
          SM90Schedule schedule = SM90Schedule::get(attr);
          CHECK(!checkSM90Schedule(schedule, problem, getHopper()));
          double time = predictSM90Time(schedule, problem, getHopper()).total();
          CHECK(time >= previous && std::isfinite(time));
          previous = time;
        }
      }
  // Both ways to walk the tiles, both kinds of warpgroups and clusters are worth a measurement of a large product.
  SmallVector<ScheduleAttr> large =
      shortlistSM90Schedules(makeProblem(4096, 4096, 4096), getHopper(), &getTestContext());
  auto has = [&](auto predicate) {
    return llvm::any_of(large, [&](ScheduleAttr attr) { return predicate(SM90Schedule::get(attr)); });
  };
  CHECK(has([](const SM90Schedule &s) { return s.isPingPong() && s.tileM == 64 && s.tileN == 256; }));
  CHECK(has([](const SM90Schedule &s) { return s.isPingPong() && s.tileM == 128; }));
  CHECK(has([](const SM90Schedule &s) { return s.clusterM == 2; }));
  CHECK(has([](const SM90Schedule &s) { return s.clusterN == 2; }));
  CHECK(has([](const SM90Schedule &s) { return s.order == RasterOrder::SnakeColumns; }));
  CHECK(has([](const SM90Schedule &s) { return s.tileM == 256; }));
  CHECK(has([](const SM90Schedule &s) { return s.grid == 128; }) && has([](const SM90Schedule &s) { return !s.grid; }));
  // f32 operands that are not contiguous along k are transposed first; 8-bit ones have no schedule of this family.
  ScheduleProblem rows = makeProblem(4096, 4096, 4096);
  rows.elementBytes = 4;
  rows.transposeB = false;
  std::optional<SM90Schedule> copying = chooseSM90Schedule(rows, getHopper());
  CHECK(copying && copying->repackB && !copying->repackA);
  // That takes longer than a copy as it lies, which is not much slower than a stream.
  SM90Schedule both = *copying;
  both.repackA = true;
  double transposes = predictSM90Time(*copying, rows, getHopper()).repack;
  double copies = predictSM90Time(both, rows, getHopper()).repack - transposes;
  CHECK(copies > 30 && copies < 32 && transposes - 2 > 1.1 * copies && transposes - 2 < 1.25 * copies);
  rows.elementBytes = 1;
  CHECK(!chooseSM90Schedule(rows, getHopper()));
  CHECK(shortlistSM90Schedules(rows, getHopper(), &getTestContext()).empty());
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The model of the wgmma family beside measurements on H200 (bf16, bias and gelu fused, bursts; docs/dev/CostModel.md).

#include "fusion/Families/SM80/CostModel.h"
#include "../Support/Printing.h"
#include "Unit.h"
#include "fusion/Families/SM90/Check.h"
#include "fusion/Families/SM90/CostModel.h"
#include "fusion/Families/SM90/Space.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Schedule/ScheduleSpace.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace fusion;

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

/// The model has a dependent launch always, early or late. What was measured without one is 0.3 us longer than a late
/// one: subtracted where that matters.
static const std::vector<Series> &getSeries() {
  static const std::vector<Series> series = {
      {"8192^3: orders of the tiles, clusters, grids",
       0.02,
       {
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
           {8192, 8192, 8192,
            COOP "group = 8, sm90 = <cluster_m = 2, order = snake_rows, grid = 128, dependents = late>", 1364},
       }},
      {"large products",
       0.03,
       {
           {4096, 4096, 4096, COOP "group = 16, sm90 = <order = snake_rows, grid = 128, dependents = late>", 174.1},
           {4096, 4096, 4096, COOP "group = 8, sm90 = <cluster_m = 2, grid = 128, dependents = late>", 176.2},
           {4096, 4096, 4096,
            "tile = [128, 128, 64], warps = [8, 1], stages = 5, group = 16, sm90 = <mode = pingpong, dependents = "
            "late>",
            181.8},
           {4096, 14336, 4096, COOP "group = 16, sm90 = <grid = 128, dependents = late>", 604.5},
           {4096, 14336, 4096, COOP "group = 16, sm90 = <order = snake_rows, grid = 128, dependents = late>", 603.1},
           {4096, 14336, 4096, COOP "group = 8, sm90 = <cluster_m = 2, grid = 128, dependents = late>", 612.0},
           {4096, 14336, 4096, COOP "group = 1, sm90 = <grid = 132, dependents = late>", 815},
           {2048, 2048, 2048, COOP "sm90 = <dependents = late>", 25.3},
           {4096, 3072, 768, COOP "group = 16, sm90 = <order = snake_rows, grid = 128, dependents = late>", 33.4},
       }},
      {"clusters of four",
       0.04,
       {
           {4096, 4096, 4096, COOP "group = 8, sm90 = <cluster_m = 4, dependents = late>", 178.2 / 0.84},
           {4096, 4096, 4096, COOP "group = 8, sm90 = <cluster_m = 2, cluster_n = 2, dependents = late>", 178.2 / 0.84},
       }},
      {"small grids, with dependent launch",
       0.06,
       {
           {512, 512, 512, SMALL(64, 32, 64, 8) "<>", 2.76},
           {1024, 1024, 1024, PAIR(128, 64, 64, 8) "<dependents = late>", 5.76},
       }},
      {"small grids, other shapes",
       0.17,
       {
           {2790, 96, 40, "tile = [64, 32, 64], warps = [4, 1], stages = 2, group = 8, sm90 = <>", 2.66},
           {948, 591, 296,
            "tile = [128, 64, 64], warps = [8, 1], stages = 5, group = 8, sm90 = <cluster_n = 2, dependents = late>",
            4.38},
           {147, 240, 24, "tile = [64, 32, 64], warps = [4, 1], stages = 2, group = 8, sm90 = <>", 1.94},
           {25, 2840, 72,
            "tile = [32, 64, 64], warps = [1, 4], stages = 2, group = 8, sm90 = <swap = true, dependents = late>",
            2.23},
           {21, 61, 336, "tile = [64, 16, 128], warps = [4, 1], stages = 3, group = 8, sm90 = <>", 1.99},
           {237, 282, 944, "tile = [64, 16, 128], warps = [4, 1], stages = 8, group = 8, sm90 = <dependents = late>",
            3.17},
       }},
      {"small grids behind copies",
       0.22,
       {
           {475, 105, 347,
            "tile = [64, 16, 64], warps = [4, 1], stages = 6, group = 8, sm90 = <copy_a = true, copy_b = true>", 3.49},
           {4208, 111, 345,
            "tile = [64, 64, 64], warps = [4, 1], stages = 6, group = 8, sm90 = <dependents = late, copy_a = true, "
            "copy_b = true>",
            6.56},
           {20, 446, 145,
            "tile = [24, 64, 64], warps = [1, 4], stages = 3, group = 8, sm90 = <swap = true, dependents = late, "
            "copy_a = true, copy_b = true>",
            3.64},
           {436, 87, 447,
            "tile = [64, 16, 64], warps = [4, 1], stages = 7, group = 8, sm90 = <copy_a = true, copy_b = true>", 3.55},
           {352, 85, 930,
            "tile = [64, 16, 128], warps = [4, 1], stages = 8, group = 8, sm90 = <copy_a = true, copy_b = true>", 4.28},
           {108, 170, 1147,
            "tile = [64, 16, 128], warps = [4, 1], stages = 5, group = 8, sm90 = <blocks_per_sm = 2, copy_a = true, "
            "copy_b = true>",
            4.03},
           {1562, 582, 419,
            "tile = [64, 128, 64], warps = [4, 1], stages = 7, group = 8, sm90 = <dependents = late, copy_a = true, "
            "copy_b = true>",
            6.49},
           {27, 600, 593,
            "tile = [64, 16, 64], warps = [4, 1], stages = 10, group = 8, sm90 = <copy_a = true, copy_b = true>", 4.47},
           {1967, 93, 195,
            "tile = [64, 32, 64], warps = [4, 1], stages = 4, group = 8, sm90 = <dependents = late, copy_a = true, "
            "copy_b = true>",
            4.10},
       }},
      {"K split, behind copies",
       0.22,
       {
           {378, 168, 4377,
            "tile = [64, 64, 64], warps = [4, 1], stages = 12, group = 8, sm90 = <split_k = 4, copy_a = true, "
            "copy_b = true>",
            8.61},
           {61, 644, 1981,
            "tile = [64, 16, 128], warps = [4, 1], stages = 10, group = 8, sm90 = <split_k = 2, dependents = late, "
            "copy_a = true, copy_b = true>",
            5.30},
           {16, 383, 3897,
            "tile = [16, 64, 64], warps = [1, 4], stages = 12, group = 8, sm90 = <split_k = 6, swap = true, dependents "
            "= late, copy_a = true, copy_b = true>",
            5.55},
           {239, 240, 2055,
            "tile = [64, 64, 64], warps = [4, 1], stages = 12, group = 8, sm90 = <split_k = 4, copy_a = true, "
            "copy_b = true>",
            5.20},
           {17, 175, 1369,
            "tile = [64, 16, 64], warps = [4, 1], stages = 12, group = 8, sm90 = <split_k = 2, dependents = late, "
            "copy_a = true, copy_b = true>",
            4.52},
           {566, 184, 2731,
            "tile = [64, 64, 64], warps = [4, 1], stages = 12, group = 8, sm90 = <split_k = 4, copy_a = true, "
            "copy_b = true>",
            7.12},
           {284, 64, 6239,
            "tile = [64, 64, 64], warps = [4, 1], stages = 11, group = 8, sm90 = <split_k = 8, dependents = late, "
            "copy_a = true, copy_b = true>",
            7.04},
           {51, 48, 1973,
            "tile = [64, 16, 64], warps = [4, 1], stages = 12, group = 8, sm90 = <split_k = 3, copy_a = true, "
            "copy_b = true>",
            4.11},
           {45, 88, 3865,
            "tile = [64, 16, 64], warps = [4, 1], stages = 12, group = 8, sm90 = <split_k = 6, dependents = late, "
            "copy_a = true, copy_b = true>",
            4.91},
       }},
      {"several tiles for each block, behind copies",
       0.12,
       {
           {1211, 6869, 229,
            "tile = [64, 256, 64], warps = [8, 1], stages = 4, group = 16, sm90 = <mode = pingpong, order = "
            "snake_rows, grid = 129, dependents = late, copy_a = true, copy_b = true>",
            22.39},
           {4333, 6049, 634,
            "tile = [128, 128, 64], warps = [8, 1], stages = 5, group = 8, sm90 = <mode = pingpong, cluster_n = 2, "
            "order = snake_rows, grid = 126, dependents = late, copy_a = true, copy_b = true>",
            76.93},
           {2727, 2798, 1653,
            "tile = [128, 128, 64], warps = [8, 1], stages = 5, group = 16, sm90 = <mode = pingpong, cluster_n = 2, "
            "order = snake_rows, dependents = late, copy_a = true, copy_b = true>",
            50.37},
           {3209, 8129, 6139,
            "tile = [128, 128, 64], warps = [8, 1], stages = 5, group = 16, sm90 = <mode = pingpong, cluster_n = 2, "
            "order = snake_rows, dependents = late, copy_a = true, copy_b = true>",
            522.35},
           {3846, 1105, 430,
            "tile = [128, 64, 64], warps = [8, 1], stages = 7, group = 16, sm90 = <mode = pingpong, cluster_n = 2, "
            "order = snake_rows, grid = 112, dependents = late, copy_a = true, copy_b = true>",
            17.13},
           {531, 5725, 292,
            "tile = [128, 128, 64], warps = [8, 1], stages = 5, group = 4, sm90 = <mode = pingpong, order = "
            "snake_rows, dependents = late, copy_a = true, copy_b = true>",
            13.26},
           {5783, 3524, 3572,
            "tile = [128, 256, 64], warps = [8, 1], stages = 4, group = 8, sm90 = <cluster_m = 2, order = "
            "snake_columns, grid = 130, dependents = late, copy_a = true, copy_b = true>",
            234.00},
       }},
      {"what the model does not explain",
       0.17,
       {
           {4096, 4096, 4096,
            "tile = [64, 256, 64], warps = [8, 1], stages = 4, group = 16, sm90 = <mode = pingpong, dependents = late>",
            1.07 * 174.5},
           {1024, 1024, 1024, SMALL(64, 128, 64, 7) "<cluster_m = 2, cluster_n = 2>", 9.1},
           {1000, 1000, 1000, SMALL(64, 128, 64, 7) "<dependents = late>", 11.1 - 0.3},
       }},
      {"small M",
       0.03,
       {
           {16, 14336, 4096,
            "tile = [16, 64, 64], warps = [1, 4], stages = 10, sm90 = <swap = true, blocks_per_sm = 2, dependents = "
            "late>",
            29.7},
           {16, 14336, 4096,
            "tile = [16, 64, 64], warps = [1, 4], stages = 10, sm90 = <swap = true, blocks_per_sm = 2>", 32.1},
           {16, 14336, 4096,
            "tile = [16, 64, 128], warps = [1, 4], stages = 5, sm90 = <swap = true, blocks_per_sm = 2, dependents = "
            "late>",
            29.7},
           {16, 14336, 4096,
            "tile = [16, 64, 64], warps = [1, 4], stages = 20, sm90 = <swap = true, dependents = late>", 29.7 + 1.8},
       }},
  };
  return series;
}

TEST(CostModel, Predictions) {
  for (const Series &series : getSeries())
    for (const Measurement &measurement : series.measurements) {
      ScheduleProblem problem = makeProblem(measurement.m, measurement.n, measurement.k);
      SM90Schedule schedule = parseSchedule(measurement.schedule);
      FusionVerdict verdict = checkSM90Schedule(schedule, problem, getHopper());
      EXPECT_TRUE(verdict) << std::string(measurement.schedule) << ": " << verdict.reason;
      if (!verdict)
        continue;
      double predicted = predictSM90Time(schedule, problem, getHopper()).total();
      double error = predicted / measurement.microseconds - 1;
      EXPECT_LE(std::abs(error), series.bound)
          << std::string(series.name) << ": " << measurement.m << " x " << measurement.n << " x " << measurement.k
          << ", " << std::string(measurement.schedule) << ": " << predicted << " us predicted, "
          << measurement.microseconds << " measured";
    }
}

/// The mma.sync family beside measurements: rows of 4 bytes, few blocks and many, a stage too few.
TEST(CostModel, NarrowPredictions) {
  struct {
    int64_t m, n, k, tileM, tileN, warpsM, stages;
    double microseconds;
  } measured[] = {
      {394, 58, 186, 16, 64, 1, 3, 3.44},  {394, 58, 186, 16, 64, 1, 2, 4.12},    {394, 58, 186, 64, 64, 2, 3, 6.19},
      {719, 26, 186, 16, 64, 1, 3, 3.37},  {252, 256, 214, 16, 64, 1, 4, 3.07},   {17, 1109, 164, 16, 64, 1, 3, 3.31},
      {410, 4044, 34, 32, 64, 2, 2, 7.84}, {2238, 3347, 86, 64, 64, 2, 2, 28.46}, {1742, 452, 22, 16, 64, 1, 2, 5.11},
  };
  for (auto [m, n, k, tileM, tileN, warpsM, stages, microseconds] : measured) {
    ScheduleProblem problem = makeProblem(m, n, k);
    EXPECT_TRUE(hasSM80Model(problem, getHopper()));
    SM80Schedule schedule = {tileM, tileN, 64, warpsM, 4 / warpsM, stages, 1};
    double predicted = predictSM80Time(schedule, problem, getHopper()).total(), error = predicted / microseconds - 1;
    EXPECT_LE(std::abs(error), 0.15) << m << " x " << n << " x " << k << ", mma.sync " << tileM << " x " << tileN
                                     << ": " << predicted << " us predicted, " << microseconds << " measured";
  }
  // Single elements take so long that a copy in front of the product pays.
  ScheduleProblem odd = makeProblem(52, 55, 17);
  SM80Schedule fallback = getFallbackSchedule(2);
  EXPECT_GT(predictSM80Time(fallback, odd, getHopper()).total(), 4);
}

/// Whether the choice is `expected` but for what is not written there (stages, and what has a default).
static void checkChoice(int64_t m, int64_t n, int64_t k, StringRef expected) {
  std::optional<SM90Schedule> choice = chooseSM90Schedule(makeProblem(m, n, k), getHopper());
  ASSERT_TRUE(choice);
  SM90Schedule wanted = parseSchedule(expected);
  wanted.stages = choice->stages;
  ScheduleAttr got = choice->toAttr(&getTestContext());
  EXPECT_EQ(got, wanted.toAttr(&getTestContext())) << m << " x " << n << " x " << k;
}

/// The fastest ones measured.
TEST(CostModel, Choices) {
  checkChoice(512, 512, 512, "tile = [64, 32, 64], warps = [4, 1], group = 8, sm90 = <dependents = late>");
  checkChoice(1024, 1024, 1024, "tile = [128, 64, 64], warps = [8, 1], group = 8, sm90 = <dependents = late>");
  checkChoice(2048, 2048, 2048, "tile = [128, 256, 64], warps = [8, 1], group = 8, sm90 = <dependents = late>");
  StringRef large = "tile = [128, 256, 64], warps = [8, 1], group = 16, sm90 = <order = snake_rows, grid = 128, "
                    "dependents = late>";
  checkChoice(4096, 4096, 4096, large);
  // Where its tiles fill the waves, ping-pong with large tiles.
  checkChoice(4096, 14336, 4096,
              "tile = [128, 176, 64], warps = [8, 1], group = 16, sm90 = <mode = pingpong, order = snake_rows, "
              "dependents = late>");
  // Three warpgroups where 192 rows fill a wave: 38.6 us, by 64 x 192 41.0, by 256 x 160 42.6.
  checkChoice(6144, 768, 3072,
              "tile = [192, 192, 64], warps = [12, 1], group = 8, sm90 = <staging = 1, dependents = late>");
  checkChoice(
      16, 14336, 4096,
      "tile = [16, 128, 64], warps = [1, 8], group = 8, sm90 = <swap = true, dependents = late, spread_k = true>");
  // Short K: ping-pong hides the epilogue.
  checkChoice(4096, 3072, 768,
              "tile = [128, 128, 64], warps = [8, 1], group = 16, sm90 = <mode = pingpong, order = snake_rows, "
              "grid = 128, dependents = late>");
}

TEST(CostModel, Alternatives) {
  ScheduleProblem problem = makeProblem(1024, 14336, 4096);
  EXPECT_TRUE(chooseSM90Schedules(problem, getHopper())->alternatives.empty());
  problem.dynamicM = true;
  std::optional<SM90Choice> choice = chooseSM90Schedules(problem, getHopper());
  ASSERT_TRUE(choice);
  EXPECT_FALSE(choice->alternatives.empty());
  EXPECT_LE(choice->alternatives.size(), 3);
  if (!choice)
    return;
  // Large tiles for a prompt, with a grid that suits any M; for a few tokens narrower ones, which keep more
  // multiprocessors reading.
  EXPECT_EQ(choice->schedule.tileM, 128);
  EXPECT_GE(choice->schedule.tileN, 176);
  EXPECT_EQ(choice->schedule.grid, 0);
  EXPECT_LT(choice->alternatives.front().schedule.tileN, 256);
  EXPECT_GE(choice->alternatives.front().mostM, 16);
  int64_t previous = 0;
  for (const auto &[mostM, schedule] : choice->alternatives) {
    EXPECT_GT(mostM, previous);
    EXPECT_LT(mostM, 4096);
    previous = mostM;
    EXPECT_TRUE(checkSM90Schedule(schedule, problem, getHopper()));
    // In its range it is no slower than the one for large M.
    problem.m = mostM;
    EXPECT_LE(predictSM90Time(schedule, problem, getHopper()).total(),
              predictSM90Time(choice->schedule, problem, getHopper()).total());
  }
  // Nothing is split where the length is not known.
  ScheduleProblem deep = makeProblem(64, 64, 65536);
  EXPECT_GT(chooseSM90Schedule(deep, getHopper())->streamKTail, 1);
  deep.dynamicK = true;
  EXPECT_EQ(chooseSM90Schedule(deep, getHopper())->splitK, 1);
  EXPECT_EQ(chooseSM90Schedule(deep, getHopper())->streamKTail, 1);
}

/// Tiles that fill no wave are split into as many partial tiles as the idle multiprocessors take, of four k blocks each
/// at least.
TEST(CostModel, Tails) {
  auto offers = [](const ScheduleProblem &problem, int64_t m, int64_t n, int64_t partialTiles) {
    return llvm::any_of(enumerateSM90Schedules(problem, getHopper()), [&](const SM90Schedule &schedule) {
      return schedule.tileM == m && schedule.tileN == n && schedule.blocksPerSM == 1 && schedule.tileK == 64 &&
             schedule.streamKTail == partialTiles;
    });
  };
  // 144 tiles, of which 12 are left: 11 each.
  ASSERT_TRUE(offers(makeProblem(768, 3072, 8192), 128, 128, 11));
  EXPECT_FALSE(offers(makeProblem(768, 3072, 8192), 128, 128, 12));
  EXPECT_FALSE(offers(makeProblem(768, 3072, 11 * 256 - 64), 128, 128, 11));
  // 128 tiles leave too few idle; 66 of them are split in two.
  for (int64_t partialTiles : {2, 3, 4})
    EXPECT_FALSE(offers(makeProblem(1024, 2048, 8192), 128, 128, partialTiles));
  ASSERT_TRUE(offers(makeProblem(768, 1408, 8192), 128, 128, 2));
  EXPECT_FALSE(offers(makeProblem(768, 1536, 8192), 128, 128, 2));
  // One tile: 32 partial tiles or fewer.
  ASSERT_TRUE(offers(makeProblem(64, 64, 65536), 64, 64, 32));
  EXPECT_TRUE(offers(makeProblem(64, 64, 65536), 64, 64, 8));
  // Behind whole waves the blocks may add them, which is preferred at the same time; a tail alone is a kernel's.
  auto addsInBlocks = [](const SM90Schedule &schedule) { return schedule.addsInBlocks(); };
  ScheduleProblem plain = makeProblem(2048, 11008, 4096);
  plain.epilogue.scalarCost = plain.epilogue.preciseCost = 0;
  EXPECT_TRUE(chooseSM90Schedule(plain, getHopper())->addsInBlocks());
  EXPECT_TRUE(llvm::none_of(enumerateSM90Schedules(makeProblem(64, 64, 65536), getHopper()), addsInBlocks));
  // Not where sums have an order, or sizes are open, or f32 is split.
  for (bool ScheduleProblem::*open : {&ScheduleProblem::inOrder, &ScheduleProblem::dynamicM, &ScheduleProblem::dynamicN,
                                      &ScheduleProblem::dynamicK}) {
    ScheduleProblem problem = makeProblem(768, 3072, 8192);
    problem.*open = true;
    EXPECT_FALSE(offers(problem, 128, 128, 11));
  }
  ScheduleProblem parts = makeProblem(768, 3072, 8192);
  parts.type = lookupProductType("f32:tf32x3");
  EXPECT_TRUE(llvm::none_of(enumerateSM90Schedules(parts, getHopper()),
                            [](const SM90Schedule &schedule) { return schedule.streamKTail > 1; }));
}

/// K is split among up to 8 blocks, of 8 k blocks each, where clusters of so many run for all tiles at once.
TEST(CostModel, Splits) {
  auto offers = [](int64_t m, int64_t n, int64_t k, int64_t split) {
    return llvm::any_of(enumerateSM90Schedules(makeProblem(m, n, k), getHopper()),
                        [&](const SM90Schedule &schedule) { return schedule.splitK == split; });
  };
  for (int64_t split : {2, 3, 4, 6, 8})
    EXPECT_TRUE(offers(64, 64, 64 * 8 * split, split) && !offers(64, 64, 64 * (8 * split - 1), split));
  for (int64_t split : {5, 12, 16})
    EXPECT_FALSE(offers(64, 64, 65536, split));
  // Too many tiles, with any of the shapes and four blocks on a multiprocessor.
  ASSERT_TRUE(offers(1024, 1024, 65536, 2));
  EXPECT_FALSE(offers(1024, 1024, 65536, 8));
}

/// Two products of one left factor take as long as one with the columns of both weights, by the same tile of wgmma, but
/// for the results, of which there are half as many. Their tiles are swapped and share K by choice, too.
TEST(CostModel, Pairs) {
  ScheduleProblem pair = makeProblem(16, 14336, 4096), both = makeProblem(16, 2 * 14336, 4096);
  pair.products = 2;
  for (StringRef options : {"swap = true, dependents = late", "swap = true, split_k = 2, dependents = late"}) {
    SM90Schedule ofBoth =
        parseSchedule(("tile = [16, 128, 64], warps = [1, 4], stages = 6, sm90 = <" + options + ">").str());
    SM90Schedule ofPair = ofBoth;
    ofPair.products = 2;
    ofPair.tileN = 64;
    EXPECT_TRUE(checkSM90Schedule(ofPair, pair, getHopper()));
    double time = predictSM90Time(ofPair, pair, getHopper()).total();
    double least = predictSM90Time(ofBoth, both, getHopper()).total();
    EXPECT_LT(time, least);
    EXPECT_GT(time, 0.97 * least);
  }
  auto offers = [&](function_ref<bool(const SM90Schedule &)> holds) {
    return llvm::any_of(enumerateSM90Schedules(pair, getHopper()), holds);
  };
  EXPECT_TRUE(offers([](const SM90Schedule &schedule) { return schedule.swap && schedule.tileN == 64; }));
  pair.n = 512;
  EXPECT_TRUE(offers([](const SM90Schedule &schedule) { return schedule.swap && schedule.splitK == 8; }));
  EXPECT_TRUE(offers([](const SM90Schedule &schedule) { return !schedule.swap && schedule.splitK == 2; }));
  EXPECT_FALSE(offers([](const SM90Schedule &schedule) { return schedule.streamKTail > 1; }));
}

/// Threads load nothing by choice; where a schedule says so, four times as many copies take longer.
TEST(CostModel, Loads) {
  auto byThreads = [](const SM90Schedule &schedule) { return schedule.loadsByThreads(); };
  EXPECT_TRUE(llvm::none_of(enumerateSM90Schedules(makeProblem(1000, 1000, 1000), getHopper()), byThreads));
  ScheduleProblem problem = makeProblem(1002, 1002, 1002);
  problem.accessA = problem.accessB = 4;
  EXPECT_TRUE(llvm::none_of(enumerateSM90Schedules(problem, getHopper()), byThreads));
  SM90Schedule schedule = parseSchedule("tile = [64, 128, 128], warps = [4, 1], stages = 4, "
                                        "sm90 = <load_a = cp_async, load_b = cp_async>");
  double narrow = predictSM90Time(schedule, problem, getHopper()).total();
  problem.accessA = problem.accessB = 16;
  EXPECT_LT(predictSM90Time(schedule, problem, getHopper()).total(), narrow);
}

TEST(CostModel, Shortlist) {
  const int64_t sizes[][3] = {{8192, 8192, 8192}, {512, 512, 512},
                              {16, 14336, 4096},  {1, 64, 64},
                              {1000, 1000, 1000}, {64, 64, 100000},
                              {130, 70000, 32},   {0, 16, 16},
                              {16, 16, 0},        {int64_t(1) << 40, int64_t(1) << 40, int64_t(1) << 40}};
  for (auto [m, n, k] : sizes)
    for (bool transposed : {false, true})
      for (StringRef type : {"bf16", "f32:tf32", "f8E4M3FN", "f8E5M2:e4m3:fast"}) {
        ScheduleProblem problem = makeProblem(m, n, k);
        problem.type = lookupProductType(type);
        problem.transposeA = transposed && problem.type->elementBytes == 2;
        problem.transposeB = !problem.transposeA;
        SmallVector<ScheduleAttr> shortlist = shortlistSM90Schedules(problem, getHopper(), &getTestContext());
        EXPECT_TRUE(!shortlist.empty() && shortlist.size() <= kMostSchedules);
        EXPECT_EQ(llvm::SmallDenseSet<Attribute>(shortlist.begin(), shortlist.end()).size(), shortlist.size());
        // The compiler's own choice would be the first.
        double best =
            predictSM90Time(SM90Schedule::get(shortlist.front(), *problem.type), problem, getHopper()).total();
        for (ScheduleAttr attr : shortlist) {
          SM90Schedule schedule = SM90Schedule::get(attr, *problem.type);
          EXPECT_TRUE(checkSM90Schedule(schedule, problem, getHopper()));
          double time = predictSM90Time(schedule, problem, getHopper()).total();
          EXPECT_GE(time, best);
          EXPECT_TRUE(std::isfinite(time));
        }
      }
  // Both ways to walk the tiles, both kinds of warpgroups and clusters are worth a measurement of a large product.
  SmallVector<ScheduleAttr> large =
      shortlistSM90Schedules(makeProblem(4096, 4096, 4096), getHopper(), &getTestContext());
  auto has = [&](auto predicate) {
    return llvm::any_of(large, [&](ScheduleAttr attr) { return predicate(SM90Schedule::get(attr)); });
  };
  EXPECT_TRUE(has([](const SM90Schedule &s) { return s.isPingPong() && s.tileM == 64 && s.tileN == 256; }));
  EXPECT_TRUE(has([](const SM90Schedule &s) { return s.isPingPong() && s.tileM == 128; }));
  EXPECT_TRUE(has([](const SM90Schedule &s) { return s.clusterM == 2; }));
  EXPECT_TRUE(has([](const SM90Schedule &s) { return s.clusterN == 2; }));
  EXPECT_TRUE(has([](const SM90Schedule &s) { return s.order == RasterOrder::SnakeColumns; }));
  EXPECT_TRUE(has([](const SM90Schedule &s) { return s.tileM == 256; }));
  EXPECT_TRUE(has([](const SM90Schedule &s) { return s.grid == 128; }));
  EXPECT_TRUE(has([](const SM90Schedule &s) { return !s.grid; }));
  // An f32 operand that is not contiguous along k comes from registers, or, where both are not, one is transposed
  // first.
  ScheduleProblem rows = makeProblem(4096, 4096, 4096);
  rows.type = lookupProductType("f32:tf32");
  rows.transposeB = false;
  std::optional<SM90Schedule> copying = chooseSM90Schedule(rows, getHopper());
  ASSERT_TRUE(copying);
  ASSERT_TRUE(copying->swap);
  EXPECT_FALSE(copying->copyB);
  EXPECT_FALSE(copying->copyA);
  rows.transposeA = true;
  copying = chooseSM90Schedule(rows, getHopper());
  ASSERT_TRUE(copying);
  EXPECT_EQ(copying->swap, copying->copyA);
  EXPECT_NE(copying->swap, copying->copyB);
  rows.transposeA = false;
  // A copy that transposes takes longer than one as it lies, at the rate of copies.
  copying->swap = false;
  copying->copyB = true;
  copying->copyA = false;
  SM90Schedule both = *copying;
  both.copyA = true;
  double transposes = predictSM90Time(*copying, rows, getHopper()).copies;
  double copies = predictSM90Time(both, rows, getHopper()).copies - transposes;
  EXPECT_GT(copies, 40);
  EXPECT_LT(copies, 42);
  EXPECT_GT(transposes - 1.16, 1.1 * copies);
  EXPECT_LT(transposes - 1.16, 1.25 * copies);
  // Sums that are made of chains take twice the registers.
  rows.type = lookupProductType("f8E4M3FN");
  rows.transposeB = true;
  EXPECT_LE(chooseSM90Schedule(rows, getHopper())->accumulators(), 128);
  EXPECT_EQ(chooseSM90Schedule(rows, getHopper())->tileK, 128);
  ScheduleProblem fast = rows;
  fast.type = lookupProductType("f8E4M3FN:fast");
  SM90Schedule larger = *chooseSM90Schedule(fast, getHopper());
  EXPECT_GT(larger.accumulators(), 128);
  EXPECT_LT(predictSM90Time(larger, fast, getHopper()).total(),
            predictSM90Time(*chooseSM90Schedule(rows, getHopper()), rows, getHopper()).total());
  rows.transposeB = false;
  // Bytes that are not contiguous along k are always copied.
  rows.type = lookupProductType("i8");
  copying = chooseSM90Schedule(rows, getHopper());
  ASSERT_TRUE(copying);
  EXPECT_NE(copying->copyA, copying->copyB);
  EXPECT_EQ(copying->copyA, copying->swap);
}

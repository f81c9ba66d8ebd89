// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The model of the narrow family beside measurements on an H100 (docs/lab/2026-11-27-few-rows-of-narrow-weights.md).

#include "Unit.h"
#include "fusion/Schedule/KernelFamily.h"
#include "mlir/AsmParser/AsmParser.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace fusion;

static ScheduleProblem makeNarrowProblem(int64_t m, int64_t bits) {
  ScheduleProblem problem = makeProblem(m, 8192, 8192);
  problem.bitsB = bits;
  problem.groupB = 128;
  return problem;
}

TEST(NarrowModel, Predictions) {
  MLIRContext *context = &getTestContext(); // which makes families known
  const ChipInfo *chip = lookupChip(getHopper().name, "H100 80GB HBM3");
  ASSERT_TRUE(chip);
  struct {
    int64_t bits, m;
    const char *schedule; ///< beside the family
    double microseconds;
  } measured[] = {
      {4, 1, "tile = [1, 64, 1024], warps = [1, 4], stages = 2, narrow = <warps_k = 4>", 16.1},
      {4, 16, "tile = [16, 64, 1024], warps = [1, 4], stages = 2, narrow = <warps_k = 4>", 18.3},
      {4, 32, "tile = [32, 128, 256], warps = [1, 4], stages = 2, narrow = <cluster = 2>", 26.5},
      {4, 64, "tile = [64, 128, 256], warps = [1, 4], stages = 2, narrow = <cluster = 2>", 40.1},
      {4, 128, "tile = [64, 128, 256], warps = [1, 4], stages = 2", 68.0},
      {4, 256, "tile = [64, 128, 256], warps = [1, 4], stages = 2", 133.4},
      {8, 1, "tile = [1, 64, 1024], warps = [1, 4], stages = 2, narrow = <warps_k = 4>", 28.1},
      {8, 16, "tile = [16, 64, 1024], warps = [1, 4], stages = 2, narrow = <warps_k = 4>", 29.4},
      {8, 32, "tile = [32, 128, 256], warps = [1, 4], stages = 2, narrow = <cluster = 2>", 34.2},
      {8, 64, "tile = [64, 128, 256], warps = [1, 4], stages = 2, narrow = <cluster = 2>", 45.6},
      {8, 128, "tile = [128, 128, 128], warps = [2, 4], stages = 2, narrow = <cluster = 2>", 73.5},
      {8, 256, "tile = [128, 128, 128], warps = [2, 4], stages = 2", 138.2},
  };
  const KernelFamily *family = lookupKernelFamily("narrow");
  ASSERT_TRUE(family);
  for (auto [bits, m, text, microseconds] : measured) {
    std::string spelled = ("#fusion.schedule<family = narrow, " + Twine(text) + ">").str();
    auto schedule = cast<ScheduleAttr>(parseAttribute(spelled, context));
    ScheduleProblem problem = makeNarrowProblem(m, bits);
    EXPECT_TRUE(family->check(schedule, problem, *chip)) << text;
    std::optional<PredictedTime> time = family->predict(schedule, problem, *chip);
    ASSERT_TRUE(time);
    EXPECT_LE(std::abs(time->microseconds / microseconds - 1), 0.13)
        << "i" << bits << ", " << m << " rows: " << time->microseconds << " us predicted, " << microseconds
        << " measured";
  }
  // Of rows that the launch alone knows there are several schedules, and no one time.
  ScheduleProblem open = makeNarrowProblem(0, 4);
  open.dynamicM = true;
  std::optional<FamilyChoice> choice = family->choose(open, *chip, context);
  ASSERT_TRUE(choice);
  EXPECT_FALSE(family->predict(choice->schedule, open, *chip));
}

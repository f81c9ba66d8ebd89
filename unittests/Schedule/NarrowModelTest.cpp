// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The model of the narrow family beside measurements on an H100 (docs/lab/2026-11-27-few-rows-of-narrow-weights.md).

#include "Unit.h"
#include "fusion/Schedule/KernelFamily.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace fusion;

static ScheduleProblem makeNarrowProblem(int64_t m, int64_t bits) {
  ScheduleProblem problem = makeProblem(m, 8192, 8192);
  std::string text = ("narrow<bits = " + Twine(bits) + ", group = 128>").str();
  problem.family = lookupKernelFamily("narrow")->parseProblem(text);
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

static constexpr StringLiteral kNarrow = R"(
func.func @narrow(%x: tensor<32x512xbf16>, %w: tensor<64x512xi8>, %s: tensor<64x1xf32>, %b: tensor<64xf32>)
    -> tensor<32x64xf32> {
  %0 = fusion.kernel(%q = %w, %t = %s, %y = %x, %c = %b)
      : (tensor<64x512xi8>, tensor<64x1xf32>, tensor<32x512xbf16>, tensor<64xf32>) -> tensor<32x64xf32> {
    %1 = fusion.cast %q : tensor<64x512xi8> to tensor<64x512xf32>
    %2 = fusion.mul %1, %t : (tensor<64x512xf32>, tensor<64x1xf32>) -> tensor<64x512xbf16>
    %3 = fusion.matmul %y, %2 {transpose_b} : (tensor<32x512xbf16>, tensor<64x512xbf16>) -> tensor<32x64xf32>
    %4 = fusion.add %3, %c : (tensor<32x64xf32>, tensor<64xf32>) -> tensor<32x64xf32>
    fusion.yield %4 : tensor<32x64xf32>
  }
  return %0 : tensor<32x64xf32>
})";

static constexpr StringLiteral kFloats = R"(
func.func @floats(%x: tensor<32x512xbf16>, %w: tensor<64x512xbf16>, %b: tensor<64xf32>) -> tensor<32x64xf32> {
  %0 = fusion.kernel(%v = %w, %y = %x, %c = %b)
      : (tensor<64x512xbf16>, tensor<32x512xbf16>, tensor<64xf32>) -> tensor<32x64xf32> {
    %3 = fusion.matmul %y, %v {transpose_b} : (tensor<32x512xbf16>, tensor<64x512xbf16>) -> tensor<32x64xf32>
    %4 = fusion.add %3, %c : (tensor<32x64xf32>, tensor<64xf32>) -> tensor<32x64xf32>
    fusion.yield %4 : tensor<32x64xf32>
  }
  return %0 : tensor<32x64xf32>
})";

static EpilogueProblem getEpilogue(StringRef text) {
  auto module = parseSourceString<ModuleOp>(text, &getTestContext());
  EpilogueProblem epilogue;
  module->walk([&](KernelOp kernel) { epilogue = ScheduleProblem::get(kernel).epilogue; });
  return epilogue;
}

/// What dequantises the weight is no epilogue: behind the product of floats, of two launches, it is not computed.
TEST(NarrowModel, EpilogueBehindTheProduct) {
  EpilogueProblem narrow = getEpilogue(kNarrow), floats = getEpilogue(kFloats);
  EXPECT_EQ(narrow.scalarCost, floats.scalarCost);
  EXPECT_GT(narrow.scalarCost, 0);
  EXPECT_TRUE(narrow == floats);
}

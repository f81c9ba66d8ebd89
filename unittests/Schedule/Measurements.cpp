// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How well the model of the wgmma family chooses among schedules that were measured.

#include "Measurements.h"
#include "Unit.h"
#include "fusion/Families/SM90/CostModel.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>

using namespace mlir;
using namespace fusion;

namespace {
/// The schedules of one problem: the fastest, and the one that the model would take; of those that it finds equal the
/// slowest.
struct Choice {
  double fastest = HUGE_VAL, predicted = HUGE_VAL, chosen = HUGE_VAL;

  void add(double microseconds, double prediction) {
    fastest = std::min(fastest, microseconds);
    if (prediction < predicted || (prediction == predicted && microseconds > chosen)) {
      predicted = prediction;
      chosen = microseconds;
    }
  }
  double loss() const { return chosen / fastest; }
};

struct Summary {
  double problems = 0, within5 = 0, within20 = 0, logarithms = 0, worst = 1;

  void add(double loss) {
    ++problems;
    within5 += loss <= 1.05;
    within20 += loss <= 1.2;
    logarithms += std::log(loss);
    worst = std::max(worst, loss);
  }
};
} // namespace

static int64_t getAccess(int64_t bytes) { return std::min<int64_t>(16, bytes & -bytes); }

/// What the text of a problem of fusion-bench stands for: [BATCHx]MxNxK and its fields.
static std::optional<ScheduleProblem> parseProblem(StringRef text) {
  SmallVector<StringRef> fields, sizes;
  text.split(fields, ':');
  fields.front().split(sizes, 'x');
  SmallVector<int64_t> numbers;
  for (StringRef size : sizes)
    if (size.getAsInteger(10, numbers.emplace_back()))
      return std::nullopt;
  if (numbers.size() == 3)
    numbers.insert(numbers.begin(), 1);
  if (numbers.size() != 4)
    return std::nullopt;
  ScheduleProblem problem = makeProblem(numbers[1], numbers[2], numbers[3]);
  problem.batches = numbers[0];
  problem.epilogue.scalarCost = 1;
  for (StringRef field : ArrayRef(fields).drop_front()) {
    problem.transposeA |= field == "km";
    problem.transposeB &= field != "kn";
    problem.stableB |= field == "constant-w";
    if (field.starts_with("tf32"))
      problem.type = lookupProductType(("f32:" + field).str());
    // As the kernels of these epilogues have it (ScheduleProblem::get).
    auto cost = StringSwitch<std::optional<int64_t>>(field)
                    .Cases({"bf16", "f16", "tf32", "tf32x3", "nk", "kn", "km", "none", "constant-w"}, 0)
                    .Case("bias", 1)
                    .Case("bias+relu", 2)
                    .Case("bias+silu", 13)
                    .Case("bias+gelu", 17)
                    .Case("bias+gelu+residual", 18)
                    .Default(std::nullopt);
    if (!cost)
      return std::nullopt;
    problem.epilogue.scalarCost += *cost;
  }
  if (text.contains("residual"))
    problem.epilogue.operandBytes.push_back(problem.type->elementBytes);
  problem.epilogue.outputBytes = {problem.type->elementBytes};
  problem.epilogue.scalarCost -= problem.type->elementBytes == 4; // no cast
  // getPreciseCostPerElement: the function's cost is all but the additions'.
  int64_t others = 1 + text.contains("residual");
  bool precise = problem.type->elementBytes == 4 && (text.contains("gelu") || text.contains("silu"));
  problem.epilogue.preciseCost =
      precise ? others + 5 * (problem.epilogue.scalarCost - others) / 2 : problem.epilogue.scalarCost;
  problem.accessA = getAccess(problem.type->elementBytes * (problem.transposeA ? problem.m : problem.k));
  problem.accessB = getAccess(problem.type->elementBytes * (problem.transposeB ? problem.k : problem.n));
  return problem;
}

static int fail(StringRef path, StringRef line) {
  llvm::errs() << path << ": cannot read '" << line << "'\n";
  return 1;
}

int reportMeasurements(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) {
    llvm::errs() << path << ": " << buffer.getError().message() << '\n';
    return 1;
  }
  Summary summary;
  std::optional<ScheduleProblem> problem;
  Choice choice;
  auto finish = [&] {
    if (problem)
      summary.add(choice.loss());
    choice = Choice();
  };
  SmallVector<StringRef, 0> lines;
  (*buffer)->getBuffer().split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    if (line.starts_with("#"))
      continue;
    if (line.consume_front("problem ")) {
      finish();
      problem = parseProblem(line);
      if (!problem)
        return fail(path, line);
      continue;
    }
    auto [time, schedule] = line.split(' ');
    double microseconds = 0;
    bool bad = !problem || time.getAsDouble(microseconds);
    if (bad)
      return fail(path, line);
    choice.add(microseconds, predictSM90Time(parseSchedule(schedule), *problem, getHopper()).total());
  }
  finish();
  llvm::outs() << llvm::format(
      "%.0f problems: within 5 %% on %.0f, within 20 %% on %.0f, geometric mean %.3f, worst %.2f\n", summary.problems,
      summary.within5, summary.within20, std::exp(summary.logarithms / summary.problems), summary.worst);
  return 0;
}

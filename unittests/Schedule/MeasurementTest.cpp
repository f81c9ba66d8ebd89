// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How well the model of the wgmma family chooses among schedules that were measured.

#include "Unit.h"
#include "fusion/Schedule/SM90CostModel.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>

using namespace mlir;
using namespace mlir::fusion;

namespace {
/// The schedules of one problem: the fastest, and the one that the model would take.
struct Choice {
  double fastest = HUGE_VAL, predicted = HUGE_VAL, chosen = HUGE_VAL;

  void add(double microseconds, double prediction) {
    fastest = std::min(fastest, microseconds);
    if (prediction < predicted) {
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
      int64_t m = 0, n = 0, k = 0;
      bool bad = line.consumeInteger(10, m) || !line.consume_front(" ") || line.consumeInteger(10, n) ||
                 !line.consume_front(" ") || line.consumeInteger(10, k);
      CHECK(!bad);
      problem = makeProblem(m, n, k);
      problem->accessA = problem->accessB = getAccess(2 * k);
      continue;
    }
    auto [time, schedule] = line.split(' ');
    double microseconds = 0;
    CHECK(problem && !time.getAsDouble(microseconds));
    choice.add(microseconds, predictSM90Time(parseSchedule(schedule), *problem, getHopper()).total());
  }
  finish();
  llvm::outs() << llvm::format(
      "%.0f problems: within 5 %% on %.0f, within 20 %% on %.0f, geometric mean %.3f, worst %.2f\n", summary.problems,
      summary.within5, summary.within20, std::exp(summary.logarithms / summary.problems), summary.worst);
  return failures ? 1 : 0;
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Prints the model's times of schedules.

#include "fusion/Bench/Program.h"
#include "fusion/Bench/Tune.h"
#include "llvm/Support/FormatVariadic.h"

#include <ostream>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

void bench::printPredicted(std::ostream &out, const Problem &problem,
                           const std::vector<SchedulePrediction> &predictions) {
  out << llvm::formatv("{0}: {1} schedules\n", problem.name(), predictions.size()).str();
  for (const SchedulePrediction &prediction : predictions) {
    if (prediction.terms.empty()) {
      out << "  no model: " << prediction.schedule << "\n";
      continue;
    }
    out << llvm::formatv("  {0,8:f2} us =", prediction.microseconds).str();
    const char *separator = " ";
    for (const auto &[name, microseconds] : prediction.terms) {
      out << separator << llvm::formatv("{0} {1:f2}", name, microseconds).str();
      separator = ", ";
    }
    out << ": " << prediction.schedule << "\n";
  }
}

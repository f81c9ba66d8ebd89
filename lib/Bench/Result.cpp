// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What follows from measured times: ratios, sums, means, and comparisons of twins.

#include "fusion/Bench/Result.h"

#include "fusion/Analysis/ProductType.h"

#include <cmath>
#include <utility>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

const Peer *bench::fastest(const std::vector<Peer> &peers, double Times::*regime) {
  const Peer *best = nullptr;
  for (const Peer &peer : peers)
    if (peer.times.*regime > 0 && (!best || peer.times.*regime < best->times.*regime))
      best = &peer;
  return best;
}

double ProblemResult::ratio(double Times::*regime) const {
  const Peer *peer = best(regime);
  return peer && ours.*regime > 0 ? peer->times.*regime / ours.*regime : 0;
}

double ProblemResult::plainRatio(double Times::*regime) const {
  return ours.*regime > 0 ? plain.*regime / ours.*regime : 0;
}

double GraphResult::sum(double Times::*regime) const {
  double total = 0;
  for (const Kernel &kernel : kernels)
    total += kernel.alone.*regime;
  return total;
}

/// `change` makes a problem its twin, and says whether it has one.
template <typename Change> static TwinRatios compareTwins(const BenchResult &result, Change change) {
  TwinRatios ratios;
  for (const ProblemResult &one : result.problems) {
    Problem twin = one.problem;
    if (!change(twin))
      continue;
    for (const ProblemResult &other : result.problems)
      if (other.problem.name() == twin.name() && one.ours && other.ours) {
        ratios.burst.push_back(one.ours.burst / other.ours.burst);
        ratios.steady.push_back(one.ours.steady / other.ours.steady);
        break;
      }
  }
  return ratios;
}

TwinRatios bench::layoutRatios(const BenchResult &result) {
  return compareTwins(result, [](Problem &problem) { return std::exchange(problem.weightKN, false); });
}

TwinRatios bench::typeRatios(const BenchResult &result) {
  return compareTwins(result, [](Problem &problem) {
    bool isF16 = problem.typeName() == "f16";
    if (isF16)
      problem.type = lookupProductType("bf16");
    return isF16;
  });
}

double bench::geometricMean(const std::vector<double> &values) {
  double sum = 0;
  int count = 0;
  for (double value : values)
    if (value > 0)
      sum += std::log(value), ++count;
  return count ? std::exp(sum / count) : 0;
}

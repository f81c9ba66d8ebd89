// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Bench/Result.h"

#include <cmath>

using namespace fusion;
using namespace fusion::bench;

const Peer *ProblemResult::best(double Times::*regime) const {
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

double bench::geometricMean(const std::vector<double> &values) {
  double sum = 0;
  int count = 0;
  for (double value : values)
    if (value > 0)
      sum += std::log(value), ++count;
  return count ? std::exp(sum / count) : 0;
}

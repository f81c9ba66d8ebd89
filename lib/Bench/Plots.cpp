// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Svg.h"
#include "fusion/Bench/Report.h"

#include <algorithm>
#include <cmath>
#include <iomanip>

using namespace fusion;
using namespace fusion::bench;

static const char *const kOurs = "#1b6ca8", *const kPeer = "#d9822b", *const kSteady = "#8ab8d8",
                         *const kLoss = "#b0413e";

static std::string fixed(double value, int digits) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(digits) << value;
  return text.str();
}

namespace {
/// A logarithmic axis: powers of ten around the values that it takes.
struct LogAxis {
  double from, to;          ///< pixels
  double low = 0, high = 1; ///< exponents

  void fit(const std::vector<double> &values) {
    auto [least, most] = std::minmax_element(values.begin(), values.end());
    low = std::floor(std::log10(*least));
    high = std::max(std::ceil(std::log10(*most) + 0.05), low + 1);
  }
  double at(double value) const { return from + (std::log10(value) - low) / (high - low) * (to - from); }
};
} // namespace

std::string bench::rooflineSvg(const BenchResult &result) {
  const double left = 70, right = 860, top = 40, bottom = 520;
  Svg svg(900, 580);
  std::vector<double> intensities, rates;
  for (const ProblemResult &problem : result.problems) {
    if (problem.ours.burst <= 0)
      continue;
    intensities.push_back(problem.problem.flops() / double(problem.problem.bytes()));
    rates.push_back(problem.problem.flops() / problem.ours.burst * 1e-6);
  }
  svg.text(left, 22, "Roofline, " + result.device + ", burst regime (blue: ours, orange: best peer)", "start", 14);
  if (intensities.empty())
    return svg.finish();
  double ridge = result.peakGBs > 0 ? result.peakTFlops * 1e3 / result.peakGBs : 0;
  if (ridge > 0)
    intensities.push_back(ridge), rates.push_back(result.peakTFlops);
  LogAxis x{left, right}, y{bottom, top};
  x.fit(intensities), y.fit(rates);
  for (double e = x.low; e <= x.high; ++e) {
    svg.line(x.at(std::pow(10, e)), top, x.at(std::pow(10, e)), bottom, "#dddddd");
    svg.text(x.at(std::pow(10, e)), bottom + 18, concat(std::pow(10, e)), "middle");
  }
  for (double e = y.low; e <= y.high; ++e) {
    svg.line(left, y.at(std::pow(10, e)), right, y.at(std::pow(10, e)), "#dddddd");
    svg.text(left - 6, y.at(std::pow(10, e)) + 4, concat(std::pow(10, e)), "end");
  }
  svg.text((left + right) / 2, bottom + 42, "FLOP per byte", "middle");
  svg.text(left - 55, top - 8, "TFLOP/s");
  if (ridge > 0) {
    // The slope starts where it meets the lower edge or the left one.
    double start = std::max(std::pow(10, x.low), std::pow(10, y.low) * 1e3 / result.peakGBs);
    svg.line(x.at(start), y.at(start * result.peakGBs * 1e-3), x.at(ridge), y.at(result.peakTFlops), "#444444", 1.5);
    svg.line(x.at(ridge), y.at(result.peakTFlops), right, y.at(result.peakTFlops), "#444444", 1.5);
    svg.text(right, y.at(result.peakTFlops) - 6,
             concat(result.peakTFlops, " TFLOP/s, ", result.peakGBs, " GB/s: ridge at ", fixed(ridge, 0), " FLOP/byte"),
             "end");
  }
  for (const ProblemResult &problem : result.problems) {
    if (problem.ours.burst <= 0)
      continue;
    double intensity = problem.problem.flops() / double(problem.problem.bytes());
    auto point = [&](const Times &times, const char *color, const std::string &who) {
      double rate = problem.problem.flops() / times.burst * 1e-6;
      svg.circle(x.at(intensity), y.at(rate), 4, color,
                 concat(problem.problem.name(), ", ", who, ": ", fixed(rate, 1)));
    };
    if (const Peer *peer = problem.best(&Times::burst))
      point(peer->times, kPeer, peer->name);
    point(problem.ours, kOurs, "ours");
  }
  return svg.finish();
}

std::string bench::ratiosSvg(const BenchResult &result) {
  const double left = 330, right = 860, top = 60, row = 22;
  std::vector<const ProblemResult *> shown;
  double most = 1.2;
  for (const ProblemResult &problem : result.problems)
    if (problem.ratio(&Times::burst) > 0) {
      shown.push_back(&problem);
      most = std::max({most, problem.ratio(&Times::burst), problem.ratio(&Times::steady)});
    }
  double bottom = top + row * double(shown.size());
  Svg svg(920, bottom + 40);
  svg.text(20, 22,
           "Best peer's time / ours, " + result.device +
               " (dark: burst, light: steady; right of the line: ours is faster)",
           "start", 14);
  auto at = [&](double ratio) { return left + (right - left) * std::min(ratio / most, 1.0); };
  for (double tick = 0; tick <= most; tick += 0.25) {
    svg.line(at(tick), top - 4, at(tick), bottom, "#dddddd");
    svg.text(at(tick), top - 8, fixed(tick, 2), "middle", 11);
  }
  double y = top;
  for (const ProblemResult *problem : shown) {
    double burst = problem->ratio(&Times::burst), steady = problem->ratio(&Times::steady);
    svg.text(left - 8, y + 14, problem->problem.name(), "end", 11);
    svg.rectangle(left, y + 2, at(burst) - left, 10, burst >= 1 ? kOurs : kLoss,
                  concat(problem->problem.name(), " burst ", fixed(burst, 3)));
    if (steady > 0)
      svg.rectangle(left, y + 13, at(steady) - left, 6, kSteady,
                    concat(problem->problem.name(), " steady ", fixed(steady, 3)));
    svg.text(at(burst) + 4, y + 12, fixed(burst, 2), "start", 10);
    y += row;
  }
  svg.line(at(1), top - 4, at(1), bottom, "#222222", 1.5);
  return svg.finish();
}

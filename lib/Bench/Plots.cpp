// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pictures of results: a roofline, ratios, a summary.

#include "Svg.h"
#include "fusion/Bench/Report.h"

#include <algorithm>
#include <cmath>
#include <iomanip>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

static std::string fixed(double value, int digits) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(digits) << value;
  return text.str();
}

/// From `first` in steps of `step`, to `last` at most.
static std::vector<double> ticksOf(double first, double last, double step) {
  std::vector<double> ticks;
  for (int i = 0; first + i * step <= last; ++i)
    ticks.push_back(first + i * step);
  return ticks;
}

namespace {
/// A logarithmic axis; it begins and ends at a one, two or five of some power of ten, around the values that it takes.
struct LogAxis {
  double from, to; ///< pixels
  std::vector<double> ticks;

  void fit(const std::vector<double> &values) {
    auto [least, most] = std::minmax_element(values.begin(), values.end());
    ticks = {tick(std::floor(3 * std::log10(*least)))};
    for (int n = int(std::floor(3 * std::log10(*least))) + 1; ticks.back() < *most * 1.02 || ticks.size() < 2; ++n)
      ticks.push_back(tick(n));
    while (ticks.size() > 2 && ticks[1] <= *least)
      ticks.erase(ticks.begin());
  }
  double at(double value) const {
    return from + std::log(value / ticks.front()) / std::log(ticks.back() / ticks.front()) * (to - from);
  }

private:
  /// Three a decade.
  static double tick(double number) {
    static constexpr double steps[] = {1, 2, 5};
    double decade = std::floor(number / 3);
    return steps[int(number - 3 * decade)] * std::pow(10, decade);
  }
};
} // namespace

std::string bench::rooflineSvg(const BenchResult &result) {
  const double left = 70, right = 930, top = 72, bottom = 480;
  std::string title = "Roofline of " + result.device;
  Svg svg(
      "roofline", 960, 540, title,
      "Rate of each product over its arithmetic intensity, of this project's kernels and of the fastest peer, below "
      "the limits of the card's memory and of its tensor cores.");
  std::vector<double> intensities, rates;
  for (const ProblemResult &problem : result.problems) {
    if (problem.ours.burst <= 0)
      continue;
    intensities.push_back(problem.problem.flops() / double(problem.problem.bytes()));
    rates.push_back(problem.problem.flops() / problem.ours.burst * 1e-6);
    if (const Peer *peer = problem.best(&Times::burst))
      rates.push_back(problem.problem.flops() / peer->times.burst * 1e-6);
  }
  svg.text(20, 28, title + ", bursts" + (result.date.empty() ? "" : ", " + result.date), "start", "strong");
  svg.circle(right - 200, 23, 4.5, "ours");
  svg.text(right - 190, 28, "Fusion", "start", "small");
  svg.circle(right - 120, 23, 4.5, "peer");
  svg.text(right - 110, 28, "the fastest peer", "start", "small");
  if (intensities.empty())
    return svg.finish();
  double ridge = result.peakGBs > 0 ? result.peakTFlops * 1e3 / result.peakGBs : 0;
  if (ridge > 0)
    intensities.push_back(ridge), rates.push_back(result.peakTFlops);
  LogAxis x{left, right}, y{bottom, top};
  x.fit(intensities), y.fit(rates);
  for (double tick : x.ticks) {
    svg.line(x.at(tick), top, x.at(tick), bottom, "grid");
    svg.text(x.at(tick), bottom + 18, concat(tick), "middle", "small mute");
  }
  for (double tick : y.ticks) {
    svg.line(left, y.at(tick), right, y.at(tick), "grid");
    svg.text(left - 8, y.at(tick) + 4, concat(tick), "end", "small mute");
  }
  svg.text((left + right) / 2, bottom + 42, "FLOP per byte", "middle", "small");
  svg.text(20, top - 14, "TFLOP/s", "start", "small");
  if (ridge > 0) {
    // The slope starts where it meets the lower edge or the left one.
    double start = std::max(x.ticks.front(), y.ticks.front() * 1e3 / result.peakGBs);
    svg.line(x.at(start), y.at(start * result.peakGBs * 1e-3), x.at(ridge), y.at(result.peakTFlops), "axis", 2);
    svg.line(x.at(ridge), y.at(result.peakTFlops), right, y.at(result.peakTFlops), "axis", 2);
    svg.text(right, y.at(result.peakTFlops) - 8,
             concat(result.peakTFlops, " TFLOP/s, ", result.peakGBs, " GB/s: ridge at ", fixed(ridge, 0), " FLOP/byte"),
             "end", "small mute");
  }
  for (const ProblemResult &problem : result.problems) {
    if (problem.ours.burst <= 0)
      continue;
    double intensity = problem.problem.flops() / double(problem.problem.bytes());
    auto point = [&](const Times &times, const char *kind, const std::string &who) {
      double rate = problem.problem.flops() / times.burst * 1e-6;
      svg.circle(x.at(intensity), y.at(rate), 4, kind, concat(problem.problem.name(), ", ", who, ": ", fixed(rate, 1)));
    };
    if (const Peer *peer = problem.best(&Times::burst))
      point(peer->times, "peer", peer->name);
    point(problem.ours, "ours", "ours");
  }
  return svg.finish();
}

std::string bench::ratiosSvg(const BenchResult &result) {
  const double left = 330, right = 900, top = 84, row = 22;
  std::vector<const ProblemResult *> shown;
  double most = 1.2;
  for (const ProblemResult &problem : result.problems)
    if (problem.ratio(&Times::burst) > 0) {
      shown.push_back(&problem);
      most = std::max({most, problem.ratio(&Times::burst), problem.ratio(&Times::steady)});
    }
  double bottom = top + row * double(shown.size());
  std::string title = "Best peer's time over ours, " + result.device;
  Svg svg("ratios", 960, bottom + 30, title,
          "A bar for each problem, in bursts and back to back: beyond the line at 1 this project's kernel is faster.");
  svg.text(20, 28, title, "start", "strong");
  svg.text(20, 50, "dark: bursts, light: back to back; right of the line this project's kernel is faster", "start",
           "small mute");
  auto at = [&](double ratio) { return left + (right - left) * std::min(ratio / most, 1.0); };
  double step = most > 5 ? 2 : most > 2 ? 0.5 : 0.25;
  for (double tick : ticksOf(0, most, step)) {
    svg.line(at(tick), top - 4, at(tick), bottom, "grid");
    svg.text(at(tick), top - 8, concat(tick), "middle", "small mute");
  }
  double y = top;
  for (const ProblemResult *problem : shown) {
    double burst = problem->ratio(&Times::burst), steady = problem->ratio(&Times::steady);
    svg.text(left - 8, y + 14, problem->problem.name(), "end", "small");
    svg.rectangle(left, y + 2, at(burst) - left, 10, burst >= 1 ? "ours" : "peer",
                  concat(problem->problem.name(), " burst ", fixed(burst, 3)));
    if (steady > 0)
      svg.rectangle(left, y + 13, at(steady) - left, 6, "steady",
                    concat(problem->problem.name(), " steady ", fixed(steady, 3)));
    svg.text(at(burst) + 4, y + 12, fixed(burst, 2), "start", "small");
    y += row;
  }
  svg.line(at(1), top - 4, at(1), bottom, "axis", 2);
  return svg.finish();
}

namespace {
/// What stands in one row of a summary.
struct RatioGroup {
  std::string name;
  std::vector<std::pair<std::string, double>> ratios; ///< with whose they are
};
} // namespace

/// "bias + gelu" of "bias+gelu".
static std::string spaced(const std::string &epilogue) {
  std::string result;
  for (char c : epilogue)
    result += c == '+' ? " + " : std::string(1, c);
  return result;
}

/// The regime that was measured; bursts if both were.
static double measuredRatio(const std::vector<Peer> &peers, const Times &ours) {
  for (auto regime : {&Times::burst, &Times::steady})
    if (const Peer *peer = fastest(peers, regime); peer && ours.*regime > 0)
      return peer->times.*regime / ours.*regime;
  return 0;
}

static std::vector<RatioGroup> groupRatios(const BenchResult &result) {
  std::vector<RatioGroup> groups;
  auto add = [&](const std::string &group, const std::string &name, double ratio) {
    if (ratio <= 0)
      return;
    auto found = std::find_if(groups.begin(), groups.end(), [&](const RatioGroup &g) { return g.name == group; });
    if (found == groups.end())
      found = groups.insert(groups.end(), {group, {}});
    found->ratios.emplace_back(name, ratio);
  };
  for (const ProblemResult &problem : result.problems)
    add(problem.group.empty() ? spaced(problem.problem.epilogue.name()) : problem.group, problem.problem.name(),
        measuredRatio(problem.peers, problem.ours));
  for (const GraphResult &graph : result.graphs)
    add(graph.group.empty() ? graph.name : graph.group, graph.name, measuredRatio(graph.peers, graph.whole));
  return groups;
}

std::string bench::summarySvg(const std::vector<BenchResult> &results) {
  const double left = 250, right = 820, row = 26, heading = 62, least = 0.5, most = 2.6;
  double height = 40;
  for (const BenchResult &result : results)
    height += heading + row * double(groupRatios(result).size());
  Svg svg("summary", 960, height, "How many times as fast as its peers",
          "For each kind of graph a row of points, one for each graph: the time of the fastest peer over that of this "
          "project. Points right of the line at 1 are graphs on which this project is faster.");
  auto at = [&](double ratio) { return left + (right - left) * (ratio - least) / (most - least); };
  double y = 0;
  for (const BenchResult &result : results) {
    std::vector<RatioGroup> groups = groupRatios(result);
    double top = y + heading, bottom = top + row * double(groups.size());
    svg.text(20, y + 28, result.title.empty() ? "The fastest peer's time over ours" : result.title, "start", "strong");
    svg.text(20, y + 48,
             result.device + (result.date.empty() ? "" : ", " + result.date) +
                 (result.method.empty() ? "" : ", " + result.method),
             "start", "small mute");
    svg.text(940, y + 48, "mean", "end", "small mute");
    for (double tick : ticksOf(least, most, 0.5))
      svg.line(at(tick), top, at(tick), bottom, tick == 1 ? "axis" : "grid", tick == 1 ? 2 : 1);
    y = top;
    for (const RatioGroup &group : groups) {
      double middle = y + row / 2;
      svg.text(left - 14, middle + 4, group.name, "end", "small");
      std::vector<double> ratios;
      for (const auto &[name, ratio] : group.ratios) {
        std::string words = concat(name, ": ", fixed(ratio, 2));
        ratios.push_back(ratio);
        if (ratio > most)
          svg.triangle(right + 12, middle, 12, "ours", words);
        else
          svg.circle(at(std::max(ratio, least)), middle, 4.5, ratio >= 1 ? "ours" : "peer", words);
      }
      double mean = geometricMean(ratios);
      if (ratios.size() > 1 && mean <= most)
        svg.rectangle(at(mean) - 1, middle - 9, 2, 18, "mean", concat("geometric mean: ", fixed(mean, 3)));
      auto [lowest, highest] = std::minmax_element(ratios.begin(), ratios.end());
      if (*highest > most)
        svg.text(right + 20, middle + 4,
                 *lowest < *highest ? concat(fixed(*lowest, 1), " to ", fixed(*highest, 0)) : fixed(*highest, 1),
                 "start", "small mute");
      svg.text(940, middle + 4, fixed(mean, 2), "end", "small strong");
      y += row;
    }
  }
  for (double tick : ticksOf(least, most, 0.5))
    svg.text(at(tick), y + 18, tick == 1 ? "as fast" : concat(fixed(tick, 1), " times"), "middle", "small mute");
  return svg.finish();
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Prints results as a table, and the summary under it.

#include "fusion/Bench/Report.h"

#include <algorithm>
#include <iomanip>
#include <ostream>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

static std::string number(double value, int digits) {
  if (value <= 0)
    return "-";
  std::ostringstream text;
  text << std::fixed << std::setprecision(digits) << value;
  return text.str();
}
static std::string micros(double value) { return number(value, value < 10 ? 2 : value < 1000 ? 1 : 0); }

static std::string padded(std::string text, size_t width, bool left = false) {
  std::string space(text.size() < width ? width - text.size() : 0, ' ');
  return left ? text + space : space + text;
}

static void printRow(std::ostream &out, const std::string &problem, const std::vector<std::string> &cells,
                     const std::string &rest) {
  out << padded(problem, 40, true);
  for (const std::string &cell : cells)
    out << padded(cell, 9);
  out << "  " << rest << "\n";
}

void bench::printHeader(std::ostream &out, const BenchResult &result) {
  out << result.device << " (" << result.chip << "), cuBLASLt " << result.cublasLt << "\n"
      << "microseconds of a call; ratio: best peer's time / ours; plain: cuBLASLt's product alone / ours\n";
  printRow(out, "problem", {"ours", "peer", "ratio", "plain", "rate", "ours", "peer", "ratio", "plain"},
           "unit, error/bound, peer, schedule");
  printRow(out, "", {"burst", "", "", "", "", "steady", "", "", ""}, "");
}

/// The largest error over its bound: "0.53", "MISMATCH 7.10", "MISMATCH NaN".
static std::string errorText(const Check &check) {
  double largest = std::max(check.exact, check.normal);
  std::string text = largest >= 1e9 ? "NaN" : largest > 0 ? number(largest, 2) : "0";
  return check.good() ? text : "MISMATCH " + text;
}

void bench::printProblem(std::ostream &out, const ProblemResult &r) {
  bool skinny = r.readGBs > 0;
  double rate = r.ours.burst <= 0 ? 0
                : skinny          ? double(r.problem.bytes()) / r.ours.burst * 1e-3
                                  : r.problem.flops() / r.ours.burst * 1e-6;
  const Peer *burst = r.best(&Times::burst), *steady = r.best(&Times::steady);
  std::string rest =
      skinny ? "GB/s (" + number(100 * r.readShare, 1) + " % of a read's " + number(r.readGBs, 0) + "), " : "TFLOP/s, ";
  if (r.check)
    rest += errorText(*r.check);
  else
    rest += "not checked";
  rest += burst ? ", " + burst->name : "";
  if (steady && burst && steady->name != burst->name)
    rest += " / " + steady->name;
  rest += ", " + r.schedule + (r.note.empty() ? "" : "; " + r.note);
  printRow(out, r.problem.name(),
           {micros(r.ours.burst), micros(burst ? burst->times.burst : 0), number(r.ratio(&Times::burst), 3),
            number(r.plainRatio(&Times::burst), 3), number(rate, rate < 100 ? 1 : 0), micros(r.ours.steady),
            micros(steady ? steady->times.steady : 0), number(r.ratio(&Times::steady), 3),
            number(r.plainRatio(&Times::steady), 3)},
           rest);
  out.flush();
}

void bench::printGraph(std::ostream &out, const GraphResult &r) {
  double kernels = std::max<double>(double(r.kernels.size()), 1);
  out << r.name << ": " << r.kernels.size() << " kernels, whole " << micros(r.whole.burst) << " us burst, "
      << micros(r.whole.steady) << " us steady; sum of kernels alone " << micros(r.sum(&Times::burst)) << " and "
      << micros(r.sum(&Times::steady)) << " us; whole/sum "
      << number(r.sum(&Times::burst) > 0 ? r.whole.burst / r.sum(&Times::burst) : 0, 3) << " and "
      << number(r.sum(&Times::steady) > 0 ? r.whole.steady / r.sum(&Times::steady) : 0, 3) << "; host "
      << number(r.hostMicroseconds / kernels, 2) << " us a kernel\n";
  for (const Peer &peer : r.peers) {
    auto [theirs, ours] = peer.times.burst > 0 ? std::pair(peer.times.burst, r.whole.burst)
                                               : std::pair(peer.times.steady, r.whole.steady);
    out << "  " << peer.name << ": " << micros(theirs) << " us, ratio " << number(ours > 0 ? theirs / ours : 0, 3)
        << "\n";
  }
  for (size_t i = 0; i < r.kernels.size(); ++i)
    out << "  kernel " << i << ": " << micros(r.kernels[i].alone.burst) << " us burst, "
        << micros(r.kernels[i].alone.steady) << " us steady, " << r.kernels[i].schedule << "\n";
  out.flush();
}

/// The problems whose ratio is under the limit, the worst first.
static void printBehind(std::ostream &out, const BenchResult &result, const char *name, double Times::*regime,
                        double limit) {
  std::vector<std::pair<double, std::string>> behind;
  for (const ProblemResult &problem : result.problems)
    if (double ratio = problem.ratio(regime); ratio > 0 && ratio < limit)
      behind.emplace_back(ratio, problem.problem.name());
  std::sort(behind.begin(), behind.end());
  if (behind.empty())
    return;
  out << name << ", under " << number(limit, 2) << " on " << behind.size() << " of " << result.problems.size() << ":";
  for (const auto &[ratio, problem] : behind)
    out << " " << problem << " " << number(ratio, 3);
  out << "\n";
}

static void printTwins(std::ostream &out, const char *what, const TwinRatios &ratios) {
  if (ratios.burst.empty())
    return;
  auto most = [](const std::vector<double> &values) { return *std::max_element(values.begin(), values.end()); };
  out << what << ", time: " << number(geometricMean(ratios.burst), 3) << " in bursts, at most "
      << number(most(ratios.burst), 3) << "; " << number(geometricMean(ratios.steady), 3) << " steady, at most "
      << number(most(ratios.steady), 3) << " (" << ratios.burst.size() << " pairs)\n";
}

void bench::printSummary(std::ostream &out, const BenchResult &result) {
  if (result.problems.empty())
    return;
  auto mean = [&](auto value) {
    std::vector<double> values;
    values.reserve(result.problems.size());
    for (const ProblemResult &problem : result.problems)
      values.push_back(value(problem));
    return geometricMean(values);
  };
  auto least = [&](double Times::*regime) {
    double lowest = 0;
    for (const ProblemResult &problem : result.problems)
      if (double ratio = problem.ratio(regime); ratio > 0 && (lowest == 0 || ratio < lowest))
        lowest = ratio;
    return lowest;
  };
  for (auto [name, regime] : {std::pair("burst", &Times::burst), std::pair("steady", &Times::steady)}) {
    double Times::*which = regime;
    out << name << ": geometric mean of the ratios "
        << number(mean([&](const ProblemResult &p) { return p.ratio(which); }), 3) << ", least "
        << number(least(which), 3) << "; against the plain product "
        << number(mean([&](const ProblemResult &p) { return p.plainRatio(which); }), 3) << "\n";
  }
  printBehind(out, result, "burst", &Times::burst, 1.0);
  printBehind(out, result, "steady", &Times::steady, 0.98);
  printTwins(out, "[K,N] weights against [N,K]", layoutRatios(result));
  printTwins(out, "f16 against bf16", typeRatios(result));
  auto wrong = std::count_if(result.problems.begin(), result.problems.end(),
                             [](const ProblemResult &p) { return p.check && !p.check->good(); });
  if (wrong)
    out << wrong << " of " << result.problems.size() << " problems do not agree with cuBLASLt\n";
}

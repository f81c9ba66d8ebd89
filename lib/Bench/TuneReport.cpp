// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Prints what a search found, and writes it as JSON.

#include "fusion/Bench/Tune.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <ostream>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

namespace json = llvm::json;

void bench::printTuned(std::ostream &out, const TunedProblem &tuned) {
  out << llvm::formatv("{0,-40} ", tuned.name).str();
  if (tuned.loss() > 0)
    out << llvm::formatv("chosen {0,8:f2} us, best {1,8:f2} us, ratio {2:f3} (steady {3:f3}); ",
                         tuned.chosenMicroseconds, tuned.bestMicroseconds, tuned.loss(),
                         tuned.bestSteady > 0 ? tuned.chosenSteady / tuned.bestSteady : 0)
               .str();
  out << llvm::formatv("{0} tried, {1} rejected, {2} wrong, {3:f1} s", tuned.candidates, tuned.rejected.size(),
                       tuned.wrong.size(), tuned.seconds)
             .str()
      << (tuned.best.empty() ? "" : "; " + tuned.best) << "\n";
  for (const std::string &wrong : tuned.wrong)
    out << "  WRONG " << wrong << "\n";
  if (!tuned.rejected.empty())
    out << "  rejected, for one: " << tuned.rejected.front() << "\n";
  out.flush();
}

static std::vector<double> getLosses(const std::vector<TunedProblem> &all) {
  std::vector<double> losses;
  for (const TunedProblem &tuned : all)
    if (tuned.loss() > 0)
      losses.push_back(tuned.loss());
  return losses;
}

std::optional<double> bench::getTuningGain(const std::vector<TunedProblem> &all) {
  std::vector<double> losses = getLosses(all);
  return losses.empty() ? std::nullopt : std::optional<double>(geometricMean(losses));
}

void bench::printTuningSummary(std::ostream &out, const std::vector<TunedProblem> &all) {
  std::vector<double> losses = getLosses(all);
  size_t unmeasured = all.size() - losses.size();
  if (losses.empty())
    return;
  auto within = [&](double limit) {
    return std::count_if(losses.begin(), losses.end(), [&](double loss) { return loss <= limit; });
  };
  out << llvm::formatv("the compiler's choice is within 1 % of the best on {0} of {1} problems, within 5 % on {2} "
                       "({3:f1} %), within 20 % on {4}; geometric mean {5:f3}, worst {6:f3}\n",
                       within(1.01), losses.size(), within(1.05), 100.0 * double(within(1.05)) / double(losses.size()),
                       within(1.20), geometricMean(losses), *std::max_element(losses.begin(), losses.end()))
             .str();
  if (unmeasured)
    out << "on " << unmeasured << " more it was rejected or wrong\n";
}

std::string bench::tuningToJson(const std::vector<TunedProblem> &all) {
  json::Array problems;
  for (const TunedProblem &tuned : all) {
    json::Array measured;
    for (const auto &[schedule, microseconds] : tuned.measured)
      measured.push_back(json::Object{{"schedule", schedule}, {"burst_us", microseconds}});
    problems.push_back(json::Object{{"problem", tuned.name},
                                    {"chosen", tuned.chosen},
                                    {"chosen_us", tuned.chosenMicroseconds},
                                    {"chosen_steady_us", tuned.chosenSteady},
                                    {"best_steady_us", tuned.bestSteady},
                                    {"best", tuned.best},
                                    {"best_us", tuned.bestMicroseconds},
                                    {"tried", int64_t(tuned.candidates)},
                                    {"rejected", json::Array(tuned.rejected)},
                                    {"wrong", json::Array(tuned.wrong)},
                                    {"measured", std::move(measured)},
                                    {"seconds", tuned.seconds}});
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::formatv("{0:2}", json::Value(json::Object{{"tuned", std::move(problems)}}))
                                 << "\n";
  return text;
}

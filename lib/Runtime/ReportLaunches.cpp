// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Measured launches beside predicted ones, as text and as JSON.

#include "ReportLaunches.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

using namespace fusion;
using namespace fusion::runtime;

std::vector<LaunchRow> runtime::matchLaunches(const FusionModule &module, const std::string &entry,
                                              Span<const LaunchTime> launches, Span<const PredictedLaunch> predicted) {
  std::vector<LaunchRow> rows;
  const PredictedLaunch *next = predicted.begin();
  for (const LaunchTime &launch : launches) {
    std::string function = module.kernels[launch.kernel].name;
    const PredictedLaunch *found = std::find_if(next, predicted.end(), [&](const PredictedLaunch &row) {
      return row.entry == entry && std::count(row.functions.begin(), row.functions.end(), function);
    });
    if (found == predicted.end()) { // not in the report, or in a loop whose launches come again
      rows.push_back({function, function, launch, std::nullopt, "", ""});
      continue;
    }
    rows.push_back({found->name, function, launch, found->microseconds, found->schedule, found->location});
    next = found + 1;
  }
  return rows;
}

static std::string fixed(double number) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << std::fixed << std::setprecision(1) << number;
  return text.str();
}

static void printLine(std::ostream &out, size_t width, const std::string &name, const std::string &predicted,
                      const std::string &measured) {
  out << "  " << name << std::string(width - name.size(), ' ');
  if (!predicted.empty())
    out << std::setw(11) << predicted;
  out << std::setw(11) << measured << "\n";
}

void runtime::printLaunches(std::ostream &out, const RunResult &result) {
  if (result.launches.empty())
    return;
  bool any = false;
  size_t width = std::string("all").size();
  double predicted = 0, measured = 0;
  for (const LaunchRow &row : result.launches) {
    any |= row.predicted.has_value();
    width = std::max(width, printable(row.name).size());
    predicted += row.predicted.value_or(0);
    measured += row.measured.microseconds;
  }
  out << "launches, one by one, in us:\n";
  printLine(out, width, "", any ? "predicted" : "", "measured");
  for (const LaunchRow &row : result.launches)
    printLine(out, width, printable(row.name),
              !any            ? ""
              : row.predicted ? fixed(*row.predicted)
                              : "?",
              fixed(row.measured.microseconds));
  printLine(out, width, "all", any ? fixed(predicted) : "", fixed(measured));
}

void runtime::writeLaunches(JsonWriter &json, const RunResult &result) {
  if (result.launches.empty())
    return;
  json.key("launches").array([&] {
    for (const LaunchRow &row : result.launches)
      json.object([&] {
        json.field("name", row.name);
        json.field("function", row.function);
        json.field("predicted_us", row.predicted.value_or(std::nan("")));
        json.field("measured_us", row.measured.microseconds);
        json.field("measured_spread", row.measured.spread);
      });
  });
}

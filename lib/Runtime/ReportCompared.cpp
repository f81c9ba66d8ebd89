// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Prints forms of a graph beside each other: times, memory traffic, and what each launch takes of a multiprocessor.

#include "ReportCompared.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

using namespace fusion;
using namespace fusion::runtime;

namespace {
/// Cells below each other, the first column to the left, numbers to the right.
class Columns {
public:
  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }

  void print(std::ostream &out) const {
    for (const std::vector<std::string> &row : rows) {
      out << " ";
      for (size_t i = 0; i < row.size(); ++i)
        out << " " << (i ? std::right : std::left) << std::setw(i ? widthOf(i) + 1 : widthOf(i)) << row[i];
      out << "\n";
    }
    out << std::right;
  }

private:
  int widthOf(size_t column) const {
    size_t width = 0;
    for (const std::vector<std::string> &row : rows)
      if (column < row.size())
        width = std::max(width, row[column].size());
    return static_cast<int>(width);
  }

  std::vector<std::vector<std::string>> rows;
};
} // namespace

static std::string fixed(double number, int digits) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << std::fixed << std::setprecision(digits) << number;
  return text.str();
}

static std::string orNothing(const std::optional<double> &number, int digits) {
  return number ? fixed(*number, digits) : "-";
}

static void printLaunches(std::ostream &out, const ComparedRun &run) {
  if (run.launches.empty())
    return;
  out << "launches of " << printable(run.name) << ":\n";
  Columns columns;
  columns.add({"", "us", "MB", "registers", "shared bytes", "occupancy"});
  for (const ComparedLaunch &launch : run.launches)
    columns.add({printable(launch.name + ": " + launch.ops), orNothing(launch.measured, 1),
                 launch.bytes ? fixed(*launch.bytes * 1e-6, 3) : "-",
                 launch.registers ? std::to_string(launch.registers) : "-", std::to_string(launch.sharedBytes),
                 launch.occupancy ? fixed(100 * *launch.occupancy, 0) + " %" : "-"});
  columns.print(out);
}

void runtime::printCompared(std::ostream &out, const RunResult &result) {
  if (result.compared.empty())
    return;
  double own = result.compared.front().benchmark.burstMicroseconds;
  out << "compared, in one run; MB of memory are computed, or measured where m stands:\n";
  Columns columns;
  columns.add({"", "launches", "us", "spread", "times as long", "MB"});
  for (const ComparedRun &run : result.compared)
    columns.add({printable(run.name), std::to_string(run.launchCount), fixed(run.benchmark.burstMicroseconds, 1),
                 fixed(100 * run.benchmark.burstSpread, 1) + " %", fixed(run.benchmark.burstMicroseconds / own, 2),
                 fixed(run.bytes * 1e-6, 3) + (run.isMeasured ? " m" : "")});
  columns.print(out);
  for (const ComparedRun &run : result.compared)
    printLaunches(out, run);
}

static void writeLaunch(JsonWriter &json, const ComparedLaunch &launch) {
  json.object([&] {
    json.field("name", launch.name);
    json.field("ops", launch.ops);
    json.field("measured_us", launch.measured.value_or(std::nan("")));
    json.field("predicted_us", launch.predicted.value_or(std::nan("")));
    json.field("bytes", launch.bytes.value_or(std::nan("")));
    json.field("registers", int64_t(launch.registers));
    json.field("shared_bytes", launch.sharedBytes);
    json.field("occupancy", launch.occupancy.value_or(std::nan("")));
  });
}

void runtime::writeCompared(JsonWriter &json, const RunResult &result) {
  if (result.compared.empty())
    return;
  json.key("compare").array([&] {
    for (const ComparedRun &run : result.compared)
      json.object([&] {
        json.field("name", run.name);
        json.field("launches_of_a_call", int64_t(run.launchCount));
        json.field("burst_us", run.benchmark.burstMicroseconds);
        json.field("burst_spread", run.benchmark.burstSpread);
        json.field("steady_us", run.benchmark.steadyMicroseconds);
        json.field("bytes", run.bytes);
        json.field("bytes_measured", run.isMeasured);
        json.key("launches").array([&] {
          for (const ComparedLaunch &launch : run.launches)
            writeLaunch(json, launch);
        });
      });
  });
}

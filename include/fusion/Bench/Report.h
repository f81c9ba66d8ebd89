// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Results as a table, JSON and plots.

#ifndef FUSION_BENCH_REPORT_H
#define FUSION_BENCH_REPORT_H

#include "fusion/Analysis/Explain.h"
#include "fusion/Bench/Result.h"

#include <iosfwd>

namespace fusion::bench {

/// The lines above the problems: card, peers, columns.
void printHeader(std::ostream &out, const BenchResult &result);
/// A line for each problem as it comes.
void printProblem(std::ostream &out, const ProblemResult &result);
void printGraph(std::ostream &out, const GraphResult &result);
/// Geometric means, who is behind, how layouts and types compare, and what did not check.
void printSummary(std::ostream &out, const BenchResult &result);

std::string toJson(const BenchResult &result);
/// The times of a graph as the field `run` of its report (docs/CommandLine.md). A call of one launch is that launch.
std::string runToJson(const std::string &device, const Times &times, double hostMicroseconds,
                      const FusionReport &report);
/// What `toJson` wrote, or somebody wrote down in its format, as far as the pictures show it.
runtime::Expected<BenchResult> readResult(const std::string &path);

/// Arithmetic intensity and rate of ours and the best peer, below the chip's two limits.
std::string rooflineSvg(const BenchResult &result);
/// A bar for each problem: best peer's time over ours, burst and steady.
std::string ratiosSvg(const BenchResult &result);
/// For each result and each group of its problems or graphs a row of points: best peer's time over ours.
std::string summarySvg(const std::vector<BenchResult> &results);

} // namespace fusion::bench

#endif // FUSION_BENCH_REPORT_H

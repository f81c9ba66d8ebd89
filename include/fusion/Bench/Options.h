// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The command line of fusion-bench.

#ifndef FUSION_BENCH_OPTIONS_H
#define FUSION_BENCH_OPTIONS_H

#include "fusion/Bench/Problem.h"
#include "fusion/Bench/Tune.h"

namespace fusion::bench {

/// What a run does; bits of a set.
enum class BenchMode : unsigned {
  Measure = 1,       ///< times beside peers
  Tune = 2,          ///< searches schedules
  Accuracy = 4,      ///< errors beside cuBLASLt's
  ListSchedules = 8, ///< prints every schedule
  Predict = 16,      ///< prints what the model says of each schedule
  Draw = 32          ///< pictures of earlier results
};

/// Whose schedules are listed, and predicted, where nothing else is said.
inline constexpr const char *kListedChip = "sm_90a";

struct BenchOptions {
  BenchMode mode = BenchMode::Measure;
  std::vector<Problem> problems;  ///< from --problem and --list, in order
  std::vector<LayerStack> stacks; ///< from --mlp
  std::vector<std::string> files; ///< .mlir graphs
  std::string entry;              ///< of the files; empty: their only one
  std::string schedule;
  std::string cache;    ///< for Cache::enable
  std::string dump;     ///< for CompileOptions::dump
  int boundedWaits = 0; ///< as in ProgramOptions
  SessionOptions session;
  TuneOptions tuning;
  std::string tuningFile;           ///< that a search writes, or empty
  std::string tuningDb;             ///< that the compiler reads, or empty
  bool takesUserTuning = true;      ///< where times are taken beside peers, the user's file for the GPU is that file
  std::vector<std::string> peers;   ///< files of recorded times
  std::vector<std::string> results; ///< files of earlier runs
  std::string jsonFile, svgDir;
  ExplainRequest explain;
  int budget = 0;         ///< seconds after which no measurement is begun; zero: none
  std::string chip;       ///< that is compiled for; "auto": this machine's; empty: that, or kListedChip without a GPU
  bool emitGraph = false; ///< print the graphs of the problems instead of any of that
  bool answered = false;  ///< --help or --version was asked for, and is printed: nothing else is to be done
};

/// Parses a command line, answers --help and --version, and reads the lists of problems that it names. Options that the
/// mode does not take are refused; --emit-graph takes them all. The error is a usage message, unless `fileAtFault`:
/// then it names a file and a line.
runtime::Expected<BenchOptions> parseBenchOptions(int argc, const char *const *argv, bool &fileAtFault);

/// Reads a list: a problem a line, after # a comment.
runtime::Expected<std::vector<Problem>> readProblemList(const std::string &path, const Problem &defaults);

/// `count` problems with M, N and K from 16 to 8192, evenly spread over the logarithm; always the same ones for a seed.
std::vector<Problem> randomProblems(int count, int seed, const Problem &defaults);

} // namespace fusion::bench

#endif // FUSION_BENCH_OPTIONS_H

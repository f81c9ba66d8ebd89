// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Problems of a file, and random ones.

#include "fusion/Bench/Options.h"
#include "fusion/Runtime/Random.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sys/stat.h>

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

Expected<std::vector<Problem>> bench::readProblemList(const std::string &path, const Problem &defaults) {
  std::ifstream file(path);
  struct stat status;
  if (file && stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode))
    return Error::make("cannot read '", path, "': ", std::strerror(EISDIR));
  if (!file)
    return Error::make("cannot read '", path, "': ", std::strerror(errno));
  std::vector<Problem> problems;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    line.resize(std::min(line.find('#'), line.size()));
    size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos)
      continue;
    size_t end = line.find_last_not_of(" \t\r") + 1;
    auto problem = Problem::parse(std::string_view(line).substr(begin, end - begin), defaults);
    if (!problem)
      return Error::make(path, ":", number, ": ", problem.error().message());
    problems.push_back(*problem);
  }
  return problems;
}

std::vector<Problem> bench::randomProblems(int count, int seed, const Problem &defaults) {
  std::vector<Problem> problems(static_cast<size_t>(count), defaults);
  uint64_t index = 0;
  for (Problem &problem : problems)
    for (int64_t *size : {&problem.m, &problem.n, &problem.k}) {
      double uniform = static_cast<double>(randomBits(static_cast<uint64_t>(seed), 0, index++) >> 11) * 0x1p-53;
      *size = static_cast<int64_t>(std::lround(16 * std::exp2(9 * uniform)));
    }
  return problems;
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The file that a search writes and that --tuning-db reads (fusion/Schedule/TuningDatabase.h).

#ifndef FUSION_BENCH_TUNINGFILE_H
#define FUSION_BENCH_TUNINGFILE_H

#include "fusion/Bench/Program.h"

#include <memory>

namespace fusion::bench {

class TuningFile {
public:
  /// Starts from the file's entries if it is there, else from none. Fails for a file that cannot be read, or that is
  /// for another chip or version.
  static runtime::Expected<std::unique_ptr<TuningFile>> open(const std::string &path, const std::string &chip);
  ~TuningFile();

  /// Keeps a schedule for the graph's kernel, in place of what the file had for it. Fails for a graph of several.
  runtime::Error add(const std::string &graph, const ProgramOptions &options, const std::string &schedule,
                     double microseconds, const std::string &card);
  runtime::Error save() const;
  size_t size() const;

private:
  struct Contents;
  explicit TuningFile(std::string path);

  std::string path;
  std::unique_ptr<Contents> contents;
};

} // namespace fusion::bench

#endif // FUSION_BENCH_TUNINGFILE_H

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Many command lines in one process, which keeps the device open between them.

#ifndef FUSION_RUNTIME_BATCH_H
#define FUSION_RUNTIME_BATCH_H

#include "fusion/Runtime/Device.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fusion::runtime {

/// The words of a command line: what blanks set apart, as a shell has it where nothing is expanded. Within '…' all
/// characters stand for themselves; within "…" and outside of quotes \ makes the next one do so. The error says which
/// quote is open, or that a \ ends the line.
Expected<std::vector<std::string>> splitWords(std::string_view line);

/// GPUs take 0.25 s to make a context, one process after the other. The context stays while somebody has it.
class KeptDevice {
public:
  /// Keeps the device open from here on. Where it cannot be opened nothing is kept: a run says why.
  void keep(FusionDevice kind);
  /// Why nothing can run on the device any more; no error where it is as before, or none is kept.
  Error check() const;

private:
  std::shared_ptr<Device> device;
};

/// Runs one command line, from its words. Returns an exit code.
using LineRunner = std::function<int(const std::vector<std::string> &words, KeptDevice &kept)>;

/// Runs the lines of a file ("-": standard input) that are not blank, one after the other. Behind what a line prints
/// there is "line N: exit code M" on standard output, with its number from 1; each line of its errors begins with "line
/// N: ". Where the device cannot be used any more, that is an error of the line, and those behind it are not run and
/// have no result. Returns the largest exit code.
int runBatch(const std::string &file, const LineRunner &runLine);

} // namespace fusion::runtime

#endif // FUSION_RUNTIME_BATCH_H

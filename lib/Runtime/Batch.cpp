// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs the lines of a file, and says of each how it ended.

#include "fusion/Runtime/Batch.h"
#include "fusion/Runtime/Runner.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <new>
#include <optional>

using namespace fusion;
using namespace fusion::runtime;

static constexpr std::string_view kBlanks = " \t\r";

Expected<std::vector<std::string>> runtime::splitWords(std::string_view line) {
  std::vector<std::string> words;
  bool inWord = false;
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    char c = line[i];
    if (!quote && kBlanks.find(c) != kBlanks.npos) {
      inWord = false;
      continue;
    }
    if (!inWord)
      words.emplace_back();
    inWord = true;
    if (c == quote)
      quote = 0;
    else if (!quote && (c == '\'' || c == '"'))
      quote = c;
    else if (c == '\\' && quote != '\'' && ++i == line.size())
      return Error::make("nothing stands behind \\ at the end of the line");
    else
      words.back() += line[i];
  }
  if (quote)
    return Error::make("a quote ", quote, " is not closed");
  return words;
}

void KeptDevice::keep(FusionDevice kind) {
  if (kind != FUSION_CUDA || device)
    return;
  if (auto opened = Device::open(kind))
    device = *opened;
}

// An error of a kernel stays: every later call has it.
Error KeptDevice::check() const { return device ? device->synchronize() : Error(); }

namespace {
/// Begins each line of standard error with a text, while it lives.
class ErrorPrefix : std::streambuf {
public:
  explicit ErrorPrefix(std::string prefix) : prefix(std::move(prefix)), former(std::cerr.rdbuf(this)) {}
  ~ErrorPrefix() override { std::cerr.rdbuf(former); }

private:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof()))
      return traits_type::not_eof(c);
    if (atBegin)
      former->sputn(prefix.data(), static_cast<std::streamsize>(prefix.size()));
    atBegin = c == '\n';
    return former->sputc(traits_type::to_char_type(c));
  }
  int sync() override { return former->pubsync(); }

  std::string prefix;
  std::streambuf *former;
  bool atBegin = true;
};
} // namespace

/// Runs a line whatever it is. `lost` tells whether the device cannot be used behind it.
static int runOne(const std::string &line, const LineRunner &runLine, KeptDevice &kept, bool &lost) {
  auto words = splitWords(line);
  if (!words)
    return reportError(words.error().message()), ExitUsage;
  int code = ExitDiagnostic;
  try {
    code = runLine(*words, kept);
  } catch (const std::bad_alloc &) {
    reportError("out of memory");
  }
  if (Error error = kept.check()) {
    lost = true;
    return std::max<int>(code, reportError("the GPU cannot be used any more, and the lines behind this one are not "
                                           "run: " +
                                           error.message()));
  }
  return code;
}

static int runLines(std::istream &lines, const LineRunner &runLine) {
  KeptDevice kept;
  int worst = ExitGood;
  bool lost = false;
  std::string line;
  for (int64_t number = 1; !lost && std::getline(lines, line); ++number) {
    if (line.find_first_not_of(kBlanks) == line.npos)
      continue;
    std::string name = "line " + std::to_string(number) + ": ";
    ErrorPrefix prefix(name);
    int code = runOne(line, runLine, kept, lost);
    worst = std::max(worst, code);
    std::cout << name << "exit code " << code << std::endl; // a reader follows, and the process may crash
  }
  return worst;
}

int runtime::runBatch(const std::string &file, const LineRunner &runLine) {
  if (file == "-")
    return runLines(std::cin, runLine);
  errno = 0;
  std::ifstream lines(file);
  bool opened = lines && (lines.peek(), !lines.bad());
  if (!opened)
    return reportError("cannot read '" + file + "': " + std::strerror(errno));
  lines.clear();
  return runLines(lines, runLine);
}

// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Runs what may crash or hang in a process of its own.

#ifndef FUSION_VERIFY_SMITH_SANDBOX_H
#define FUSION_VERIFY_SMITH_SANDBOX_H

#include "fusion/Support/LLVM.h"
#include <functional>
#include <string>

namespace fusion::smith {

/// How a child ended: an empty `fault` is good; else "crash: signal 11 (...)", "hang: ..." or the like.
struct ChildEnd {
  std::string fault;
};

/// The child's side of the pipe to its parent.
class Reporter {
public:
  explicit Reporter(int file) : file(file) {}
  /// Sends a line; `text` holds no newline.
  void line(const std::string &text);

private:
  int file;
};

/// Starts the watch over the calling process anew: after `seconds` of its own processor time, or forty times as many
/// by the clock, it is ended as one that hangs. So a busy machine changes nothing.
void restartWatchdog(unsigned seconds);

/// A child that runs `body` with standard error thrown away.
class Child {
public:
  explicit Child(const std::function<void(Reporter &)> &body);
  ~Child();
  Child(const Child &) = delete;

  /// The file to wait on for more lines.
  int file() const { return readEnd; }
  /// Reads what is there and calls `onLine` for each whole line. False at the end of the pipe.
  bool read(const std::function<void(const std::string &)> &onLine);
  /// Waits until the child has ended.
  ChildEnd wait();

private:
  int process = -1, readEnd = -1;
  std::string buffer;
};

} // namespace fusion::smith

#endif // FUSION_VERIFY_SMITH_SANDBOX_H
